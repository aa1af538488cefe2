import Readers
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("Where the field was not the Earth's")
struct DisturbanceTests {
    /// Two minutes at 20 Hz in the room of a turning device.
    private static func readings(_ strength: (Double) -> Double) -> VectorStream {
        var stream = VectorStream()
        for index in 0..<2400 {
            let t = Double(index) / 20
            let direction = Quaternion(rotationVector: Vector3(0.3 * t, 0.2 * t, 0.1 * t)).rotate(Vector3(0, 0, 1))
            stream.append(
                (strength(t) + (index % 2 == 0 ? 1.5 : -1.5)) * direction, at: 5_000_000_000 + Int64(clamping: t * 1e9))
        }
        return stream
    }

    /// Most of the log is disturbed, so that the median is the magnet's: the model's strength tells.
    @Test func aMagnetForMostOfTheTime() throws {
        let stream = Self.readings { $0 > 33 && $0 < 113 ? 450 : 48 }
        let found = try #require(DisturbanceAnalysis.section(stream, expected: 47, origin: 5_000_000_000))
        #expect(found.fieldMicrotesla == 47)
        #expect(found.episodes.count == 1)
        #expect(found.dipDegrees == nil)
        #expect(found.spans == "0:33 to 1:53")
        #expect((try #require(found.extremeMicrotesla) - 450).magnitude < 2)
        #expect((found.share - 80.0 / 120).magnitude < 0.02)
        let warning = try #require(found.warnings.first)
        #expect(warning.code == .fieldDisturbed && warning.message.contains("from 0:33 to 1:53"))
        // Without the model the field cannot be distinguished from the magnet: the majority of readings decides.
        let without = try #require(DisturbanceAnalysis.section(stream, expected: nil, origin: 5_000_000_000))
        #expect((without.fieldMicrotesla - 450).magnitude < 2)
    }

    /// The magnet's own dip does not count.
    @Test func theDipOfTheUndisturbedReadings() throws {
        var (field, force) = (VectorStream(), VectorStream())
        for index in 0..<1200 {
            let t = Double(index) / 20
            let device = Quaternion(rotationVector: Vector3(0.3 * t, 0.2 * t, 0.1 * t))
            let isDisturbed = t > 20 && t < 40
            field.append(
                device.unrotate(isDisturbed ? Vector3(0, 0, 300) : Vector3(0, 22, -42)), at: Int64(clamping: t * 1e9))
            force.append(device.unrotate(Vector3(0, 0, 9.81)), at: Int64(clamping: t * 1e9) + 3_000_000)
        }
        let found = try #require(DisturbanceAnalysis.section(field, force: force, expected: 47, origin: 0))
        // atan(42 / 22); the force is 3 ms late, at 0.37 rad/s a thousandth of a radian.
        #expect((try #require(found.dipDegrees) - 62.354).magnitude < 0.07)
        // A runner's force is no vertical.
        let run = force.mapped { 1.5 * $0 }
        #expect(DisturbanceAnalysis.section(field, force: run, expected: 47, origin: 0)?.dipDegrees == nil)
    }

    @Test func wallsAndPassersByAreNoMagnets() throws {
        let indoors = Self.readings { 48 + 12 * ($0.truncatingRemainder(dividingBy: 20) < 10 ? 1 : -1) }
        let found = try #require(DisturbanceAnalysis.section(indoors, expected: 47, origin: 0))
        #expect(found.episodes.isEmpty && found.share == 0 && found.warnings.isEmpty && found.spans.isEmpty)
        let short = Self.readings { $0 > 60 && $0 < 61.4 ? 200 : 48 }
        #expect(DisturbanceAnalysis.section(short, expected: 47, origin: 0)?.episodes.isEmpty == true)
    }

    /// The stamps of two whole seconds are 1.95 s apart: the magnet was left out.
    @Test func twoWholeSecondsAreAnEpisode() throws {
        let stream = Self.readings { $0 > 59.9 && $0 < 61.9 ? 200 : 48 }
        let found = try #require(DisturbanceAnalysis.section(stream, expected: 47, origin: 5_000_000_000))
        #expect(found.spans == "1:00 to 1:02")
    }

    @Test func readingsThatAgreeOnNoFieldHaveNone() {
        // 7 % more every second: no tenth of the log is within a third of any strength.
        let wild = Self.readings { t in (0..<Int(clamping: t)).reduce(10.0) { strength, _ in 1.07 * strength } }
        #expect(DisturbanceAnalysis.section(wild, expected: 47, origin: 0) == nil)
        #expect(DisturbanceAnalysis.section(VectorStream(), expected: 47, origin: 0) == nil)
    }

    /// A magnet of ten times the Earth's field passes for two thirds of this trial.
    @Test(.enabled(if: SharedData.isPresent, "the phone recordings are not there"))
    func aRealMagnet() throws {
        let path = SharedData.dataset("phones/iphone5-jakob-dist-ar").path
        let recording = try RecordingReader.read(path: path)
        let result = try Analyzer(options: AnalysisOptions()).analyze(
            recording, input: InputSection(path: path, format: "phones", sha256: ""), tool: ToolSection(version: "test")
        )
        let report = result.report
        let disturbance = try #require(report.disturbance)
        #expect((0.4...0.8).contains(disturbance.share))
        let codes = Set(report.warnings.map(\.code))
        #expect(codes.contains(.fieldDisturbed) && !codes.contains(.magnetometerImplausible))
        // Deviations that scatter by 65 degrees are no curve.
        #expect(report.deviation?.accepted == false && codes.contains(.deviationRefused))
        let total = report.budget.compactMap(\.sigmaDegrees).reduce(0) { $0 + $1 * $1 }.squareRoot()
        let best = try #require(
            report.filters.first { $0.name == report.recommendation?.filter }?.accuracy?.headingRMSEDegrees)
        #expect(total < 2 * best)
        let file = try #require(result.calibrationFile)
        #expect(file.magnetometer?.head.source == path && file.magnetometer?.head.applied == nil)
    }
}
