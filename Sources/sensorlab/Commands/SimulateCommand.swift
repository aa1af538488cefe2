import ArgumentParser
import Foundation
import Recordings
import SensorModels
import Simulation

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "A recording with exact reference.")

    @Argument(help: "The scenario: \(Scenario.allNames.joined(separator: ", ")).") var scenario: String
    @Option(help: "The file to write, .csv or .csv.gz.") var out: String
    @Option(help: "Length, seconds.") var duration: Double = 120
    @Option(help: "Seed of the random numbers.") var seed: UInt64 = 1
    @Option(help: "Rate of accelerometer and gyroscope, Hz.") var rate: Double = 100
    @Option(help: "Leave a sensor out. Repeatable.") var without: [SensorKind] = []

    func run() throws {
        var recording = try Simulator.recording(scenario: scenario, duration: duration, rate: rate, seed: seed)
        for sensor in without { recording = recording.without(sensor) }
        try CanonicalWriter.write(recording, to: out)
    }
}
