import Geodesy
import ProjectionCore
import SensorModels
import Vocabulary

/// The observer's positions over a log: one fixed place, or the log's fixes as `PositionHold` accepts them.
public struct ObserverPath: Sendable {
    /// Start of each position, nanoseconds of the log's clock; ascending.
    public let times: [Int64]
    /// The positions, one per time.
    public let positions: [GeodeticPosition]
    /// Horizontal accuracies of the fixes, metres; NaN if unknown.
    public let accuracies: [Double]
    /// Whether the observer's height is known; if not, all heights are 0.
    public let hasHeight: Bool
    /// Number of fixes rejected for their accuracy.
    public let ignored: Int
    /// Number of fixes that the gate left out.
    public let gated: Int

    /// One fixed place for the whole log.
    public init(_ position: GeodeticPosition, hasHeight: Bool = true) {
        (times, positions, accuracies, ignored, gated) = ([.min], [position], [.nan], 0, 0)
        self.hasHeight = hasHeight
    }

    /// The fixes that are accurate enough, each held until the next; `nil` if there are none. A fix without a height
    /// has that of the fix before; before the first height, that first height.
    /// - Parameter gate: which of these are used.
    public init?(fixes: SampleStream<LocationFix>, worstAccuracy: Double, gate: FixGate = FixGate()) {
        var (gate, gated) = (gate, 0)
        var hold = PositionHold(worstAccuracy: worstAccuracy)
        var height = fixes.values.first { $0.hasHeight && !($0.accuracy > worstAccuracy) }?.place.height
        var (times, positions, accuracies): ([Int64], [GeodeticPosition], [Double]) = ([], [], [])
        for (time, fix) in zip(fixes.times, fixes.values) {
            guard hold.update(fix.place, accuracy: fix.accuracy, at: time) else { continue }
            guard gate.passes(fix.place, at: time) else {
                gated += 1
                continue
            }
            times.append(time)
            var place = fix.place
            if fix.hasHeight { height = place.height } else { place.height = height ?? 0 }
            positions.append(place)
            accuracies.append(fix.accuracy)
        }
        (ignored, self.gated) = (hold.ignored, gated)
        hasHeight = height != nil
        guard !times.isEmpty else { return nil }
        (self.times, self.positions, self.accuracies) = (times, positions, accuracies)
    }

    /// The path with other positions in an interval.
    /// - Parameters:
    ///   - path: outside of the interval.
    ///   - interval: nanoseconds of the log's clock.
    ///   - times: within the interval, ascending; one per position and accuracy.
    ///   - positions: their heights count where the path has a height.
    ///   - accuracies: radii that hold 68 % of a circular error, metres.
    public init(
        _ path: ObserverPath, between interval: ClosedRange<Int64>, times: [Int64], positions: [GeodeticPosition],
        accuracies: [Double]
    ) {
        let before = path.times.prefixLength { $0 < interval.lowerBound }
        let after = path.times.prefixLength { $0 <= interval.upperBound }
        self.times = Array(path.times[..<before]) + times + Array(path.times[after...])
        self.positions = Array(path.positions[..<before]) + positions + Array(path.positions[after...])
        self.accuracies = Array(path.accuracies[..<before]) + accuracies + Array(path.accuracies[after...])
        (hasHeight, ignored, gated) = (path.hasHeight, path.ignored, path.gated)
    }

    /// The same path with the accuracies that another one has at its times.
    /// - Parameter factor: of these accuracies.
    public func with(accuraciesOf path: ObserverPath, times factor: Double = 1) -> ObserverPath {
        ObserverPath(
            self, between: (times.first ?? 0)...(times.last ?? 0), times: times, positions: positions,
            accuracies: times.map { time in path.index(at: time).map { path.accuracies[$0] * factor } ?? .nan })
    }

    /// The same path with other heights.
    /// - Parameter heights: metres above the ellipsoid, one per position; `nil` keeps the height of the path.
    public func at(heights: [Double?]) -> ObserverPath { ObserverPath(self, heights: heights) }

