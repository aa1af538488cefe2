import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Simulation
import Testing
import Vocabulary

@testable import Analysis

/// Simulated logs with one cause of heading error, and with two: what each does alone says what its share must be.
@Suite("Where a heading's error came from") struct HeadingAccountTests {
    /// What can be switched on.
    enum Fault: String, CaseIterable, CustomTestStringConvertible {
        case magnet, iron, offset, scale, delay

        var testDescription: String { rawValue }

        var cause: HeadingAccount.Cause {
            switch self {
            case .magnet: .field
            case .iron: .calibration
            case .offset: .offset
            case .scale: .motion
            case .delay: .latency
            }
        }

        /// Whether a heading follows the gyroscope's faults.
        var isOfGyroscope: Bool { self == .scale || self == .delay }
    }

    /// A heading and its reference.
    struct Run {
        let filter: ResolvedFilter
        let track: OrientationTrack
        let log: PreparedLog
        let reference: ScoredReference

        /// Mean square of the heading error, squared degrees.
        var square: Double {
            let errors = HeadingErrors(track, reference)?.errors ?? []
            return errors.reduce(0) { $0 + Angle.degrees($1) * Angle.degrees($1) } / Double(max(1, errors.count))
        }

        var account: AccountSection? {
            AccountSection(
                track, of: filter, error: square.squareRoot(), reference: reference, log: log, jobs: 1)
        }
    }

    /// - Parameter faults: with the share of their size, 1 or -1.
    static func run(_ faults: [Fault: Double], filter: String, scenario: String = "turn-test") throws -> Run {
        var options = SimulationOptions()
        options.seed = 3
        options.device = try DeviceModel.named("ideal device")
        if let size = faults[.magnet] {
            options.disturbances = [
                .attached(AttachedMagnet(interval: 40...60, field: size * Vector3(12, -8, 5)))
            ]
        }
        if let size = faults[.iron] { options.device.magnetometer.hardIron = size * Vector3(5, 6, -4) }
        if let size = faults[.scale] {
            let scale = 1 + 0.05 * size
            options.device.gyroscope.scale = Matrix3(diagonal: Vector3(scale, scale, scale))
        }
        if faults[.delay] != nil { options.gyroscope.delay = 0.08 }
        var recording = try Scenario.named(scenario).simulate(options).recording
        if let size = faults[.offset] {
            let turn = Quaternion.aboutVertical(Angle.radians(-6 * size))
            recording.reference.values = recording.reference.values.map { turn * $0 }
        }
        var settings = AnalysisOptions()
        settings.calibration = .none
        let log = try PreparedLog(recording, name: "test", options: settings)
        let resolved = try FilterRequest(name: filter).resolved()
        return Run(
            filter: resolved, track: try log.track(resolved), log: log, reference: log.reference(.standard))
    }

    static let cases =
        ["compass", "lowpass", "complementary", "madgwick", "kalman", "vqf", "sensorlab"].map { ($0, "turn-test") }
        + ["lowpass", "kalman", "sensorlab"].map { ($0, "texting") }

