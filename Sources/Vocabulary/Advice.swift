/// What to do about a warning, in one sentence: the texts that `DiagnosticCode` and the sites of warnings choose from.
public struct Advice: Sendable, Hashable {
    /// With options and lines of files in backticks; in the table of the codes `{field}` stands for what a site gives.
    public let markdown: String

    init(_ markdown: String) { self.markdown = markdown }

    /// Without backticks, for terminals and reports.
    public var text: String { String(decoding: markdown.utf8.filter { $0 != UInt8(ascii: "`") }, as: UTF8.self) }

    /// Whether a field is open.
    var hasFields: Bool { markdown.utf8.contains(UInt8(ascii: "{")) }

    /// What a fit or an error says itself.
    package static func given(_ text: String) -> Advice { Advice(text) }

    package static func none(_ reason: String) -> Advice { Advice("none needed: \(reason)") }
}

/// Files and their damage.
extension Advice {
    package static let checkThere = Advice("check the log there")
    package static let checkClock = Advice("check the clock of the recording app")
    package static let copyAgain = Advice("copy, export or record it again")
    package static let cutAtEnd = Advice(
        "none needed where the vehicle lost its power or the recorder was switched off")
    package static let inOrder = Advice("none needed if the times are right")
    package static let sortRows = Advice("sort the rows by time")
    package static let leaveOneOut = Advice("map one of them")
    package static let timeStamps = Advice("record with time stamps: the true intervals differ")
    package static let timeZone = Advice("write the zone into loggingTime, as in 2016-08-22 19:50:06.100 +0200")
    package static let ownFile = Advice("give each table and each recording a file of its own")
    package static let ownLog = Advice("give each log by itself")
    package static let namedTable = Advice(
        "give it a file of its own, and say what its columns are with `--columns` (docs/guide/mapping.md)")
    package static let nameColumns = Advice(
        "say what the columns are that are not read, with `--columns` (docs/guide/mapping.md)")
    package static let columnNames = Advice("compare the names with docs/reference/recordings.md")

    package static let otherUnitOfFile = Advice("choose another one with `--unit NAME`")
    package static let otherUnitOrRows = Advice(
        otherUnitOfFile.markdown + "; where they are samples, write each into a row of its own, with its time")

    package static func fullRate(unit: Int) -> Advice {
        Advice("log it at full rate, or read it with `--unit \(unit)`")
    }

    package static func metadataLine(_ key: String) -> Advice {
        Advice("correct the line `# \(key): ...`")
    }

    /// - Parameter meant: known columns with the unknown ones that are spelled nearly so.
    package static func manifestColumns(_ known: String, meant: [String]) -> Advice {
        Advice(
            (meant.isEmpty ? "" : "did you mean \(meant.joined(separator: ", "))? ") + "the known ones are \(known)")
    }

    /// - Parameter option: the value of `--columns`; `nil` where none can be proposed.
    package static func columns(if condition: String, _ option: String?) -> Advice {
        let proposal =
            option.map { "say so: `--columns \($0)`" }
            ?? "say what the columns are with `--columns` (docs/guide/mapping.md)"
        return Advice("if \(condition), \(proposal)")
    }

    /// - Parameters:
    ///   - other: the unit that the time may have.
    ///   - option: the value of `--columns` with it; `nil` where none can be proposed.
    ///   - read: the unit as it was read.
    package static func unitOfTime(_ other: String, _ option: String?, read: String) -> Advice {
        let proposal = option.map { "`--columns \($0)`" } ?? "write it into the header, such as \"time (\(other))\""
        return Advice("if that is the unit, say so: \(proposal); if not, with \(read) in its place")
    }
}

/// Units, signs and axes.
extension Advice {
    package static let coreMotionFrame = Advice("record with the frame XTrueNorthZVertical or XMagneticNorthZVertical")
    package static let oneFrame = Advice("record both in one frame, or check that the frames are parallel")
    package static let metadataOfApp = Advice("export the log with its Metadata")
    package static let mounting = Advice("correct the parameter CAL_MAG*_ROT")
    package static let noMagnets = Advice("if y is north in it, keep magnets away from the device")

    package static func unit(of sensor: String, as unit: String) -> Advice {
        Advice("give the unit, such as `--assume \(sensor)=\(unit)`")
    }

    package static func otherUnit(of sensor: String, as unit: String) -> Advice {
        Advice("if that is wrong, give the unit: `--assume \(sensor)=\(unit)`")
    }

