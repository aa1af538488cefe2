import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Recordings

/// Excerpts of every format's logs cut, changed and shuffled: an error of the tool or a recording that is in order, never a
/// crash, and where a cut is not reported, nothing but the beginning of the whole.
struct FormatFuzzTests {
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
        for position in stride(from: 0, to: bytes.count, by: 7) { _ = read(Array(bytes[0..<position]), "log.zip") }
        for _ in 0..<2000 {
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
        let raw = excerpt.firstRange(of: Array("TYPE_ACCELEROMETER_UNCALIBRATED".utf8)).map { $0.upperBound + 60 }
        var random = SplitMix64(seed: 15)
        let later = (0..<200).map { _ in Int(random.next() % UInt64(excerpt.count)) }
        for position in Array(0..<min(4096, excerpt.count)) + later {
            guard let cut = read(target.log(Array(excerpt[0..<position])), target.name), let whole else { continue }
            // Android's raw accelerometer takes the place of the corrected one, which has no stream of its own.
            if let raw, position < raw { continue }
            let known = Set(whole.warnings.map(\.code))
            // Rules that look at what comes later: which stamps are in order, whether zeros are all there is.
            guard known.isDisjoint(with: [.timeBackwards, .zeroSamples]) else { continue }
            if cut.warnings.allSatisfy({ known.contains($0.code) }), !isBeginning(cut, of: whole) {
                Issue.record("\(target.testDescription): cut at \(position) in silence")
            }
        }
    }

    private func changeBytes(_ target: FuzzTarget) {
        guard !target.excerpt.isEmpty else { return }
        var random = SplitMix64(seed: 16)
        for _ in 0..<2000 {
            var bytes = target.excerpt
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            _ = read(target.log(bytes), target.name)
        }
    }

    private func shuffleLines(_ target: FuzzTarget) {
        var random = SplitMix64(seed: 17)
        let lines = target.excerpt.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
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
            _ = read(target.log(Array(changed.joined(separator: [UInt8(ascii: "\n")]))), target.name)
        }
    }

    /// Every stream has the first samples of the whole's; a corrected sensor is the sensor as long as no raw one came.
    private func isBeginning(_ part: Recording, of whole: Recording) -> Bool {
        let twins: [SensorKind: SensorKind] = [.magnetometer: .magnetometerCorrected, .gyroscope: .gyroscopeCorrected]
        return SensorKind.allCases.allSatisfy { sensor in
            [sensor, twins[sensor] ?? sensor].contains { other in
                whole.times(of: other).starts(with: part.times(of: sensor))
                    && whole.vectors(of: other).values.starts(with: part.vectors(of: sensor).values)
            }
        } && whole.attitude.values.starts(with: part.attitude.values)
            && whole.reference.values.starts(with: part.reference.values)
    }

    /// The recording, which must be in order; `nil` for an error of the tool.
    private func read(_ bytes: [UInt8], _ name: String) -> Recording? {
        do {
            let recording = try RecordingReader.read(bytes: bytes, name: name)
            for sensor in SensorKind.allCases {
                let times = recording.times(of: sensor)
                if !zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) {
                    Issue.record("\(name): \(sensor) is out of order")
                }
                if !recording.vectors(of: sensor).values.allSatisfy(\.isFinite) {
                    Issue.record("\(name): \(sensor) is not finite")
                }
            }
            if !(recording.attitude.values + recording.reference.values).allSatisfy({
                abs($0.lengthSquared - 1) < 1e-12
            }) {
                Issue.record("\(name): an attitude is no rotation")
            }
            return recording
        } catch let error as SensorLabError {
            if error.message.isEmpty || error.kind != .badData { Issue.record("\(name): \(error)") }
        } catch {
            Issue.record("\(name): \(error)")
        }
        return nil
    }
}
