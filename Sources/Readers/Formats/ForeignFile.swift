import Recordings
import Vocabulary

/// Files of other programs, recognised by their first bytes: what they are, and which of their exports can be read.
enum ForeignFile {
    /// What a file is, and what to give instead.
    typealias Kind = (what: String, advice: String)

    /// `nil` for a file that may be a log.
    static func found(_ lines: LineReader) -> Kind? {
        let first = lines.beginning
        for (start, bytes, kind) in marks where first.count >= start + bytes.count {
            if first[start..<start + bytes.count].elementsEqual(bytes) { return kind }
        }
        if isTelemetry(first) { return telemetry }
        let text = String(decoding: lines.head.prefix(2048), as: UTF8.self)
        if let kind = ForeignText.found(lines) { return kind }
        guard text.drop(while: \.isWhitespace).first == "<" else { return nil }
        return elements.first { text.contains("<" + $0.name) }?.kind ?? (text.contains("<?xml") ? xml : nil)
    }

    /// Whether one in twenty of the first bytes is a control character that no text has; the start-up output of a board
    /// may have some.
    static func isBinary(_ lines: LineReader) -> Bool {
        let first = lines.head.prefix(1024)
        let controls = first.count { $0 < 9 || (14...26).contains($0) || (28...31).contains($0) || $0 == 127 }
        return first.count >= 64 && 20 * controls > first.count
    }

    /// NumPy's files, alone or in an archive.
    static let arrays: Kind = (
        "NumPy's arrays",
        "write a table with column names: numpy.savetxt(\"log.csv\", array, delimiter=\",\", header=\"t,ax,ay,az\", comments=\"\")"
    )

    /// The error for a MATLAB file with other variables than those of a known data set.
    static func matlabError(_ lines: LineReader) -> SensorLabError {
        lines.error(.otherExport, "found \(matlab.what), expected a log of a known format", matlab.advice)
    }

    private static let matlab: Kind = (
        "MATLAB's variables",
        "write a table with column names in MATLAB: writetimetable(TABLE, \"log.csv\"), writetable(TABLE, \"log.csv\")"
    )
    private static let telemetry: Kind = (
        "a telemetry log of MAVLink",
        "write it as CSV: mavlogdump.py --format csv --types RAW_IMU LOG > log.csv; the log of the vehicle itself (.bin, .ulg) has more"
    )
    private static let packed: Kind = ("a packed file", "unpack it, and give the file inside")
    private static let video: Kind = (
        "a video", "export the motion data of the camera as CSV (GoPro: gopro-telemetry; others: telemetry-parser)"
    )

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Offset of the bytes, the bytes, and what they mean.
    private static let marks: [(start: Int, bytes: [UInt8], kind: Kind)] = [
        (0, text("MATLAB "), matlab),
        (
            0, [0x89] + text("HDF"),
            (
                "an HDF5 file (MATLAB, APDM and others)",
                "write its tables as CSV, with h5dump or a script, or export CSV in the program that made it"
            )
        ),
        (0, text("PAR1"), ("a Parquet table", "write it as CSV: pandas.read_parquet(\"LOG\").to_csv(\"log.csv\")")),
        (0, text("ARROW1"), ("an Arrow table", "write it as CSV: pandas.read_feather(\"LOG\").to_csv(\"log.csv\")")),
        (0, [0x93] + text("NUMPY"), arrays),
        (
            8, text(".FIT"),
            ("a FIT activity", "write it as CSV with FitCSVTool of Garmin's FIT SDK: java -jar FitCSVTool.jar LOG.fit")
        ),
        (
            0, text("MD") + [0xfc, 0x03],
            ("readings of an Axivity sensor (CWA)", "export them as CSV with OmGui or cwa-convert, with times")
        ),
        (
            0, [0xb5, 0x62],
            (
                "messages of a u-blox receiver (UBX)",
                "it has no table of a sensor: give the log of the inertial sensor"
            )
        ),
        (
            0, text("H Product:Blackbox"),
            ("a Blackbox log", "write it as CSV: blackbox_decode LOG.BFL makes LOG.01.csv")
        ),
        (0, [0xd0, 0xcf, 0x11, 0xe0], ("an old Excel workbook", "save it as CSV and give that file")),
        (0, text("%PDF"), ("a PDF document", "give the log of the sensors")),
        (4, text("ftyp"), video),
        (0, text("7z") + [0xbc, 0xaf], packed),
        (0, text("Rar!"), packed),
        (0, text("BZh"), packed),
        (0, [0xfd] + text("7zXZ"), packed),
        (0, [0x28, 0xb5, 0x2f, 0xfd], packed),
    ]

    private static let xml: Kind = ("XML", "export the recording as CSV or JSON")
    private static let elements: [(name: String, kind: Kind)] = [
        ("kml", ("a KML map", "a map has no sensor readings: export the recording as zipped CSV or as JSON")),
        ("gpx", ("a GPX track", "a track has no sensor readings: export the recording as CSV or as JSON")),
        ("TrainingCenterDatabase", ("a TCX activity", "it has no sensor readings: export the recording as CSV")),
        ("mvnx", ("a motion capture of Xsens (MVNX)", "export it as CSV or Excel, and save the sensors' sheet as CSV")),
    ]

