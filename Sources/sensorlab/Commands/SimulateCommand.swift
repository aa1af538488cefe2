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
            phone (docs/guide/simulate.md). --list prints scenarios, devices and effects.
            """,
        examples: [
            "sensorlab simulate ar-panning --out log.csv",
            "sensorlab simulate ar-walking --device nexus5 --seed 7 --out walk.csv",
            "sensorlab simulate turntable --truth truth.json --out log.csv",
        ])

    @Argument(help: "Scenario: \(Scenario.all.map(\.name).joined(separator: ", ")).", completion: .scenario)
    var scenario: String?
    @Flag(help: "List scenarios, devices and effects.") var list = false
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
    @Option(help: "Sensor to leave out (repeatable).") var without: [SensorKind] = []

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
        options.withoutGyroscope = without.contains(.gyroscope)
        options.leftOut = Set(without)
        try device.apply(to: &options)
        try field.apply(to: &options)
        let simulated = try Scenario.named(scenario).simulate(options)
        try CanonicalWriter.write(simulated.recording, to: out.path)
        if let truth {
            try OutputFile.write(try JSONText.data(SimulatedTruth(of: simulated, options: options)), to: truth.path)
        }
        if let placesOut {
            try OutputFile.write(Array(PointOfInterest.table(of: simulated.motion.places).utf8), to: placesOut.path)
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
        lines.append("devices")
        for device in DeviceModel.all { lines.append("  \(padded(device.name))  \(device.summary)") }
        lines.append("effects")
        for effect in DeviceEffect.allCases { lines.append("  \(padded(effect.rawValue))  \(effect.summary)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 13 - name.count))
    }
}
