import RealModule
import Rotations
import Vocabulary

/// The directions of the field, in device axes, that were seen: 6 bands of equal area in z times 8 sectors of azimuth,
/// as `DirectionCoverage` of a calibration has them.
struct SeenDirections: FilterState {
    private static let (bands, sectors) = (6, 8)
    /// One bit each.
    private var bins: UInt64 = 0

    /// A field without iron, any unit; nothing of one without a direction.
    mutating func add(_ field: Vector3) {
        guard let d = field.normalized, d.isFinite else { return }
        let band = min(Self.bands - 1, max(0, Int(clamping: (d.z + 1) / 2 * Double(Self.bands))))
        let turn = (Double.atan2(y: d.y, x: d.x) / (2 * Double.pi) + 0.5) * Double(Self.sectors)
        bins |= 1 << UInt64(Self.sectors * band + min(Self.sectors - 1, max(0, Int(clamping: turn))))
    }

    /// Of the bins, in [0, 1].
    var share: Double { Double(bins.nonzeroBitCount) / Double(Self.bands * Self.sectors) }
}
