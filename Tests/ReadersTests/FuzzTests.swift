import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Logs that were cut, changed and shuffled: an error or a stated warning, no crash, no silent nonsense.
struct FuzzTests {
    /// An excerpt of at most 16 KiB, its first samples at several rates.
    private static let sample: [UInt8] = {
        guard let bytes = try? CanonicalWriter.bytes(of: SampleRecording.everything) else { return [] }
        let lines = bytes.prefix(16_000).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Array(lines.dropLast().joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
    }()

    @Test func cutAnywhere() throws {
        let sample = Self.sample
        #expect(sample.count > 8192 && sample.count <= 16_384)
        let whole = try RecordingReader.read(bytes: sample, name: "whole.csv")
        var random = SplitMix64(seed: 5)
        let later = (0..<200).map { _ in 4096 + Int(random.next() % UInt64(sample.count - 4096)) }
        var errors = 0
        for position in Array(0..<4096) + later {
            do {
                let cut = try RecordingReader.read(bytes: Array(sample[0..<position]), name: "cut.csv")
                let isOpen = cut.warnings.contains { $0.code == .noFinalLineBreak }
                let atLineBreak = sample[position - 1] == UInt8(ascii: "\n")
                let isCut = cut.warnings.contains { $0.code == .unterminatedLine }
                #expect(atLineBreak || isOpen || isCut, "\(position)")
                for sensor in SensorKind.allCases {
                    // A last row that may be whole is used, its last number may have lost digits.
                    let count = max(0, cut.times(of: sensor).count - (isOpen ? 1 : 0))
                    #expect(cut.times(of: sensor).prefix(count) == whole.times(of: sensor).prefix(count))
                    let values = [cut, whole].map { $0.vectors(of: sensor).values.prefix(count) }
                    #expect(values[0] == values[1])
                }
            } catch let error as SensorLabError {
                #expect(error.kind == .badData)
                errors += 1
            }
        }
        #expect(errors > 100)  // every cut inside the header
    }

    @Test func oneByteChanged() {
        var random = SplitMix64(seed: 6)
        for _ in 0..<2000 {
            var bytes = Self.sample
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            expectSane(bytes)
        }
    }

    @Test func linesSwappedDoubledAndRemoved() {
        var random = SplitMix64(seed: 7)
        let lines = Self.sample.split(separator: UInt8(ascii: "\n"))
        for _ in 0..<300 {
            var changed = lines
            for _ in 0..<3 {
                let (a, b) = (
                    Int(random.next() % UInt64(lines.count - 1)), Int(random.next() % UInt64(lines.count - 1))
                )
                switch random.next() % 3 {
                case 0: changed.swapAt(a, b)
                case 1: changed.insert(changed[a], at: b)
                default: changed.remove(at: a)
                }
            }
            expectSane(Array(changed.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")])
        }
    }

    @Test func compressedAndCutOrChanged() throws {
        let packed = try GzipBytes.packed(Self.sample)
        let whole = try RecordingReader.read(bytes: packed, name: "whole.csv.gz")
        for position in stride(from: 2, to: packed.count, by: 13) {
            do {
                let cut = try RecordingReader.read(bytes: Array(packed[0..<position]), name: "cut.csv.gz")
                #expect(cut.warnings.contains { $0.code == .truncatedGzip }, "at \(position)")
                let count = cut.accelerometer.count
                #expect(cut.accelerometer.values == Array(whole.accelerometer.values.prefix(count)))
            } catch let error as SensorLabError {
                #expect(error.kind == .badData)
            }
        }
        var random = SplitMix64(seed: 8)
        for _ in 0..<500 {
            var bytes = packed
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            expectSane(bytes)
        }
    }

    @Test func noise() {
        var random = SplitMix64(seed: 9)
        for length in 0..<400 {
            expectSane((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            expectSane(
                Array("t,ax,ay,az\n".utf8)
                    + (0..<length).map { _ in [44, 10, 13, 45, 46, 48, 57, 101][Int(random.next() % 8)] })
        }
    }

    /// An error of the tool, or a recording whose streams are in order and finite.
    private func expectSane(_ bytes: [UInt8]) {
        do {
            let recording = try RecordingReader.read(bytes: bytes, name: "changed.csv")
            for sensor in SensorKind.allCases {
                let times = recording.times(of: sensor)
                #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
                #expect(recording.vectors(of: sensor).values.allSatisfy { $0.isFinite })
            }
            #expect(recording.attitude.values.allSatisfy { abs($0.lengthSquared - 1) < 1e-12 })
        } catch let error as SensorLabError {
            #expect(!error.message.isEmpty)
        } catch {
            Issue.record("\(error)")
        }
    }
}
