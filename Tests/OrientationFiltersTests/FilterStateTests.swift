import Foundation
import Rotations
import SensorModels
import Testing

@testable import OrientationFilters

@Suite("State: saved and resumed to the bit")
struct FilterStateTests {
    /// Runs a log whole, and in two halves with the state going through JSON and into a new filter in between.
    private func resume<Filter: OrientationFilter>(_ type: Filter.Type, gyroscope: Bool) throws {
        var input = SyntheticMotion.phone(seconds: 20).log().input
        if !gyroscope { input.gyroscope = VectorStream() }
        let half: Int64 = 9_876_000_000
        func part(_ range: ClosedRange<Int64>) -> FilterInput {
            FilterInput(
                gyroscope: input.gyroscope.clipped(to: range), accelerometer: input.accelerometer.clipped(to: range),
                magnetometer: input.magnetometer.clipped(to: range))
        }
        // Replay stops at the clock's last row, so the halves end with one.
        let clock = input.clock.times
        let cut = clock[clock.firstIndex { $0 >= half } ?? 0]
        var whole = Filter(parameters: Filter.Parameters())
        let expected = whole.replay(input)
        var first = Filter(parameters: Filter.Parameters())
        let head = first.replay(part(0...cut))
        let json = try JSONEncoder().encode(first.state)
        var second = Filter(parameters: Filter.Parameters())
        second.state = try JSONDecoder().decode(Filter.State.self, from: json)
        #expect(second.state == first.state)
        let tail = second.replay(part((cut + 1)...Int64.max))
        #expect(head.times + tail.times == expected.times)
        #expect(zip(head.estimates + tail.estimates, expected.estimates).allSatisfy { $0.isIdentical(to: $1) })
        #expect(second.state == whole.state)
    }

    @Test("every filter, with and without gyroscope", arguments: [true, false])
    func everyFilter(gyroscope: Bool) throws {
        try resume(CompassFilter.self, gyroscope: gyroscope)
        try resume(LowPassFilter.self, gyroscope: gyroscope)
        if gyroscope { try resume(GyroscopeFilter.self, gyroscope: true) }
        try resume(ComplementaryFilter.self, gyroscope: gyroscope)
        try resume(KalmanFilter.self, gyroscope: gyroscope)
        try resume(SensorLabFilter.self, gyroscope: gyroscope)
        if gyroscope { try resume(FixedLagFilter.self, gyroscope: true) }
        try resume(TiltFilter.self, gyroscope: gyroscope)
        try resume(TriadFilter.self, gyroscope: gyroscope)
        try resume(QuestFilter.self, gyroscope: gyroscope)
        try resume(RadiusLowPassFilter.self, gyroscope: gyroscope)
        try resume(CircularFilter.self, gyroscope: gyroscope)
        try resume(MeanRotationFilter.self, gyroscope: gyroscope)
        if gyroscope { try resume(MadgwickFilter.self, gyroscope: true) }
        try resume(MahonyFilter.self, gyroscope: gyroscope)
        try resume(QuaternionEKFFilter.self, gyroscope: gyroscope)
        try resume(AquaFilter.self, gyroscope: gyroscope)
        try resume(ManifoldUKFFilter.self, gyroscope: gyroscope)
        if gyroscope { try resume(BasicVQFFilter.self, gyroscope: true) }
        if gyroscope { try resume(VQFFilter.self, gyroscope: true) }
    }
}

extension OrientationEstimate {
    /// Equal, with NaN equal to NaN.
    fileprivate func isIdentical(to other: OrientationEstimate) -> Bool {
        orientation == other.orientation && gyroscopeBias == other.gyroscopeBias && rest == other.rest
            && disturbed == other.disturbed && headingSigma.bitPattern == other.headingSigma.bitPattern
            && inclinationSigma.bitPattern == other.inclinationSigma.bitPattern
    }
}
