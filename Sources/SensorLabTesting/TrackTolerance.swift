import Rotations

/// An angle that an error must not exceed.
public struct AngleLimit: Sendable, Hashable {
    /// Radians, >= 0.
    public let radians: Double

    /// From degrees.
    public static func degrees(_ degrees: Double) -> AngleLimit { AngleLimit(radians: Angle.radians(degrees)) }
    /// From radians.
    public static func radians(_ radians: Double) -> AngleLimit { AngleLimit(radians: radians) }
}

/// Which part of the error of an orientation is judged.
public enum ErrorQuantity: String, Sendable, CaseIterable {
    /// Its angle.
    case total
    /// Its rotation about the vertical.
    case heading
    /// The same after the recording's constant is removed: what a filter does, without what calibration and alignment leave.
    case headingAfterOffset = "heading after one offset"
    /// The tilt of the vertical.
    case inclination
}

/// Which number of the errors over time is judged.
public enum ErrorStatistic: String, Sendable, CaseIterable {
    /// The largest: every scored sample must stay within the limit.
    case maximum
    /// 95 % of the samples.
    case p95 = "95 %"
    /// Root of the mean of the squares.
    case rmse = "RMSE"
    /// Half of the samples.
    case median
}
