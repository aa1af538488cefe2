import Foundation
import OrientationFilters
import Readers
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("One filter over a log part by part")
struct StreamedFusionTests {
    private static let committed =
        ((try? FileManager.default.contentsOfDirectory(atPath: SharedData.committed("").path)) ?? [])
        .filter { $0.hasSuffix(".csv.gz") }.sorted()

    private func options(_ filter: String) -> AnalysisOptions {
        var options = AnalysisOptions()
        (options.filters, options.calibration) = ([FilterRequest(name: filter)], .none)
        return options
    }

    private func streamed(_ parts: any RecordingParts, _ filter: String) throws -> OrientationTrack {
        var fusion = try StreamedFusion(parts, options: options(filter))
        var track = OrientationTrack(name: filter)
        while let part = try fusion.next() {
            track.times += part.times
            track.estimates += part.estimates
        }
        _ = try fusion.closingWarnings()
        return track
    }

    private func expectSame(_ track: OrientationTrack, _ whole: OrientationTrack, _ filter: String) {
        #expect(track.times == whole.times, "\(filter)")
        #expect(track.estimates.map(\.orientation) == whole.estimates.map(\.orientation), "\(filter)")
        #expect(track.estimates.map(\.gyroscopeBias) == whole.estimates.map(\.gyroscopeBias), "\(filter)")
        #expect(track.estimates.map(\.disturbed) == whole.estimates.map(\.disturbed), "\(filter)")
        let sigmas = track.estimates.map(\.headingSigma.bitPattern)
        #expect(sigmas == whole.estimates.map(\.headingSigma.bitPattern), "\(filter)")
    }

    @Test("the same rows as over the whole log, to the last bit", arguments: committed)
    func same(_ name: String) throws {
        let path = SharedData.committed(name).path
        let recording = try RecordingReader.read(path: path)
        let log = try PreparedLog(recording, name: path, options: options("vqf"))
        for filter in ["lowpass", "complementary", "vqf", "kalman", "sensorlab", "fixed-lag"] {
            let resolved = try FilterRequest(name: filter).resolved()
            guard resolved.entry.missingSensor(in: log.streams) == nil else { continue }
            let whole = try Fusion(recording, options: options(filter), place: path).track()
            expectSame(try streamed(#require(try OpenedLog(path: path).parts()), filter), whole, filter)
        }
    }

    /// Rows of sensors at their own rates; the clock stream pauses for a minute, in which all others go on, or stop.
    private func log(silence: ClosedRange<Double>, of others: Bool) -> Recording {
        var log = Recording()
        for index in 0..<20_000 {
            let (time, seconds) = (Int64(index) * 10_000_000, Double(index) / 100)
            let turn = 0.3 * sin(seconds)
            let isSilent = silence.contains(seconds)
            if !isSilent { log.gyroscope.append(Vector3(0.01, 0.02, 0.3 * cos(seconds)), at: time) }
            if isSilent, others { continue }
            log.accelerometer.append(Vector3(0.1 * turn, 0.2, 9.8), at: time + 3_000_000)
            if index % 5 == 0 { log.magnetometer.append(Vector3(20 * cos(turn), -20 * sin(turn), -40), at: time) }
        }
        return log
    }

    /// The parts of a recording of some length, samples.
    private final class Pieces: RecordingParts {
        let name = "log"
        let top = Recording()
        let columns: [SensorKind?] = [.accelerometer, .gyroscope, .magnetometer]
        private let log: Recording
        private let length: Int64
        private var position: Int64 = 0

        init(_ log: Recording, length: Int64) { (self.log, self.length) = (log, length) }

        func beginning() throws -> Recording { log.clipped(to: 0...60_000_000_000) }

        func next() throws -> Recording? {
            guard position <= log.interval?.upperBound ?? -1 else { return nil }
            defer { position += length }
            return log.clipped(to: position...position + length - 1)
        }

        func finished(_ part: Recording) -> Recording { part }
        func warnings() throws -> [Warning] { [] }
    }

    @Test("holes of the clock stream, however the log is divided", arguments: [true, false], [7, 990, 1_000_000])
    func holes(others: Bool, milliseconds: Int64) throws {
        let log = log(silence: 61...120, of: others)
        for filter in ["vqf", "complementary", "kalman"] {
            let whole = try Fusion(log, options: options(filter), place: "log").track()
            let track = try streamed(Pieces(log, length: milliseconds * 1_000_000), filter)
            expectSame(track, whole, filter)
        }
    }

    @Test("what needs the whole log")
    func obstacles() throws {
        #expect(try StreamedFusion.obstacle(options("vqf")) == nil)
        #expect(try StreamedFusion.obstacle(options("map"))?.contains("map") == true)
        var automatic = options("vqf")
        automatic.calibration = .auto
        #expect(try StreamedFusion.obstacle(automatic)?.contains("auto") == true)
        automatic.filters = [FilterRequest(name: "fixed-lag")]
        #expect(try StreamedFusion.obstacle(automatic) == nil)
    }
}
