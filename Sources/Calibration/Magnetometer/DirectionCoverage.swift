import LinearAlgebra
import OrientationFilters
import RealModule
import Rotations
import Vocabulary

/// The directions of the field, in device axes, that a recording covers.
public struct DirectionCoverage: Sendable, Codable, Hashable {
    /// Readings per bin: 6 bands of equal area in z (from -1 to 1) times 8 sectors of azimuth (from -180 degrees, x
    /// axis = 0); bin = 8 band + sector.
    public var counts: [Int]
    /// Share of the 48 bins with at least one reading, in [0, 1].
    public var share: Double
    /// Smallest eigenvalue of the covariance of the unit directions, in [0, 1/3]: 1/3 for even coverage, 0 for a
    /// circle.
    public var smallestEigenvalue: Double
    /// How to cover more directions, in words; empty where enough are covered.
    public var advice: String

    static let (bands, sectors) = (SeenDirections.bands, SeenDirections.sectors)
    /// Above this share, no advice is given.
    static let goodShare = 0.8

    /// Coverage of calibrated readings.
    ///
    /// - Parameters:
    ///   - calibrated: field vectors in device axes, any unit; zeros are left out.
    ///   - fieldPointsDown: true in the northern hemisphere, where the field points into the ground.
    public init(calibrated: [Vector3], fieldPointsDown: Bool = true) {
        var bins = [Int](repeating: 0, count: Self.bands * Self.sectors)
        var (mean, square, n) = (Vector3.zero, Matrix3.zero, 0.0)
        for direction in calibrated.compactMap(\.normalized) {
            bins[SeenDirections.bin(direction)] += 1
            mean = mean + direction
            square += Matrix3.outer(direction, direction)
            n += 1
        }
        counts = bins
        share = Double(bins.count { $0 > 0 }) / Double(bins.count)
        mean = n > 0 ? mean / n : mean
        let covariance = n > 0 ? square * (1 / n) - Matrix3.outer(mean, mean) : .zero
        smallestEigenvalue = max(0, (try? SymmetricLogarithm.matrix(covariance).symmetricEigen().values[0]) ?? 0)
        advice = share >= Self.goodShare ? "" : Self.advice(bins, fieldPointsDown)
    }

    /// The centre of a bin.
    static func direction(ofBin bin: Int) -> Vector3 {
        let z = (Double(bin / sectors) + 0.5) / Double(bands) * 2 - 1
        let azimuth = ((Double(bin % sectors) + 0.5) / Double(sectors) - 0.5) * 2 * Double.pi
        let r = (1 - z * z).squareRoot()
        return Vector3(r * Double.cos(azimuth), r * Double.sin(azimuth), z)
    }

    /// The pose that turns each device axis to the direction of the field (down, or up in the southern hemisphere).
    private static func advice(_ counts: [Int], _ fieldPointsDown: Bool) -> String {
        let faces: [(axis: Vector3, pose: String, opposite: String)] = [
            (Vector3(0, 0, 1), "face down", "face up"), (Vector3(0, 0, -1), "face up", "face down"),
            (Vector3(0, 1, 0), "upside down", "upright"), (Vector3(0, -1, 0), "upright", "upside down"),
            (Vector3(1, 0, 0), "on its right edge", "on its left edge"),
            (Vector3(-1, 0, 0), "on its left edge", "on its right edge"),
        ]
        // The share of empty bins within 55 degrees of a face's axis.
        let lacks = faces.map { face in
            let near = counts.indices.filter { direction(ofBin: $0).dot(face.axis) > 0.57 }
            return (face, Double(near.count { counts[$0] == 0 }) / Double(near.count))
        }
        let missing = lacks.filter { $0.1 >= 0.4 }.sorted { $0.1 > $1.1 }
        guard !missing.isEmpty else { return "turn the phone slowly through the directions not seen yet" }
        let poses = missing.map { fieldPointsDown ? $0.0.pose : $0.0.opposite }
        return
            "turn the phone \(poses.joined(separator: ", then ")), and rotate it once about the vertical in each pose"
    }
}
