import LinearAlgebra
import Rotations

/// The Cramer-Rao bound of (h, S) from readings and directions of gravity with Gaussian noise, strength and dip known
/// and every attitude unknown.
///
/// A reading m = S^-1 b + h with b the field in device axes, and a direction d; the attitude's three angles are
/// eliminated from each sample's information (Schur complement), the samples' information of the nine parameters adds
/// up.
enum CramerRao {
    /// Places of the six elements of S: xx, yy, zz, xy, xz, yz.
    static let places = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

    /// Standard deviations of h (microtesla) and S (no unit); nil where singular.
    static func sigmas(_ truth: Scene.Recording, noise: Double) -> [Double]? {
        guard let inverse = truth.softIron.inverse else { return nil }
        let (magnetic, gravity) = (1 / (noise * noise), 1 / (Scene.gravityNoise * Scene.gravityNoise))
        var information = Matrix(rows: 9, columns: 9)
        for attitude in truth.attitudes {
            let b = attitude.unrotate(Scene.field)
            let u = inverse * b
            // A turn t of the attitude in device axes moves b by b x t and down by down x t.
            let turned = inverse * Matrix3.skew(b)
            let tilted = Matrix3.skew(attitude.down)
            var columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
            for (i, j) in places {
                // d(S^-1) b = -S^-1 dS u
                var moved = Vector3.zero
                moved[i] += u[j]
                if i != j { moved[j] += u[i] }
                columns.append(-(inverse * moved))
            }
            let attitudes = magnetic * (turned.transpose * turned) + gravity * (tilted.transpose * tilted)
            guard let eliminated = attitudes.inverse else { return nil }
            let crosses = columns.map { magnetic * (turned.transpose * $0) }
            for a in 0..<9 {
                for c in 0..<9 {
                    information[a, c] += magnetic * columns[a].dot(columns[c]) - crosses[a].dot(eliminated * crosses[c])
                }
            }
        }
        guard let covariance = try? Cholesky(information).inverse() else { return nil }
        return covariance.diagonal.map { $0.squareRoot() }
    }
}
