/// The series to order 6 that replace the elliptic integrals of the geodesic (C. F. F. Karney, Algorithms for
/// geodesics, J. Geodesy 87, 2013, 43-55; equation numbers refer to it). `epsilon` is the expansion parameter of
/// equation 16, n the third flattening. For |f| < 1/50 the truncation error is below 15 nm.
enum GeodesicSeries {
    /// The coefficients of sin 2 sigma, sin 4 sigma, ... sin 12 sigma; the last two lanes are zero.
    typealias Coefficients = SIMD8<Double>

    /// epsilon of k^2 = e'^2 cos^2 alpha0.
    static func epsilon(kSquared: Double) -> Double {
        kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
    }

    /// A1 - 1 (equation 17).
    static func a1Minus1(_ epsilon: Double) -> Double {
        let square = epsilon * epsilon
        let tail = square * (1 / 4.0 + square * (1 / 64.0 + square / 256))
        return (tail + epsilon) / (1 - epsilon)
    }

    /// A2 - 1 (equation 42).
    static func a2Minus1(_ epsilon: Double) -> Double {
        let square = epsilon * epsilon
        let tail = square * (1 / 4.0 + square * (9 / 64.0 + square * 25 / 256))
        return tail * (1 - epsilon) - epsilon
    }

    /// C1 (equation 18): distance from arc length.
    static func c1(_ epsilon: Double) -> Coefficients {
        let square = epsilon * epsilon
        return scaled(
            -1 / 2.0 + square * (3 / 16.0 - square / 32),
            -1 / 16.0 + square * (1 / 32.0 - square * 9 / 2048),
            -1 / 48.0 + square * 3 / 256,
            -5 / 512.0 + square * 3 / 512,
            -7 / 1280.0, -7 / 2048.0, epsilon)
    }

    /// C1' (equation 21): arc length from distance.
    static func c1Reverted(_ epsilon: Double) -> Coefficients {
        let square = epsilon * epsilon
        return scaled(
            1 / 2.0 + square * (-9 / 32.0 + square * 205 / 1536),
            5 / 16.0 + square * (-37 / 96.0 + square * 1335 / 4096),
            29 / 96.0 - square * 75 / 128,
            539 / 1536.0 - square * 2391 / 2560,
            3467 / 7680.0, 38081 / 61440.0, epsilon)
    }

    /// C2 (equation 43): for the reduced length.
    static func c2(_ epsilon: Double) -> Coefficients {
        let square = epsilon * epsilon
        return scaled(
            1 / 2.0 + square * (1 / 16.0 + square / 32),
            3 / 16.0 + square * (1 / 32.0 + square * 35 / 2048),
            5 / 48.0 + square * 5 / 256,
            35 / 512.0 + square * 7 / 512,
            63 / 1280.0, 77 / 2048.0, epsilon)
    }

    /// A3 (equation 24): longitude from arc length.
    static func a3(_ epsilon: Double, n: Double) -> Double {
        let first = (n - 1) / 2
        let second = (n * (3 * n - 1) - 2) / 8
        let third = (n * (-n - 3) - 1) / 16
        let fourth = (-2 * n - 3) / 64
        return 1 + epsilon * (first + epsilon * (second + epsilon * (third + epsilon * (fourth - epsilon * 3 / 128))))
    }

    /// C3 (equation 25): longitude from arc length.
    static func c3(_ epsilon: Double, n: Double) -> Coefficients {
        let e = epsilon
        return scaled(
            (1 - n) / 4 + e * ((1 - n * n) / 8 + e * ((3 + n * (3 - n)) / 64 + e * ((5 + 2 * n) / 128 + e * 3 / 128))),
            (2 + n * (n - 3)) / 32 + e * ((3 + n * (-2 - 3 * n)) / 64 + e * ((3 + n) / 128 + e * 5 / 256)),
            (5 + n * (5 * n - 9)) / 192 + e * ((9 - 10 * n) / 384 + e * 7 / 512),
            (7 - 14 * n) / 512 + e * 7 / 512,
            21 / 2560.0, 0, epsilon)
    }

    /// The sum of c_k sin 2 k sigma by Clenshaw's recurrence.
    static func sum(_ c: Coefficients, at sigma: SineCosine) -> Double {
        let twice = 2 * (sigma.cosine - sigma.sine) * (sigma.cosine + sigma.sine)  // 2 cos 2 sigma
        var (next, afterNext) = (0.0, 0.0)
        for k in stride(from: 5, through: 0, by: -1) {
            (next, afterNext) = (twice * next - afterNext + c[k], next)
        }
        return 2 * sigma.sine * sigma.cosine * next
    }

    /// The k-th coefficient carries the factor epsilon^k.
    private static func scaled(
        _ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double, _ c6: Double, _ epsilon: Double
    ) -> Coefficients {
        let e2 = epsilon * epsilon
        let e3 = e2 * epsilon
        return Coefficients(c1 * epsilon, c2 * e2, c3 * e3, c4 * e2 * e2, c5 * e2 * e3, c6 * e3 * e3, 0, 0)
    }
}
