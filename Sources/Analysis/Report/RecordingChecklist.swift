import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Checks whether a recording has all that most questions about headings need (docs/guide/recording.md).
public struct RecordingChecklist: Codable, Sendable, Hashable {
    /// The result of one check.
    public struct Item: Codable, Sendable, Hashable {
        /// The check.
        public var check: Check
        /// Whether the recording passes it.
        public var passed: Bool
        /// What was found.
        public var found: String
        /// Advice for the next recording; empty if there is nothing to improve.
        public var advice: String
    }

    /// The checks, in the order of that page.
    public enum Check: String, Codable, Sendable, CaseIterable {
        case accelerometer, gyroscope
        case rawMagnetometer = "uncalibrated-magnetometer"
        case gravity
        case deviceHeading = "device-heading"
        case location, date, platform
        case restAtStart = "rest-at-start"
        case allSides = "all-sides"
        case length
        case noHoles = "no-holes"
    }

    /// One item per check.
    public var items: [Item]

    /// Least rate, hertz, that resolves turns and steps.
    static let slowestMotion = 50.0
    /// Least rate of the magnetometer, hertz; the slowest one among the test recordings' phones has 25.
    static let slowestMagnetometer = 20.0
    /// Seconds of rest that determine the gyroscope's bias, and the time from the start within which they must lie.
    static let rest = (needed: 5.0, within: 20.0)
    /// Largest standard deviations over a second of a device that is not held: m/s^2 per axis (as for the timeline's
    /// rests), rad/s per axis.
    static let still = (force: 0.1, rate: 0.02)
    /// Least duration, seconds.
    static let shortest = 60.0
}

extension RecordingChecklist {
    /// Checks a recording as read.
    public init(_ recording: Recording) {
        let quality = RecordingQuality(recording)
        items = Self.checks(for: recording).map { Self.lost($0, recording) ?? Self.item($0, recording, quality) }
    }

    /// Of a log of a vessel's compass only what its deviation curve needs.
    private static func checks(for recording: Recording) -> [Check] {
        recording.isOfCompassAlone ? [.deviceHeading, .location, .date, .length, .noHoles] : Check.allCases
    }

    /// A sensor whose axes may be among the columns that are not read; `nil` for every other item.
    private static func lost(_ check: Check, _ recording: Recording) -> Item? {
        let sensors: [Check: SensorKind] = [
            .accelerometer: .accelerometer, .gyroscope: .gyroscope, .rawMagnetometer: .magnetometer,
        ]
        guard let sensor = sensors[check], recording.lostSensors.contains(sensor),
            [sensor, sensor.corrected].allSatisfy({ $0.map { recording.times(of: $0).isEmpty } != false })
        else { return nil }
        return Item(
            check, nil, missing: "no \(sensor.rawValue) is read",
            "say with --columns what the columns are that are not read, if they are its axes")
    }

    private static func item(_ check: Check, _ recording: Recording, _ quality: RecordingQuality) -> Item {
        switch check {
        case .accelerometer:
            return sensor(
                check, .accelerometer, quality, slowest: slowestMotion, "switch the accelerometer on (with gravity)")
        case .gyroscope: return sensor(check, .gyroscope, quality, slowest: slowestMotion, "switch the gyroscope on")
        case .rawMagnetometer: return magnetometer(recording, quality)
        case .gravity:
            let names = [SensorKind.gravity, .attitude].filter { !recording.times(of: $0).isEmpty }
            return Item(
                check, names.isEmpty ? nil : names.map(\.rawValue).joined(separator: " and "),
                missing: "neither gravity nor attitude of the device",
                "switch gravity or orientation on, to compare with the device's own estimates")
        case .deviceHeading:
            return Item(
                check, recording.heading.isEmpty ? nil : "\(recording.heading.times.count) headings",
                missing: "no heading of the device",
                "switch the compass (heading) on, to compare its claimed and actual error")
        case .location:
            let fixes = recording.location.times.count
            let found = fixes > 0 ? "\(fixes) fixes" : recording.metadata.place.map { "place \($0.text)" }
            return Item(
                check, found, missing: "no location",
                "switch location on, or give --place LAT,LON: true north needs the declination of the place")
        case .date:
            return Item(
                check, recording.metadata.date?.text, missing: "no date",
                "export with the app's metadata, or give --date YYYY-MM-DD: the declination changes from year to year")
        case .platform:
            let words = [recording.metadata.device, recording.metadata.operatingSystem].compactMap { $0 }
            return Item(
                check, words.isEmpty ? nil : words.joined(separator: ", "), missing: "neither device nor system",
                "export with the app's metadata, or write '# device: NAME' at the top of the log")
        case .restAtStart: return restAtStart(recording)
        case .allSides: return allSides(recording)
        case .length:
            let seconds = whole(recording.duration)
            return Item(
                check, recording.duration >= shortest ? "\(seconds) s" : nil, missing: "\(seconds) s",
                "record at least \(whole(shortest)) s, two minutes are better")
        case .noHoles:
            let holed = quality.streams.filter { !$0.gaps.isEmpty && recording.isUsed($0.sensor) }
            let texts =
                holed.map { "\($0.gaps.count) in the \($0.sensor.rawValue)" }
                + recording.stops.map { "no \($0.sensor.rawValue) for the last \(whole(LogTime.seconds($0.length))) s" }
            return Item(
                check, texts.isEmpty ? "none" : nil, missing: texts.joined(separator: ", "),
                "keep the app in the foreground and the screen on; a lower rate helps a slow phone")
        }
    }

