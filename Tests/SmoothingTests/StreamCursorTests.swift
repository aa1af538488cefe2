import Testing

@testable import Smoothing

@Suite("Stream cursor")
struct StreamCursorTests {
    @Test("a cursor gives the sample before a time and the share of the way to the next")
    func cursor() {
        var cursor = StreamCursor([100, 200, 600])
        for (time, index, share) in [(50, 0, 0), (125, 0, 0.25), (200, 1, 0), (500, 1, 0.75), (900, 2, 0)] {
            let found = cursor.position(at: Int64(time))
            #expect(found.index == index && found.share == share, "at \(time)")
        }
    }
}
