import SensorModels
import Testing

@testable import Judge

@Suite("Examples of the documentation")
struct JudgeDocumentationTests {
    @Test("the gyroscope alone")
    func example() {
        let samples = MadeLog(seed: 1).gyroscope
        var stream = UnreadStream(samples)
        stream.name = [.gyroscope: 0]
        let posterior = Posterior(UnreadLog([stream]))
        let best = posterior.streams[0]?.outcomes.first
        #expect(best?.hypothesis.kind == .gyroscope)
    }
}
