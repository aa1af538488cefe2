/// How much a warning matters to the result.
public enum DiagnosticSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The result holds; worth knowing.
    case note
    /// The result holds, with less accuracy or with an assumption, or some samples are left out.
    case warning
    /// A result is wrong, missing or refused.
    case serious

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .serious: 2
        }
    }

    /// A note is less than a warning, a warning less than what is serious.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// What a warning is about.
public enum DiagnosticSubject: String, Sendable, Hashable, CaseIterable {
    /// A log as a file: its bytes, lines, columns, metadata.
    case log
    /// A sensor's samples, unit, sign or clock.
    case sensor
    /// A calibration, or another constant that was fitted.
    case calibration
    /// One of the filters.
    case filter
    /// The reference that errors are measured against.
    case reference
    /// The geomagnetic model and the declination.
    case field
    /// A place, or the position of the observer.
    case place
    /// The camera of the projection.
    case camera
}

/// What the table says of a code.
struct DiagnosticEntry {
    /// What `--strict` makes of a warning.
    enum Strict {
        case warning
        /// An error where it concerns the only filter, or the only north.
        case error(ErrorCode)
        /// A result was refused: exit code 1.
        case refusal(ErrorCode)
        /// Data is damaged: exit code 65.
        case damage(ErrorCode)
    }

    let severity: DiagnosticSeverity
    let subject: DiagnosticSubject
    let strict: Strict
    let advice: Advice

    init(_ severity: DiagnosticSeverity, _ subject: DiagnosticSubject, strict: Strict = .warning, _ advice: Advice) {
        (self.severity, self.subject, self.strict, self.advice) = (severity, subject, strict, advice)
    }

    init(_ severity: DiagnosticSeverity, _ subject: DiagnosticSubject, strict: Strict = .warning, _ advice: String) {
        self.init(severity, subject, strict: strict, Advice(advice))
    }
}