    private static func sensor(
        _ check: Check, _ sensor: SensorKind, _ quality: RecordingQuality, slowest: Double, _ advice: String
    ) -> Item {
        guard let stream = quality[sensor], stream.samples > 0 else {
            return Item(check, nil, missing: "no \(sensor.rawValue)", advice)
        }
        guard let rate = stream.rateHz else { return Item(check, nil, missing: "no rate", "record longer") }
        return Item(
            check, rate >= slowest ? "\(whole(rate)) Hz" : nil,
            missing:
                "\(rate < 1 ? "\((1e4 * rate).rounded() / 1e4)" : whole(rate)) Hz, expected at least \(whole(slowest)) Hz",
            "choose the highest rate in the app")
    }

    private static func magnetometer(_ recording: Recording, _ quality: RecordingQuality) -> Item {
        let check = Check.rawMagnetometer
        guard recording.magnetometer.isEmpty else {
            return sensor(check, .magnetometer, quality, slowest: slowestMagnetometer, "")
        }
        return Item(
            check, nil,
            missing: recording.magnetometerCorrected.isEmpty
                ? "no magnetometer" : "only the magnetometer corrected by the device, whose corrections jump",
            uncalibrated(recording.metadata.format))
    }

    /// How to enable the raw magnetometer in the app that made the log.
    private static func uncalibrated(_ format: String) -> String {
        switch format {
        case "Sensor Logger", "Sensor Logger JSON":
            "switch the uncalibrated sensors on in Sensor Logger's settings, then record the uncalibrated magnetometer"
        case "phyphox": "choose the uncalibrated field in the menu of phyphox's magnetometer"
        case "MCAP", "rostopic CSV": "record the topic of the raw field (sensor_msgs/MagneticField) too"
        case "ULog", "DataFlash", "DataFlash text", "ulog2csv": "log the raw magnetometer (sensor_mag, MAG) too"
        default:
            "switch the uncalibrated (raw) magnetometer on; the apps Sensor Logger and phyphox have it, Core Motion calls it "
                + "CMMagnetometerData, Android TYPE_MAGNETIC_FIELD_UNCALIBRATED"
        }
    }

    /// The longest run of seconds at rest that begins near the start.
    private static func restAtStart(_ recording: Recording) -> Item {
        let check = Check.restAtStart
        let advice = "lay the device down for ten seconds at the start: this rest gives the gyroscope's bias"
        let forces = recording.accelerometer.isEmpty ? recording.gravity : recording.accelerometer
        guard let start = recording.interval?.lowerBound, !forces.isEmpty || !recording.gyroscope.isEmpty else {
            return Item(check, nil, missing: "no sensor that shows rest", advice)
        }
        var seconds = Int(clamping: rest.within)
        for stream in [(forces, still.force), (recording.gyroscope, still.rate)] where !stream.0.isEmpty {
            seconds = min(seconds, quietSeconds(stream.0, limit: stream.1, start: start))
        }
        return Item(
            check, Double(seconds) >= rest.needed ? "\(seconds) s" : nil,
            missing: "\(seconds) s of \(whole(rest.needed)) within the first \(whole(rest.within))", advice)
    }

    /// The longest run of one-second windows in which no axis scatters by more than a limit.
    private static func quietSeconds(_ stream: VectorStream, limit: Double, start: Int64) -> Int {
        var (run, longest) = (0, 0)
        for window in SecondWindow.windows(of: stream.times) {
            guard LogTime.seconds(window.start &- start) < rest.within else { break }
            let values = stream.values[window.indices]
            let count = Double(values.count)
            let mean = values.reduce(Vector3.zero, +) / count
            let square = values.reduce(Vector3.zero) { sum, value in
                let d = value - mean
                return sum + Vector3(d.x * d.x, d.y * d.y, d.z * d.z)
            }
            let isQuiet = max(square.x, square.y, square.z) / count <= limit * limit
            run = isQuiet ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// The sides of the device that pointed down, within 45 degrees, for a second.
    private static func allSides(_ recording: Recording) -> Item {
        let forces = recording.accelerometer.isEmpty ? recording.gravity : recording.accelerometer
        let sides: [(axis: Vector3, name: String)] = [
            (Vector3(0, 0, 1), "face up"), (Vector3(0, 0, -1), "face down"), (Vector3(0, 1, 0), "upright"),
            (Vector3(0, -1, 0), "upside down"), (Vector3(1, 0, 0), "on the left edge"),
            (Vector3(-1, 0, 0), "on the right edge"),
        ]
        var seen: Set<String> = []
        for window in SecondWindow.windows(of: forces.times) {
            // The mean specific force of a second points up; shaking averages out.
            let sum = forces.values[window.indices].reduce(Vector3.zero, +)
            guard let up = sum.normalized else { continue }
            for side in sides where up.dot(side.axis) > 0.5.squareRoot() { seen.insert(side.name) }
        }
        let missing = sides.map(\.name).filter { !seen.contains($0) }
        return Item(
            .allSides, missing.isEmpty ? "all six" : nil, missing: "never " + missing.joined(separator: ", "),
            "turn the device once through all directions, with a full turn in each, or record this separately for calibrate magnetometer"
        )
    }

    private static func whole(_ value: Double) -> String { "\(Int(clamping: value.rounded()))" }
}

extension RecordingChecklist.Item {
    /// - Parameter found: the text for a passed check; `nil` if it fails.
    fileprivate init(_ check: RecordingChecklist.Check, _ found: String?, missing: String, _ advice: String) {
        self.init(check: check, passed: found != nil, found: found ?? missing, advice: found == nil ? advice : "")
    }
}