    package static func countsPerUnit(of sensor: String) -> Advice {
        Advice("give its unit or its counts per unit, `--assume \(sensor)=UNIT/COUNTS`, or calibrate it")
    }

    package static let partsAsFiles = Advice("give each part in a file of its own")
    package static let partsOfLog = Advice("read its parts apart, with `--from` and `--to`")

    package static func otherRate(_ hertz: String) -> Advice {
        Advice("give the rows' rate, such as `--assume rate=\(hertz)`")
    }

    package static func unitInHeader(_ name: String) -> Advice {
        Advice("write the unit into the header, such as \(name)")
    }

    package static func readings(of sensor: String, as unit: String) -> Advice {
        Advice("record its readings; if these are, give their unit, such as `--assume \(sensor)=\(unit)`")
    }

    package static func otherSign(of sensor: String, as sign: String) -> Advice {
        Advice("if the sign is wrong, give `--assume \(sensor)=\(sign)`")
    }

    package static func placeOrSign(of sensor: String, as sign: String) -> Advice {
        Advice("give `--place LAT,LON`, or, if the sign is wrong, `--assume \(sensor)=\(sign)`")
    }

    /// - Parameters:
    ///   - option: the value of `--columns` that turns the axes; `nil` where none can be proposed.
    ///   - orSign: whether the accelerometer's sign may be the other one instead.
    package static func forwardRightDown(_ option: String?, orSign: Bool) -> Advice {
        let proposal =
            option.map { "`--columns \($0)`" }
            ?? "exchange x and y and turn z with `--columns`, such as ax=3,ay=2,az=-4 (docs/guide/mapping.md)"
        return Advice(
            "for forward, right, down: \(proposal)"
                + (orSign ? "; for the other sign: `--assume accelerometer=ios`" : ""))
    }

    package static func without(_ sensor: String) -> Advice {
        Advice("if it was not measured, leave the sensor out: `--without \(sensor)`")
    }

    package static let sensorWasOff = Advice("the sensor or its driver was off: record again with it")
}

/// Calibration, filters, reference and places.
extension Advice {
    package static let calibrationMotion = Advice(
        "record a rest of ten seconds and a turn through all directions")
    package static let checkSensors = Advice(
        "check axes, signs and units (`sensorlab info`), calibrate, or use another filter")
    package static let defaultParameters = Advice(
        "set its parameters nearer to their defaults, and " + checkSensors.markdown)
    package static let placesInView = Advice("give `--places` that are seen from there, or `--objective total`")
    package static let coveringReference = Advice("check that the reference covers the log")
    package static let yawAccuracy = Advice("record orientationYawAccuracy as geoyawaccuracy")
    package static let timesOfLog = Advice("give times in the log's clock, or as wall-clock times")
    package static let trackConvention = Advice("if that is wrong, give `--track-convention`")
    package static let referenceAsItIs = Advice.none("the reference is as it is")
    package static let referenceHeadings = Advice(
        "to measure against headings beside orientations, leave the orientations out (those of the log: `--without reference`)"
    )
    package static func referenceOptions(_ options: String) -> Advice { Advice("give \(options)") }
    package static let aim = Advice("aim with the camera level, and hold it for half a second")
    package static let fartherLandmark = Advice("choose a farther one, or give `--place LAT,LON`")
    package static let sunTimes = Advice("check the times, and `# unix-seconds-at-zero` of the log")
    package static let lowerSun = Advice("take it when it is lower than 80 degrees")
    package static let modelBefore = Advice("leave `--model` out, or use `--model IGRF14`, which begins in 1900")
    package static let modelAfter = Advice(
        "leave `--model` out, or give a later model with `--coefficients FILE`")
    package static let place = Advice("give `--place LAT,LON`")
    package static let placeAndDate = missing("`--place LAT,LON` and `--date YYYY-MM-DD`")
    package static let observerAltitude = Advice("give `--place LAT,LON,ALTITUDE` or `--terrain TILES`")
    package static let terrainTiles = Advice(
        "give the tiles in which they are: N47E011.hgt is latitude 47 to 48, longitude 11 to 12")

    package static func missing(_ options: String) -> Advice { Advice("give \(options)") }

    package static func subtract(seconds: String) -> Advice {
        Advice("subtract \(seconds) s from the reference's time stamps")
    }

    package static func claimsAxis(_ axis: String) -> Advice {
        Advice(
            "if they are of the \(axis) axis, give `--claims-axis \(axis)`, in a manifest `KIND@\(axis):FILE`")
    }

    package static func camera(of names: String) -> Advice {
        Advice("give `--camera` one of \(names), or a file")
    }
}
