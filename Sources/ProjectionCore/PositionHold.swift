import Geodesy
import Vocabulary

/// The position that the projection uses: the last fix that was good enough, held while fixes are missing or worse.
public struct PositionHold: Sendable, Hashable {
    /// Fixes with a worse horizontal accuracy, metres, are ignored; a fix that does not say how good it is counts as good.
    public let worstAccuracy: Double
    /// The last good fix; `nil` before the first.
    public private(set) var position: GeodeticPosition?
    /// Its horizontal accuracy, metres; NaN where unknown.
    public private(set) var accuracy = Double.nan
    /// Its stamp, nanoseconds.
    public private(set) var time: Int64?
    /// Fixes that were ignored.
    public private(set) var ignored = 0

    /// Nothing known yet. The limit of 100 m is that of the model `frustum`.
    public init(worstAccuracy: Double = 100) { self.worstAccuracy = worstAccuracy }

    /// Takes a fix.
    /// - Returns: whether it is used.
    @discardableResult
    public mutating func update(_ fix: GeodeticPosition, accuracy: Double = .nan, at time: Int64) -> Bool {
        guard fix.isValid, !(accuracy > worstAccuracy), !(accuracy < 0) else {
            ignored += 1
            return false
        }
        position = fix
        self.accuracy = accuracy
        self.time = time
        return true
    }
}
