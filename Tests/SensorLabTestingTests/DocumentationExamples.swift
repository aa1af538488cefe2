import SensorLabTesting
import Testing

/// The example of the module's reference page, so that it compiles.
enum DocumentationExamples {
    static func test(_ path: String) throws {
        let log = try TestLog(path)
        let track = try log.track("kalman")
        expect(track, isWithin: .degrees(3), of: log.reference, quantity: .heading, statistic: .rmse)
    }
}
