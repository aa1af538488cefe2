import Geodesy
import Vocabulary

/// The area for which an app has queried places, and when it must query again: with a radius R, places within R of the
/// centre are known; once the observer is farther than R / 2 from it, places R / 2 ahead may be missing.
public struct QueryArea: Sendable, Hashable {
    /// The radius of a query, metres, > 0.
    public let radius: Double
    /// Where the last query was made; `nil` before the first.
    public private(set) var centre: GeodeticPosition?
    /// Queries so far, the first among them.
    public private(set) var queries = 0

    /// The part of the radius that the observer may move before the next query.
    public static let share = 0.5

    /// Nothing asked yet.
    public init(radius: Double) { self.radius = radius }

    /// Takes the observer's position.
    /// - Returns: whether the app must ask for places around it: at the first position, and farther than half of the
    ///   radius from the last query (geodesic on WGS 84; an observer at exactly half of it does not ask).
    @discardableResult
    public mutating func update(_ observer: GeodeticPosition) -> Bool {
        if let centre, !(Geodesic.wgs84.inverse(from: centre, to: observer).distance > radius * Self.share) {
            return false
        }
        centre = observer
        queries += 1
        return true
    }
}
