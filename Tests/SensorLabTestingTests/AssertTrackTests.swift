import SensorLabTesting
import TestSupport
import XCTest

/// The same for suites that use XCTest.
final class AssertTrackTests: XCTestCase {
    /// Failures that are meant: recorded here instead of failing.
    private var caught: [(message: String, file: String, line: Int)]?

    #if os(Linux)
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            guard caught == nil else {
                caught?.append((description, filePath, lineNumber))
                return
            }
            super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }

        func testFailsAtTheCallersLine() throws {
            let log = try ExpectTests.log()
            caught = []
            assertTrack(ExpectTests.track(wrongBy: 4, of: log), isWithin: .degrees(3), of: log.reference)
            let failures = try XCTUnwrap(caught)
            caught = nil
            XCTAssertEqual(failures.count, 1)
            let failure = try XCTUnwrap(failures.first)
            XCTAssertTrue(failure.message.contains("total error's maximum is 4.0"), failure.message)
            XCTAssertTrue(failure.file.hasSuffix("AssertTrackTests.swift"), failure.file)
            XCTAssertEqual(failure.line, #line - 7)
        }
    #endif

    func testPasses() throws {
        let log = try ExpectTests.log()
        assertTrack(ExpectTests.track(wrongBy: 2, of: log), isWithin: .degrees(3), of: log.reference)
    }

    func testSkips() throws {
        XCTAssertThrowsError(try skipUnlessPresent(logAt: "/nonexistent/walk.csv")) { XCTAssertTrue($0 is XCTSkip) }
        try skipUnlessPresent(logAt: ExpectTests.path)
    }
}
