import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// A symmetric positive definite 3 x 3 matrix S by its logarithm L: every L gives a valid S, so no fit can leave the
/// cone (log-Euclidean coordinates; Arsigny et al., SIAM J. Matrix Anal. 29(1), 2007).
struct SymmetricLogarithm: Sendable {
    /// L as xx, yy, zz, xy, xz, yz.
    var elements: [Double]

    /// Rows and columns of the six elements.
    static let places = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

    init(elements: [Double] = Array(repeating: 0, count: 6)) { self.elements = elements }

    /// log S; throws where S is not positive definite.
    init(exponential s: Matrix3) throws(SensorLabError) {
        let eigen = try Self.matrix(s).symmetricEigen()
        guard eigen.values[0] > 0 else {
            throw SensorLabError(
                .badData, code: .notPositiveDefinite, place: "soft iron",
                message: "an axis of the fitted quadric is not positive",
                advice: "cover more directions or use the method map")
        }
        let logarithm = Self.compose(eigen.vectors, eigen.values.map { Double.log($0) })
        elements = Self.places.map { logarithm[$0.0, $0.1] }
    }

    /// L as a matrix.
    var matrix: Matrix3 {
        var result = Matrix3.zero
        for (value, place) in zip(elements, Self.places) {
            result[place.0, place.1] = value
            result[place.1, place.0] = value
        }
        return result
    }

    /// S = exp L and dS / dL for each of the six elements (Daleckii-Krein: divided differences of exp in the
    /// eigenbasis).
    func exponentialAndDerivatives() throws(SensorLabError) -> (s: Matrix3, derivatives: [Matrix3]) {
        let eigen = try Self.matrix(matrix).symmetricEigen()
        let exponentials = eigen.values.map { Double.exp($0) }
        let v = eigen.vectors
        let s = Self.compose(v, exponentials)
        let derivatives = Self.places.map { place in
            var result = Matrix3.zero
            for a in 0..<3 {
                for b in 0..<3 {
                    let difference = eigen.values[a] - eigen.values[b]
                    let slope =
                        difference.magnitude < 1e-8
                        ? Double.exp((eigen.values[a] + eigen.values[b]) / 2)
                        : (exponentials[a] - exponentials[b]) / difference
                    // Element (a, b) of V^T E V, where E has ones at the element's place and its mirror.
                    var inner = v[place.0, a] * v[place.1, b]
                    if place.0 != place.1 { inner += v[place.1, a] * v[place.0, b] }
                    for i in 0..<3 {
                        for j in 0..<3 { result[i, j] += v[i, a] * slope * inner * v[j, b] }
                    }
                }
            }
            return result
        }
        return (s, derivatives)
    }

    private static func compose(_ vectors: Matrix, _ values: [Double]) -> Matrix3 {
        var result = Matrix3.zero
        for k in 0..<3 {
            let axis = Vector3(vectors[0, k], vectors[1, k], vectors[2, k])
            result += values[k] * Matrix3.outer(axis, axis)
        }
        return result
    }

    static func matrix(_ m: Matrix3) -> Matrix {
        Matrix((0..<3).map { i in (0..<3).map { m[i, $0] } })
    }
}
