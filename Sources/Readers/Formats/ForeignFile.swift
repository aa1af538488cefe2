/// Files of other programs, by their first bytes: what they are, and which export of theirs is read.
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

    /// Whether one in twenty of the first bytes is a control character that no text has; what a board says at its start may have some.
    static func isBinary(_ lines: LineReader) -> Bool {
        let first = lines.head.prefix(1024)
        let controls = first.count { $0 < 9 || (14...26).contains($0) || (28...31).contains($0) || $0 == 127 }
        return first.count >= 64 && 20 * controls > first.count
    }

    /// NumPy's files, alone or in an archive.
    static let arrays: Kind = (
        "NumPy's arrays",
        "write a table with its names: numpy.savetxt(\"log.csv\", array, delimiter=\",\", header=\"t,ax,ay,az\", comments=\"\")"
    )

    private static let matlab: Kind = (
        "MATLAB's variables",
        "write a table with its names in MATLAB: writetimetable(TABLE, \"log.csv\"), writetable(TABLE, \"log.csv\")"
    )
    private static let telemetry: Kind = (
        "a telemetry log of MAVLink",
        "write it as CSV: mavlogdump.py --format csv --types RAW_IMU LOG > log.csv; the log of the vehicle itself (.bin, .ulg) has more"
    )
    private static let packed: Kind = ("a packed file", "unpack it, and give what is inside")
    private static let video: Kind = (
        "a video", "export the motion data of the camera as CSV (GoPro: gopro-telemetry; others: telemetry-parser)"
    )

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Where the bytes are, the bytes, and what they mean.
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
                "it has no table of a sensor: give the log of the inertial sensor beside it"
            )
        ),
        (
            0, text("H Product:Blackbox"),
            ("a Blackbox log", "write it as CSV: blackbox_decode LOG.BFL makes LOG.01.csv")
        ),
        (0, [0xd0, 0xcf, 0x11, 0xe0], ("an old Excel workbook", "save it as CSV and give that")),
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

    /// Frames of MAVLink 1 or 2, each behind its time in microseconds since 1970, or one behind the other.
    private static func isTelemetry(_ first: [UInt8]) -> Bool {
        guard first.count > 20 else { return false }
        func isFrame(_ place: Int) -> Bool { first[place] == 0xfe || first[place] == 0xfd && first[place + 2] < 2 }
        // Of the years 2005 to 2040.
        let isTime = first[0] == 0 && (4...7).contains(first[1])
        return isTime && isFrame(8) || isFrame(0) && (1...0xfd).contains(first[1]) && first[2] < 2
    }
}
