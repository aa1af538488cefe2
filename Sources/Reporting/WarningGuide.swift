import Vocabulary

/// The page of the documentation on warnings: what each code means and what to do about it.
public enum WarningGuide {
    /// The page, in Markdown.
    public static var page: String {
        var text = introduction
        for (title, codes) in chapters {
            text +=
                "\n## \(title)\n\n| code | severity | `--strict` | what it means | what to do |\n|---|---|---|---|---|\n"
            for code in codes {
                let (meaning, advice) = texts(of: code)
                let strict = code.isDamage ? "65" : code.isRefusal ? "1" : ""
                text += "| `\(code)` | \(code.severity.rawValue) | \(strict) | \(meaning) | \(advice) |\n"
            }
        }
        return text
    }

    /// A chapter for each subject, and one for damaged data.
    static var chapters: [(title: String, codes: [DiagnosticCode])] {
        DiagnosticSubject.allCases.map { subject in
            (title(of: subject), DiagnosticCode.allCases.filter { $0.subject == subject && !$0.isDamage })
        } + [("Damaged data", DiagnosticCode.allCases.filter(\.isDamage))]
    }

    private static func title(of subject: DiagnosticSubject) -> String {
        switch subject {
        case .log: "Reading a log"
        case .sensor: "Sensors"
        case .calibration: "Calibration and other fits"
        case .filter: "Filters"
        case .reference: "Reference"
        case .field: "Geomagnetic field and north"
        case .place: "Places and positions"
        case .camera: "Camera"
        }
    }

    private static let introduction = """
        # Warnings

        <!-- Made by `make warnings-page` from the list of codes; edit Sources/Reporting/WarningGuide.swift instead. -->

        A warning does not stop the work. Each has a code, a message that says what was found, and an advice. Serious ones come
        first: a result is wrong, missing or refused. After a plain *warning* the result holds with less accuracy or under
        an assumption; a *note* is information. Runs over several logs name the log, and a warning that several logs share is
        printed once. Under `--strict` refusals end with exit code 1 and damaged data with exit code 65.

        In JSON a warning has the keys `code`, `severity`, `subject` (what it is about), `log` (null where the run has one log),
        `message` and `advice`.

        """

