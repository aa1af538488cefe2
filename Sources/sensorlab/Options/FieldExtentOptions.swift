import Analysis
import ArgumentParser
import Foundation
import Geomagnetism
import Recordings
import Vocabulary

/// Where and when fields are wanted.
enum FieldExtent {
    case single(FieldRequest)
    case points(FieldPointTable)
    case grid(FieldGrid, [FieldRequest])
    case series([FieldRequest])

    var fields: [FieldRequest] {
        switch self {
        case .single(let request): [request]
        case .points(let table): table.requests
        case .grid(_, let requests), .series(let requests): requests
        }
    }

    var isList: Bool { if case .single = self { false } else { true } }

    var warnings: [Warning] { if case .points(let table) = self { table.warnings } else { [] } }

    /// Where place and date came from.
    var source: String {
        switch self {
        case .single: "--place, --date"
        case .points: "--points"
        case .grid: "--grid, --date"
        case .series: "--place, --from, --to"
        }
    }
}

/// More than one place or date.
struct FieldExtentOptions: ParsableArguments {
    @Option(
        help: "CSV of points, or - for standard input: lat,lon[,alt][,date], with or without a header.",
        completion: .file())
    var points: InputPath?

    @Option(
        parsing: .unconditional,
        help:
            "Grid on --date: LAT0,LAT1,LON0,LON1,STEP in degrees, both ends included; across 180 use longitudes up to 360."
    )
    var grid: GridArgument?

    @Option(help: "First date of a time series at --place, YYYY-MM-DD.")
    var from: CalendarDate?

    @Option(help: "Last date of a time series.")
    var to: CalendarDate?

    @Option(help: "Step of a time series: a whole number with d, m or y (30d, 6m, 1y).")
    var step: CalendarStep?

    func validate() throws {
        let kinds = [points.map { _ in "--points" }, grid.map { _ in "--grid" }, from.map { _ in "--from" }]
            .compactMap { $0 }
        guard kinds.count <= 1 else {
            throw ValidationError("\(kinds.joined(separator: " and ")) exclude each other: give only one.")
        }
        guard (from == nil) == (to == nil), from != nil || step == nil else {
            throw ValidationError("a time series needs --from and --to; --step is optional.")
        }
    }

    /// What is asked for.
    /// - Throws: a usage error that names what is missing; errors of the table of points.
    func request(
        _ geomagnetic: GeomagneticOptions, hasMap: Bool, calculator: GeomagneticCalculator, strict: Bool
    ) throws -> FieldExtent {
        guard !hasMap || grid != nil else { throw ValidationError("--map: a map needs --grid.") }
        if let points = points?.path {
            try refuse("--points", geomagnetic.site.place.map { _ in "--place" })
            return .points(
                try FieldPointTable(
                    Self.text(points), source: points == "-" ? "stdin" : points, date: geomagnetic.date,
                    calculator: calculator, strict: strict))
        }
        if let grid {
            try refuse("--grid", geomagnetic.site.place.map { _ in "--place" })
            guard let date = geomagnetic.date else { throw Self.missing("--date YYYY-MM-DD") }
            return try Self.requests(grid, date)
        }
        guard let place = geomagnetic.site.place?.position else {
            throw Self.missing(
                geomagnetic.date == nil && from == nil ? "--place LAT,LON and --date YYYY-MM-DD" : "--place LAT,LON")
        }
        if let from, let to {
            try refuse("--from", geomagnetic.date.map { _ in "--date" })
            // The limits of the model are checked before anything is computed.
            for end in [from, to] { try calculator.check(FieldRequest(place: place, date: end)) }
            let most = FieldGrid.largestCount
            let dates =
                (step ?? CalendarStep(argument: "1y"))?.dates(from: from, through: to, most: most + 1) ?? []
            guard !dates.isEmpty else {
                throw ValidationError("--from \(from.text) --to \(to.text): the first date must not be the later one.")
            }
            guard dates.count <= most else {
                throw ValidationError(
                    "--step: the step gives more than \(most) dates; give a longer step, or a shorter time.")
            }
            return .series(dates.map { FieldRequest(place: place, date: $0) })
        }
        guard let date = geomagnetic.date else { throw Self.missing("--date YYYY-MM-DD") }
        return .single(FieldRequest(place: place, date: date))
    }

    private static func requests(_ argument: GridArgument, _ date: CalendarDate) throws -> FieldExtent {
        do {
            let grid = try argument.grid()
            let first = FieldRequest(place: GeodeticPosition(latitude: 0, longitude: 0), date: date)
            let requests = grid.latitudesDegrees.flatMap { latitude in
                grid.longitudesDegrees.map { longitude in
                    FieldRequest(
                        place: GeodeticPosition(latitude: latitude, longitude: longitude), date: first.date,
                        dateText: first.dateText)
                }
            }
            return .grid(grid, requests)
        } catch {
            throw ValidationError("--grid: \(error.description)")
        }
    }

    private static func missing(_ options: String) -> ValidationError {
        ValidationError("there is no default place and no default date: give \(options).")
    }

    private func refuse(_ kind: String, _ option: String?) throws {
        if let option { throw ValidationError("\(kind) and \(option) exclude each other: leave \(option) out.") }
    }

    private static func text(_ path: String) throws -> String {
        if path == "-" { return String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "the points cannot be read",
                advice: "check the path")
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// `LAT0,LAT1,LON0,LON1,STEP` in degrees.
struct GridArgument: ExpressibleByArgument, Sendable {
    let bounds: [Double]

    init?(argument: String) {
        let cells = argument.split(separator: ",", omittingEmptySubsequences: false)
        bounds = cells.compactMap { Double($0.filter { !$0.isWhitespace }) }
        guard cells.count == 5, bounds.count == 5 else { return nil }
    }

    func grid() throws(SensorLabError) -> FieldGrid {
        try FieldGrid(
            latitudesDegrees: (bounds[0], bounds[1]), longitudesDegrees: (bounds[2], bounds[3]), stepDegrees: bounds[4])
    }
}

/// A distance in the calendar: a whole number with d (days), m (months) or y (years).
struct CalendarStep: ExpressibleByArgument, Sendable {
    private let number: Int
    private let unit: Character

    init?(argument: String) {
        guard let unit = argument.lowercased().last, "dmy".contains(unit), let number = Int(argument.dropLast()),
            (1...100_000).contains(number)
        else { return nil }
        self.number = number
        self.unit = unit
    }

    /// The dates from the first to the last one; a day that a month does not have becomes that month's last.
    /// - Parameter most: the largest number of dates.
    func dates(from first: CalendarDate, through last: CalendarDate, most: Int) -> [CalendarDate] {
        var dates: [CalendarDate] = []
        while dates.count < most {
            // All count from the first date, since a shorter month between would change the day.
            let date =
                unit == "d"
                ? CalendarDate(daysSince1970: Int(LogInstant.daysSince1970(first)) + dates.count * number)
                : date(dates.count * number, after: first)
            guard let date, (date.year, date.month, date.day) <= (last.year, last.month, last.day) else { break }
            dates.append(date)
        }
        return dates
    }

    private func date(_ count: Int, after first: CalendarDate) -> CalendarDate? {
        let months = first.year * 12 + first.month - 1 + (unit == "y" ? 12 * count : count)
        return (0..<4).lazy.compactMap {
            CalendarDate(year: months / 12, month: months % 12 + 1, day: first.day - $0)
        }.first
    }
}

extension HeightReference: NameArgument {}
