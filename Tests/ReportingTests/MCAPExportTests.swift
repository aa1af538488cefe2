import Foundation
import Rotations
import SensorModels
import Testing

@testable import Analysis
@testable import Reporting

@Suite("Logs as MCAP")
struct MCAPExportTests {
    private struct Message {
        let topic: String
        let time: UInt64
        let body: [String: Any]

        func number(_ path: String...) -> Double? {
            var value: Any? = body
            for name in path { value = (value as? [String: Any])?[name] }
            return value as? Double
        }
    }

    private final class Collected { var list: [UInt8] = [] }

    /// The messages of a file, and its metadata.
    private static func read(_ result: AnalysisResult, rate: Double = 1e5) throws -> (messages: [Message], log: String)
    {
        let bytes = Collected()
        let count = try MCAPExport(result, poseRate: rate).write { bytes.list += $0 }
        let records = MCAPRecord.list(Array(bytes.list.dropLast(8)), from: 8)
        var topics: [UInt16: String] = [:]
        for record in records where record.kind == 4 { topics[record.number(0)] = record.text(4) }
        let messages = try records.filter { $0.kind == 6 }.flatMap { MCAPRecord.list(Array($0.content.dropFirst(40))) }
            .filter { $0.kind == 5 }.map { record in
                let body = try JSONSerialization.jsonObject(with: Data(record.content.dropFirst(22)))
                return Message(
                    topic: topics[record.number(0)] ?? "", time: record.number(6), body: body as? [String: Any] ?? [:])
            }
        #expect(messages.count == count)
        let log = records.first { $0.kind == 12 }.map { String(decoding: $0.content, as: UTF8.self) }
        return (messages, log ?? "")
    }

    @Test("poses, headings and readings are those of the tracks and streams, in the order of time")
    func contents() throws {
        let result = SyntheticResult(samples: 300).result()
        let (messages, _) = try Self.read(result)
        #expect(zip(messages, messages.dropFirst()).allSatisfy { $0.time <= $1.time })
        let track = result.tracks[1]
        let poses = messages.filter { $0.topic == "/\(track.name)/pose" }
        #expect(poses.count == track.count)
        for (index, pose) in poses.enumerated() {
            let q = track.estimates[index].orientation
            #expect(pose.time == UInt64(track.times[index]))
            // JSON's reader here is not exact to the last bit.
            for (name, value) in [("w", q.w), ("x", q.x), ("y", q.y), ("z", q.z)] {
                let found = try #require(pose.number("pose", "orientation", name))
                #expect((found - value).magnitude < 1e-14)
            }
        }
        let frames = messages.filter { $0.topic == "/tf" && $0.body["child_frame_id"] as? String == track.name }
        #expect(frames.count == track.count && frames[0].body["parent_frame_id"] as? String == "earth")
        let heading = try #require(messages.first { $0.topic == "/\(track.name)/heading" }?.number("heading"))
        let expected = try #require(track.estimates[0].orientation.heading(of: .camera))
        #expect((heading - Angle.degrees(expected)).magnitude < 1e-9)
        let gyroscope = messages.filter { $0.topic == "/sensors/gyroscope" }
        let rate = try #require(gyroscope[7].number("y"))
        #expect(gyroscope.count == 300 && (rate - 0.7).magnitude < 1e-14)
        // A filter without sigma states none.
        #expect(messages.first { $0.topic == "/lowpass/heading" }?.body["heading_sigma"] == nil)
    }

    @Test("the poses of an AR session while it tracked, in their own world")
    func arPoses() throws {
        var result = SyntheticResult(samples: 20).result()
        for (index, tracking) in [ARTracking.normal, .relocalizing, .limited].enumerated() {
            result.recording.arPoses.append(
                ARPose(
                    orientation: Quaternion(0.6, 0, 0.8, 0), position: Vector3(Double(index), 1.5, -2),
                    tracking: tracking), at: 5_000_000_000 + Int64(index) * 10_000_000)
        }
        let (messages, _) = try Self.read(result)
        let poses = messages.filter { $0.topic == "/ar/pose" }
        #expect(poses.map { $0.number("pose", "position", "x") } == [0, 2])
        #expect(poses.map { $0.number("pose", "position", "z") } == [-2, -2])
        #expect((try #require(poses[0].number("pose", "orientation", "y")) - 0.8).magnitude < 1e-14)
        #expect(poses[0].body["frame_id"] as? String == "ar_world" && poses[0].time == 5_000_000_000)
    }

    /// Held upright with the camera to the east: heading 90, rho 90, roll 0 (docs/reference/conventions.md).
    @Test func aPoseThatOneCanPicture() throws {
        var result = SyntheticResult(samples: 2).result()
        let east = Quaternion.aboutVertical(-.pi / 2) * Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))
        result.tracks[0].estimates[0].orientation = east
        let (messages, _) = try Self.read(result)
        let first = try #require(messages.first { $0.topic == "/\(result.tracks[0].name)/heading" })
        for (name, value) in [("heading", 90.0), ("rho", 90), ("roll", 0)] {
            #expect((try #require(first.number(name)) - value).magnitude < 1e-9, "\(name)")
        }
    }

    @Test("a negative clock is counted from its first sample, and the file says so")
    func negativeClock() throws {
        var result = SyntheticResult(samples: 200).result()
        // The synthetic log begins at 5 s: at -3 s now.
        func shifted<Value>(_ stream: SampleStream<Value>) -> SampleStream<Value> {
            SampleStream(times: stream.times.map { $0 - 8_000_000_000 }, values: stream.values)
        }
        result.recording.accelerometer = shifted(result.recording.accelerometer)
        result.recording.gravity = shifted(result.recording.gravity)
        result.recording.gyroscope = shifted(result.recording.gyroscope)
        result.recording.magnetometer = shifted(result.recording.magnetometer)
        result.recording.reference = shifted(result.recording.reference)
        result.reference = shifted(result.reference)
        result.calibratedMagnetometer = shifted(result.calibratedMagnetometer)
        for index in result.tracks.indices {
            result.tracks[index].times = result.tracks[index].times.map { $0 - 8_000_000_000 }
        }
        let (messages, log) = try Self.read(result)
        #expect(messages.first?.time == 0)
        let readings = messages.filter { $0.topic == "/sensors/accelerometer" }
        #expect(readings.count == 200 && readings[100].time == 1_000_000_000)
        #expect(log.contains("clockZeroSeconds") && log.contains("-3"))
    }

    @Test("names with quotes, escapes and control characters stay inside of their JSON; poses are thinned to the rate")
    func hostile() throws {
        var synthetic = SyntheticResult(samples: 400)
        synthetic.name = SyntheticResult.nastyName
        synthetic.path = SyntheticResult.nastyName
        let (messages, _) = try Self.read(synthetic.result(), rate: 10)
        #expect(messages.allSatisfy { !$0.topic.isEmpty && $0.body["timestamp"] != nil })
        // Four seconds of 100 Hz.
        #expect((38...46).contains(messages.count { $0.topic == "/kalman/pose" }))
        #expect(messages.count { $0.topic == "/sensors/gyroscope" } == 400)
    }
}
