import Geodesy
import OrientationFilters
import ProjectionCore
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What `analyze` found: the report, and the series that pictures and `tracks.csv` are made from.
public struct AnalysisResult: Sendable {
    /// The numbers.
    public var report: AnalysisReport
    /// The log as it was read, uncalibrated.
    public var recording: Recording
    /// The magnetometer that was analysed, after calibration (microtesla); empty without a magnetometer.
    public var calibratedMagnetometer: VectorStream
    /// One track per filter, in the order of `report.filters`, turned to `north`.
    public var tracks: [OrientationTrack]
    /// The device's own attitude, turned to `north`; `nil` where it has none, or none with a north.
    public var device: OrientationTrack?
    /// The north of the tracks' orientations and of `reference`.
    public var north: North
    /// The axis whose heading is shown.
    public var headingAxis: HeadingAxis
    /// The reference, turned to `north`; empty where the log has none.
    public var reference: QuaternionStream
    /// What the picture of the AR session shows; `nil` where there is none.
    public var alignment: AlignmentSeries?
    /// The camera through which the replay looks; `nil` where there is none.
    public var camera: Camera?
    /// What the replay shows, in the frame of the tracks.
    public var landmarks: [Landmark] = Landmark.compass
    /// So many of them are shown on the screen at once, the first ones; all where `nil`.
    public var landmarksInView: Int?
    /// How many cores may make pages and tables of it.
    public var jobs = Int.max
}

/// Something that the replay of the screen shows: a direction with a name.
public struct Landmark: Sendable, Hashable {
    /// The text of the label.
    public var name: String
    /// Unit vector in the frame of the tracks: east, north, up of their north.
    public var direction: Vector3
    /// Metres; `nil` for a direction without a place.
    public var distance: Double?

    /// A direction with a name, and its distance in metres where it is a place.
    public init(name: String, direction: Vector3, distance: Double? = nil) {
        self.name = name
        self.direction = direction
        self.distance = distance
    }

    /// The eight points of the compass on the horizon: what a replay shows where no places are given.
    public static let compass: [Landmark] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].enumerated().map {
        index, name in
        let heading = Double(index) * Double.pi / 4
        return Landmark(name: name, direction: Vector3(Double.sin(heading), Double.cos(heading), 0))
    }

    /// Places as they are seen from one point; a place at that point has no direction and is left out.
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
    /// What the reference is called beside filters.
    public static let referenceName = "reference"

    /// The filters' tracks, then the device's own attitude and the reference, where the log has them.
    public var allTracks: [OrientationTrack] {
        let truth = OrientationTrack(
            name: Self.referenceName, times: reference.times,
            estimates: reference.values.map { OrientationEstimate(orientation: $0) })
        return tracks + [device, reference.isEmpty ? nil : truth].compactMap { $0 }
    }

    /// The calibrations that this log determined, for other logs of the device and for the app; `nil` where it determined
    /// none.
    public var calibrationFile: CalibrationFile? {
        func own<Section: SensorCalibration>(_ section: Section?) -> Section? {
            guard var section, section.head.accepted, section.head.source == "log" else { return nil }
            section.head.source = report.input.path
            section.head.applied = nil
            return section
        }
        let file = CalibrationFile(
            magnetometer: own(report.calibration.magnetometer), gyroscope: own(report.calibration.gyroscope),
            accelerometer: own(report.calibration.accelerometer),
            provenance: CalibrationJob.provenance(
                recording, report.input, report.tool.version, field: report.geomagnetism))
        return file.heads.isEmpty ? nil : file
    }

    /// The recommended filter for the app; `nil` where headings are not usable, or their error is unknown.
    public var parameterFile: ParameterFile? {
        guard let recommendation = report.recommendation, let verdict = report.verdict,
            [.good, .usableWith].contains(verdict.grade),
            let entry = FilterCatalogue.entry(named: recommendation.filter)
        else { return nil }
        var file = ParameterFile(
            filter: recommendation.filter, parameters: entry.changes(in: recommendation.parameters))
        file.provenance = [
            "tool": "sensorlab \(report.tool.version)", "logs": report.input.path, "reason": recommendation.why,
        ]
        return file
    }
}
