import Analysis
import ArgumentParser
import Evaluation
import Geomagnetism
import Recordings
import SensorModels
import Vocabulary

/// A log, and the part of it to use.
struct InputOptions: ParsableArguments {
    @Argument(help: "Log: a file, a folder of per-sensor files, or - for standard input.", completion: .file())
    var log: String

    @OptionGroup var part: PartOptions

    var strict: Bool { part.strict }

    /// - Parameter place: the value of `--place`.
    func readOptions(place: Place? = nil, checksum: Bool) throws -> ReadOptions {
        try part.readOptions(place: place, checksum: checksum)
    }
}

/// The part of a log to use, and how to read it.
struct PartOptions: ParsableArguments {
    @Option(help: "Sensor to leave out: \(SensorKind.allCases.map(\.rawValue).joined(separator: ", ")) (repeatable).")
    var without: [SensorKind] = []

    @Option(
        parsing: .unconditional,
        help: "Start of the part to use: seconds in the log's clock, or wall-clock time (2016-06-03T11:34:15Z).")
    var from: LogInstant?

    @Option(parsing: .unconditional, help: "End of the part to use, like --from.")
    var to: LogInstant?

    @Option(parsing: .unconditional, help: "Interpolate all sensors linearly to one clock of this rate, Hz.")
    var resample: Double?

    @Option(
        help: ArgumentHelp(
            "Override a sensor's unit and sign convention, for example accelerometer=g,ios; rate=HZ for logs without "
                + "time stamps (repeatable).", valueName: "sensor=unit,convention"))
    var assume: [Assumption] = []

    @Option(help: "Sensor unit (body) to use of a file with several (default: the first complete one).")
    var unit: String?

    @Flag(help: "Correct the delay of sensors against the gyroscope where the motion determines it.")
    var correctDelays = false

    @Flag(help: "Fail for refused results (1) and damaged data (65).")
    var strict = false

    /// - Parameter place: the value of `--place`.
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
        help: "Override where the log was recorded: LAT,LON[,ALTITUDE], degrees north and east, metres.")
    var place: Place?
}

/// Where and when.
struct GeomagneticOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Place: LAT,LON[,ALTITUDE], degrees north and east, metres above the ellipsoid.")
    var place: Place?

    @Option(help: "Date, YYYY-MM-DD.")
    var date: CalendarDate?

    @Option(
        help:
            "Geomagnetic model: WMM2010, WMM2015, WMM2015v2, WMM2020, WMM2025, WMMHR2025 or IGRF14 (default: by date).",
        completion: .geomagneticModel)
    var model: String?

    @Option(help: "Coefficient file (.COF) of another geomagnetic model.", completion: .file())
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
    @Option(help: "Axis of the heading: top, camera or auto.")
    var headingAxis: HeadingAxisChoice = .auto

    @Option(help: "North of headings: true or magnetic (default: true if place and date are known).")
    var north: North?
}

/// Which calibration; the default differs between verbs.
struct CalibrationOptions: ParsableArguments {
    @Option(
        help: "auto, none or a calibration file; repeatable, one file per sensor, with auto for the other sensors.",
        completion: .file())
    var calibration: [String] = []

    func choice(default fallback: CalibrationChoice) throws -> CalibrationChoice {
        switch calibration.map({ $0.lowercased() }) {
        case []: return fallback
        case ["auto"]: return .auto
        case ["none"]: return .none
        case let names where names.contains("none"):
            throw ValidationError("--calibration none excludes other --calibration options")
        default: return .files(calibration)
        }
    }
}

/// Parameters of filters.
struct ParameterOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Parameter of a filter (repeatable).", valueName: "filter.parameter=value"))
    var settings: [ParameterSetting] = []

    /// The requests with the settings applied.
    /// - Throws: a usage error for a setting whose filter is not run.
    func applied(to names: [String]) throws -> [FilterRequest] {
        var requests = names.map { FilterRequest(name: $0.lowercased()) }
        for setting in settings {
            guard let index = requests.firstIndex(where: { $0.name == setting.filter.lowercased() }) else {
                let nearest = NearestName.of(setting.filter, in: names).map { "; did you mean \($0)?" } ?? ""
                throw ValidationError(
                    "--set \(setting.filter).\(setting.parameter): \(setting.filter) is not among the filters\(nearest)"
                )
            }
            requests[index].parameters[setting.parameter] = setting.value
        }
        return requests
    }
}
