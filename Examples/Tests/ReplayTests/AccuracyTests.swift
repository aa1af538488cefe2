import OrientationFilters
import Rotations
import SensorLabTesting
import Testing
import XCTest

/// A recording that the repository holds: a phone that texts, with magnets nearby.
private let log = "../datasets/texting-magnets.csv.gz"

/// What an app's tests say of its filter's accuracy, in Swift Testing.
@Test(.requires(logAt: log))
func headingBesideMagnets() throws {
    let log = try TestLog(log)
    let track = try log.track("sensorlab")
    expect(track, isWithin: .degrees(3), of: log.reference, quantity: .headingAfterOffset, statistic: .rmse)
}

/// The library that the app links, sample by sample.
@Test func filterOfTheApp() throws {
    var filter = KalmanFilter()
    for sample in 0..<300 {
        let nanoseconds = Int64(sample) * 10_000_000
        filter.update(gyroscope: Vector3(0, 0, 0), at: nanoseconds)
        filter.update(accelerometer: Vector3(0, 9.81, 0), at: nanoseconds)
        filter.update(magnetometer: Vector3(0, -43, -20), at: nanoseconds)
    }
    let heading = try #require(filter.estimate?.orientation.heading(of: .camera))
    #expect(Angle.wrap(heading).magnitude < 1e-3)
}

/// The same in XCTest.
final class InclinationTests: XCTestCase {
    func testInclination() throws {
        try skipUnlessPresent(logAt: log)
        let log = try TestLog(log)
        assertTrack(
            try log.track("kalman"), isWithin: .degrees(3), of: log.reference, quantity: .inclination, statistic: .rmse)
    }
}
