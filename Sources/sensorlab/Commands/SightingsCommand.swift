import Analysis
import ArgumentParser
import Figures
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
            landmark_at are LAT LON, or bearing is the true azimuth; shown is the heading on the phone, claimed its accuracy \
            (-1: none), degrees. Intervals (95 %) are over places, of one place over its attempts.
            """,
        examples: [
            "sensorlab sightings plan.csv --sheet sheet.html --attempts 5",
            "sensorlab sightings filled-in.csv",
            "sensorlab sightings filled-in.csv --north magnetic --date 2026-06-01",
        ])

    @Argument(
        help: ArgumentHelp(
            "Sheet: CSV, or - for standard input; or a manifest with the column sightings (a sheet per row), device, site.",
            valueName: "sheet"), completion: .file())
    var input: InputPath
    @Option(
        help: ArgumentHelp(
            "Empty sheet to write, a row per attempt: .csv to fill in, .html to print (also for -).", valueName: "file")
    )
    var sheet: OutputPath?
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
        if attempts != nil, sheet == nil { throw ValidationError("--attempts: expected --sheet FILE too") }
        if (north == .magnetic) != (date != nil) {
            throw ValidationError("--north magnetic and --date need each other: give both")
        }
        if let path = sheet?.path, path != "-", !Self.isTable(path), !Self.isPage(path) {
            throw ValidationError(
                "--sheet \(path): expected a name that ends with .html, to print, or .csv, to fill in")
        }
    }

    private static func isTable(_ path: String) -> Bool { path.lowercased().hasSuffix(".csv") }

    private static func isPage(_ path: String) -> Bool {
        [".html", ".htm"].contains { path.lowercased().hasSuffix($0) }
    }

    func run() throws {
        let pipe = PipeBytes.of(input.path)
        let found = try pipe.map { try SightingSheet(Data($0.bytes), path: $0.name) } ?? SightingSheet(path: input.path)
        if let sheet {
            Terminal.warn(found.warnings, quiet: quiet)
            let empty = found.blank(attempts: attempts ?? 5)
            let text = Self.isTable(sheet.path) ? empty.csv : SightingSheetPage.html(empty, title: "Sightings")
            return try OutputFile.write(Data(text.utf8), to: sheet.path)
        }
        let (report, warnings) = try SightingReport.make(
            found, place: pipe?.name ?? input.path, declination: declination)
        Terminal.warn(warnings, quiet: quiet)
        try Terminal.output(report, asJSON: json, SightingText.text(report))
    }

    private func declination(at row: SightingSheet.Row) throws -> Double {
        guard north == .magnetic, let date else { return 0 }
        guard let place = row.at else {
            throw SensorLabError(
                .badData, code: .badTable, place: "\(row.sheet):\(row.line)",
                message: "found no place in the column at, which the declination needs", advice: "fill it in")
        }
        do {
            return try GeomagneticCalculator().answer(FieldRequest(place: place, date: date)).section(source: "sheet")
                .declinationDegrees
        } catch var error as SensorLabError where error.code == .geomagnetismDateNotCovered {
            // There is no option for another model.
            (error.place, error.advice) = ("--date", "give a date in that range")
            throw error
        }
    }
}

/// The table of sightings: `claimed 15, off by 2 to 13`.
enum SightingText {
    static func text(_ report: SightingReport) -> String {
        let rows = report.groups.map { group in
            let interval = group.rmsInterval.map { String(format: " [%.1f, %.1f]", $0[0], $0[1]) } ?? ""
            return [
                group.of, group.name, "\(group.attempts)",
                group.claimedDegrees.map { String(format: "%.0f", $0) } ?? "-",
                String(format: "%.0f to %.0f", group.offFromDegrees, group.offToDegrees),
                String(format: "%.1f", group.rmsDegrees) + interval,
                group.withinClaim.map { String(format: "%.0f %%", 100 * $0) } ?? "-",
            ]
        }
        let head = ["of", "name", "attempts", "claimed", "off by", "RMS [95 %]", "within"]
        var lines = TextTable.lines([head] + rows, leftAligned: [0, 1, 4, 5], indent: 0, heads: 2)
        if let all = report.groups.last {
            let interval = all.offsetInterval.map { String(format: " [%+.1f, %+.1f]", $0[0], $0[1]) } ?? ""
            let offset = all.offsetDegrees.map { String(format: "%+.1f", $0) + interval + " degrees" }
            lines.append("offset, to be added: " + (offset ?? "not determined"))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
