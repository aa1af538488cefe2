/// The code of a warning: stable across versions, in kebab case outside the program.
///
/// `DiagnosticTable.swift` has severity, subject, effect of `--strict` and advice of each; the documentation's page of
/// warnings is made from both files.
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

    case trackRead = "track-read"
    case trackDoubtful = "track-doubtful"

    // Reference and heading
    case noReference = "no-reference"
    case referenceNorthUnknown = "reference-north-unknown"
    case referenceArbitrary = "reference-arbitrary"
    case referencePartial = "reference-partial"
    case referenceFitted = "reference-fitted"
    case referenceDisagrees = "reference-disagrees"
    case referenceJumps = "reference-jumps"
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
    case signUndecided = "sign-undecided"
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
    case readAsStream = "read-as-stream"
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

#if !hasFeature(Embedded)
    extension DiagnosticCode: Codable {
        /// What it means, in Markdown, for the page of the documentation on warnings.
        public var meaning: String {
            switch self {
            // What the log's sensors allow
            case .noGyroscope:
                "orientation follows gravity and field through a motion model: fast turns lag, accelerations "
                    + "tilt, magnets are hard to detect"
            case .gravityOnly: "the device's own gravity is used in place of the accelerometer"
            case .noMagnetometer: "headings are relative to the start"
            case .magnetometerCorrectedOnly:
                "the log has only the readings that the device corrected; its corrections may jump"
            case .magnetometerImplausible:
                "the magnetometer readings that the filters use do not look like the Earth's field: headings are "
                    + "meaningless"
            case .fieldDisturbed:
                "the strength of the field departs by more than 35 % from the Earth's for two seconds or more"
            case .sensorsContradict:
                "sensors contradict each other: force or field do not turn as the rates say, throughout or from some "
                    + "time on, or the force is not as long as gravity; all sigmas are raised by what is missing "
                    + "([filters](filters.md#when-sensors-contradict-each-other))"
            // Calibration
            case .calibratedInUse:
                "the log holds no calibration recording (no rest and no turn through all directions), so "
                    + "gyroscope and magnetometer were calibrated from its ordinary motion"
            case .inUsePart: "the in-use calibration of a long log used only the part with the most motion"
            case .calibrationRefined:
                "the calibration files and the log became one estimate, with the weights that their sigmas give"
            case .accelerometerCalibrationRefused:
                "too few poses at rest, or the calibration file was refused when it was made"
            case .gyroscopeCalibrationRefused:
                "the log gives no bias, or the calibration file was refused when it was made"
            case .magnetometerCalibrationRefused: "the directions do not determine hard and soft iron"
            case .headingCalibrationRefused:
                "the heading offset in the file was refused when it was measured; it is applied nevertheless"
            case .inUseCalibrationRefused:
                "ordinary use does not determine the calibration; it is applied nevertheless, since the raw "
                    + "readings do not look like the Earth's field"
            case .headingCalibrationOfAnotherFilter: "the heading offset was measured with another filter"
            case .calibrationOfAnotherStream: "the calibration was made for a stream that the log lacks"
            case .courseIncludesCarrying:
                "an offset against the course over ground includes the way in which the device was carried"
            case .noiseRefused: "the rest is too short to determine the noise coefficients"
            case .logLeftOut:
                "one of several logs determines no calibration, or holds nothing that the objective of `tune` can "
                    + "score; or a chapter of a long log cannot be analysed"
            case .hardIronJumped:
                "the hard iron changed between two logs of one device, or between a calibration file and the log, "
                    + "by more than the uncertainty"
            case .alignmentRefused:
                "the AR poses of the log could not be compared with north; headings are not affected"
            // Filters
            case .filterNotRun: "a filter needs a sensor that the log lacks"
            case .neverDefined: "a filter never had an orientation"
            case .filterDiverged:
                "a filter disagrees with accelerometer or compass during calm motion for long and by far more "
                    + "than its own sigma, or its result is not finite ([filters](filters.md#when-a-filter-diverges))"
            case .headingDoubtful:
                "an estimator of the whole recording had few readings away from magnets: its heading may be wrong "
                    + "by far more than its sigma, and is not the yardstick of other headings"
            case .trackRead: "how the numbers of a track of `--track` are read, and why"
            case .trackDoubtful: "sensors and numbers of a track fit another convention nearly as well"
            // Reference and heading
            case .noReference:
                "errors cannot be measured; `compare` measures how the headings agree instead, `project` writes "
                    + "the track only"
            case .referenceNorthUnknown: "the log does not say which north its reference has; magnetic is assumed"
            case .referenceArbitrary:
                "the north of the reference is arbitrary: one constant per track and log is removed from all errors of "
                    + "headings, and no verdict, deviation curve or heading offset uses it"
            case .referencePartial:
                "the reference is one of headings or of the inclination alone: errors of the rest are not shown, and a "
                    + "reference of the inclination says nothing of headings; or it has orientations and headings, which "
                    + "are not used"
            case .referenceFitted:
                "mount, vertical or delay of the reference were found by gyroscope and accelerometer, and removed"
            case .referenceDisagrees:
                "by the gyroscope, the reference is late or early, or its axes are not the device's, and errors would be "
                    + "clearly smaller without that"
            case .referenceJumps:
                "the reference turns otherwise than the gyroscope, such as motion capture with exchanged markers; "
                    + "these stretches are left out"
            case .northsDiffer:
                "reference and estimates have different norths and the declination is unknown: heading errors "
                    + "include it"
            case .referenceShort: "the reference from another file covers less than nine tenths of the log"
            case .referenceClockShifted: "the motion shows that the clock of the reference is shifted"
            case .claimsAxis:
                "the headings whose stated accuracy is checked agree with the other axis of the device much "
                    + "better than with the one that they are compared with, or the references have no heading of "
                    + "their axis"
            case .referenceNotCovered: "no scored sample of the reference lies within a track"
            case .headingOffsetRefused: "the heading offset cannot be separated from slow heading errors"
            case .deviationRefused: "the headings do not determine the deviation curve"
            // Field, places, projection
            case .noDeclination: "the log does not say where or when it was recorded: headings are magnetic"
            case .magneticNorth: "the declination is unknown: labels are off by that angle"
            case .siteContradicted:
                "the place or date that was given, by an option or a column of a manifest, is more than 20 km or "
                    + "a day away from the log's own: the given one is used"
            case .geomagnetismBlackoutZone:
                "near a magnetic pole: the horizontal field is below 2000 nT, too weak for a compass"
            case .geomagnetismCautionZone:
                "near a magnetic pole: the horizontal field is below 6000 nT, a compass may be wrong"
            case .geomagnetismDateBeforeValidity: "the model is not valid for the date"
            case .geomagnetismDateAfterValidity: "the model is not valid for the date"
            case .geomagnetismHeightOutsideValidity: "the model is not valid for the height"
            case .geomagnetismNoUncertainty: "the model has no published error model, so the field has no uncertainty"
            case .genericCamera: "the log's device is not in the catalogue of cameras: pixels are approximate"
            case .fixesIgnored:
                "fixes are less accurate than the limit: the last good position is kept, or the site's is used"
            case .noPlaces: "the list of places is empty"
            case .noPlaceSeen: "none of the places is ever in the picture"
            case .placeAtObserver: "a place at the observer's position has no direction"
            case .placeWithoutAltitude: "places have no altitude: these are drawn at the observer's height"
            case .floorHeight: "which heights are used where the altitude of the observer or of places is unknown or 0"
            case .badPoint: "a line of a table of points holds no point; its fields are empty"
            case .badPoints: "several lines of a table hold no point; their fields are empty"
            // How a log is read
            case .unitUndecided:
                "the most probable unit is used, and another one is possible: the message says how probable it is "
                    + "and why; or a stated or given unit leaves the readings too long or too short, or the log states "
                    + "one that is none of the sensor's; or linear acceleration is left out since its unit is open; or "
                    + "quaternions have the length of fixed-point numbers (2^14, 2^30) and are divided by it"
            case .signUndecided:
                "the more probable sign of accelerometer or gravity is used: a force that points down in the north "
                    + "is one that points up in the south, so that the place decides between them"
            case .normalisedField: "the magnetometer has no unit: directions are valid, strengths are not microtesla"
            case .noGravity: "the log's accelerometer is without gravity, and the log has no gravity either"
            case .secondStream: "a folder holds a sensor twice: one of the two is used"
            case .severalUnits: "a file holds several sensor units: one is used"
            case .severalWorlds: "a log holds poses of more than one AR world: the last one is used"
            case .arbitraryNorth: "the device's attitude has a frame without a north"
            case .frameUndecided:
                "nothing documents the frame of the device's attitude: the magnetic field decides whether x or y "
                    + "is north, else Android's frame is assumed; or the third axis points down in nearly the whole "
                    + "log: its axes may be forward, right, down, and the heading would be that of the right side"
            case .assumedRate:
                "a log without time stamps does not give its rate; or its time has no unit, and in the one that "
                    + "the steps show the rate is unusual (below 20 Hz, or above 450 Hz by whole numbers); or no "
                    + "sensor has the rate that the unit of its header makes"
            case .roundedStamps:
                "the stamps were rounded, for example by a spreadsheet: several samples share one; they are used "
                    + "unchanged"
            case .recorderStamps:
                "messages of a robot's log have no stamps, or stamps of different clocks: the times at which the "
                    + "recorder got them are used, which the transport delays"
            case .clockWrapped:
                "the time column counts in 16 or 32 bits and began anew: the range of the counter is added"
            case .differentStarts: "the files of one folder start far apart: they are from different recordings"
            case .readAsStream:
                "a long log, or a canonical one from a pipe, is read part by part: what needs the whole log is not known"
            case .differentSpans: "sensors start or stop more than a second apart; all samples are kept"
            case .loggerDropout:
                "the vehicle's logger could not keep up (ULog): the sensors that the message names lost samples"
            case .hole:
                "a sensor has no sample for more than a second (and ten of its intervals), within the log or at "
                    + "its end"
            case .pause:
                "the app paused the recording and its clock stood still: the pauses are put back into the clock, "
                    + "and every sensor has a hole there"
            case .delayCorrected: "the stamps of a delayed sensor were shifted (`--correct-delays`)"
            case .unknownColumns:
                "columns, or tables of a folder or archive, are unknown ([known names](recordings.md)) and were "
                    + "ignored"
            case .unreadableMetadata: "the value of a known `#` line cannot be read: the line is treated as a comment"
            case .noFinalLineBreak: "the last line has no line break and may be whole: it is used"
            case .manifestColumn:
                "a column of [the manifest](../guide/many-logs.md#the-manifest), or a member of its JSON lines, "
                    + "is unknown and was ignored"
            // Damaged data
            case .truncatedGzip: "the compressed file ends too early: the data before the end are used"
            case .corruptGzip: "data or checksum of the compressed file are wrong: the data before the damage are used"
            case .trailingBytes: "bytes that are no gzip follow the end of the compressed data: they are not read"
            case .unterminatedLine:
                "the last line has no line break, and the lines before show that it was cut: it is left out"
            case .cellCount:
                "a row has more or fewer cells than the header: the row is left out, since nothing shows which "
                    + "cell is missing"
            case .unreadableTime:
                "a row has no readable time, or one more than 146 years from zero: the row is left out"
            case .unreadableCells:
                "text that is not a number: the sensor's sample is left out, other sensors of the row are used"
            case .notANumber:
                "NaN, null, infinity and the like: the sensor's sample is left out, other sensors of the row are "
                    + "used"
            case .incompleteSamples: "some cells of a sensor are empty and others are not: the sample is left out"
            case .invalidSamples:
                "values beyond 1e7 in the stream's unit, a quaternion of length outside 0.9...1.1, a heading, "
                    + "latitude or longitude out of range, or three equal numbers that mark that there was no reading "
                    + "(-999, 9999, 65535): the sample is left out"
            case .timeBackwards:
                "a stamp earlier than the one before: rows in another order are put in order, of recordings one "
                    + "behind the other the longest is read, else the fewest samples are left out that restore the "
                    + "order"
            case .duplicateStamps: "a stamp equal to the one before: all samples are kept, in order"
            case .emptyStream: "columns or a file without any sample: the sensor counts as absent"
            case .incompleteColumns:
                "a header with some of a sensor's axes (`ax,ay` and no `az`), or with names that may be a sensor's: the "
                    + "columns are left out"
            case .unreadableLines:
                "lines of a tagged log or objects of JSON without a readable stamp: they are left out"
            case .damagedMessages:
                "a binary log has places where no message is, or its last message is cut: the other messages are "
                    + "used"
            case .damagedJSON: "JSON that is cut or damaged: the objects before the damage are used"
            case .zeroSamples:
                "zeros before a sensor's first reading, or between readings where it had none: they are left out"
            case .frozenSensor:
                "a sensor keeps one value, to the last bit, for three seconds or more while the other sensors say "
                    + "that the device turned: the repeated samples are left out, and filters go on as behind a hole "
                    + "([rule](recordings.md#a-sensor-that-stops-measuring))"
            case .saturatedSensor: "readings pile up at the end of a sensor's range: what is beyond is lost"
            case .unreadableTable:
                "a table of a folder or archive cannot be read: the others are used; or the claims of a "
                    + "manifest's row: the row's result is without them"
            }
        }
    }
#endif
