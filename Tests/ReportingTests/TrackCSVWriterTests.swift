import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Reporting

@Suite struct TrackCSVWriterTests {
    private func text(_ writer: TrackCSVWriter, _ tracks: [OrientationTrack]) -> String {
        var bytes: [UInt8] = []
        writer.write(tracks) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Portrait upright, the camera to the north: heading 0, rho 90, roll 0.
    private let upright = Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))

    @Test func oneRow() {
        let estimate = OrientationEstimate(
            orientation: Quaternion.aboutVertical(-.pi / 2) * upright, headingSigma: Angle.radians(2.5), rest: .no,
            disturbed: .yes)
        let track = OrientationTrack(name: "a,\"b\"", times: [-58_202_283_700_000], estimates: [estimate])
        #expect(
            text(TrackCSVWriter(headingAxis: .camera, namesFilter: true), [track]) == """
                filter,t,qw,qx,qy,qz,heading,rho,roll,heading_sigma,inclination_sigma,rest,disturbed
                "a,""b""\",-58202.2837,0.500000000,0.500000000,-0.500000000,-0.500000000,90.000000,90.000000,0.000000,\
                2.500000,,0,1

                """)
        let anonymous = text(TrackCSVWriter(headingAxis: .camera, namesFilter: false), [track])
        #expect(anonymous.hasPrefix("t,qw,qx,qy,qz,heading,rho,roll,"))
        #expect(anonymous.split(separator: "\n")[1].hasPrefix("-58202.2837,0.500000000,"))
    }

    /// Flat on the table: the camera looks down, so its heading and the roll are undefined; rho is 180.
    @Test func undefinedAnglesAreEmpty() {
        let track = OrientationTrack(
            name: "x", times: [0], estimates: [OrientationEstimate(orientation: .identity)])
        let camera = text(TrackCSVWriter(headingAxis: .camera, namesFilter: false), [track])
        #expect(camera.hasSuffix("0,1.000000000,0.000000000,0.000000000,0.000000000,,180.000000,,,,,\n"))
        let top = text(TrackCSVWriter(headingAxis: .top, namesFilter: false), [track])
        #expect(top.hasSuffix(",0.000000,180.000000,,,,,\n"))
    }

    @Test func headingNeverReads360() {
        let nearly = Quaternion.aboutVertical(Angle.radians(1e-7)) * upright
        let track = OrientationTrack(name: "x", times: [0], estimates: [OrientationEstimate(orientation: nearly)])
        let cells = text(TrackCSVWriter(headingAxis: .camera, namesFilter: false), [track])
            .split(separator: "\n")[1].split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells[5] == "0.000000")
    }

    /// More rows than one block and more blocks than one wave: every stamp once, in order, track after track.
    @Test func rowsKeepTheirOrder() {
        let count = 140_001
        let times = (0..<count).map { Int64($0) * 10_000_001 }
        let estimates = [OrientationEstimate](repeating: OrientationEstimate(orientation: upright), count: count)
        let tracks = ["a", "b"].map { OrientationTrack(name: $0, times: times, estimates: estimates) }
        let lines = text(TrackCSVWriter(headingAxis: .camera, namesFilter: true), tracks).split(separator: "\n")
        #expect(lines.count == 2 * count + 1)
        for (index, line) in lines.dropFirst().enumerated() {
            let expected = "\(tracks[index / count].name),\(LogTime.text(times[index % count])),"
            guard line.hasPrefix(expected) else {
                Issue.record("row \(index) is \(line), expected \(expected)")
                return
            }
        }
    }

    /// Stamps with any number of decimals, before and after the clock's zero.
    @Test func stampsAreWrittenAsEverywhere() {
        var random = SplitMix(state: 11)
        let times = (0..<5000).map { index -> Int64 in
            let digits = Int64(truncatingIfNeeded: random.next() >> 2) % 1_000_000_000_000_000_000
            let scale: Int64 = [1, 10, 1000, 1_000_000, 1_000_000_000][index % 5]
            return digits / 1_000_000 / scale * scale * (index % 3 == 0 ? -1 : 1)
        }
        let estimates = [OrientationEstimate](repeating: OrientationEstimate(orientation: upright), count: times.count)
        let track = OrientationTrack(name: "x", times: times, estimates: estimates)
        let lines = text(TrackCSVWriter(headingAxis: .camera, namesFilter: false), [track]).split(separator: "\n")
        for (line, time) in zip(lines.dropFirst(), times) {
            #expect(line.prefix { $0 != "," } == LogTime.text(time)[...])
        }
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    @Test func anHourOfThreeFiltersInAboutASecond() {
        let count = 360_000
        let estimates = (0..<count).map {
            OrientationEstimate(
                orientation: Quaternion.aboutVertical(Double($0) * 1e-3) * upright, headingSigma: 0.03,
                inclinationSigma: 0.01, rest: .no, disturbed: .no)
        }
        let times = (0..<count).map { Int64($0) * 10_000_000 + 123_456 }
        let tracks = ["lowpass", "complementary", "kalman"].map {
            OrientationTrack(name: $0, times: times, estimates: estimates)
        }
        var size = 0
        let writer = TrackCSVWriter(headingAxis: .camera, namesFilter: true)
        let duration = ContinuousClock().measure { writer.write(tracks) { size += $0.count } }
        print("tracks of an hour: \(size) bytes in \(duration)")
        #expect(duration < .seconds(5), "generous: machines that build several things at once are slow")
    }
}
