import Calibration
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The true headings of the camera that a log and its user know of, and what of them cannot be used.
struct KnownDirections {
    /// The sources with their bearings.
    private(set) var sources: [(name: String, references: [HeadingReference])] = []
    /// What was left out, and why.
    private(set) var warnings: [Warning] = []

    init(_ directions: AlignmentJob.Directions, of recording: Recording, name: String) {
        let (geospatial, stated) = recording.geospatialPoses.bearings
        sources.append(("geospatial", geospatial))
        let unknown = recording.geospatialPoses.count - stated
        if unknown > 0 {
            warnings.append(
                Self.leftOut(
                    "\(unknown) of \(recording.geospatialPoses.count) geospatial poses have no accuracy of their yaw",
                    name,
                    "record orientationYawAccuracy as geoyawaccuracy"))
        }
        var sighted: [HeadingReference] = []
        var refused: [Sighting.Refusal: Int] = [:]
        for sighting in directions.sightings {
            do throws(Sighting.Refusal) {
                sighted.append(try sighting.direction(observer: directions.observer, fixes: recording.location))
            } catch {
                refused[error, default: 0] += 1
            }
        }
        sources.append(("sightings", sighted))
        for refusal in Sighting.Refusal.allCases {
            guard let count = refused[refusal] else { continue }
            let (reason, advice) = Self.text(refusal)
            warnings.append(
                Self.leftOut("\(count) of \(directions.sightings.count) sightings: \(reason)", name, advice))
        }
        sources.append(("bearings", directions.bearings))
    }

    /// What of a source meets no heading of the poses.
    /// - Parameters:
    ///   - used: the times of those that do.
    ///   - poses: the times of the poses with tracking.
    static func warnings(
        _ source: String, _ references: [HeadingReference], used: [Int64], poses: [Int64], place: String
    ) -> [Warning] {
        guard used.count < references.count, let first = poses.first, let last = poses.last else { return [] }
        let outside = references.filter { $0.interval.upperBound < first || $0.interval.lowerBound > last }.count
        var warnings: [Warning] = []
        func add(_ count: Int, _ reason: String, _ advice: String) {
            guard count > 0 else { return }
            warnings.append(leftOut("\(count) of \(references.count) \(source): \(reason)", place, advice))
        }
        let (from, to) = (LogTime.seconds(first), LogTime.seconds(last))
        add(
            outside,
            "not within the poses' time, \(AlignmentJob.rounded(from)) to \(AlignmentJob.rounded(to)) s of the log's clock",
            "give times in the log's clock, or as wall-clock times")
        add(
            references.count - used.count - outside,
            "no pose with tracking then, or the camera pointed up, down, or round about",
            "aim with the camera level, and hold it for half a second")
        return warnings
    }

    private static func leftOut(_ message: String, _ place: String, _ advice: String) -> Warning {
        Warning(code: .referenceNotCovered, place: place, message: "not used: " + message, advice: advice)
    }

    private static func text(_ refusal: Sighting.Refusal) -> (reason: String, advice: String) {
        switch refusal {
        case .noPlace: ("no fix within 30 s", "give --place LAT,LON")
        case .tooNear:
            ("the landmark is too near for the accuracy of the fix", "choose a farther one, or give --place LAT,LON")
        case .belowHorizon: ("the sun was below the horizon", "check the times, and # unix-seconds-at-zero of the log")
        case .overhead: ("the sun was nearly overhead", "take it when it is lower than 80 degrees")
        }
    }
}

extension SampleStream where Value == GeospatialPose {
    /// One bearing of the camera every second, with the accuracy of the yaw as its sigma, and how many poses state it.
    fileprivate var bearings: (bearings: [HeadingReference], stated: Int) {
        var bearings: [HeadingReference] = []
        var stated = 0
        for (time, pose) in zip(times, values) where pose.yawAccuracy.isFinite {
            stated += 1
            guard let heading = pose.deviceOrientation.heading(of: .camera),
                bearings.last.map({ time - $0.interval.upperBound >= 1_000_000_000 }) ?? true
            else { continue }
            bearings.append(
                HeadingReference(
                    interval: time...time, heading: heading,
                    sigma: max(Angle.radians(pose.yawAccuracy), Self.leastSigma)))
        }
        return (bearings, stated)
    }

    /// No service knows a yaw better, radians.
    private static var leastSigma: Double { Angle.radians(0.1) }
}
