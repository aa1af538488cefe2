import Analysis
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log as sentences of NMEA 0183, its headings with the deviation applied.
///
/// `HDG` has the corrected magnetic heading, deviation 0 and the variation; `HDT` the true heading where the variation
/// is known; `RMC` each fix. A log without fixes has `ZDA` every second. Angles are degrees, variation east positive.
public enum VesselSentences {
    /// The sentences in the order of time, each with its line end.
    ///
    /// - Parameters:
    ///   - recording: a log with headings of a device, and its time of day.
    ///   - headings: what the log's headings become.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError` (bad data) for a log without headings or without its date.
    public static func text(
        of recording: Recording, _ headings: CorrectedHeadings, place: String
    ) throws -> String {
        guard !headings.samples.isEmpty else {
            throw SensorLabError(
                .badData, code: .noSamples, place: place,
                message: "found no heading of a compass, expected HDG or HDM, or the column dev_heading",
                advice: "give a log with headings; a magnetometer's field is no heading yet")
        }
        guard let zero = recording.metadata.unixSecondsAtZero.flatMap(LogTime.nanoseconds(seconds:)) else {
            throw SensorLabError(
                .badData, code: .noWallClock, place: place,
                message: "the log does not say when its clock was zero, and sentences have the time of day",
                advice: "write the line '# unix-seconds-at-zero: SECONDS' at the top of the log")
        }
        let variation = headings.declinationDegrees
        var lines: [(time: Int64, text: String)] = []
        for (time, fix) in zip(recording.location.times, recording.location.values) {
            lines.append((time, recommended(fix, at: LogTime.sum(time, zero), variation)))
        }
        if lines.isEmpty {
            var second = Int64.min
            for (time, _) in headings.samples where time / LogTime.nanosecondsPerSecond != second {
                second = time / LogTime.nanosecondsPerSecond
                lines.append((time, date(LogTime.sum(time, zero))))
            }
        }
        for (time, magnetic) in headings.samples {
            lines.append(
                (time, sentence("HCHDG,\(shown(magnetic, 1)),0.0,E,\(signed(variation, "E", "W"))")))
            if let variation {
                let heading = Angle.wrapHeadingDegrees(magnetic + variation)
                lines.append((time, sentence("HCHDT,\(shown(heading, 1)),T")))
            }
        }
        // Of equal times the fix comes first: it states the time.
        return lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element.text).joined()
    }

    private static func recommended(_ fix: LocationFix, at unix: Int64, _ variation: Double?) -> String {
        let clock = Clock(unix)
        let knots = fix.speed.isFinite ? String(format: "%.2f", fix.speed * 3600 / 1852) : ""
        let course = fix.course.isFinite ? shown(fix.course, 1) : ""
        return sentence(
            "GPRMC,\(clock.time),A,\(angle(fix.place.latitude, 2, "N", "S")),\(angle(fix.place.longitude, 3, "E", "W")),"
                + "\(knots),\(course),\(clock.date),\(signed(variation, "E", "W")),A")
    }

    private static func date(_ unix: Int64) -> String {
        let clock = Clock(unix)
        return sentence("GPZDA,\(clock.time),\(clock.parts.joined(separator: ",")),00,00")
    }

    /// `$`, the text, its checksum and the line end.
    static func sentence(_ text: String) -> String {
        String(format: "$%@*%02X\r\n", text, text.utf8.reduce(0, ^))
    }

    private static func shown(_ heading: Double, _ decimals: Int) -> String {
        // 359.96 is written as 0.0, not as 360.0.
        let text = String(format: "%.\(decimals)f", heading)
        return text.hasPrefix("360") ? String(format: "%.\(decimals)f", 0.0) : text
    }

    private static func signed(_ degrees: Double?, _ positive: String, _ negative: String) -> String {
        guard let degrees else { return "," }
        return String(format: "%.1f", degrees.magnitude) + "," + (degrees < 0 ? negative : positive)
    }

    /// `DDMM.mmmmm` and a letter.
    private static func angle(_ value: Double, _ digits: Int, _ positive: String, _ negative: String) -> String {
        let degrees = value > 180 ? value - 360 : value
        // Rounded once, so that there are no 60 minutes.
        let units = Int(clamping: (degrees.magnitude * 6_000_000).rounded())
        let (whole, rest) = units.quotientAndRemainder(dividingBy: 6_000_000)
        return String(format: "%0\(digits)d%08.5f", whole, Double(rest) / 100_000) + ","
            + (degrees < 0 ? negative : positive)
    }

    /// A time of day and a date, UTC.
    private struct Clock {
        let time: String
        /// `ddmmyy`.
        let date: String
        /// Day, month, year.
        let parts: [String]

        init(_ unix: Int64) {
            let hundredths = max(0, unix) / 10_000_000
            let (days, rest) = hundredths.quotientAndRemainder(dividingBy: 8_640_000)
            time = String(
                format: "%02d%02d%05.2f", rest / 360_000, rest / 6000 % 60, Double(rest % 6000) / 100)
            let date = CalendarDate(daysSince1970: Int(clamping: days))
            parts =
                date.map {
                    [String(format: "%02d", $0.day), String(format: "%02d", $0.month), String(format: "%04d", $0.year)]
                } ?? ["", "", ""]
            self.date = parts[0] + parts[1] + String(parts[2].suffix(2))
        }
    }
}
