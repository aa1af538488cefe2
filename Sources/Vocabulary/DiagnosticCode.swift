/// The code of a warning: stable across versions, in kebab case outside the program.
///
/// The documentation's page of warnings is made from this list.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    // What the log's sensors allow
    case noGyroscope = "no-gyroscope"
    case gravityOnly = "gravity-only"
    case noMagnetometer = "no-magnetometer"
    case magnetometerCorrectedOnly = "magnetometer-corrected-only"
    case magnetometerImplausible = "magnetometer-implausible"
    case fieldDisturbed = "field-disturbed"
    case sensorsContradict = "sensors-contradict"

    // Calibration
    case calibratedInUse = "calibrated-in-use"
    case inUsePart = "in-use-part"
    case calibrationRefined = "calibration-refined"
    case accelerometerCalibrationRefused = "accelerometer-calibration-refused"
    case gyroscopeCalibrationRefused = "gyroscope-calibration-refused"
    case magnetometerCalibrationRefused = "magnetometer-calibration-refused"
    case headingCalibrationRefused = "heading-calibration-refused"
    case inUseCalibrationRefused = "in-use-calibration-refused"
    case headingCalibrationOfAnotherFilter = "heading-calibration-of-another-filter"
    case calibrationOfAnotherStream = "calibration-of-another-stream"
    case courseIncludesCarrying = "course-includes-carrying"
    case noiseRefused = "noise-refused"
    case logLeftOut = "log-left-out"
    case hardIronJumped = "hard-iron-jumped"
    case alignmentRefused = "alignment-refused"

    // Filters
    case filterNotRun = "filter-not-run"
    case neverDefined = "never-defined"
    case filterDiverged = "filter-diverged"
    case headingDoubtful = "heading-doubtful"

    // Reference and heading
    case noReference = "no-reference"
    case referenceNorthUnknown = "reference-north-unknown"
    case northsDiffer = "norths-differ"
    case referenceShort = "reference-short"
    case referenceClockShifted = "reference-clock-shifted"
    case claimsAxis = "claims-axis"
    case referenceNotCovered = "reference-not-covered"
    case headingOffsetRefused = "heading-offset-refused"
    case deviationRefused = "deviation-refused"

    // Field, places, projection
    case noDeclination = "no-declination"
    case magneticNorth = "magnetic-north"
    case siteContradicted = "site-contradicted"
    case geomagnetismBlackoutZone = "geomagnetism-blackout-zone"
    case geomagnetismCautionZone = "geomagnetism-caution-zone"
    case geomagnetismDateBeforeValidity = "geomagnetism-date-before-validity"
    case geomagnetismDateAfterValidity = "geomagnetism-date-after-validity"
    case geomagnetismHeightOutsideValidity = "geomagnetism-height-outside-validity"
    case geomagnetismNoUncertainty = "geomagnetism-no-uncertainty"
    case genericCamera = "generic-camera"
    case fixesIgnored = "fixes-ignored"
    case noPlaces = "no-places"
    case noPlaceSeen = "no-place-seen"
    case placeAtObserver = "place-at-observer"
    case placeWithoutAltitude = "place-without-altitude"
    case floorHeight = "floor-height"
    case badPoint = "bad-point"
    case badPoints = "bad-points"

    // How a log is read
    case unitUndecided = "unit-undecided"
    case unitByResolution = "unit-by-resolution"
    case signUndecided = "sign-undecided"
    case signByHemisphere = "sign-by-hemisphere"
    case normalisedField = "normalised-field"
    case noGravity = "no-gravity"
    case secondStream = "second-stream"
    case severalUnits = "several-units"
    case severalWorlds = "several-worlds"
    case arbitraryNorth = "arbitrary-north"
    case frameUndecided = "frame-undecided"
    case assumedRate = "assumed-rate"
    case roundedStamps = "rounded-stamps"
    case recorderStamps = "recorder-stamps"
    case clockWrapped = "clock-wrapped"
    case differentStarts = "different-starts"
    case differentSpans = "different-spans"
    case loggerDropout = "logger-dropout"
    case hole = "hole"
    case pause = "pause"
    case delayCorrected = "delay-corrected"
    case unknownColumns = "unknown-columns"
    case unreadableMetadata = "unreadable-metadata"
    case noFinalLineBreak = "no-final-line-break"
    case manifestColumn = "manifest-column"

    // Damaged data
    case truncatedGzip = "truncated-gzip"
    case corruptGzip = "corrupt-gzip"
    case trailingBytes = "trailing-bytes"
    case unterminatedLine = "unterminated-line"
    case cellCount = "cell-count"
    case unreadableTime = "unreadable-time"
    case unreadableCells = "unreadable-cells"
    case notANumber = "not-a-number"
    case incompleteSamples = "incomplete-samples"
    case invalidSamples = "invalid-samples"
    case timeBackwards = "time-backwards"
    case duplicateStamps = "duplicate-stamps"
    case emptyStream = "empty-stream"
    case incompleteColumns = "incomplete-columns"
    case unreadableLines = "unreadable-lines"
    case damagedMessages = "damaged-messages"
    case damagedJSON = "damaged-json"
    case zeroSamples = "zero-samples"
    case frozenSensor = "frozen-sensor"
    case saturatedSensor = "saturated-sensor"
    case unreadableTable = "unreadable-table"

    /// The code as it is shown, in kebab case.
    public var description: String { rawValue }
}

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