    private init(_ path: ObserverPath, heights: [Double?], hasHeight: Bool? = nil) {
        (times, accuracies, ignored, gated) = (path.times, path.accuracies, path.ignored, path.gated)
        positions = zip(path.positions, heights).map { position, height in
            GeodeticPosition(
                latitude: position.latitude, longitude: position.longitude, height: height ?? position.height)
        }
        self.hasHeight = hasHeight ?? (path.hasHeight || !heights.contains(nil))
    }

    /// The same path with this height, metres above the ellipsoid, where the height is missing or 0, and the number of
    /// positions changed.
    public func floored(_ height: Double) -> (path: ObserverPath, count: Int) {
        let heights = positions.map { !hasHeight || $0.height == 0 ? height : nil }
        let count = heights.count { $0 != nil }
        return (ObserverPath(self, heights: heights, hasHeight: true), count)
    }

    /// The age of the observer's position at a time, seconds; `nil` before the first fix and for a fixed place.
    public func age(at time: Int64) -> Double? {
        guard let index = index(at: time), times[index] != .min else { return nil }
        return Double(time - times[index]) * 1e-9
    }

    /// The observer's position at a time; `nil` before the first fix. O(log n).
    public func position(at time: Int64) -> GeodeticPosition? {
        index(at: time).map { positions[$0] }
    }

    /// Uncertainty of orientation (the filter's sigmas) and of the position at a time; a position without accuracy
    /// counts as exact. The accuracy of a fix is the radius that holds 68 % of a circular error, 1.515 standard
    /// deviations per axis; the height is assumed as accurate as one axis.
    public func uncertainty(of estimate: OrientationEstimate, at time: Int64) -> PoseUncertainty {
        let accuracy = index(at: time).map { accuracies[$0] } ?? .nan
        let sigma = accuracy.isFinite ? accuracy / 1.515 : 0
        return PoseUncertainty(estimate, horizontalSigma: sigma, verticalSigma: sigma)
    }

    /// The uncertainty of the position alone; `nil` if the accuracy of the fix is unknown.
    func uncertainty(at time: Int64) -> PoseUncertainty? {
        guard let index = index(at: time), accuracies[index].isFinite else { return nil }
        let exact = OrientationEstimate(orientation: .identity, headingSigma: 0, inclinationSigma: 0)
        return uncertainty(of: exact, at: time)
    }

    private func index(at time: Int64) -> Int? {
        let next = times.prefixLength { $0 <= time }
        return next > 0 ? next - 1 : nil
    }

    /// Starts a walk at ascending times.
    public func makeWalk() -> Walk { Walk(path: self) }

    /// The changes of the observer's position at ascending times.
    public struct Walk: Sendable {
        private let path: ObserverPath
        private var next = 0

        init(path: ObserverPath) { self.path = path }

        /// The new position if it has changed since the last call, else `nil`.
        public mutating func change(at time: Int64) -> GeodeticPosition? {
            var found: GeodeticPosition?
            while next < path.times.count && path.times[next] <= time {
                found = path.positions[next]
                next += 1
            }
            return found
        }
    }
}

extension Projector {
    /// Moves to a position that is known to be valid; an invalid one changes nothing.
    package mutating func move(to observer: GeodeticPosition) { try? prepare(observer: observer) }
}

/// An app's gate for fixes: one passes that is far enough from the last one that passed, and late enough, as Android's
/// `minDistance` and `minTime` and Core Location's `distanceFilter` have it.
public struct FixGate: Sendable {
    /// Metres and seconds from the last fix that passed; 0 lets every fix pass.
    public var minimumDistance, minimumInterval: Double
    private var last: (place: GeodeticPosition, time: Int64)?

    /// A gate; open without limits.
    public init(minimumDistance: Double = 0, minimumInterval: Double = 0) {
        (self.minimumDistance, self.minimumInterval) = (minimumDistance, minimumInterval)
    }

    /// Whether a fix passes, which is then the last one; the first one does.
    public mutating func passes(_ place: GeodeticPosition, at time: Int64) -> Bool {
        if let last {
            guard LogTime.seconds(LogTime.difference(time, last.time)) >= minimumInterval,
                minimumDistance <= 0 || Geodesic.wgs84.inverse(from: last.place, to: place).distance >= minimumDistance
            else { return false }
        }
        last = (place, time)
        return true
    }

}
