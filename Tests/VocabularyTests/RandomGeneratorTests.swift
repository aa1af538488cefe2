import RealModule
import Testing

@testable import Vocabulary

@Suite struct RandomGeneratorTests {
    /// The first numbers of the authors' C program from the state 1, 2, 3, 4 (also in the tests of the Rust crate
    /// rand_xoshiro).
    @Test func xoshiroGivesTheAuthorsNumbers() {
        var random = RandomGenerator(state: (1, 2, 3, 4))
        let expected: [UInt64] = [
            11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360, 607_988_272_756_665_600,
        ]
        for number in expected { #expect(random.next() == number) }
    }

    /// The numbers of the reference program for the seed 1234567 (Rosetta Code, "Pseudo-random numbers/Splitmix64").
    @Test func splitMixGivesThePublishedNumbers() {
        var mixer = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        for number in expected { #expect(mixer.next() == number) }
    }

    /// Four units of the last place, over the range that the polar method uses and far beyond.
    @Test func logarithmAgreesWithTheLibrary() {
        var random = RandomGenerator(seed: 3)
        for _ in 0..<20_000 {
            let x = Double.exp(random.uniform(-50, 10))
            let expected = Double.log(x)
            #expect((PortableLogarithm.log(x) - expected).magnitude <= 4 * max(expected.magnitude.ulp, 0x1p-55))
        }
        #expect(PortableLogarithm.log(1) == 0)
    }

    /// Moments of 200,000 numbers, each within four of its own standard deviations (1/n, 2/n, 6/n, 24/n).
    @Test func gaussianHasTheMomentsOfTheNormalDistribution() {
        var random = RandomGenerator(seed: 5)
        let n = 200_000.0
        var (one, two, three, four, beyond) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for _ in 0..<Int(clamping: n) {
            let x = random.gaussian()
            one += x
            two += x * x
            three += x * x * x
            four += x * x * x * x
            if x.magnitude > 1.959964 { beyond += 1 }
        }
        #expect((one / n).magnitude < 4 * (1 / n).squareRoot())
        #expect((two / n - 1).magnitude < 4 * (2 / n).squareRoot())
        #expect((three / n).magnitude < 4 * (15 / n).squareRoot())
        #expect((four / n - 3).magnitude < 4 * (96 / n).squareRoot())
        #expect((beyond / n - 0.05).magnitude < 4 * (0.05 * 0.95 / n).squareRoot())
    }

    @Test func streamsOfASeedDiffer() {
        var a = RandomGenerator(seed: 1, stream: 2)
        var b = RandomGenerator(seed: 2, stream: 1)
        var c = RandomGenerator(seed: 1, stream: 3)
        let first = (a.next(), b.next(), c.next())
        #expect(first.0 != first.1 && first.0 != first.2 && first.1 != first.2)
    }
}