    /// What faults add alone, beside what the scenario does without one, says what their shares must be: of the faults
    /// whose squares add up. Constants may cancel or not: the second fault has both signs, and shares are the means. A
    /// plain compass does not follow the gyroscope.
    @Test("each cause alone, and each pair, has its share within a fifth of the whole", arguments: cases)
    func pairs(_ filter: String, _ scenario: String) throws {
        let faults = Fault.allCases.filter { !["compass", "lowpass"].contains(filter) || !$0.isOfGyroscope }
        func run(_ faults: [Fault: Double]) throws -> Run { try Self.run(faults, filter: filter, scenario: scenario) }
        let base = try run([:])
        let usual = Self.squares(base.account, base.square)
        var alone: [Fault: Double] = [:]
        for fault in faults {
            let square = try (run([fault: 1]).square + run([fault: -1]).square) / 2
            alone[fault] = max(0, square - base.square)
        }
        var compared = 0
        for (index, first) in faults.enumerated() {
            for second in faults[index...] {
                let runs =
                    first == second
                    ? [try run([first: 1])] : try [1.0, -1].map { try run([first: 1, second: $0]) }
                var expected = usual
                for fault in Set([first, second]) { expected[fault.cause, default: 0] += alone[fault] ?? 0 }
                let total = expected.values.reduce(0, +)
                let together = runs.reduce(0) { $0 + $1.square } / Double(runs.count)
                // Below a degree noise is the largest cause.
                guard total > 1, (together - total).magnitude < 0.2 * total else { continue }
                compared += 1
                let accounts = runs.map { Self.squares($0.account, 1) }
                for (cause, square) in expected {
                    let share = accounts.reduce(0) { $0 + ($1[cause] ?? 0) } / Double(runs.count)
                    #expect(
                        (share - square / total).magnitude < 0.2, "\(first), \(second): \(cause) \(square / total)")
                }
                for account in accounts { #expect((account.values.reduce(0, +) - 1).magnitude < 1e-9) }
            }
        }
        #expect(compared >= faults.count)
    }

    /// As for the device's own heading, of which only the track is known.
    @Test(
        "each cause alone has most of the account of a track",
        arguments: [("lowpass", "turn-test"), ("vqf", "texting")])
    func modelled(_ filter: String, _ scenario: String) throws {
        for fault in Fault.allCases where filter == "vqf" || !fault.isOfGyroscope {
            let run = try Self.run([fault: 1], filter: filter, scenario: scenario)
            guard run.square > 1 else { continue }
            let account = try #require(
                AccountSection(
                    run.track, of: nil, error: run.square.squareRoot(), reference: run.reference, log: run.log, jobs: 1)
            )
            let share = account.parts.first { $0.cause == fault.cause }?.shareOfSquare ?? 0
            #expect(share > 0.6 && account.unexplained.shareOfSquare < 0.2, "\(fault): \(share)")
        }
    }

    /// A square, divided by an account, unexplained included.
    private static func squares(_ account: AccountSection?, _ square: Double) -> [HeadingAccount.Cause: Double] {
        guard let account else { return [:] }
        let parts = account.parts.map { ($0.cause, square * $0.shareOfSquare) }
        return Dictionary(uniqueKeysWithValues: parts + [(.unexplained, square * account.unexplained.shareOfSquare)])
    }

    @Test("a magnet's episode is where it was, and what it left behind; a constant is of all the log") func episodes()
        throws
    {
        let magnet = try #require(try Self.run([.magnet: 1], filter: "lowpass").account)
        let part = try #require(magnet.largest)
        #expect(part.cause == .field && !part.episodes.isEmpty)
        for episode in part.episodes {
            #expect(episode.startSeconds > 39 && episode.endSeconds < 62 && episode.degrees > magnet.degrees)
        }

        let constant = try #require(try Self.run([.offset: 1], filter: "vqf").account)
        let offset = try #require(constant.largest)
        #expect(offset.cause == .offset && (offset.degrees - 6).magnitude < 0.3)
        #expect(offset.episodes.count == 1 && offset.episodes[0].endSeconds - offset.episodes[0].startSeconds > 80)
    }

    @Test("without a reference the predicted variance is divided, and adds up to the prediction") func predicted()
        throws
    {
        var recording = try AnalyzerTests.recording { $0.seed = 4 }
        recording.reference = QuaternionStream()
        let report = try AnalyzerTests.analyze(recording).report
        let account = try #require(report.account)
        #expect(!account.isMeasured && account.source == report.recommendation?.filter)
        #expect((account.degrees - (HeadingBudget.total(of: report.budget) ?? 0)).magnitude < 1e-9)
        let square = account.parts.reduce(0) { $0 + $1.degrees * $1.degrees }
        #expect((square - account.degrees * account.degrees).magnitude < 1e-9)
        #expect((account.parts.reduce(0) { $0 + $1.shareOfSquare } - 1).magnitude < 1e-12)
    }
}
