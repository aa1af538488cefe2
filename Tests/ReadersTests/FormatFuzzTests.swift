import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Excerpts of every format's logs cut, changed and shuffled: an error of the tool or a recording that is in order,
/// never a crash, and where a cut is not reported, nothing but the beginning of the whole.
///
/// A sample of fixed seeds, so that no format is forgotten; `make fuzz` searches with the same samples and checks.
struct FormatFuzzTests {
    /// How often each excerpt is damaged.
    private static let (cuts, changes, shuffles) = (60, 30, 6)

    @Test func everyFormatIsCovered() {
        // What is recognised only to be refused has no reader.
        let refused = [OtherExportFormat.name]
        let all = Set(RecordingFormats.names + WideDialect.all.map(\.name)).subtracting(refused)
        #expect(Set(FuzzTarget.made.map(\.format)) == all)
    }

    @Test(arguments: FuzzTarget.made)
    func cut(_ target: FuzzTarget) { cutAnywhere(target) }

    @Test(arguments: FuzzTarget.made)
    func changed(_ target: FuzzTarget) { changeBytes(target) }

    @Test(arguments: FuzzTarget.made)
    func shuffled(_ target: FuzzTarget) { shuffleLines(target) }

    @Test(.enabled(if: FuzzTarget.arePresent, "the samples of formats are not there"), arguments: FuzzTarget.real)
    func realCut(_ target: FuzzTarget) { cutAnywhere(target) }

    @Test(.enabled(if: FuzzTarget.arePresent, "the samples of formats are not there"), arguments: FuzzTarget.real)
    func realChanged(_ target: FuzzTarget) { changeBytes(target) }

    @Test(.enabled(if: FuzzTarget.arePresent, "the samples of formats are not there"), arguments: FuzzTarget.real)
    func realShuffled(_ target: FuzzTarget) { shuffleLines(target) }

    /// The archive's own bytes, its directory among them.
    @Test func archives() {
        let bytes = FormatSamples.zip(FormatSamples.sensorLogger(ios: false))
        var random = SplitMix64(seed: 18)
        for position in stride(from: 0, to: bytes.count, by: 70) { _ = read(Array(bytes[0..<position]), "log.zip") }
        for _ in 0..<200 {
            var changed = bytes
            let area = random.next() % 2 == 0 ? 0 : bytes.count - 700
            changed[area + Int(random.next() % UInt64(bytes.count - area))] = UInt8(truncatingIfNeeded: random.next())
            _ = read(changed, "log.zip")
        }
    }

    private func cutAnywhere(_ target: FuzzTarget) {
        let excerpt = target.excerpt
        guard !excerpt.isEmpty else { return }
        let whole = read(target.log(excerpt), target.name)
        var random = SplitMix64(seed: 15)
        for _ in 0..<Self.cuts {
            // Half of them in the first 256 bytes, where headers are.
            let range = random.next() % 2 == 0 ? min(256, excerpt.count) : excerpt.count
            let position = Int(random.next(below: UInt64(range)))
            guard let cut = read(target.log(Array(excerpt[0..<position])), target.name), let whole else { continue }
            if cut.isSilentlyCut(at: position, of: whole, bytes: excerpt) {
                Issue.record("\(target.testDescription): cut at \(position) in silence")
            }
        }
    }

    private func changeBytes(_ target: FuzzTarget) {
        guard !target.excerpt.isEmpty else { return }
        var random = SplitMix64(seed: 16)
        for _ in 0..<Self.changes {
            var bytes = target.excerpt
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            _ = read(target.log(bytes), target.name)
        }
    }

    private func shuffleLines(_ target: FuzzTarget) {
        var random = SplitMix64(seed: 17)
        let lines = target.excerpt.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 4 else { return }
        for _ in 0..<Self.shuffles {
            var changed = lines
            for _ in 0..<3 {
                let a = Int(random.next() % UInt64(lines.count - 3))
                let b = Int(random.next() % UInt64(lines.count - 3))
                switch random.next() % 3 {
                case 0: changed.swapAt(a, b)
                case 1: changed.insert(changed[a], at: b)
                default: changed.remove(at: a)
                }
            }
            _ = read(target.log(Array(changed.joined(separator: [UInt8(ascii: "\n")]))), target.name)
        }
    }

    /// The recording, which must be in order; `nil` for an error of the tool.
    private func read(_ bytes: [UInt8], _ name: String) -> Recording? {
        do {
            let recording = try RecordingReader.read(bytes: bytes, name: name)
            if let broken = recording.brokenPromise { Issue.record("\(name): \(broken)") }
            return recording
        } catch let error as SensorLabError {
            if error.message.isEmpty || error.kind != .badData { Issue.record("\(name): \(error)") }
        } catch {
            Issue.record("\(name): \(error)")
        }
        return nil
    }
}
