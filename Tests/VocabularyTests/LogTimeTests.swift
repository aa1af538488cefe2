import SensorModels
import Testing
import Vocabulary

@Suite("Time stamps")
struct LogTimeTests {
    @Test(
        "nanoseconds as decimal seconds, exact",
        arguments: [
            (0, "0"), (58_202_283_700_000, "58202.2837"), (3_500_000, "0.0035"), (-1_500_000_000, "-1.5"),
            (1, "0.000000001"), (-1, "-0.000000001"), (10_000_000_000, "10"), (Int64.max, "9223372036.854775807"),
            (Int64.min, "-9223372036.854775808"),
        ] as [(Int64, String)])
    func text(_ time: Int64, _ expected: String) { #expect(LogTime.text(time) == expected) }

    @Test("seconds to nanoseconds: rounded, refused where they do not fit")
    func fromSeconds() {
        #expect(LogTime.nanoseconds(seconds: 0.0035) == 3_500_000)
        #expect(LogTime.nanoseconds(seconds: 1e300) == nil)
        #expect(LogTime.nanoseconds(seconds: .nan) == nil)
    }
}

@Suite("Nearest names")
struct NearestNameTests {
    let names = ["lowpass", "complementary", "kalman", "gyro", "compass"]

    @Test(
        "typos find their name",
        arguments: [("kalmann", "kalman"), ("Lowpas", "lowpass"), ("complimentary", "complementary"), ("gyr", "gyro")])
    func near(_ typo: String, _ expected: String) { #expect(NearestName.of(typo, in: names) == expected) }

    @Test("what is far from everything finds nothing", arguments: ["vqf", "x", "", "particle"])
    func far(_ word: String) { #expect(NearestName.of(word, in: names) == nil) }
}

@Suite("Streams")
struct SampleStreamTests {
    let stream = SampleStream(times: [0, 10, 10, 20, 30], values: [1, 2, 3, 4, 5])

    @Test("lookup and clipping keep equal stamps together")
    func clipping() {
        #expect(stream.index(atOrAfter: 10) == 1)
        #expect(stream.index(atOrAfter: 11) == 3)
        #expect(stream.index(atOrAfter: 31) == 5)
        #expect(stream.clipped(to: 10...20).values == [2, 3, 4])
        #expect(stream.clipped(to: 31...40).isEmpty)
    }
}
