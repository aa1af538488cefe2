import RealModule

/// A kind of evidence. Each has a cap: the most nats by which it may speak against a reading, since no model of it is
/// certain. What is correlated is one term, so that it counts once.
public enum Term: String, Sendable, CaseIterable {
    // Of what the log says.
    case baseRate = "base rate"
    case name
    case unit
    case sign
    case clock
    // Of one stream's numbers.
    case length
    case variation
    case range
    case noise
    case resolution
    case wraps
    // Of two streams.
    case turning
    case direction
    case composition
    case motion
    case family
    case once

    var cap: Double {
        switch self {
        case .wraps, .turning: 14
        case .length: 12
        case .baseRate, .resolution: 9
        case .composition, .direction, .clock, .name: 8
        case .unit, .sign: 7
        case .variation, .range, .noise, .motion: 4
        case .family: 5
        case .once: 3
        }
    }
}

/// What one term adds to a reading over the next best one.
public struct Evidence: Sendable, Hashable {
    /// The kind of evidence.
    public var term: Term
    /// Natural logarithm of the likelihood ratio; negative where the term speaks for the other reading.
    public var nats: Double
    /// The measurement or the statement, as text for reports.
    public var reason: String
}

/// Densities over logarithms.
enum Density {
    /// ln N(x; mean, deviation).
    static func normal(_ x: Double, _ mean: Double, _ deviation: Double) -> Double {
        let z = (x - mean) / deviation
        return -0.5 * z * z - .log(deviation) - 0.919
    }

    /// ln of a mixture of two normal densities; `share` is the first one's.
    static func mixture(
        _ share: Double, _ x: Double, _ mean: Double, _ deviation: Double, _ y: Double, _ otherMean: Double,
        _ other: Double
    ) -> Double {
        let a = .log(share) + normal(x, mean, deviation)
        let b = .log(1 - share) + normal(y, otherMean, other)
        let most = max(a, b)
        return most + .log(.exp(a - most) + .exp(b - most))
    }

    /// ln of the broad density of a length whose unit is not known: 24 nats wide, 1e-5 to 1e5.
    static let unknown = -Double.log(24)
}