extension DiagnosticCode {
    /// How much it matters.
    public var severity: DiagnosticSeverity {
        switch self {
        case .magnetometerImplausible, .accelerometerCalibrationRefused, .gyroscopeCalibrationRefused,
            .magnetometerCalibrationRefused, .headingCalibrationRefused, .inUseCalibrationRefused, .noiseRefused,
            .logLeftOut, .neverDefined, .filterDiverged, .headingDoubtful, .northsDiffer, .referenceClockShifted,
            .claimsAxis, .sensorsContradict,
            .referenceNotCovered,
            .headingOffsetRefused, .deviationRefused, .geomagnetismBlackoutZone, .geomagnetismDateBeforeValidity,
            .geomagnetismDateAfterValidity, .unitUndecided, .corruptGzip, .emptyStream, .incompleteColumns,
            .damagedJSON, .unreadableTable, .frozenSensor:
            .serious
        case .noGyroscope, .gravityOnly, .noMagnetometer, .magnetometerCorrectedOnly, .fieldDisturbed,
            .headingCalibrationOfAnotherFilter, .calibrationOfAnotherStream, .hardIronJumped, .filterNotRun,
            .referenceNorthUnknown, .referenceShort, .noDeclination, .magneticNorth, .siteContradicted,
            .geomagnetismCautionZone, .geomagnetismHeightOutsideValidity, .genericCamera, .fixesIgnored, .noPlaces,
            .noPlaceSeen,
            .placeAtObserver, .placeWithoutAltitude, .floorHeight, .badPoint, .badPoints, .unitByResolution,
            .signUndecided,
            .signByHemisphere, .alignmentRefused,
            .normalisedField, .noGravity,
            .arbitraryNorth, .frameUndecided, .assumedRate, .roundedStamps, .recorderStamps, .differentStarts,
            .truncatedGzip, .trailingBytes, .unterminatedLine, .cellCount, .unreadableTime, .unreadableCells,
            .notANumber,
            .incompleteSamples,
            .invalidSamples, .timeBackwards, .unreadableLines, .damagedMessages, .zeroSamples, .saturatedSensor,
            .loggerDropout, .hole, .pause:
            .warning
        case .calibratedInUse, .inUsePart, .calibrationRefined, .courseIncludesCarrying, .noReference,
            .geomagnetismNoUncertainty,
            .secondStream, .severalUnits, .severalWorlds, .clockWrapped, .differentSpans, .delayCorrected,
            .unknownColumns,
            .unreadableMetadata, .noFinalLineBreak, .manifestColumn, .duplicateStamps:
            .note
        }
    }

