import RealModule
import Rotations
import Vocabulary

/// The directions of the field, in device axes, that were seen: bands of equal area in z (from -1 to 1) times sectors
/// of azimuth (from -180 to 180 degrees, x axis = 0); bin = sectors band + sector.
package struct SeenDirections: FilterState {
    package static let bands = 6
    package static let sectors = 8
    /// One bit each.
    private var bins: UInt64 = 0

    /// The bin of a unit vector.
    package static func bin(_ d: Vector3) -> Int {
        let band = min(bands - 1, Int(clamping: (d.z + 1) / 2 * Double(bands)))
        let turn = (Double.atan2(y: d.y, x: d.x) / (2 * Double.pi) + 0.5) * Double(sectors)
        return sectors * band + min(sectors - 1, Int(clamping: turn))
    }

    /// A field without iron, any unit; nothing of one without a direction.
    mutating func add(_ field: Vector3) {
        guard let d = field.normalized, d.isFinite else { return }
        bins |= 1 << UInt64(Self.bin(d))
    }

    /// Of the bins, in [0, 1].
    var share: Double { Double(bins.nonzeroBitCount) / Double(Self.bands * Self.sectors) }
}
