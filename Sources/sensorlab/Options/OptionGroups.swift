import Analysis
import ArgumentParser
import Evaluation
import Geomagnetism
import Recordings
import SensorModels
import Vocabulary

/// The log, and which part of it.
struct InputOptions: ParsableArguments {
    @Argument(help: "The log: a file, a folder of per-sensor files, or - for standard input.", completion: .file())
    var log: String

    @OptionGroup var part: PartOptions

    var strict: Bool { part.strict }

    /// - Parameter place: what `--place` says, on verbs that have it.
    func readOptions(place: Place? = nil, checksum: Bool) throws -> ReadOptions {
        try part.readOptions(place: place, checksum: checksum)
    }
}

/// Which part of a log, and how it is read.
struct PartOptions: ParsableArguments {
    @Option(help: "Leave a sensor out: \(SensorKind.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.")
    var without: [SensorKind] = []

    @Option(
        parsing: .unconditional,
        help: "Start of the part that is used: seconds in the log's clock, or wall-clock time (2016-06-03T11:34:15Z).")
    var from: LogInstant?

    @Option(parsing: .unconditional, help: "End of the part that is used, as --from.")
    var to: LogInstant?

    @Option(parsing: .unconditional, help: "Interpolate every sensor linearly to one clock of this rate, Hz, first.")
    var resample: Double?

    @Option(
        help: ArgumentHelp(
            "What a sensor's unit and sign are in the log, above all evidence: accelerometer=g,ios. Repeatable. "
                + "rate=HZ for logs without time stamps.", valueName: "sensor=unit,convention"))
    var assume: [Assumption] = []

    @Option(help: "Which of several sensor units (bodies) of one file; the first complete one by default.")
    var unit: String?

    @Flag(help: "Move the stamps of sensors that are late against the gyroscope, where the motion tells by how much.")
    var correctDelays = false

    @Flag(help: "Turn refusals and damaged data into exit codes.")
    var strict = false

    /// - Parameter place: what `--place` says, on verbs that have it.
    func readOptions(place: Place? = nil, checksum: Bool) throws -> ReadOptions {
        if let resample, !(resample >= 1e-3 && resample <= 1e6) {
            throw ValidationError("--resample \(resample): expected a rate of 0.001 to 1000000 Hz")
        }
        var options = ReadOptions()
        options.strict = strict
        options.without = Set(without)
        options.from = from
        options.to = to
        options.resampleHz = resample
        options.assumptions = assume
        options.place = place
        options.unit = unit
        options.correctDelays = correctDelays
        options.checksum = checksum
        return options
    }
}

/// Where a log was recorded, on verbs that need no date.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Where it was recorded, above what the log says: LAT,LON[,ALTITUDE], degrees north and east, metres.")
    var place: Place?
}

/// Where and when.
struct GeomagneticOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "LAT,LON[,ALTITUDE]: degrees north and east, metres above the ellipsoid.")
    var place: Place?

    @Option(help: "YYYY-MM-DD.")
    var date: CalendarDate?

    @Option(
        help: "WMM2010, WMM2015, WMM2015v2, WMM2020, WMM2025, WMMHR2025 or IGRF14; by date if not given.",
        completion: .geomagneticModel)
    var model: String?

    @Option(help: "A coefficient file (.COF) of your own.", completion: .file())
    var coefficients: String?

    func validate() throws {
        guard let place else { return }
        do {
            try FieldPosition(
                latitudeDegrees: place.latitude, longitudeDegrees: place.longitude, heightMetres: place.altitude
            ).validate()
        } catch {
            let coordinates = "\(place.latitude),\(place.longitude)" + (place.altitude == 0 ? "" : ",\(place.altitude)")
            throw ValidationError("--place \(coordinates): \(error.description)")
        }
    }
}

/// Which heading.
struct HeadingOptions: ParsableArguments {
    @Option(help: "The axis whose heading is shown: top, camera or auto.")
    var headingAxis: HeadingAxisChoice = .auto

    @Option(help: "true or magnetic; true where place and date are known.")
    var north: North?
}

/// Which calibration; the default differs between verbs.
struct CalibrationOptions: ParsableArguments {
    @Option(
        help: "auto, none or a calibration file. Repeatable, one file per sensor; auto for what the files lack.",
        completion: .file())
    var calibration: [String] = []

    func choice(default fallback: CalibrationChoice) throws -> CalibrationChoice {
        switch calibration.map({ $0.lowercased() }) {
        case []: return fallback
        case ["auto"]: return .auto
        case ["none"]: return .none
        case let names where names.contains("none"):
            throw ValidationError("--calibration none stands alone: leave the other --calibration out")
        default: return .files(calibration)
        }
    }
}

/// Parameters of filters.
struct ParameterOptions: ParsableArguments {
    @Option(name: .customLong("set"), help: "filter.parameter=value. Repeatable.")
    var settings: [ParameterSetting] = []

    /// The requests with the settings applied.
    /// - Throws: a usage error for a setting whose filter is not run.
    func applied(to names: [String]) throws -> [FilterRequest] {
        var requests = names.map { FilterRequest(name: $0.lowercased()) }
        for setting in settings {
            guard let index = requests.firstIndex(where: { $0.name == setting.filter.lowercased() }) else {
                let nearest = NearestName.of(setting.filter, in: names).map { "; did you mean \($0)?" } ?? ""
                throw ValidationError(
                    "--set \(setting.filter).\(setting.parameter): \(setting.filter) is not run here\(nearest)")
            }
            requests[index].parameters[setting.parameter] = setting.value
        }
        return requests
    }
}