extension DiagnosticCode {
    /// The table of the codes. Its advice is what a warning gives that has no other one of `Advice`; `meaning` explains
    /// the code in the documentation.
    var entry: DiagnosticEntry {
        switch self {
        // What the log's sensors allow
        case .noGyroscope: .init(.warning, .sensor, "record the gyroscope too")
        case .gravityOnly: .init(.warning, .sensor, "record the accelerometer too")
        case .noMagnetometer: .init(.warning, .sensor, "record the magnetometer")
        case .magnetometerCorrectedOnly: .init(.warning, .sensor, "record the raw (uncalibrated) magnetometer too")
        case .magnetometerImplausible:
            .init(
                .serious, .sensor,
                "record a turn through all directions, away from iron, and give its calibration with "
                    + "`--calibration FILE`")
        case .fieldDisturbed:
            .init(.warning, .sensor, "keep magnets and iron away, or leave these parts out with `--from` and `--to`")
        case .sensorsContradict:
            .init(
                .serious, .sensor,
                "check scale, sign and axes of these, the gyroscope's range, and whether their stamps are of one clock")
        // Calibration
        case .calibratedInUse: .init(.note, .calibration, .calibrationMotion)
        case .inUsePart: .init(.note, .calibration, "choose another part with `--from` and `--to`")
        case .calibrationRefined:
            .init(.note, .calibration, "to apply the file as it is, give `--calibration none` beside it")
        case .accelerometerCalibrationRefused:
            .init(
                .serious, .calibration, strict: .refusal(.accelerometerCalibrationRefused),
                "rest the phone on the missing sides, and calibrate again")
        case .gyroscopeCalibrationRefused:
            .init(
                .serious, .calibration, strict: .refusal(.gyroscopeCalibrationRefused),
                "lay the phone down for ten seconds while recording")
        case .magnetometerCalibrationRefused:
            .init(
                .serious, .calibration, strict: .refusal(.magnetometerCalibrationRefused),
                "turn the phone through the missing directions, or give `--calibration FILE`")
        case .headingCalibrationRefused:
            .init(.serious, .calibration, strict: .refusal(.headingCalibrationRefused), "measure for longer")
        case .inUseCalibrationRefused:
            .init(.serious, .calibration, strict: .refusal(.inUseCalibrationRefused), .calibrationMotion)
        case .headingCalibrationOfAnotherFilter:
            .init(
                .warning, .calibration, "measure it with the same one: `sensorlab calibrate heading LOG --filter NAME`")
        case .calibrationOfAnotherStream: .init(.warning, .calibration, "calibrate with a log of the same streams")
        case .courseIncludesCarrying:
            .init(.note, .calibration, "use it only for a device that is carried in the same way")
        case .noiseRefused:
            .init(.serious, .calibration, strict: .refusal(.noiseRefused), "leave the device at rest for longer")
        case .logLeftOut: .init(.serious, .log, "record that log again, or leave it out")
        case .hardIronJumped:
            .init(
                .warning, .calibration,
                "a case, a holder or a magnet was added or removed: calibrate with the later logs alone")
        case .alignmentRefused:
            .init(
                .warning, .calibration,
                "record poses and sensors together for a minute, in several headings, while the session tracks")
        // Filters
        case .filterNotRun: .init(.warning, .filter, "record that sensor, or leave the filter out with `--filters`")
        case .neverDefined:
            .init(
                .serious, .filter, strict: .error(.neverDefined),
                "check that the readings of its sensors overlap in time, and are neither zero nor parallel")
        case .filterDiverged: .init(.serious, .filter, .checkSensors)
        case .headingDoubtful:
            .init(
                .serious, .filter,
                "record away from magnets, or longer, or calibrate the magnetometer apart (`sensorlab calibrate "
                    + "magnetometer`)")
        case .trackRead: .init(.note, .filter, .trackConvention)
        case .trackDoubtful: .init(.warning, .filter, .trackConvention)
        // Reference and heading
        case .noReference: .init(.note, .reference, "give `--reference FILE` or `--device-attitude`")
        case .referenceNorthUnknown:
            .init(
                .warning, .reference,
                "give `--reference-north true`, `magnetic` or `arbitrary`, or add the line `# north: true` (or so) to "
                    + "the log")
        case .referenceArbitrary:
            .init(.note, .reference, "if its north is known, give `--reference-north true` or `magnetic`")
        case .referencePartial: .init(.note, .reference, .referenceHeadings)
        case .referenceFitted: .init(.note, .reference, .none("it was asked for"))
        case .referenceDisagrees: .init(.serious, .reference, .referenceOptions("{options}"))
        case .referenceJumps:
            .init(.warning, .reference, "check the markers there; errors are measured in the other stretches")
        case .northsDiffer: .init(.serious, .reference, strict: .error(.northsDiffer), .placeAndDate)
        case .referenceShort: .init(.warning, .reference, "check that both have the same clock")
        case .referenceClockShifted: .init(.serious, .reference, .subtract(seconds: "{seconds}"))
        case .claimsAxis: .init(.serious, .reference, .claimsAxis("{axis}"))
        case .referenceNotCovered:
            .init(.serious, .reference, "check the clocks of log and reference, and the scored part")
        case .headingOffsetRefused:
            .init(
                .serious, .calibration, strict: .refusal(.headingOffsetRefused),
                "record a minute or more in several headings")
        case .deviationRefused:
            .init(
                .serious, .calibration, strict: .refusal(.deviationRefused),
                "swing the compass through the whole circle; do not correct headings by this curve")
        // Field, places, projection
        case .noDeclination: .init(.warning, .field, .placeAndDate)
        case .magneticNorth: .init(.warning, .field, .placeAndDate)
        case .siteContradicted: .init(.warning, .field, "leave the option or the column out where the log is right")
        case .geomagnetismBlackoutZone: .init(.serious, .field, "do not use a compass there")
        case .geomagnetismCautionZone: .init(.warning, .field, "use another heading reference too")
        case .geomagnetismDateBeforeValidity:
            .init(.serious, .field, strict: .error(.geomagnetismDateBeforeValidity), .modelBefore)
        case .geomagnetismDateAfterValidity:
            .init(.serious, .field, strict: .error(.geomagnetismDateAfterValidity), .modelAfter)
        case .geomagnetismHeightOutsideValidity:
            .init(
                .warning, .field, strict: .error(.geomagnetismHeightOutsideValidity),
                "treat the value as an extrapolation")
        case .geomagnetismNoUncertainty: .init(.note, .field, "take a later model's figures as a guide")
        case .genericCamera: .init(.warning, .camera, .camera(of: "{cameras}"))
        case .fixesIgnored: .init(.warning, .place, "give `--worst-accuracy METRES` or `--place LAT,LON`")
        case .noPlaces: .init(.warning, .place, "give places with `--places FILE`")
        case .noPlaceSeen: .init(.warning, .place, "give places that the camera looks at")
        case .placeAtObserver: .init(.warning, .place, "leave it out, or correct its position")
        case .placeWithoutAltitude:
            .init(.warning, .place, "give metres above the ellipsoid in the column `alt`, or `--terrain TILES`")
        case .floorHeight:
            .init(
                .warning, .place, "give `--place LAT,LON,ALTITUDE` or `--terrain TILES`, or a better `--floor-height`")
        case .badPoint: .init(.warning, .place, "correct the line")
        case .badPoints: .init(.warning, .place, "correct them")
        // How a log is read
        case .unitUndecided: .init(.serious, .sensor, .otherUnit(of: "{sensor}", as: "{unit}"))
        case .signUndecided: .init(.warning, .sensor, .placeOrSign(of: "{sensor}", as: "{sign}"))
        case .normalisedField: .init(.warning, .sensor, "do not compare its strength with a model of the field")
        case .noGravity:
            .init(.warning, .sensor, "record gravity, or the accelerometer with gravity (raw or total acceleration)")
        case .secondStream: .init(.note, .sensor, "take the other file out of the folder")
        case .severalUnits: .init(.note, .sensor, .otherUnitOfFile)
        case .severalWorlds:
            .init(.note, .sensor, "record one session per log, or choose another part with `--from` and `--to`")
        case .arbitraryNorth: .init(.warning, .sensor, .none("the attitude is not taken for a heading"))
        case .frameUndecided: .init(.warning, .sensor, .columns(if: "that is wrong", nil))
        case .assumedRate: .init(.warning, .log, "give `--assume rate=HZ`")
        case .roundedStamps:
            .init(.warning, .log, "take the original file, or export the log with all digits of the time")
        case .recorderStamps: .init(.warning, .log, "set `header.stamp` in the driver")
        case .clockWrapped: .init(.note, .log, "none needed")
        case .differentStarts: .init(.warning, .log, "give a folder with the files of one recording")
        case .differentSpans: .init(.note, .sensor, "use `--from` and `--to` for the part that all sensors cover")
        case .readAsStream: .init(.note, .log, "give a file of less than 64 MiB for the rest; docs/guide/fuse.md")
        case .loggerDropout: .init(.warning, .sensor, "use a faster memory card, or log fewer messages")
        case .hole: .init(.warning, .sensor, "use `--from` and `--to` for the part before or after it")
        case .pause: .init(.warning, .log, "use `--from` and `--to` for a part without a pause")
        case .delayCorrected: .init(.note, .sensor, "leave `--correct-delays` out to keep them")
        case .unknownColumns:
            .init(.note, .log, "if one is a sensor's, say so with `--columns` (docs/guide/mapping.md)")
        case .unreadableMetadata: .init(.note, .log, .metadataLine("{key}"))
        case .noFinalLineBreak: .init(.note, .log, "none needed where the program that wrote the log ends files so")
        case .manifestColumn: .init(.note, .log, .manifestColumns("{columns}", meant: []))
        // Damaged data
        case .truncatedGzip: .init(.warning, .log, strict: .damage(.truncatedGzip), .copyAgain)
        case .corruptGzip: .init(.serious, .log, strict: .damage(.corruptGzip), .copyAgain)
        case .trailingBytes:
            .init(.warning, .log, strict: .damage(.trailingBytes), "copy it again, or cut these bytes off")
        case .unterminatedLine: .init(.warning, .log, strict: .damage(.unterminatedLine), .checkThere)
        case .cellCount: .init(.warning, .log, strict: .damage(.cellCount), .checkThere)
        case .unreadableTime: .init(.warning, .log, strict: .damage(.unreadableTime), .checkThere)
        case .unreadableCells: .init(.warning, .sensor, strict: .damage(.unreadableCells), .checkThere)
        case .notANumber: .init(.warning, .sensor, strict: .damage(.notANumber), .checkThere)
        case .incompleteSamples: .init(.warning, .sensor, strict: .damage(.incompleteSamples), .checkThere)
        case .invalidSamples: .init(.warning, .sensor, strict: .damage(.invalidSamples), .checkThere)
        case .timeBackwards: .init(.warning, .sensor, strict: .damage(.timeBackwards), .checkClock)
        case .duplicateStamps: .init(.note, .sensor, strict: .damage(.duplicateStamps), .checkClock)
        case .emptyStream:
            .init(.serious, .sensor, strict: .damage(.emptyStream), "record the sensor, or remove its columns")
        case .incompleteColumns:
            .init(.serious, .sensor, strict: .damage(.incompleteColumns), "add the missing column, or correct its name")
        case .unreadableLines: .init(.warning, .log, strict: .damage(.unreadableLines), .checkThere)
        case .damagedMessages: .init(.warning, .log, strict: .damage(.damagedMessages), "copy the log again")
        case .damagedJSON: .init(.serious, .log, strict: .damage(.damagedJSON), .copyAgain)
        case .zeroSamples: .init(.warning, .sensor, strict: .damage(.zeroSamples), "none needed")
        case .frozenSensor:
            .init(.serious, .sensor, strict: .damage(.frozenSensor), "record again, or use `--from` and `--to`")
        case .saturatedSensor:
            .init(.warning, .sensor, "choose a larger range in the recording app or the driver, or move more slowly")
        case .unreadableTable:
            .init(.serious, .log, strict: .damage(.unreadableTable), "copy or export it again, or remove it")
        }
    }

    /// How much it matters.
    public var severity: DiagnosticSeverity { entry.severity }

    /// What it is about.
    public var subject: DiagnosticSubject { entry.subject }

    /// What to do; `{field}` stands for what a warning fills in.
    public var advice: Advice { entry.advice }

    /// Whether a result was refused: under `--strict` the exit code is 1.
    public var isRefusal: Bool { if case .refusal = entry.strict { true } else { false } }

    /// Whether data is damaged: under `--strict` an error, exit code 65.
    public var isDamage: Bool { if case .damage = entry.strict { true } else { false } }

    /// The error that the warning becomes under `--strict`, or where it concerns the only filter; `nil`
    /// where it never becomes one.
    public var errorCode: ErrorCode? {
        switch entry.strict {
        case .warning: nil
        case .error(let code), .refusal(let code), .damage(let code): code
        }
    }

    /// Whether the requested date or height is outside the validity of the geomagnetic model.
    public var isOutsideValidity: Bool {
        self == .geomagnetismDateBeforeValidity || self == .geomagnetismDateAfterValidity
            || self == .geomagnetismHeightOutsideValidity
    }
}

#if !hasFeature(Embedded)
    extension DiagnosticSeverity: Codable {}
    extension DiagnosticSubject: Codable {}
#endif