    /// Frames of MAVLink 1 or 2, each behind its time in microseconds since 1970, or back to back.
    private static func isTelemetry(_ first: [UInt8]) -> Bool {
        guard first.count > 20 else { return false }
        func isFrame(_ place: Int) -> Bool { first[place] == 0xfe || first[place] == 0xfd && first[place + 2] < 2 }
        // Times of the years 2005 to 2040.
        let isTime = first[0] == 0 && (4...7).contains(first[1])
        return isTime && isFrame(8) || isFrame(0) && (1...0xfd).contains(first[1]) && first[2] < 2
    }
}

/// Texts of other programs that are no table with a row per sample: what they are, and what to give instead.
enum ForeignText {
    /// `nil` for a text that may be a log.
    static func found(_ lines: LineReader) -> ForeignFile.Kind? {
        let first = lines.firstLines.prefix(8).map { $0.lowercased() }
        return marks.first { mark in first.contains { $0.hasPrefix(mark.start) } }?.kind
    }

    private static let page: ForeignFile.Kind = (
        "a page of HTML", "open it in a browser or a spreadsheet, save its table as CSV, and give that file"
    )
    private static let dump: ForeignFile.Kind = (
        "commands of SQL",
        "load them into the database and export the table as CSV with column names: sqlite3 -header -csv LOG.db 'SELECT * FROM TABLE'"
    )

    /// Beginnings of a line among the first ones, in lower case.
    private static let marks: [(start: String, kind: ForeignFile.Kind)] = [
        (
            "type,local number,message",
            (
                "messages as FitCSVTool prints them: names in each row, and several samples in a cell",
                "write a table with a row per sample, such as t,ax,ay,az: | marks separate the samples of a cell, and sample_time_offset has "
                    + "their offsets"
            )
        ),
        ("<!doctype html", page), ("<html", page), ("<table", page),
        ("insert into ", dump), ("create table ", dump), ("-- mysql dump", dump), ("pragma foreign_keys", dump),
    ]
}

/// Output with readings of sensors, but without time and names.
enum NamelessPrint {
    /// The error for such a log; `nil` for every other one.
    static func error(_ lines: LineReader) -> SensorLabError? {
        let rows = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }.suffix(8)
        guard rows.count > 3 else { return nil }
        if rows.allSatisfy({ Double(number($0).withDecimalPoint) != nil }) {
            return lines.error(
                .unknownFormat, "found one number in every line, expected a row for every sample",
                "one axis alone is not enough; if they are x, y and z in turn, make rows of three numbers: paste -d, - - - < LOG > "
                    + "rows.csv, and give the columns: --columns ax=1,ay=2,az=3 --assume rate=HZ (docs/guide/mapping.md)"
            )
        }
        guard let option = calibrationOption(rows.map { $0.split(separator: ",").map { String($0).trimmedCell } })
        else { return nil }
        return lines.error(
            .unknownFormat,
            "found lines for MotionCal (accelerometer, gyroscope, magnetometer) without a time, expected rows at a known rate",
            "give the rate: --columns \(option) --assume rate=HZ")
    }

    /// The cell of a line with one, which may have a separator behind it.
    private static func number(_ line: String) -> String {
        let cell = line.trimmedCell
        return cell.last.map { ",;".contains($0) } == true ? String(cell.dropLast()).trimmedCell : cell
    }

    /// The error for rows of JSON that are numbers without names, `[[0.01, 0.2, 9.8], ...]`; `nil` for every other log.
    static func jsonError(_ lines: LineReader) -> SensorLabError? {
        if JSONRows.isOneObject(lines) {
            return lines.error(
                .unknownFormat, "found one JSON object, expected a row for every sample",
                "write an object for every sample, each on a line")
        }
        let line = lines.firstLines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        guard line.trimmedCell.hasPrefix("["), line.allSatisfy({ $0.isNumber || "[],.+-eE \t".contains($0) })
        else { return nil }
        return lines.error(
            .unknownFormat, "found arrays in brackets without names, expected names for the numbers",
            "write the names beside the rows, {\"columns\": [\"t\", \"ax\", \"ay\", \"az\"], \"data\": [[...], ...]}, or a table with a header"
        )
    }

    /// The value of `--columns` for the lines `Raw:` and `Uni:` of PJRC's MotionCal, nine numbers behind the label;
    /// `nil` for other lines.
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

/// Exports that cannot be read, of programs with other exports that can: the message says which one to use.
enum OtherExportFormat: RecordingFormat {
    static let name = "SQLite, KML, Excel or another kind of file"
    static let isRefused = true

    static func recognises(_ input: LogInput) -> Bool { found(input) != nil }

    private static func found(_ input: LogInput) -> (what: String, advice: String)? {
        switch input {
        case .folder(let folder):
            let arrays = folder.files.filter { $0.lowercased().hasSuffix(".npy") }
            if !arrays.isEmpty, arrays.count == folder.files.count { return ForeignFile.arrays }
            guard folder.contains("xl/workbook.xml") else { return nil }
            return (
                "an Excel workbook", "export the recording as CSV (phyphox: any of its CSV variants) and give that file"
            )
        case .file(let lines):
            if lines.head.starts(with: Array("SQLite format 3\0".utf8)) {
                return ("an SQLite database", "export the recording as zipped CSV or as JSON (Sensor Logger has both)")
            }
            return ForeignFile.found(lines)
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard let (what, advice) = found(input) else { throw input.unrecognised }
        throw SensorLabError(
            .badData, code: .otherExport, place: input.name, message: "found \(what), expected a log of a known format",
            advice: advice)
    }
}
