import LinearAlgebra
import Testing
import Vocabulary

/// Expects equal counts and every pair within `tolerance`.
func expectClose(
    _ actual: [Double], _ expected: [Double], within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard actual.count == expected.count else {
        Issue.record("\(actual.count) numbers, \(expected.count) expected", sourceLocation: sourceLocation)
        return
    }
    for (i, (a, e)) in zip(actual, expected).enumerated() {
        #expect(abs(a - e) <= tolerance, "element \(i): \(a), expected \(e)", sourceLocation: sourceLocation)
    }
}

/// Expects an error of this code with a message and an advice.
func expectError<R>(
    _ code: ErrorCode, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) {
    do {
        _ = try body()
        Issue.record("no error, \(code) expected", sourceLocation: sourceLocation)
    } catch let error as SensorLabError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(!error.message.isEmpty && !error.advice.isEmpty, sourceLocation: sourceLocation)
    } catch {
        Issue.record("unexpected \(error)", sourceLocation: sourceLocation)
    }
}
