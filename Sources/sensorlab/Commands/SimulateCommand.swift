import ArgumentParser
import Foundation
import Recordings
import Rotations
import SensorModels
import Simulation

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "A recording with exact reference.",
        discussion: """
            Equal options and seeds give equal files. The defaults of noise, bias and hard iron are those of a phone that was \
            measured (docs/simulate.md); each can be changed.
            """)

    @Argument(help: "The scenario: \(Scenario.all.map(\.name).joined(separator: ", ")).") var scenario: String
    @Option(help: "The file to write, .csv or .csv.gz; - is standard output.") var out: OutputPath
    @Option(parsing: .unconditional, help: "Seconds (default: the scenario's).") var duration: Double?
    @Option(parsing: .unconditional, help: "Seed of the random numbers.") var seed: UInt64 = 1
    @Option(help: "YYYY-MM-DD (default: the scenario's).") var date: CalendarDate?
    @Option(help: "The device: \(DeviceModel.all.map(\.name).joined(separator: ", ")).") var device = DeviceModel
        .iPhone5.name
    @Option(parsing: .unconditional, help: "Rate of accelerometer, gyroscope, gravity and reference, Hz.") var rate =
        100.0
    @Option(parsing: .unconditional, help: "Rate of the magnetometer, Hz.") var magnetometerRate = 50.0
    @Option(parsing: .unconditional, help: "Gyroscope bias x,y,z, degrees per second.") var gyroscopeBias: Triple?
    @Option(parsing: .unconditional, help: "Hard iron x,y,z, microtesla.") var hardIron: Triple?
    @Flag(help: "No noise; biases, hard and soft iron stay.") var noiseless = false
    @Option(help: "Leave a sensor out. Repeatable.") var without: [SensorKind] = []

    func run() throws {
        var options = SimulationOptions()
        options.seed = seed
        options.duration = duration
        options.date = date
        options.device = try DeviceModel.named(device)
        if let gyroscopeBias {
            options.device.gyroscope.bias = gyroscopeBias.vector * Angle.radiansPerDegree
        }
        if let hardIron { options.device.magnetometer.hardIron = hardIron.vector }
        if noiseless { options.device = options.device.withoutNoise }
        options.accelerometer.rate = rate
        options.gyroscope.rate = rate
        options.magnetometer.rate = magnetometerRate
        options.withoutGyroscope = without.contains(.gyroscope)
        options.leftOut = Set(without)
        let simulated = try Scenario.named(scenario).simulate(options)
        try CanonicalWriter.write(simulated.recording, to: out.path)
    }
}
