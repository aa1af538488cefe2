import Vocabulary

/// Texts of other programs that are no table with a row per sample: what they are, and what to give instead.
enum ForeignText {
    /// `nil` for a text that may be a log.
    static func found(_ lines: LineReader) -> ForeignFile.Kind? {
        let first = lines.firstLines.prefix(8).map { $0.lowercased() }
        return marks.first { mark in first.contains { $0.hasPrefix(mark.start) } }?.kind
    }

    private static let page: ForeignFile.Kind = (
        "a page of HTML", "open it in a browser or a spreadsheet, save its table as CSV, and give that"
    )
    private static let dump: ForeignFile.Kind = (
        "commands of SQL",
        "load them into the database and export the table as CSV with its names: sqlite3 -header -csv LOG.db 'SELECT * FROM TABLE'"
    )

    /// How a line among the first ones begins, in small letters.
    private static let marks: [(start: String, kind: ForeignFile.Kind)] = [
        (
            "type,local number,message",
            (
                "messages as FitCSVTool prints them, each with its names in its row and several samples in a cell",
                "write a table with a row per sample, such as t,ax,ay,az: the samples of a cell are behind each other between | marks, their "
                    + "offsets in sample_time_offset"
            )
        ),
        ("<!doctype html", page), ("<html", page), ("<table", page),
        ("insert into ", dump), ("create table ", dump), ("-- mysql dump", dump), ("pragma foreign_keys", dump),
    ]
}

/// Prints that hold readings of sensors without a time and without names.
enum NamelessPrint {
    /// The error for such a log; `nil` for every other one.
    static func error(_ lines: LineReader) -> SensorLabError? {
        let rows = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }.suffix(8)
        guard rows.count > 3 else { return nil }
        if rows.allSatisfy({ Double($0.trimmedCell.withDecimalPoint) != nil }) {
            return lines.error(
                .unknownFormat, "found one number in every line, expected a row for every sample",
                "make rows of them, of three numbers: paste -d, - - - < LOG > rows.csv, and say what they are: --columns ax=1,ay=2,az=3 "
                    + "--assume rate=HZ (docs/guide/mapping.md)")
        }
        guard let option = calibrationOption(rows.map { $0.split(separator: ",").map { String($0).trimmedCell } })
        else { return nil }
        return lines.error(
            .unknownFormat,
            "found lines as MotionCal takes them (accelerometer, gyroscope, magnetometer), which have no time, expected rows at a known rate",
            "give it: --columns \(option) --assume rate=HZ")
    }

    /// The error for rows of JSON that are numbers without names, `[[0.01, 0.2, 9.8], ...]`; `nil` for every other log.
    static func jsonError(_ lines: LineReader) -> SensorLabError? {
        let marks = lines.head.lazy.filter { $0 > 32 }.prefix(2)
        guard marks.elementsEqual("[[".utf8) else { return nil }
        return lines.error(
            .unknownFormat, "found rows of JSON without names, expected the names of their numbers",
            "write them beside the rows, {\"columns\": [\"t\", \"ax\", \"ay\", \"az\"], \"data\": [[...], ...]}, or a table with a header"
        )
    }

    /// What `--columns` takes for the lines `Raw:` and `Uni:` of PJRC's MotionCal, nine numbers behind the label; `nil` for other lines.
    private static func calibrationOption(_ rows: [[String]]) -> String? {
        guard rows.allSatisfy({ $0.count == 10 && $0[0] == rows.last?[0] }) else { return nil }
        func option(_ acceleration: String, _ rate: String, _ field: String) -> String {
            "ax=2:\(acceleration),ay=3,az=4,gx=5:\(rate),gy=6,gz=7,mx=8:\(field),my=9,mz=10"
        }
        switch rows.last?[0].lowercased() {
        case "raw": return option("g/8192", "deg/s/16", "uT/10")
        case "uni": return option("m/s^2", "rad/s", "uT")
        default: return nil
        }
    }
}
