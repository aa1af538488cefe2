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
        let track: OrientationTrack
        let log: PreparedLog
        let reference: ScoredReference

        /// Mean square of the heading error, squared degrees.
        var square: Double {
            let errors = HeadingErrors(track, reference)?.errors ?? []
            return errors.reduce(0) { $0 + Angle.degrees($1) * Angle.degrees($1) } / Double(max(1, errors.count))
        }

        var account: AccountSection? {
            AccountSection(track, error: square.squareRoot(), reference: reference, log: log)
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
        return Run(
            track: try log.track(FilterRequest(name: filter).resolved()), log: log,
            reference: log.reference(.standard))
    }

    /// The shares of faults as their single runs give them, beside what the scenario does without one, and as the
    /// accounts do. Two constants may cancel or not: the second fault has both signs, and shares are the means.
    static func shares(
        _ first: Fault, _ second: Fault, filter: String, scenario: String
    ) throws -> (expected: [HeadingAccount.Cause: Double], found: [HeadingAccount.Cause: Double], degrees: Double) {
        let base = try run([:], filter: filter, scenario: scenario).square
        func alone(_ fault: Fault, _ size: Double) throws -> Double {
            max(0, try run([fault: size], filter: filter, scenario: scenario).square - base)
        }
        var squares: [HeadingAccount.Cause: Double] = [first.cause: try alone(first, 1)]
        if first != second { squares[second.cause] = try (alone(second, 1) + alone(second, -1)) / 2 }
        let total = squares.values.reduce(base, +)
        var found: [HeadingAccount.Cause: Double] = [:]
        let signs = first == second ? [1.0] : [1.0, -1]
        for size in signs {
            let faults = first == second ? [first: size] : [first: 1, second: size]
            let account = try #require(try run(faults, filter: filter, scenario: scenario).account)
            let sum = account.parts.reduce(account.unexplained.shareOfSquare) { $0 + $1.shareOfSquare }
            #expect((sum - 1).magnitude < 1e-9)
            for part in account.parts { found[part.cause, default: 0] += part.shareOfSquare / Double(signs.count) }
            found[.unexplained, default: 0] += account.unexplained.shareOfSquare / Double(signs.count)
        }
        return (squares.mapValues { $0 / total }, found, total.squareRoot())
    }

    static let cases = ["compass", "lowpass", "vqf"].flatMap { filter in
        ["turn-test", "texting"].map { (filter, $0) }
    }

    /// Filters that learn a bias take turns to one side, and iron, for a constant: `complementary` and `kalman` are not
    /// here. A plain compass does not follow the gyroscope.
    @Test("each cause alone, and each pair, has its share within a fifth of the whole", arguments: cases)
    func pairs(_ filter: String, _ scenario: String) throws {
        let faults = Fault.allCases.filter { filter == "vqf" || !$0.isOfGyroscope }
        for (index, first) in faults.enumerated() {
            for second in faults[index...] {
                let (expected, found, degrees) = try Self.shares(
                    first, second, filter: filter, scenario: scenario)
                // Below a degree noise is the largest cause.
                guard degrees > 1 else { continue }
                for (cause, share) in expected {
                    #expect(
                        ((found[cause] ?? 0) - share).magnitude < 0.2,
                        "\(first), \(second): \(cause) \(share), found \(found)")
                }
                #expect((found[.unexplained] ?? 0) < 0.2)
            }
        }
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
