import Files
import Testing

/// Work on several cores gives what one core would.
@Suite struct ConcurrentMapTests {
    @Test(arguments: [1, 2, 3, 100]) func resultsInTheOrderOfTheItems(jobs: Int) {
        let items = Array(0..<50)
        #expect(concurrentMap(items, jobs: jobs) { String($0 * $0) } == items.map { String($0 * $0) })
        #expect(concurrentMap([Int](), jobs: jobs) { $0 }.isEmpty)
    }

    @Test(arguments: [1, 2]) func twoThingsWhateverTheThreads(jobs: Int) throws {
        struct Failure: Error {}
        let (one, other) = try concurrently(jobs: jobs, { 1 }, { "a" })
        #expect(one == 1 && other == "a")
        #expect(throws: Failure.self) { try concurrently(jobs: jobs, { 1 }, { throw Failure() }) }
    }
}
