import Foundation
import Recordings
import Rotations
import Vocabulary

/// The headings of a log's compass with its deviation applied: magnetic = compass + deviation(compass).
public struct CorrectedHeadings: Sendable {
    /// Nanoseconds of the log's clock, and magnetic headings, degrees, [0, 360).
    public let samples: [(time: Int64, degrees: Double)]
    /// True minus magnetic heading, degrees, east positive; `nil` where place and date are unknown and the log states
    /// none.
    public let declinationDegrees: Double?
    /// About an unknown declination and a refused curve.
    public let warnings: [Warning]

    /// - Parameters:
    ///   - recording: a log with headings.
    ///   - deviation: the curve; `nil` leaves the headings as they are.
    ///   - options: place, date and geomagnetic model.
    /// - Throws: `SensorLabError` as the geomagnetic model does.
    public init(_ recording: Recording, deviation: DeviationSection?, options: AnalysisOptions) throws {
        let north = try VesselNorth(recording, options, isAlways: true)
        declinationDegrees = north.isKnown ? Angle.degrees(north.declination) : nil
        let toMagnetic = recording.metadata.attitudeNorth == .true ? -Angle.degrees(north.declination) : 0
        samples = zip(recording.heading.times, recording.heading.values).map { time, heading in
            let compass = Angle.wrapHeadingDegrees(Angle.degrees(heading) + toMagnetic)
            return (time, Angle.wrapHeadingDegrees(compass + (deviation?.deviation(compassHeading: compass) ?? 0)))
        }
        var warnings = north.warnings
        if let deviation, !deviation.accepted {
            warnings.append(
                Warning(.deviationRefused, "the deviation that is applied was refused: \(deviation.reason)"))
        }
        self.warnings = warnings
    }
}

extension DeviationSection {
    /// The curve of the usual form at a compass heading, degrees, east positive.
    public func deviation(compassHeading degrees: Double) -> Double {
        let z = Angle.radians(degrees)
        return A + B * sin(z) + C * cos(z) + D * sin(2 * z) + E * cos(2 * z)
    }

    /// The curve in a file that `deviation --json` wrote.
    ///
    /// - Parameter path: the file.
    /// - Throws: `SensorLabError`: no input (66) for a missing file, bad data (65) for another file.
    public init(path: String) throws {
        struct File: Decodable {
            var schema: String
            var deviation: DeviationSection
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "found no such file, expected a deviation curve",
                advice: "write one: sensorlab deviation LOG --json > \(path)")
        }
        guard let file = try? JSONDecoder().decode(File.self, from: bytes), file.schema == "sensorlab.deviation/1"
        else {
            throw SensorLabError(
                .badData, code: .badJSON, place: path,
                message: "found another file, expected the curve that deviation --json writes",
                advice: "write one: sensorlab deviation LOG --json > \(path)")
        }
        self = file.deviation
    }
}
