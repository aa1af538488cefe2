import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("tilt, triad, quest")
struct TwoVectorMethodTests {
    private static func vectors(_ seed: UInt64) -> (force: Vector3, field: Vector3) {
        var random = SplitMix64(seed: seed)
        return (random.vector(9.8), random.vector(45))
    }

    @Test("tilt is the compass by other formulas", arguments: 1...20)
    func tilt(seed: UInt64) throws {
        let (force, field) = Self.vectors(seed)
        let angles = try #require(Tilt.orientation(force: force, field: field, dip: 1, .init()))
        let vectors = try #require(TiltCompass.orientation(force: force, field: field))
        expectRotation(angles, vectors, withinDegrees: 1e-9)
    }

    /// Wahba's loss itself decides: no rotation nearby has a smaller one, and far ones neither.
    @Test("quest minimises Wahba's loss", arguments: 1...20)
    func quest(seed: UInt64) throws {
        let (force, field) = Self.vectors(seed)
        let (a, m) = (try #require(force.normalized), try #require(field.normalized))
        var random = SplitMix64(seed: seed + 100)
        for weight in [0.1, 1, 7] {
            var parameters = Quest.Parameters()
            parameters.fieldWeight = weight
            let dip = 1.1
            let north = Vector3(0, .cos(dip), -.sin(dip))
            func gain(_ q: Quaternion) -> Double {
                q.rotate(a).z + weight * q.rotate(m).dot(north)
            }
            let best = try #require(Quest.orientation(force: force, field: field, dip: dip, parameters))
            for size in [1e-3, 0.1, 3] {
                for _ in 0..<20 {
                    #expect(gain(Quaternion(rotationVector: random.vector(size)) * best) <= gain(best) + 1e-14)
                }
            }
        }
    }

    @Test("quest lies between compass and triad, and is them at the ends")
    func ends() throws {
        let (force, field) = Self.vectors(5)
        var parameters = Quest.Parameters()
        parameters.fieldWeight = 0
        let compass = try #require(TiltCompass.orientation(force: force, field: field))
        expectRotation(
            try #require(Quest.orientation(force: force, field: field, dip: 1, parameters)), compass,
            withinDegrees: 1e-9)
        parameters.fieldWeight = 1e6
        let triad = try #require(Triad.orientation(force: force, field: field, dip: 1, .init()))
        // 1e-6 of the excess is left to the force.
        expectRotation(
            try #require(Quest.orientation(force: force, field: field, dip: 1, parameters)), triad,
            withinDegrees: 1e-3)
        let m = triad.rotate(field)
        #expect((Double.atan2(y: -m.z, x: m.y) - 1).magnitude < 1e-12 && m.x.magnitude < 1e-9)
    }
}

@Suite("Smoothed headings")
struct HeadingSmootherTests {
    /// A level device at a heading in degrees, every 20 ms.
    private func run<Filter: OrientationFilter>(_ type: Filter.Type, _ headings: [Double]) -> [Double] {
        var filter = Filter(parameters: Filter.Parameters())
        return headings.enumerated().map { k, degrees in
            let field = Quaternion.aboutVertical(-Angle.radians(degrees)).unrotate(Vector3(0, 22, -42))
            filter.update(accelerometer: Vector3(0, 0, 9.81), at: Int64(k) * 20_000_000)
            filter.update(magnetometer: field, at: Int64(k) * 20_000_000)
            return filter.estimate?.orientation.heading(of: .top).map { Angle.degrees($0) } ?? .nan
        }
    }

    @Test("radius-lowpass: 0.8 of the old, 0.2 of the new, along the shorter arc")
    func radius() {
        let headings = run(RadiusLowPassFilter.self, [350, 10, 10])
        expectAngle(headings[0], 350, within: 1e-9)
        expectAngle(headings[1], 354, within: 1e-9)
        expectAngle(headings[2], 357.2, within: 1e-9)
    }

    @Test("radius-lowpass: the arc is the shorter one half a turn away from the start, too")
    func radiusBehind() {
        let headings = run(RadiusLowPassFilter.self, [0] + Array(repeating: 170, count: 200) + [190])
        expectAngle(headings[200], 170, within: 1e-9)
        expectAngle(headings[201], 174, within: 1e-9)
    }

    @Test("mean-rotation: the mean does not depend on the sign of the quaternions, which changes at east and west")
    func meanAcrossEast() {
        for heading in [90.0, 180, 270] {
            let halves = Array(repeating: heading - 10, count: 30) + Array(repeating: heading + 10, count: 30)
            expectAngle(run(MeanRotationFilter.self, halves)[40], heading, within: 1e-9)
        }
    }

    @Test("circular: the exponential mean of cosine and sine")
    func circular() {
        let headings = run(CircularFilter.self, [350, 10, 10])
        let g = 1 - Double.exp(-0.02 / 0.2)
        let (c, s) = (Double.cos(Double.pi / 18), Double.sin(Double.pi / 18))
        expectAngle(headings[0], 350, within: 1e-9)
        expectAngle(headings[1], Angle.degrees(.atan2(y: -s * (1 - 2 * g), x: c)), within: 1e-9)
    }

    @Test("mean-rotation: the mean of the last N, across north, and no more")
    func mean() {
        let headings = run(MeanRotationFilter.self, Array(repeating: 350, count: 30) + Array(repeating: 10, count: 30))
        expectAngle(headings[29], 350, within: 1e-9)
        // Of 20 orientations ten are new; the accelerometer comes before the field, so a field counts one row later.
        expectAngle(headings[40], 0, within: 1e-9)
        expectAngle(headings[59], 10, within: 1e-9)
    }
}
