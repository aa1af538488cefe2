/// How the app comes from magnetic to true north.
public enum DeclinationPolicy: Sendable, Hashable {
    /// The World Magnetic Model at the observer's position and the day's date.
    case model
    /// A constant, degrees east of north.
    case fixed(Double)
    /// The filter's north is taken for true north.
    case none
}
