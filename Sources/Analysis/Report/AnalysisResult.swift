import Calibration
import Geodesy
import OrientationFilters
import ProjectionCore
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The result of `analyze`: the report, and the series behind figures and `tracks.csv`.
public struct AnalysisResult: Sendable {
    /// The numbers.
    public var report: AnalysisReport
    /// The log as read, uncalibrated.
    public var recording: Recording
    /// The magnetometer readings after calibration, microtesla; empty without a magnetometer.
    public var calibratedMagnetometer: VectorStream
    /// The fit behind `report.headingOffset`; `nil` without one, and where a calibration file's offset was applied.
    public var headingOffset: HeadingOffset?
    /// One track per filter, in the order of `report.filters`, rotated to `north`.
    public var tracks: [OrientationTrack]
    /// The device's own attitude, rotated to `north`; `nil` without one, or without a north.
    public var device: OrientationTrack?
    /// The north of the tracks' orientations and of `reference`.
    public var north: North
    /// The axis whose heading is shown.
    public var headingAxis: HeadingAxis
    /// The reference, rotated to `north`; empty without one.
    public var reference: QuaternionStream
    /// The data of the AR session's figure; `nil` without one.
    public var alignment: AlignmentSeries?
    /// The camera of the replay; `nil` without one.
    public var camera: Camera?
    /// The landmarks of the replay, in the frame of the tracks.
    public var landmarks: [Landmark] = Landmark.compass
    /// The largest number of landmarks on the screen at once, the first ones; `nil` shows all.
    public var landmarksInView: Int?
    /// The radar of the replay; `nil` for none.
    public var radar: Radar?
    /// The largest number of cores for writing pages and tables.
    public var jobs = Int.max
}

/// A landmark of the replay: a direction with a name.
public struct Landmark: Sendable, Hashable {
    /// The text of the label.
    public var name: String
    /// Unit vector in the frame of the tracks: east, north, up of their north.
    public var direction: Vector3
    /// Metres; `nil` for a direction only.
    public var distance: Double?

    /// A direction with a name, and the distance of a place in metres.
    public init(name: String, direction: Vector3, distance: Double? = nil) {
        self.name = name
        self.direction = direction
        self.distance = distance
    }

    /// The eight points of the compass on the horizon: the landmarks of a replay without places.
    public static let compass: [Landmark] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].enumerated().map {
        index, name in
        let heading = Double(index) * Double.pi / 4
        return Landmark(name: name, direction: Vector3(Double.sin(heading), Double.cos(heading), 0))
    }

    /// Places as seen from one point; a place at that point has no direction and is omitted.
    ///
    /// - Parameter declination: degrees by which the tracks' north lies east of true north; 0 for true north.
    static func of(_ places: [PointOfInterest], from observer: GeodeticPosition, declination: Double) -> [Landmark] {
        let frame = LocalFrame(origin: observer)
        let turn = Quaternion.aboutVertical(Angle.radians(declination))
        return places.compactMap { place in
            let offset = frame.local(place.position)
            return offset.normalized.map {
                Landmark(name: place.name, direction: turn.rotate($0), distance: offset.length)
            }
        }
    }
}

extension AnalysisResult {
    /// The name of the reference among filters.
    public static let referenceName = "reference"

    /// The filters' tracks, then the device's own attitude and the reference, if present.
    public var allTracks: [OrientationTrack] {
        let truth = OrientationTrack(
            name: Self.referenceName, times: reference.times,
            estimates: reference.values.map { OrientationEstimate(orientation: $0) })
        return tracks + [device, reference.isEmpty ? nil : truth].compactMap { $0 }
    }

    /// The calibrations from this log, for other logs of the device and for the app; `nil` if there are none.
    public var calibrationFile: CalibrationFile? {
        func own<Section: SensorCalibration>(_ section: Section?) -> Section? {
            guard var section, section.head.accepted, section.head.source == "log" else { return nil }
            section.head.source = report.input.path
            section.head.applied = nil
            return section
        }
        let file = CalibrationFile(
            magnetometer: own(report.calibration.magnetometer), gyroscope: own(report.calibration.gyroscope),
            accelerometer: own(report.calibration.accelerometer), heading: constant,
            provenance: CalibrationJob.provenance(
                recording, report.input, report.tool.version, field: report.geomagnetism))
        return file.heads.isEmpty ? nil : file
    }

    /// The heading offset that headings need, as the verdict says; `nil` where they need none.
    private var constant: HeadingCalibration? {
        guard report.verdict?.conditions.contains(.constant) == true, let section = report.headingOffset,
            let headingOffset, headingOffset.verdict.accepted
        else { return nil }
        return HeadingCalibration(
            headingOffset, rejected: 0, against: .reference, filter: section.filter, headingAxis: headingAxis,
            north: north, source: report.input.path)
    }

    /// The recommended filter for the app; `nil` if headings are not usable, or their error is unknown.
    public var parameterFile: ParameterFile? {
        guard let recommendation = report.recommendation, let verdict = report.verdict,
            [.good, .usableWith].contains(verdict.grade),
            let entry = FilterCatalogue.entry(named: recommendation.filter)
        else { return nil }
        var file = ParameterFile(
            filter: recommendation.filter, parameters: entry.changes(in: recommendation.parameters))
        file.headingOffsetDegrees = constant?.offsetDegrees ?? 0
        file.provenance = [
            "tool": "sensorlab \(report.tool.version)", "logs": report.input.path, "reason": recommendation.why,
            "otherApps": "\(ActionSection.calibrationFile) has the calibration as numbers with their formula; "
                + "report.json has the declination (geomagnetism) and every parameter of the filter (filters)",
        ]
        return file
    }
}