    /// What it is about.
    public var subject: DiagnosticSubject {
        switch self {
        case .noGyroscope, .gravityOnly, .noMagnetometer, .magnetometerCorrectedOnly, .magnetometerImplausible,
            .fieldDisturbed, .sensorsContradict, .unitUndecided, .unitByResolution, .signUndecided, .signByHemisphere,
            .normalisedField,
            .noGravity,
            .secondStream, .severalUnits, .severalWorlds, .arbitraryNorth, .frameUndecided, .differentSpans,
            .loggerDropout, .hole,
            .delayCorrected,
            .unreadableCells,
            .notANumber, .incompleteSamples, .invalidSamples, .timeBackwards, .duplicateStamps, .emptyStream,
            .incompleteColumns, .zeroSamples, .frozenSensor, .saturatedSensor:
            .sensor
        case .calibratedInUse, .inUsePart, .calibrationRefined, .accelerometerCalibrationRefused,
            .gyroscopeCalibrationRefused,
            .magnetometerCalibrationRefused, .headingCalibrationRefused, .inUseCalibrationRefused,
            .headingCalibrationOfAnotherFilter, .calibrationOfAnotherStream, .courseIncludesCarrying, .noiseRefused,
            .hardIronJumped, .headingOffsetRefused, .deviationRefused, .alignmentRefused:
            .calibration
        case .filterNotRun, .neverDefined, .filterDiverged, .headingDoubtful:
            .filter
        case .noReference, .referenceNorthUnknown, .northsDiffer, .referenceShort, .referenceClockShifted, .claimsAxis,
            .referenceNotCovered:
            .reference
        case .noDeclination, .magneticNorth, .siteContradicted, .geomagnetismBlackoutZone, .geomagnetismCautionZone,
            .geomagnetismDateBeforeValidity, .geomagnetismDateAfterValidity, .geomagnetismHeightOutsideValidity,
            .geomagnetismNoUncertainty:
            .field
        case .fixesIgnored, .noPlaces, .noPlaceSeen, .placeAtObserver, .placeWithoutAltitude, .floorHeight,
            .badPoint, .badPoints:
            .place
        case .genericCamera:
            .camera
        case .logLeftOut, .assumedRate, .roundedStamps, .recorderStamps, .clockWrapped, .differentStarts, .pause,
            .unknownColumns,
            .unreadableMetadata, .noFinalLineBreak, .manifestColumn, .truncatedGzip, .corruptGzip, .trailingBytes,
            .unterminatedLine, .cellCount, .unreadableTime, .unreadableLines, .damagedMessages, .damagedJSON,
            .unreadableTable:
            .log
        }
    }

    private enum Nature { case refusal, damage, other }

    private var nature: Nature {
        switch self {
        case .accelerometerCalibrationRefused, .gyroscopeCalibrationRefused, .magnetometerCalibrationRefused,
            .headingCalibrationRefused, .inUseCalibrationRefused, .noiseRefused, .headingOffsetRefused,
            .deviationRefused:
            .refusal
        case .truncatedGzip, .corruptGzip, .trailingBytes, .unterminatedLine, .cellCount, .unreadableTime,
            .unreadableCells, .notANumber, .incompleteSamples, .invalidSamples, .timeBackwards, .duplicateStamps,
            .emptyStream,
            .incompleteColumns, .unreadableLines, .damagedMessages, .damagedJSON, .zeroSamples, .unreadableTable,
            .frozenSensor:
            .damage
        case .noGyroscope, .gravityOnly, .noMagnetometer, .magnetometerCorrectedOnly, .magnetometerImplausible,
            .fieldDisturbed, .sensorsContradict, .calibratedInUse, .inUsePart, .calibrationRefined,
            .headingCalibrationOfAnotherFilter, .calibrationOfAnotherStream,
            .courseIncludesCarrying, .logLeftOut, .hardIronJumped, .alignmentRefused, .filterNotRun, .neverDefined,
            .filterDiverged, .headingDoubtful,
            .noReference, .referenceNorthUnknown, .northsDiffer, .referenceShort, .referenceClockShifted, .claimsAxis,
            .referenceNotCovered, .noDeclination, .magneticNorth, .siteContradicted, .geomagnetismBlackoutZone,
            .geomagnetismCautionZone,
            .geomagnetismDateBeforeValidity, .geomagnetismDateAfterValidity, .geomagnetismHeightOutsideValidity,
            .geomagnetismNoUncertainty, .genericCamera, .fixesIgnored, .noPlaces, .noPlaceSeen, .placeAtObserver,
            .placeWithoutAltitude, .floorHeight,
            .badPoint, .badPoints, .unitUndecided, .unitByResolution, .signUndecided, .signByHemisphere,
            .normalisedField, .noGravity,
            .secondStream, .severalUnits, .severalWorlds, .arbitraryNorth, .frameUndecided, .assumedRate,
            .roundedStamps, .recorderStamps, .clockWrapped, .differentStarts, .differentSpans, .loggerDropout, .hole,
            .pause,
            .delayCorrected,
            .unknownColumns,
            .unreadableMetadata,
            .noFinalLineBreak, .manifestColumn, .saturatedSensor:
            .other
        }
    }