    /// What a code means, and what to do about it.
    static func texts(of code: DiagnosticCode) -> (meaning: String, advice: String) {
        switch code {
        case .noGyroscope:
            (
                "orientation follows gravity and field through a motion model: fast turns lag, accelerations tilt, magnets are "
                    + "hard to detect", "record the gyroscope"
            )
        case .gravityOnly:
            ("the device's own gravity is used in place of the accelerometer", "record the accelerometer")
        case .noMagnetometer: ("headings are relative to the start", "record the magnetometer")
        case .magnetometerCorrectedOnly:
            (
                "the log has only the readings that the device corrected; its corrections may jump",
                "record the raw magnetometer"
            )
        case .magnetometerImplausible:
            (
                "the magnetometer readings that the filters use do not look like the Earth's field: headings are meaningless",
                "calibrate with a recording that turns through all directions, or give `--calibration`"
            )
        case .calibratedInUse:
            (
                "the log holds no calibration recording (no rest and no turn through all directions), so gyroscope and "
                    + "magnetometer were calibrated from its ordinary motion",
                "for a better calibration, rest for ten seconds and turn through all directions"
            )
        case .inUsePart:
            (
                "the in-use calibration of a long log used only the part with the most motion",
                "choose another part with `--from` and `--to`"
            )
        case .accelerometerCalibrationRefused:
            (
                "too few poses at rest, or the calibration file was refused when it was made",
                "rest the phone on the sides that the message names"
            )
        case .gyroscopeCalibrationRefused:
            (
                "the log gives no bias, or the calibration file was refused when it was made",
                "lay the phone down for ten seconds while recording"
            )
        case .magnetometerCalibrationRefused:
            ("the directions do not determine hard and soft iron", "turn the phone as the message says")
        case .headingCalibrationRefused:
            (
                "the heading offset in the file was refused when it was measured; it is applied nevertheless",
                "measure for longer"
            )
        case .inUseCalibrationRefused:
            (
                "ordinary use does not determine the calibration; it is applied nevertheless, since the raw readings do not look "
                    + "like the Earth's field", "turn the phone through all directions, away from iron"
            )
        case .headingCalibrationOfAnotherFilter:
            ("the heading offset was measured with another filter", "measure it with the filter that you use")
        case .calibrationOfAnotherStream:
            ("the calibration was made for a stream that the log lacks", "calibrate with a log of the same streams")
        case .courseIncludesCarrying:
            (
                "an offset against the course over ground includes how the device was carried",
                "use it for a device that is carried in the same way"
            )
        case .noiseRefused:
            (
                "the rest is too short to determine the noise coefficients",
                "leave the device at rest for the time that the message gives"
            )
        case .logLeftOut:
            (
                "one of several logs of a device determines no calibration",
                "see the reason in the message; record that log again or leave it out"
            )
        case .hardIronJumped:
            (
                "the hard iron changed between two logs of one device by more than their uncertainty",
                "a case, a holder or a magnet was added or removed: calibrate with the later logs alone"
            )
        case .filterNotRun: ("a filter needs a sensor that the log lacks", "leave it out, or record the sensor")
        case .neverDefined:
            ("a filter never had an orientation", "check that its sensors overlap in time and are not zero")
        case .filterDiverged:
            (
                "a filter disagrees with accelerometer or compass during calm motion for long and by far more than its own "
                    + "sigma, or its result is not finite ([filters](filters.md#when-a-filter-diverges))",
                "check axes, signs and units, calibrate, or use another filter"
            )
        case .noReference:
            (
                "errors cannot be measured; `compare` measures how the headings agree instead, `project` writes the track only",
                "give `--reference` or `--device-attitude`"
            )
        case .referenceNorthUnknown:
            (
                "the log does not say which north its reference has; magnetic is assumed",
                "add `# north: true` or `# north: magnetic`"
            )
        case .northsDiffer:
            (
                "reference and estimates have different norths and the declination is unknown: heading errors include it",
                "give `--place` and `--date`"
            )
        case .referenceShort:
            (
                "the reference from another file covers less than nine tenths of the log",
                "check that both have the same clock"
            )
        case .referenceClockShifted:
            (
                "the motion shows that the clock of the reference is shifted",
                "subtract the seconds that the message gives"
            )
        case .referenceNotCovered:
            ("no scored sample of the reference lies within a track", "check the clocks and the scored part")
        case .headingOffsetRefused:
            (
                "the constant heading offset cannot be separated from slow heading errors",
                "record for longer, in several headings"
            )
        case .deviationRefused:
            ("the headings do not determine the deviation curve", "swing the compass through the whole circle")
        case .noDeclination:
            (
                "the log does not say where and when it was recorded: headings are magnetic",
                "give `--place` and `--date`"
            )
        case .magneticNorth:
            ("the declination is unknown: labels are off by that angle", "give `--place` and `--date`")
        case .geomagnetismBlackoutZone:
            (
                "near a magnetic pole: the horizontal field is below 2000 nT, too weak for a compass",
                "do not use a compass there"
            )
        case .geomagnetismCautionZone:
            (
                "near a magnetic pole: the horizontal field is below 6000 nT, a compass may be wrong",
                "use another heading reference too"
            )
        case .geomagnetismDateBeforeValidity, .geomagnetismDateAfterValidity:
            ("the model is not valid for the date", "use another `--model`")
        case .geomagnetismHeightOutsideValidity:
            ("the model is not valid for the height", "treat the value as an extrapolation")
        case .geomagnetismNoUncertainty:
            (
                "the model has no published error model, so the field has no uncertainty",
                "take a later model's figures as a guide"
            )
        case .genericCamera:
            ("the log's device is not in the catalogue of cameras: pixels are approximate", "give `--camera`")
        case .fixesIgnored:
            (
                "fixes are less accurate than the limit: the last good position is kept, or the site's is used",
                "give `--worst-accuracy`, or `--place`"
            )
        case .noPlaces: ("the list of places is empty", "add places to the list")
        case .placeAtObserver:
            ("a place at the observer's position has no direction", "remove it, or correct its position")
        case .noPlaceSeen: ("one of the places is never visible from the reference", "check its position")
        case .badPoint: ("a line of a table of points holds no point; its fields are empty", "correct the line")
        case .badPoints: ("how many lines of a table hold no point", "correct them")
        case .unitUndecided:
            (
                "neither the log nor the values show a sensor's unit: the sensor is left out",
                "give `--assume SENSOR=UNIT`"
            )
        case .signUndecided:
            (
                "nothing shows the sign of the accelerometer or of gravity: specific force is assumed",
                "for a log of CoreMotion give `--assume accelerometer=ios`"
            )
        case .signByHemisphere:
            (
                "the sign was decided by the angle to the field, which differs between hemispheres, and the place is unknown",
                "give `--place`, or `--assume`"
            )
        case .normalisedField:
            (
                "the magnetometer has no unit: directions are valid, strengths are not microtesla",
                "do not compare its strength with a model of the field"
            )
        case .noGravity:
            (
                "the log's accelerometer is without gravity, and the log has no gravity either",
                "record gravity or the uncalibrated accelerometer too"
            )
        case .secondStream:
            ("a folder holds a sensor twice: one of the two is used", "take the other file out of the folder")
        case .severalUnits:
            ("a file holds several sensor units: one is used", "choose another one with `--unit`")
        case .arbitraryNorth:
            (
                "the device's attitude has a frame without a north",
                "record with a frame of true or magnetic north"
            )
        case .frameUndecided:
            (
                "the platform, and with it the frame of the device's attitude, is unknown: Android's is assumed",
                "export the log with its metadata"
            )
        case .assumptionUnused:
            ("`--assume` has no effect on a format that states units and signs itself", "leave it out")
        case .assumedRate: ("a log without time stamps does not give its rate", "give `--assume rate=HZ`")
        case .roundedStamps:
            ("a spreadsheet rounded the stamps; they are used unchanged", "use the original file")
        case .differentStarts:
            (
                "the files of one folder start far apart: they are from different recordings",
                "keep only the files of one recording in a folder"
            )
        case .differentSpans:
            (
                "sensors start or stop more than a second apart; all samples are kept",
                "use `--from` and `--to` for the part that all cover"
            )
        case .delayCorrected:
            (
                "the stamps of a delayed sensor were shifted (`--correct-delays`)",
                "leave the option out to keep them"
            )
        case .unknownColumns:
            ("columns are unknown and were ignored", "compare with the [column names](recordings.md)")
        case .unreadableMetadata:
            ("the value of a known `#` line cannot be read: the line is treated as a comment", "correct the line")
        case .noFinalLineBreak:
            (
                "the last line has no line break and may be whole: it is used",
                "none needed where the program that wrote the log ends files so"
            )
        case .manifestColumn:
            (
                "a column of the manifest is unknown and was ignored",
                "compare with [the known ones](../guide/compare.md)"
            )
        case .truncatedGzip:
            ("the compressed file ends too early: the data before the end are used", "copy or record it again")
        case .corruptGzip:
            (
                "data or checksum of the compressed file are wrong: the data before the damage are used",
                "copy or record it again"
            )
        case .unterminatedLine:
            (
                "the last line has no line break, and the lines before show that it was cut: it is left out",
                "check the end of the log"
            )
        case .cellCount:
            (
                "a row has more or fewer cells than the header: the row is left out, since nothing shows which cell is missing",
                "check the log at that line"
            )
        case .unreadableTime:
            (
                "a row has no readable time, or one more than 146 years from zero: the row is left out",
                "check the log at that line"
            )
        case .unreadableCells:
            (
                "text that is not a number: the sensor's sample is left out, other sensors of the row are used",
                "check the log at that line"
            )
        case .notANumber:
            (
                "NaN, null, infinity and the like: the sensor's sample is left out, other sensors of the row are used",
                "check the log at that line"
            )
        case .incompleteSamples:
            (
                "some cells of a sensor are empty and others are not: the sample is left out",
                "check the log at that line"
            )
        case .invalidSamples:
            (
                "values beyond 1e7 in the stream's unit, a quaternion of length outside 0.9...1.1, a heading, latitude or "
                    + "longitude out of range: the sample is left out", "check the log at that line"
            )
        case .timeBackwards:
            (
                "a stamp earlier than the one before: the fewest samples are left out that restore the order",
                "check the clock of the recording app"
            )
        case .duplicateStamps:
            ("a stamp equal to the one before: all samples are kept, in order", "check the clock of the recording app")
        case .emptyStream:
            (
                "columns or a file without any sample: the sensor counts as absent",
                "record the sensor, or remove its columns"
            )
        case .incompleteColumns:
            (
                "a header with some of a sensor's axes (`ax,ay` and no `az`): the sensor is left out",
                "add the missing column"
            )
        case .unreadableLines:
            (
                "lines of a tagged log or objects of JSON without a readable stamp: they are left out",
                "check the log there"
            )
        case .damagedJSON:
            ("JSON that is cut or damaged: the objects before the damage are used", "export the log again")
        case .zeroSamples: ("zeros before a sensor's first reading: they are left out", "none needed")
        case .unreadableTable:
            ("a table of a folder or archive cannot be read: the others are used", "see the message")
        }
    }
}
