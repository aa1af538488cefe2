import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A heading from another source: over an interval of the log's clock, with its uncertainty.
public struct HeadingReference: Sendable, Hashable {
    /// Nanoseconds of the log's clock; the estimates inside are averaged. Both ends may be equal.
    public var interval: ClosedRange<Int64>
    /// Radians clockwise from north, any turn.
    public var heading: Double
    /// Standard deviation, radians, > 0.
    public var sigma: Double

    /// A heading over an interval.
    public init(interval: ClosedRange<Int64>, heading: Double, sigma: Double) {
        (self.interval, self.heading, self.sigma) = (interval, heading, sigma)
    }
}

/// A landmark of known place, or the sun, in the centre of the camera's picture.
public struct Sighting: Sendable, Hashable {
    /// The object in the picture.
    public enum Target: Sendable, Hashable {
        /// A landmark with its place.
        case landmark(GeodeticPosition)
        /// The sun, at seconds since 1970-01-01T00:00:00Z.
        case sun(unixSeconds: Double)
    }

    /// Nanoseconds of the log's clock.
    public var time: Int64
    /// The object in the picture.
    public var target: Target
    /// Sigma of its position in the picture, degrees; one degree unless the user gives it.
    public var sigmaDegrees: Double

    /// A target in the centre of the picture at a time.
    public init(time: Int64, target: Target, sigmaDegrees: Double = 1) {
        (self.time, self.target, self.sigmaDegrees) = (time, target, sigmaDegrees)
    }

    /// Largest time between the sighting and the observer's fix, nanoseconds.
    static let oldestFix: Int64 = 30 * LogTime.nanosecondsPerSecond
    /// Sightings with a larger sigma are not used, degrees: landmarks so near that the error of the fix turns them, or
    /// a sun so high.
    static let largestSigmaDegrees = 10.0
    /// Lowest elevation at which the sun's upper edge is visible, degrees: half its diameter and the refraction at the
    /// horizon.
    static let sunset = -0.833
    /// The estimates within this time before and after are averaged, nanoseconds: a hand trembles.
    static let halfWidth: Int64 = 250_000_000

    /// Why a sighting gives no direction.
    public enum Refusal: Error, Sendable, Hashable, CaseIterable {
        /// Neither a place nor a fix within 30 s.
        case noPlace
        /// The landmark is so near that the fix's error turns it by more than 10 degrees.
        case tooNear
        /// The sun was below the horizon.
        case belowHorizon
        /// The sun was nearly overhead.
        case overhead
    }

    /// The TRUE azimuth of the target: of a landmark by the geodesic from the observer (C. F. F. Karney, J. Geodesy 87,
    /// 2013, 43-55), of the sun by `SolarPosition`.
    ///
    /// - Parameters:
    ///   - observer: the observer's place; `nil`: from the fixes.
    ///   - fixes: interpolated between neighbours, else the nearest one.
    /// - Throws: where there is no fix near that time, the landmark is too near for its accuracy, or the sun is below
    ///   the horizon or nearly overhead.
    public func direction(
        observer: GeodeticPosition?, fixes: SampleStream<LocationFix>
    ) throws(Refusal) -> HeadingReference {
        guard let (place, accuracy) = observer.map({ ($0, 0) }) ?? Self.place(at: time, fixes) else { throw .noPlace }
        let azimuth, sigma: Double
        switch target {
        case .landmark(let landmark):
            let line = Geodesic.wgs84.inverse(
                from: GeodeticPosition(latitude: place.latitude, longitude: place.longitude),
                to: GeodeticPosition(latitude: landmark.latitude, longitude: landmark.longitude))
            guard line.distance > 1, line.startAzimuth.isFinite else { throw .tooNear }
            let parallax = Angle.degrees(accuracy / CourseOverGround.radiusOverSigma / line.distance)
            azimuth = line.startAzimuth
            sigma = (sigmaDegrees * sigmaDegrees + parallax * parallax).squareRoot()
        case .sun(let unixSeconds):
            let sun = SolarPosition(unixSeconds: unixSeconds, at: place)
            guard sun.elevation > Self.sunset else { throw .belowHorizon }
            azimuth = sun.azimuth
            // An error in the picture is an arc: at high elevations, a degree of arc is more than a degree of azimuth.
            sigma = sigmaDegrees / Double.cos(Angle.radians(sun.elevation))
        }
        guard sigma <= Self.largestSigmaDegrees else {
            if case .sun = target { throw .overhead }
            throw .tooNear
        }
        return HeadingReference(
            interval: (time - Self.halfWidth)...(time + Self.halfWidth), heading: Angle.radians(azimuth),
            sigma: Angle.radians(sigma))
    }

    /// As `direction`; `nil` where that throws.
    public func reference(observer: GeodeticPosition?, fixes: SampleStream<LocationFix>) -> HeadingReference? {
        try? direction(observer: observer, fixes: fixes)
    }

    /// The place at a time, and its accuracy in metres (radius of 68 %).
    private static func place(at time: Int64, _ fixes: SampleStream<LocationFix>) -> (GeodeticPosition, Double)? {
        let after = fixes.index(atOrAfter: time)
        let near = [after - 1, after].filter {
            $0 >= 0 && $0 < fixes.count && (fixes.times[$0] - time).magnitude <= UInt64(oldestFix)
        }
        guard let first = near.first, let last = near.last else { return nil }
        func accuracy(_ index: Int) -> Double {
            let stated = fixes.values[index].accuracy
            return stated > 0 ? stated : CourseOverGround.Options().assumedAccuracy
        }
        let (a, b) = (fixes.values[first].place, fixes.values[last].place)
        let span = fixes.times[last] - fixes.times[first]
        let share = span > 0 ? Double(time - fixes.times[first]) / Double(span) : 0
        // The shorter way across 180 degrees.
        let east = Angle.wrapDegrees(b.longitude - a.longitude)
        return (
            GeodeticPosition(
                latitude: a.latitude + share * (b.latitude - a.latitude), longitude: a.longitude + share * east),
            max(accuracy(first), accuracy(last))
        )
    }
}