    /// Whether the requested date or height is outside the validity of the geomagnetic model.
    public var isOutsideValidity: Bool {
        self == .geomagnetismDateBeforeValidity || self == .geomagnetismDateAfterValidity
            || self == .geomagnetismHeightOutsideValidity
    }

    /// Whether a result was refused: under `--strict` the exit code is 1.
    public var isRefusal: Bool { nature == .refusal }

    /// Whether data is damaged: under `--strict` an error, exit code 65.
    public var isDamage: Bool { nature == .damage }

    /// The error that the warning becomes under `--strict`, or where it concerns the only filter; `nil`
    /// where it never becomes one.
    public var errorCode: ErrorCode? {
        switch self {
        case .accelerometerCalibrationRefused: .accelerometerCalibrationRefused
        case .gyroscopeCalibrationRefused: .gyroscopeCalibrationRefused
        case .magnetometerCalibrationRefused: .magnetometerCalibrationRefused
        case .headingCalibrationRefused: .headingCalibrationRefused
        case .inUseCalibrationRefused: .inUseCalibrationRefused
        case .noiseRefused: .noiseRefused
        case .neverDefined: .neverDefined
        case .northsDiffer: .northsDiffer
        case .headingOffsetRefused: .headingOffsetRefused
        case .deviationRefused: .deviationRefused
        case .geomagnetismDateBeforeValidity: .geomagnetismDateBeforeValidity
        case .geomagnetismDateAfterValidity: .geomagnetismDateAfterValidity
        case .geomagnetismHeightOutsideValidity: .geomagnetismHeightOutsideValidity
        case .truncatedGzip: .truncatedGzip
        case .corruptGzip: .corruptGzip
        case .trailingBytes: .trailingBytes
        case .unterminatedLine: .unterminatedLine
        case .cellCount: .cellCount
        case .unreadableTime: .unreadableTime
        case .unreadableCells: .unreadableCells
        case .notANumber: .notANumber
        case .incompleteSamples: .incompleteSamples
        case .invalidSamples: .invalidSamples
        case .timeBackwards: .timeBackwards
        case .duplicateStamps: .duplicateStamps
        case .emptyStream: .emptyStream
        case .incompleteColumns: .incompleteColumns
        case .unreadableLines: .unreadableLines
        case .damagedMessages: .damagedMessages
        case .damagedJSON: .damagedJSON
        case .zeroSamples: .zeroSamples
        case .frozenSensor: .frozenSensor
        case .unreadableTable: .unreadableTable
        case .noGyroscope, .gravityOnly, .noMagnetometer, .magnetometerCorrectedOnly, .magnetometerImplausible,
            .fieldDisturbed, .sensorsContradict, .calibratedInUse, .inUsePart, .calibrationRefined,
            .headingCalibrationOfAnotherFilter, .calibrationOfAnotherStream,
            .courseIncludesCarrying, .logLeftOut, .hardIronJumped, .alignmentRefused, .filterNotRun, .filterDiverged,
            .headingDoubtful, .noReference,
            .referenceNorthUnknown, .referenceShort, .referenceClockShifted, .claimsAxis, .referenceNotCovered,
            .noDeclination,
            .magneticNorth, .siteContradicted, .geomagnetismBlackoutZone, .geomagnetismCautionZone,
            .geomagnetismNoUncertainty,
            .genericCamera, .fixesIgnored, .noPlaces, .noPlaceSeen, .placeAtObserver, .placeWithoutAltitude,
            .floorHeight,
            .badPoint,
            .badPoints,
            .unitUndecided, .unitByResolution, .signUndecided, .signByHemisphere, .normalisedField, .noGravity,
            .secondStream, .severalUnits, .severalWorlds, .arbitraryNorth, .frameUndecided, .assumedRate,
            .roundedStamps, .recorderStamps, .clockWrapped,
            .differentStarts, .differentSpans, .loggerDropout, .hole, .pause, .delayCorrected, .unknownColumns,
            .unreadableMetadata,
            .noFinalLineBreak, .manifestColumn, .saturatedSensor:
            nil
        }
    }
}

#if !hasFeature(Embedded)
    extension DiagnosticCode: Codable {}
    extension DiagnosticSeverity: Codable {}
    extension DiagnosticSubject: Codable {}
#endif
