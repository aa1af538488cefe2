import Analysis
import ArgumentParser
import Files
import Foundation
import Reporting
import SensorModels
import Vocabulary

struct SightingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sightings",
        abstract: "Compare the headings that a phone showed with the bearings of landmarks, and print the field sheet.",
        discussion: """
            A sheet is a CSV with a row per attempt: place,at,landmark,landmark_at,bearing,device,attempt,shown,claimed. at and \
            landmark_at are LAT LON, or bearing is the true azimuth; shown is the heading on the phone, claimed its accuracy, \
            degrees. Intervals (95 %) are over places, of one place over its attempts.
            """,
        examples: [
            "sensorlab sightings plan.csv --sheet sheet.html --attempts 5",
            "sensorlab sightings filled-in.csv",
            "sensorlab sightings filled-in.csv --north magnetic --date 2026-06-01",
        ])

    @Argument(help: "Sheet: CSV.", completion: .file()) var sheet: InputPath
    @Option(
        name: .customLong("sheet"),
        help: "Empty sheet to write, a row per attempt: .csv to fill in, else HTML for print.")
    var blank: OutputPath?
    @Option(parsing: .unconditional, help: "Attempts per place and landmark in --sheet (default: 5).")
    var attempts: Int?
    @Option(help: "North of the headings on the phone: true or magnetic (needs at and --date).") var north: North =
        .true
    @Option(help: "Date for the declination, YYYY-MM-DD.") var date: CalendarDate?
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    func validate() throws {
        if let attempts, !(1...1000).contains(attempts) {
            throw ValidationError("--attempts \(attempts): expected 1 to 1000")
        }
        if attempts != nil, blank == nil { throw ValidationError("--attempts: expected --sheet FILE too") }
        if (north == .magnetic) != (date != nil) {
            throw ValidationError("--north magnetic and --date need each other: give both")
        }
    }

    func run() throws {
        let found = try SightingSheet(path: sheet.path)
        if let blank {
            let empty = found.blank(attempts: attempts ?? 5)
            let isTable = blank.path.lowercased().hasSuffix(".csv")
            let text = isTable ? empty.csv : SightingSheetPage.html(empty, title: "Sightings")
            return try OutputFile.write(Data(text.utf8), to: blank.path)
        }
        let (report, warnings) = try SightingReport.make(found, place: sheet.path, declination: declination)
        Terminal.warn(warnings, quiet: quiet)
        try Terminal.output(report, asJSON: json, SightingText.text(report))
    }

    private func declination(at row: SightingSheet.Row) throws -> Double {
        guard north == .magnetic, let date else { return 0 }
        guard let place = row.at else {
            throw SensorLabError(
                .badData, code: .badTable, place: "\(sheet.path):\(row.line)",
                message: "found no place in the column at, which the declination needs", advice: "fill it in")
        }
        return try GeomagneticCalculator().answer(FieldRequest(place: place, date: date)).section(source: "sheet")
            .declinationDegrees
    }
}

/// The table of sightings: `claimed 15, off by 2 to 13`.
enum SightingText {
    static func text(_ report: SightingReport) -> String {
        var lines = ["of      name          attempts  claimed  off by     RMS [95 %]         within"]
        for group in report.groups {
            let claimed = group.claimedDegrees.map { String(format: "%.0f", $0) } ?? "-"
            let off = String(format: "%.0f to %.0f", group.offFromDegrees, group.offToDegrees)
            let interval = group.rmsInterval.map { String(format: " [%.1f, %.1f]", $0[0], $0[1]) } ?? ""
            let within = group.withinClaim.map { String(format: "%.0f %%", 100 * $0) } ?? "-"
            lines.append(
                TextCell.left(group.of, 8) + TextCell.left(group.name, 14) + TextCell.right("\(group.attempts)", 8)
                    + TextCell.right(claimed, 9) + "  " + TextCell.left(off, 11)
                    + TextCell.left(String(format: "%.1f", group.rmsDegrees) + interval, 19) + within)
        }
        if let all = report.groups.last {
            let interval = all.offsetInterval.map { String(format: " [%+.1f, %+.1f]", $0[0], $0[1]) } ?? ""
            lines.append(String(format: "offset, to be added: %+.1f", all.offsetDegrees) + interval + " degrees")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
