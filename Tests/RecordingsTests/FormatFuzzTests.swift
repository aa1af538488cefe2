import Rotations
import SensorModels
import Testing

@testable import Recordings

/// Every format's log cut, changed and shuffled: an error of the tool or a recording that is in order, never a crash.
struct FormatFuzzTests {
    @Test(arguments: FormatSamples.all.indices)
    func cutAnywhere(_ index: Int) {
        let sample = FormatSamples.all[index]
        let excerpt = Array(sample.bytes.prefix(16_384))
        var random = SplitMix(seed: 15)
        let early = Array(0..<min(4096, excerpt.count))
        let later = (0..<200).map { _ in Int(random.next() % UInt64(excerpt.count)) }
        for position in early + later { expectSane(Array(excerpt[0..<position]), sample) }
    }

    @Test(arguments: FormatSamples.all.indices)
    func oneByteChanged(_ index: Int) {
        let sample = FormatSamples.all[index]
        let excerpt = Array(sample.bytes.prefix(16_384))
        var random = SplitMix(seed: 16)
        for _ in 0..<2000 {
            var bytes = excerpt
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            expectSane(bytes, sample)
        }
    }

    @Test(arguments: FormatSamples.all.indices)
    func linesSwappedDoubledAndRemoved(_ index: Int) {
        let sample = FormatSamples.all[index]
        var random = SplitMix(seed: 17)
        let lines = sample.bytes.prefix(16_384).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 4 else { return }
        for _ in 0..<200 {
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
            expectSane(Array(changed.joined(separator: [UInt8(ascii: "\n")])), sample)
        }
    }

    private func expectSane(_ bytes: [UInt8], _ sample: FormatSamples.Sample) {
        do {
            let recording = try RecordingReader.read(bytes: bytes, name: sample.name)
            for sensor in SensorKind.allCases {
                let times = recording.times(of: sensor)
                guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
                    Issue.record("\(sample.name): \(sensor) is out of order")
                    continue
                }
                guard recording.vectors(of: sensor).values.allSatisfy(\.isFinite) else {
                    Issue.record("\(sample.name): \(sensor) is not finite")
                    continue
                }
            }
            if !recording.attitude.values.allSatisfy({ abs($0.lengthSquared - 1) < 1e-12 }) {
                Issue.record("\(sample.name): an attitude is no rotation")
            }
        } catch let error as SensorLabError {
            if error.message.isEmpty || error.kind != .badData { Issue.record("\(sample.name): \(error)") }
        } catch {
            Issue.record("\(sample.name): \(error)")
        }
    }
}
