import Rotations
import SensorModels
import Testing
import Vocabulary

@Suite("Digests of tracks")
struct TrackDigestTests {
    func track(_ name: String = "kalman", turn: Double = 0, sigma: Double = 0.02) -> OrientationTrack {
        let times = (0..<601).map { 1_234_567_890 + Int64($0) * 20_000_000 }
        return OrientationTrack(
            name: name, times: times,
            estimates: times.indices.map { index in
                OrientationEstimate(
                    orientation: .aboutVertical(0.01 * Double(index) + (index >= 400 ? turn : 0)), headingSigma: sigma)
            })
    }

    @Test("first row, one every five seconds, the last")
    func rate() {
        let digest = TrackDigest([track()])
        #expect(
            digest.rows.map { LogTime.text($0.time) } == ["1.23456789", "6.23456789", "11.23456789", "13.23456789"])
    }

    @Test("what was written reads back, and shows no change")
    func roundTrip() throws {
        let digest = TrackDigest([track(), track("vqf", sigma: .nan)])
        let read = try TrackDigest(text: digest.text, place: "test")
        #expect(read.rows.map(\.filter) == digest.rows.map(\.filter))
        #expect(read.rows.map(\.time) == digest.rows.map(\.time))
        #expect(digest.changes(from: read).isEmpty)
        #expect(read.text == digest.text)
    }

    @Test("a turn of 0.002 degrees, another sigma, a filter more or less: each is named")
    func changes() {
        let committed = TrackDigest([track(), track("vqf", sigma: .nan)])
        #expect(
            TrackDigest([track(turn: Angle.radians(0.0005)), track("vqf", sigma: .nan)]).changes(from: committed)
                .isEmpty)
        let turned = TrackDigest([track(turn: Angle.radians(0.002)), track("vqf", sigma: .nan)]).changes(
            from: committed)
        #expect(turned.map(\.filter) == ["kalman"])
        #expect(turned.first?.description.contains("differs by 0.002 degrees at 11.23456789 s") == true)
        let bold = TrackDigest([track(sigma: 0.01), track("vqf", sigma: .nan)]).changes(from: committed)
        #expect(bold.map(\.filter) == ["kalman"])
        #expect(TrackDigest([track()]).changes(from: committed).map(\.filter) == ["vqf"])
        #expect(committed.changes(from: TrackDigest([track()])).map(\.filter) == ["vqf"])
    }

    @Test("damage is refused with its line")
    func damage() {
        let error = #expect(throws: SensorLabError.self) {
            try TrackDigest(text: TrackDigest([track()]).text + "kalman,1,2,3\n", place: "file.csv")
        }
        #expect(error?.place == "file.csv:6")
        #expect(throws: SensorLabError.self) { try TrackDigest(text: "", place: "file.csv") }
    }
}
