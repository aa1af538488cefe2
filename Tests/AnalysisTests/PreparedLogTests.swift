import Evaluation
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("A log prepared for filters")
struct PreparedLogTests {
    static func prepared(
        _ frame: PreparedLog.Frame, _ change: (inout Recording, inout AnalysisOptions) -> Void = { _, _ in }
    ) throws -> PreparedLog {
        var recording = try AnalyzerTests.recording { $0.duration = 30 }
        var options = AnalysisOptions()
        options.calibration = .none
        change(&recording, &options)
        return try PreparedLog(recording, name: "a log", options: options, frame: frame)
    }

    /// Degrees from one north to the other, counter-clockwise, at the end of two tracks.
    static func turn(from a: OrientationTrack, to b: OrientationTrack) throws -> Double {
        let (first, second) = (try #require(a.estimates.last), try #require(b.estimates.last))
        return Angle.degrees((second.orientation * first.orientation.conjugate).twistAboutVertical)
    }

    @Test("tracks and reference get the north that the frame says")
    func frames() throws {
        let lowpass = try FilterRequest(name: "lowpass").resolved()
        let (asOptions, drawn) = (try Self.prepared(.north), try Self.prepared(.drawn))
        let declination = try #require(asOptions.geomagnetism).declinationDegrees
        #expect(asOptions.north == .true)
        let turn = try Self.turn(from: drawn.track(lowpass), to: asOptions.track(lowpass))
        expectAngle(turn, -declination, within: 1e-9)
        // The simulated reference has true north: drawn tracks are compared with it after the caller's turn.
        #expect(drawn.reference().stream == asOptions.reference().stream)

        let magnetic = try Self.prepared(.northOfReference) { recording, _ in
            recording.metadata.referenceNorth = .magnetic
        }
        #expect(magnetic.north == .magnetic)
        expectAngle(try Self.turn(from: drawn.track(lowpass), to: magnetic.track(lowpass)), 0, within: 1e-12)
        let demanded = try Self.prepared(.northOfReference) { recording, options in
            recording.metadata.referenceNorth = .magnetic
            options.north = .true
        }
        #expect(demanded.north == .true)
    }

    @Test("a run is its filter, its parameters and its track; filters that cannot run are named")
    func runs() throws {
        let requests = [
            FilterRequest(name: "vqf"), FilterRequest(name: "lowpass", parameters: ["magnetometerWeight": 0.9]),
        ]
        let filters = try requests.map { try $0.resolved() }
        let log = try Self.prepared(.north)
        let found = try log.run(filters, jobs: 2)
        #expect(found.runs.map(\.filter.name) == ["vqf", "lowpass"])
        #expect(found.leftOut.isEmpty)
        #expect(found.runs[1].filter.parameters["magnetometerWeight"] == 0.9)
        for run in found.runs {
            #expect(run.track.name == run.filter.name)
            #expect(run.track.estimates.map(\.orientation) == (try log.track(run.filter).estimates.map(\.orientation)))
        }

        let still = try Self.prepared(.north) { recording, _ in recording = recording.without(.gyroscope) }
        let left = try still.run(filters)
        #expect(left.runs.map(\.filter.name) == ["lowpass"])
        #expect(left.leftOut.map(\.code) == [.filterNotRun])
        let error = #expect(throws: SensorLabError.self) { try still.run([filters[0]]) }
        #expect(error?.code == .noFilterRuns && error?.place == "a log")
    }

    @Test("equal warnings are one; those of several logs name their logs")
    func warnings() throws {
        func warning(_ code: DiagnosticCode) -> Warning { Warning(code: code, message: "\(code)", advice: "advice") }
        let (a, b) = (warning(.noPlaces), warning(.neverDefined))
        #expect(LogWarnings.collected([a, b], [a]) == [b, a])
        let logs = ["walk", "run"].map { ComparisonLog(path: "\($0).csv", name: $0) }
        #expect([a, a].of(logs[0], among: [logs[0]]).ordered == [a])
        let several = LogWarnings.collected([a, b].of(logs[0], among: logs), [a].of(logs[1], among: logs))
        #expect(several.map(\.log) == ["walk", "walk", "run"])
        #expect(several.merged.map(\.text) == ["walk: never-defined", "no-places (in 2 logs: walk, run)"])
    }
}
