import Evaluation
import Foundation
import Readers
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// One filter after the other on a log that was prepared once.
@Suite("Trial log")
struct TrialLogTests {
    static func options() -> AnalysisOptions {
        var options = AnalysisOptions()
        options.calibration = .none
        return options
    }

    /// Sixty seconds at 100 Hz, held upright; the camera swings as `heading` says (radians over seconds), north
    /// magnetic.
    static func swing(gyroscope: Bool = true, _ heading: (Double) -> Double) -> Recording {
        var recording = Recording()
        for index in 0..<6000 {
            let time = Int64(index) * 10_000_000
            let seconds = Double(index) / 100
            let angle = heading(seconds)
            // Upright, the camera (-z) looks along (sin, cos) in (east, north); x is to its right: north in device
            // axes.
            recording.magnetometer.append(Vector3(-20 * sin(angle), -40, -20 * cos(angle)), at: time)
            recording.accelerometer.append(Vector3(0, 9.81, 0), at: time)
            let rate = (heading(seconds + 1e-6) - heading(seconds - 1e-6)) / 2e-6
            if gyroscope { recording.gyroscope.append(Vector3(0, -rate, 0), at: time) }
        }
        return recording
    }

    @Test("the scores are those of analyze, for the same log and filters")
    func agreesWithAnalyzer() async throws {
        let recording = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        var options = Self.options()
        options.filters = [FilterRequest(name: "lowpass"), FilterRequest(name: "kalman")]
        let report = try Analyzer(options: options).analyze(
            recording, input: InputSection(path: "demo", format: "canonical", sha256: ""),
            tool: ToolSection(version: "test")
        ).report
        let log = try TrialLog(recording, options: options, name: "demo")
        #expect(log.motion.source == .reference)
        for filter in report.filters {
            let track = try log.prepared.track(FilterRequest(name: filter.name).resolved())
            let scores = await TrialScores(track, in: log)
            #expect(scores.accuracy == filter.accuracy)
        }
    }

    @Test("without a reference the integrated gyroscope tells the lag: 0.8/0.2 at 100 Hz is four samples late")
    func lagBehindGyroscope() async throws {
        let log = try TrialLog(Self.swing { sin(0.8 * $0) }, options: Self.options(), name: "swing")
        #expect(log.motion.source == .gyroscope)
        func lag(_ weight: Double) async throws -> Double {
            let request = FilterRequest(name: "lowpass", parameters: ["magnetometerWeight": weight])
            let scores = await TrialScores(try log.prepared.track(request.resolved()), in: log)
            #expect(scores.accuracy == nil)
            return try #require(scores.lagMilliseconds)
        }
        // y = w y + (1 - w) x lags a slow signal by w / (1 - w) samples; the integral of the rates leads by at most
        // half one.
        #expect((40...46).contains(try await lag(0.8)))
        #expect((90...96).contains(try await lag(0.9)))
        #expect((0...6).contains(try await lag(0)))
    }

    @Test("nothing tells the motion: no lag, and the jitter is that of the heading itself")
    func noMotion() async throws {
        // Alternating by +-1 degree at 50 Hz: the deviation from the half-second mean is 1 degree, less 1/51 of a
        // sample.
        let noisy = Self.swing(gyroscope: false) {
            Angle.radians(Int(clamping: ($0 * 100).rounded()) % 2 == 0 ? 1 : -1)
        }
        let log = try TrialLog(noisy, options: Self.options(), name: "noisy")
        #expect(log.motion.source == nil)
        let raw = await TrialScores(try log.prepared.track(FilterRequest(name: "compass").resolved()), in: log)
        #expect(raw.lagMilliseconds == nil)
        #expect((try #require(raw.jitterDegrees) - 1).magnitude < 0.02)
        // The low-pass leaves (1 - w) / (1 + w) = 1/9 of the highest frequency.
        let smooth = await TrialScores(try log.prepared.track(FilterRequest(name: "lowpass").resolved()), in: log)
        #expect((try #require(smooth.jitterDegrees) - 1 / 9).magnitude < 0.005)
    }

    @Test("an unknown filter, a bad parameter and a missing sensor are errors that say so")
    func errors() throws {
        let log = try TrialLog(Self.swing(gyroscope: false) { $0 }, options: Self.options(), name: "a log")
        func code(_ request: FilterRequest) -> ErrorCode? {
            do {
                _ = try log.prepared.track(request.resolved())
                return nil
            } catch let error as SensorLabError { return error.code } catch { return .unexpected }
        }
        #expect(code(FilterRequest(name: "lowpas")) == .unknownFilter)
        #expect(code(FilterRequest(name: "lowpass", parameters: ["magnetometerWeight": 2])) == .parameterOutOfRange)
        #expect(code(FilterRequest(name: "gyro")) == .noFilterRuns)
    }
}

extension TrialLog {
    fileprivate init(_ recording: Recording, options: AnalysisOptions, name: String) throws {
        try self.init(PreparedLog(recording, name: name, options: options), options: options)
    }
}
