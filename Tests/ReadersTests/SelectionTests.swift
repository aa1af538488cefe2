import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Parts of a log: `--from`, `--to`, `--without`, `--resample`.
struct SelectionTests {
    @Test(arguments: [
        ("1.5", LogInstant.clock(1_500_000_000)), ("-2", .clock(-2_000_000_000)),
        ("1970-01-01T00:00:01Z", .wall(1_000_000_000)),
        ("2016-06-02 14:58:28.5+02:00", .wall(1_464_872_308_500_000_000)),
        ("2000-02-29T23:59:59-01:30", .wall(951_874_199_000_000_000)),
    ])
    func instants(_ text: String, _ expected: LogInstant) { #expect(LogInstant(text) == expected) }

    @Test(arguments: ["", "yesterday", "2016-06-02T14:58:28", "2016-13-02T14:58:28Z", "2016-06-02T25:00:00Z"])
    func noInstants(_ text: String) { #expect(LogInstant(text) == nil) }

    @Test func partOfALog() throws {
        let log =
            "# unix-seconds-at-zero: 1000\nt,ax,ay,az,gx,gy,gz,gcx,gcy,gcz\n"
            + (0..<10).map { "\($0),0,0,9.8,1,2,3,4,5,6\n" }.joined()
        var options = ReadOptions()
        options.from = LogInstant("2")
        options.to = LogInstant("1970-01-01T00:16:45Z")  // 1005 s
        options.without = [.gyroscope]
        let recording = try RecordingReader.read(bytes: Array(log.utf8), name: "x", options: options)
        #expect(recording.accelerometer.times == [2, 3, 4, 5].map { $0 * 1_000_000_000 })
        #expect(recording.sensors == [.accelerometer])  // the corrected gyroscope is gone too
        options.from = LogInstant("7")
        #expect(throws: SensorLabError.self) {
            try RecordingReader.read(bytes: Array(log.utf8), name: "x", options: options)
        }
    }

    @Test func resamplingIsExactForLinearMotion() throws {
        var recording = Recording()
        for index in 0..<200 {
            let time = Int64(index) * 9_000_000 + Int64(index % 3) * 400_000
            recording.accelerometer.append(Vector3(Double(time) * 1e-9, -2 * Double(time) * 1e-9, 9.8), at: time)
            let late = Int64(index) * 11_000_000 + 5_000_000
            recording.gyroscope.append(Vector3(0, 0, Double(late) * 1e-9), at: late)
            recording.attitude.append(.aboutVertical(Double(late) * 1e-9), at: late)
        }
        let result = try recording.resampled(toHz: 64)
        #expect(result.accelerometer.times == result.gyroscope.times)
        #expect(result.accelerometer.times.first == 5_000_000)
        #expect(result.accelerometer.times[64] == 1_005_000_000)
        for (index, time) in result.accelerometer.times.enumerated() {
            let t = Double(time) * 1e-9
            expectVector(result.accelerometer.values[index], Vector3(t, -2 * t, 9.8), within: 1e-14)
            expectVector(result.gyroscope.values[index], Vector3(0, 0, t), within: 1e-14)
            expectRotation(result.attitude.values[index], .aboutVertical(t), withinDegrees: 1e-12)
        }
        #expect(throws: SensorLabError.self) { try recording.resampled(toHz: 0) }
    }

    @Test func nothingIsInventedInAGap() throws {
        var recording = Recording()
        for index in 0..<300 where !(100..<200).contains(index) {
            recording.accelerometer.append(Vector3(0, 0, 9.8), at: Int64(index) * 10_000_000)
        }
        let result = try recording.resampled(toHz: 100)
        #expect(result.accelerometer.times == recording.accelerometer.times)
    }

    @Test func orderedSubsequence() {
        #expect(longestOrderedSubsequence(of: []) == [])
        #expect(longestOrderedSubsequence(of: [1, 1, 2]) == [0, 1, 2])
        #expect(longestOrderedSubsequence(of: [1, 9, 2, 3]) == [0, 2, 3])
        #expect(longestOrderedSubsequence(of: [5, 6, 0, 7]) == [0, 1, 3])
        // Against the quadratic definition.
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            let values = (0..<20).map { _ in Int64(random.next() % 12) }
            var lengths = [Int](repeating: 1, count: values.count)
            for i in values.indices {
                for j in 0..<i where values[j] <= values[i] { lengths[i] = max(lengths[i], lengths[j] + 1) }
            }
            let kept = longestOrderedSubsequence(of: values)
            #expect(kept.count == lengths.max())
            #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 && values[$0] <= values[$1] })
        }
    }
}
