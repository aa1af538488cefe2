import Rotations
import SensorModels
import Testing

@testable import OrientationFilters

/// A filter that writes down what it is given.
struct SpyFilter: OrientationFilter {
    struct Parameters: FilterParameters {
        static var descriptors: [ParameterDescriptor<Parameters>] { [] }
    }
    struct State: Codable, Sendable, Equatable {
        var calls: [String] = []
    }
    static let information = FilterInformation(
        name: "spy", summary: "", reference: "", withoutGyroscope: "", worksWithoutMagnetometer: true)
    let parameters: Parameters
    var state = State()
    init(parameters: Parameters = Parameters()) { self.parameters = parameters }
    mutating func update(gyroscope rate: Vector3, at time: Int64) { state.calls.append("g\(time):\(Int(rate.x))") }
    mutating func update(accelerometer force: Vector3, at time: Int64) {
        state.calls.append("a\(time):\(Int(force.x))")
    }
    mutating func update(gravity: Vector3, at time: Int64) { state.calls.append("v\(time):\(Int(gravity.x))") }
    mutating func update(magnetometer field: Vector3, at time: Int64) {
        state.calls.append("m\(time):\(Int(field.x))")
    }
    /// Defined from the first magnetometer sample on; w counts the calls, so a row shows what it has seen.
    var estimate: OrientationEstimate? {
        guard state.calls.contains(where: { $0.hasPrefix("m") }) else { return nil }
        return OrientationEstimate(orientation: Quaternion(Double(state.calls.count), 0, 0, 0))
    }
}

@Suite("Replay: order, equal stamps, rows")
struct ReplayTests {
    private func stream(_ times: [Int64]) -> VectorStream {
        VectorStream(times: times, values: times.indices.map { Vector3(Double($0), 0, 0) })
    }

    @Test("by stamp; equal stamps in the order gyroscope, accelerometer, magnetometer, repeated ones in their own")
    func order() {
        var spy = SpyFilter()
        let track = spy.replay(
            FilterInput(
                gyroscope: stream([10, 20, 20, 30]), accelerometer: stream([5, 20, 25]), gravity: stream([5, 20]),
                magnetometer: stream([20, 29, 31])))
        #expect(
            spy.state.calls == [
                "a5:0", "g10:0", "g20:1", "g20:2", "a20:1", "m20:0", "a25:2", "m29:1", "g30:3",
            ])
        // Rows: one per gyroscope sample from the first with an orientation; both rows of stamp 20 after all of it.
        #expect(track.times == [20, 20, 30])
        #expect(track.estimates.map(\.orientation.w) == [6, 6, 9])
        #expect(track.name == "spy")
    }

    @Test("the clock is the accelerometer without a gyroscope, gravity without both")
    func clock() {
        var spy = SpyFilter()
        let second = spy.replay(FilterInput(accelerometer: stream([1, 2]), magnetometer: stream([0])))
        #expect(second.times == [1, 2])
        var other = SpyFilter()
        let third = other.replay(FilterInput(gravity: stream([1, 3]), magnetometer: stream([1, 2])))
        #expect(third.times == [1, 3])
        #expect(other.state.calls == ["v1:0", "m1:0", "m2:1", "v3:1"])
        var empty = SpyFilter()
        #expect(empty.replay(FilterInput()).count == 0)
    }
}
