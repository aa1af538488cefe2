import Foundation
import Readers
import Recordings
import SensorModels
import TestSupport
import Testing

@testable import Analysis

/// Filters that calibrate themselves: the calibrations that a log determines are not for them.
@Suite("Filters that calibrate themselves")
struct SelfCalibratingTests {
    static let logs = [
        "ar-panning-barcelona", "car-town", "classic-accelerometer-magnetometer-gravity",
        "classic-gravity-magnetometer",
        "swinging-gaps", "texting-magnets",
    ]

    private func recording(_ name: String) throws -> Recording {
        try RecordingReader.read(path: SharedData.committed("\(name).csv.gz").path)
    }

    private func fusion(
        _ filter: String, _ recording: Recording, _ calibration: CalibrationChoice = .none
    ) throws -> Fusion {
        var options = AnalysisOptions()
        (options.calibration, options.north) = (calibration, .magnetic)
        options.filters = [FilterRequest(name: filter)]
        return try Fusion(recording, options: options, place: "test")
    }

    private func isSame(_ a: OrientationTrack, _ b: OrientationTrack) -> Bool {
        a.times == b.times
            && zip(a.estimates, b.estimates).allSatisfy {
                $0.orientation == $1.orientation && $0.headingSigma.bitPattern == $1.headingSigma.bitPattern
                    && $0.gyroscopeBias == $1.gyroscopeBias && $0.disturbed == $1.disturbed
            }
    }

    @Test("auto and none give them the same bits, and others not", arguments: ["fixed-lag", "map", "kalman"])
    func auto(filter: String) throws {
        let log = try recording("ar-panning-barcelona")
        let tracks = try [CalibrationChoice.auto, .none].map { try fusion(filter, log, $0).track() }
        #expect(isSame(tracks[0], tracks[1]) == (filter != "kalman"))
    }

    @Test("a calibration file is applied, with and without auto beside it", arguments: ["fixed-lag", "map"])
    func file(filter: String) throws {
        let log = try recording("ar-panning-barcelona")
        let input = InputSection(path: "log.csv", format: "canonical", sha256: "")
        let found = try fusion(filter, log)
        let file = try #require(found.calibrationFile(input: input, tool: "test"))
        #expect(file.gyroscope?.head.method == (filter == "map" ? .wholeRecording : .slidingWindow))
        func track(_ refined: Bool) throws -> OrientationTrack {
            let fitted = FittedCalibration(name: "file", file: file)
            return try fusion(filter, log, .fitted([fitted], refined: refined)).track()
        }
        let (alone, beside) = (try track(false), try track(true))
        #expect(isSame(alone, beside))
        #expect(!isSame(alone, try found.track()))
    }

    /// Causality, byte for byte.
    @Test("fixed-lag over a log up to a time gives the first rows of the whole", arguments: logs)
    func causal(name: String) throws {
        let log = try recording(name)
        guard !log.vectors(of: .gyroscope).isEmpty || !log.vectors(of: .gyroscopeCorrected).isEmpty else { return }
        let whole = try fusion("fixed-lag", log).track()
        let interval = try #require(log.interval)
        for share in [0.15, 0.5, 0.83] {
            let end = interval.lowerBound + Int64(clamping: share * Double(interval.upperBound - interval.lowerBound))
            let track = try fusion("fixed-lag", log.clipped(to: interval.lowerBound...end)).track()
            let first = OrientationTrack(
                name: "first", times: Array(whole.times.prefix(track.count)),
                estimates: Array(whole.estimates.prefix(track.count)))
            #expect(track.count > 100 && isSame(track, first))
        }
    }
}
