import ArgumentParser
import Files
import Foundation
import Recordings
import SensorModels
import Simulation
import Vocabulary

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate a recording with an exact reference.",
        discussion: """
            Equal options and seeds give equal files on every machine. Noise, bias and hard iron default to those of a measured \
            phone (docs/guide/simulate.md). --list prints scenarios, sensors, fields, devices and effects.
            """,
        examples: [
            "sensorlab simulate ar-panning --out log.csv",
            "sensorlab simulate boat-anchor --sensors raw-phone --field magnet",
            "sensorlab simulate turntable --truth truth.json --out log.csv",
        ])

    @Argument(help: "Scenario: \(Scenario.all.map(\.name).joined(separator: ", ")).", completion: .scenario)
    var scenario: String?
    @Flag(help: "List scenarios, sensors, fields, devices and effects.") var list = false
    @Option(help: "File to write, .csv or .csv.gz; - for standard output.") var out = OutputPath.standardOutput
    @Option(help: "JSON file to write with the true calibration, biases, delays and stops.")
    var truth: OutputPath?
    @Option(help: "CSV file to write with the places that the camera stops at.") var placesOut: OutputPath?
    @Option(parsing: .unconditional, help: "Duration, seconds (default: the scenario's).") var duration: Double?
    @Option(
        parsing: .unconditional, help: "Seed of the random numbers, a whole number of 0 or more.",
        transform: SimulateCommand.seed)
    var seed: UInt64 = 1
    @Option(
        parsing: .unconditional,
        help: "Place, LAT,LON[,ALT] (default: the scenario's); the places of interest move with it.",
        transform: PlaceArgument.parse)
    var place: PlaceArgument?
    @Option(help: "Date, YYYY-MM-DD (default: the scenario's).") var date: CalendarDate?
    @Option(parsing: .unconditional, help: "Number of headings at which compass-swing stops in a turn.") var headings =
        8
    @Option(
        help: ArgumentHelp(
            "Parameter of the scenario, the sensor set or the field (repeatable).", valueName: "name.parameter=value"))
    var set: [ParameterSetting] = []
    @Option(
        help: "Sensors to leave out, separated by commas: \(SensorList.names.joined(separator: ", ")).",
        completion: SensorList.completion, transform: SensorList.parse)
    var without: [SensorList] = []

    @Flag(help: "Print only errors.") var quiet = false

    @OptionGroup(title: "Device") var device: SimulatedDeviceOptions
    @OptionGroup(title: "Field and location") var field: SimulatedFieldOptions

    func validate() throws {
        guard list || scenario != nil else {
            throw ValidationError(
                "no scenario: expected one of \(Scenario.all.map(\.name).joined(separator: ", ")) (--list describes them)"
            )
        }
    }

    func run() throws {
        guard !list, let scenario else { return Terminal.output(SimulationText.list) }
        var options = SimulationOptions()
        options.seed = seed
        options.duration = duration
        options.place = place?.position
        options.date = date
        options.headings = headings
        options.withoutGyroscope = without.sensors.contains(.gyroscope)
        options.leftOut = without.sensors
        var motion = try Scenario.named(scenario)
        var sensors = try device.sensorSet()
        var room = try field.field.map { try RoomField.named($0) }
        for setting in set {
            switch setting.filter.lowercased() {
            case motion.name: try motion.set(setting.parameter, to: setting.value)
            case sensors?.name: try sensors?.set(setting.parameter, to: setting.value)
            case room?.name: try room?.set(setting.parameter, to: setting.value)
            default:
                let names = [motion.name, sensors?.name, room?.name].compactMap { $0 }.joined(separator: ", ")
                throw ValidationError(
                    "--set \(setting.filter).\(setting.parameter): expected one of \(names) before the dot")
            }
        }
        options.roomField = room
        try device.apply(to: &options, sensors: sensors)
        try field.apply(to: &options)
        let log = try motion.parts(options)
        try CanonicalWriter.write(log.metadata, log.columns, to: out.path, next: log.next) {}
        if let truth { try OutputFile.write(try JSONText.data(SimulatedTruth(of: log)), to: truth.path) }
        if let placesOut {
            try OutputFile.write(Array(PointOfInterest.table(of: log.motion.places).utf8), to: placesOut.path)
        }
    }

    private static func seed(_ text: String) throws -> UInt64 {
        if let seed = UInt64(text) { return seed }
        throw ValidationError("found \(text), expected a whole number from 0 to 18446744073709551615")
    }
}

/// `simulate --list` as text.
enum SimulationText {
    static var list: String {
        var lines = ["scenarios"]
        for scenario in Scenario.all {
            lines.append(
                "  \(padded(scenario.name))  \(scenario.summary) (\(Int(clamping: scenario.defaultDuration)) s)")
        }
        lines.append("kinds")
        for kind in Scenario.zoo { lines.append("  \(kind.name)  \(parameters(of: kind))") }
        lines.append("sensors")
        for set in SensorSet.all { lines.append("  \(padded(set.name))  \(set.summary): \(parameters(of: set))") }
        lines.append("fields")
        for field in RoomField.all {
            let numbers = parameters(of: field)
            lines.append("  \(padded(field.name))  \(field.summary)\(numbers.isEmpty ? "" : ": \(numbers)")")
        }
        lines.append("devices")
        for device in DeviceModel.all { lines.append("  \(padded(device.name))  \(device.summary)") }
        lines.append("effects")
        for effect in DeviceEffect.allCases { lines.append("  \(padded(effect.rawValue))  \(effect.summary)") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `--set` changes, with the defaults, where they are stated and not 0.
    private static func parameters(of owner: some Adjustable) -> String {
        owner.parameters.filter { $0.isStated && $0.defaultValue != 0 }
            .map { parameter in
                let value = "\(parameter.defaultValue)"
                let number = value.hasSuffix(".0") ? String(value.dropLast(2)) : value
                return "\(parameter.name) \(number)\(parameter.unit.isEmpty ? "" : " \(parameter.unit)")"
            }
            .joined(separator: ", ")
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 13 - name.count))
    }
}
