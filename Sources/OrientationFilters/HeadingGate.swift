import Rotations
import SensorModels
import Vocabulary

/// Whether an app may show a heading: ready or not, with hysteresis on the stated sigma, on time and on disturbance.
///
/// Ready once the heading's sigma was at most `Limits.readySigma` for `Limits.readyTime`; no longer once it was above
/// `Limits.lostSigma`, or the field disturbed, for `Limits.lostTime`. A disturbance counts when it has lasted for
/// `Limits.disturbedTime`: until then the gyroscope carries the heading. With a filter that states no sigma it is never
/// ready.
///
///     var gate = HeadingGate()
///     if gate.update(filter.estimate, at: time) { show(heading) }
///
/// How often it is ready and wrong: docs/studies/gate.md.
public struct HeadingGate: FilterState {
    /// What the gate demands.
    public struct Limits: FilterState {
        /// Largest sigma of the heading to become ready, rad.
        public var readySigma = Angle.radians(5)
        /// Largest sigma to stay ready, rad; a smaller one than `readySigma` counts as that.
        public var lostSigma = Angle.radians(10)
        /// For how long it has to be good to become ready, s.
        public var readyTime = 1.0
        /// For how long it has to be bad to be lost, s.
        public var lostTime = 0.5
        /// For how long a disturbance is borne, s.
        public var disturbedTime = 3.0

        /// The defaults.
        public init() {}
    }

    /// What speaks against the heading.
    public enum Obstacle: Int8, FilterState {
        /// Nothing; if the gate is not ready, it soon will be.
        case none = 0
        /// The orientation is not defined yet, or the filter states no sigma of its heading.
        case unknown = 1
        /// The sigma is too large: turn the device about all its axes, or wait.
        case uncertain = 2
        /// The field has been disturbed for too long: go away from the magnet.
        case disturbed = 3
    }

    /// What the gate remembers.
    package struct State: FilterState {
        package var isReady = false
        package var obstacle = Obstacle.unknown
        /// Since when the estimates contradict `isReady`, and since when the field is disturbed; the last stamp;
        /// nanoseconds, `never` where there is none.
        package var contradicted = Self.never
        package var disturbed = Self.never
        package var last = Self.never

        package static let never = Int64.min

        package init(
            isReady: Bool = false, obstacle: Obstacle = .unknown, contradicted: Int64 = Self.never,
            disturbed: Int64 = Self.never, last: Int64 = Self.never
        ) {
            (self.isReady, self.obstacle) = (isReady, obstacle)
            (self.contradicted, self.disturbed, self.last) = (contradicted, disturbed, last)
        }
    }

    /// What it demands.
    public let limits: Limits
    package var state = State()

    /// Behind a longer hole, s, the gate begins anew.
    private static let longestHole = 5.0

    /// Not ready.
    public init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Whether the heading may be shown.
    public var isReady: Bool { state.isReady }
    /// What speaks against the last estimate.
    public var obstacle: Obstacle { state.obstacle }

    /// Takes the next estimate.
    /// - Parameters:
    ///   - estimate: of a filter; `nil` where it is not defined.
    ///   - time: its stamp, nanoseconds; after a step back, or a hole of more than 5 s, the gate begins anew.
    /// - Returns: `isReady`.
    @discardableResult
    public mutating func update(_ estimate: OrientationEstimate?, at time: Int64) -> Bool {
        update(headingSigma: estimate?.headingSigma ?? .nan, disturbed: estimate?.disturbed ?? .unknown, at: time)
    }

    /// The same from the two members of an estimate that count.
    /// - Parameters:
    ///   - headingSigma: rad; NaN where it is not known.
    ///   - field: whether the field is disturbed.
    ///   - time: nanoseconds.
    /// - Returns: `isReady`.
    @discardableResult
    public mutating func update(headingSigma: Double, disturbed field: Flag, at time: Int64) -> Bool {
        if state.last != State.never, !(0...Self.longestHole).contains(Self.seconds(from: state.last, to: time)) {
            state = State()
        }
        state.last = time
        state.disturbed = field != .yes ? State.never : state.disturbed == State.never ? time : state.disturbed
        state.obstacle = obstacle(headingSigma, at: time)
        guard (state.obstacle == .none) != isReady else {
            state.contradicted = State.never
            return isReady
        }
        if state.contradicted == State.never { state.contradicted = time }
        if Self.seconds(from: state.contradicted, to: time) >= (isReady ? limits.lostTime : limits.readyTime) {
            state.isReady.toggle()
            state.contradicted = State.never
        }
        return isReady
    }

    private func obstacle(_ sigma: Double, at time: Int64) -> Obstacle {
        if sigma.isNaN { return .unknown }
        if sigma > (isReady ? max(limits.lostSigma, limits.readySigma) : limits.readySigma) { return .uncertain }
        let isLong =
            state.disturbed != State.never && Self.seconds(from: state.disturbed, to: time) >= limits.disturbedTime
        return isLong ? .disturbed : .none
    }

    private static func seconds(from first: Int64, to second: Int64) -> Double {
        LogTime.seconds(LogTime.difference(second, first))
    }
}
