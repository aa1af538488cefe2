import Foundation
import RealModule
import Rotations
import SensorModels

@testable import Analysis
@testable import OrientationFilters

/// What is done to a filter from outside.
protocol Alteration: Sendable {
    static func rate(_ rate: Vector3) -> Vector3
    static func force(_ force: Vector3) -> Vector3
    static func field(_ field: Vector3) -> Vector3
    static func answer(_ estimate: OrientationEstimate) -> OrientationEstimate
}

extension Alteration {
    static func rate(_ rate: Vector3) -> Vector3 { rate }
    static func force(_ force: Vector3) -> Vector3 { force }
    static func field(_ field: Vector3) -> Vector3 { field }
    static func answer(_ estimate: OrientationEstimate) -> OrientationEstimate { estimate }
}

/// A filter of the catalogue under its own name, altered.
struct Altered<Base: OrientationFilter, Change: Alteration>: OrientationFilter {
    static var information: FilterInformation { Base.information }
    private var base: Base

    init(parameters: Base.Parameters) { base = Base(parameters: parameters) }

    var parameters: Base.Parameters { base.parameters }
    var state: Base.State {
        get { base.state }
        set { base.state = newValue }
    }

    mutating func update(gyroscope rate: Vector3, at time: Int64) {
        base.update(gyroscope: Change.rate(rate), at: time)
    }
    mutating func update(accelerometer force: Vector3, at time: Int64) {
        base.update(accelerometer: Change.force(force), at: time)
    }
    mutating func update(gravity: Vector3, at time: Int64) { base.update(gravity: Change.force(gravity), at: time) }
    mutating func update(magnetometer field: Vector3, at time: Int64) {
        base.update(magnetometer: Change.field(field), at: time)
    }
    var estimate: OrientationEstimate? { base.estimate.map(Change.answer) }
}

/// The smallest change: every reading one unit in the last place farther from zero.
enum OneULP: Alteration {
    static func nudged(_ v: Vector3) -> Vector3 { Vector3(nudged(v.x), nudged(v.y), nudged(v.z)) }
    private static func nudged(_ x: Double) -> Double { x < 0 ? x.nextDown : x.nextUp }
    static func rate(_ rate: Vector3) -> Vector3 { nudged(rate) }
    static func force(_ force: Vector3) -> Vector3 { nudged(force) }
    static func field(_ field: Vector3) -> Vector3 { nudged(field) }
}

/// Twice the gain on the gyroscope.
enum GainDoubled: Alteration {
    static func rate(_ rate: Vector3) -> Vector3 { 2 * rate }
}

/// x and y of the magnetometer exchanged: another device frame.
enum FrameSwapped: Alteration {
    static func field(_ field: Vector3) -> Vector3 { Vector3(field.y, field.x, field.z) }
}

/// The declination with the wrong sign: the pipeline turns by minus the declination, so twice that the other way.
enum DeclinationSign: Alteration {
    /// Barcelona, 2015-06-22: 0.543 degrees east by the WMM; the test checks that.
    static let declination = Angle.radians(0.543)
    static func answer(_ estimate: OrientationEstimate) -> OrientationEstimate {
        var result = estimate
        result.orientation = .aboutVertical(2 * declination) * result.orientation
        return result
    }
}

/// The whole catalogue, altered.
enum AlteredCatalogue {
    /// Those whose answer follows the gyroscope.
    static let withGyroscope = [
        "gyro", "complementary", "madgwick", "mahony", "aqua", "ekf", "ukf", "kalman", "vqf-basic", "vqf", "sensorlab",
    ]

    static func filters<Change: Alteration>(_ change: Change.Type) throws -> [ResolvedFilter] {
        let entries: [FilterEntry] = [
            FilterEntry(Altered<CompassFilter, Change>.self), FilterEntry(Altered<LowPassFilter, Change>.self),
            FilterEntry(Altered<TiltFilter, Change>.self), FilterEntry(Altered<TriadFilter, Change>.self),
            FilterEntry(Altered<QuestFilter, Change>.self), FilterEntry(Altered<RadiusLowPassFilter, Change>.self),
            FilterEntry(Altered<CircularFilter, Change>.self), FilterEntry(Altered<MeanRotationFilter, Change>.self),
            FilterEntry(Altered<GyroscopeFilter, Change>.self), FilterEntry(Altered<ComplementaryFilter, Change>.self),
            FilterEntry(Altered<MadgwickFilter, Change>.self), FilterEntry(Altered<MahonyFilter, Change>.self),
            FilterEntry(Altered<AquaFilter, Change>.self), FilterEntry(Altered<QuaternionEKFFilter, Change>.self),
            FilterEntry(Altered<ManifoldUKFFilter, Change>.self), FilterEntry(Altered<KalmanFilter, Change>.self),
            FilterEntry(Altered<BasicVQFFilter, Change>.self), FilterEntry(Altered<VQFFilter, Change>.self),
            FilterEntry(Altered<SensorLabFilter, Change>.self),
            FilterEntry(Altered<FixedLagFilter, Change>.self),
        ]
        return try entries.map { ResolvedFilter(entry: $0, parameters: try $0.resolved([:])) }
    }
}
