import Foundation
import Rotations
import SensorModels
import Vocabulary

/// Which way the y axis of a device's attitude points, by the magnetic field: north in east-north-up, west where x is north, and
/// anywhere where the device counts from the direction in which it began.
struct FrameEvidence {
    /// The azimuth of magnetic north in the attitude's frame, degrees clockwise from its y axis, (-180, 180].
    let northDegrees: Double

    /// What an attitude does, by that azimuth.
    enum Frame {
        case eastNorthUp, northWestUp, relative
    }

    /// The attitude's own errors, the declination, and what is left of the device's own field.
    private static let tolerance = 20.0
    private static let fewest = 50
    /// Resultant length of the azimuths: smaller where the frame drifts or the field is disturbed.
    private static let leastConcentration = 0.9
    private static let longestGap: Int64 = 100_000_000

    /// `nil` where too few readings agree on a north.
    /// - Parameter field: without the device's own field, in any unit.
    init?(attitude: QuaternionStream, field: VectorStream) {
        guard !attitude.isEmpty else { return nil }
        var (east, north, count) = (0.0, 0.0, 0)
        for index in stride(from: 0, to: field.count, by: max(1, field.count / 5000)) {
            let next = min(attitude.index(atOrAfter: field.times[index]), attitude.count - 1)
            let (apart, overflow) = attitude.times[next].subtractingReportingOverflow(field.times[index])
            guard !overflow, apart.magnitude <= UInt64(Self.longestGap) else { continue }
            let earth = attitude.values[next].rotate(field.values[index])
            let horizontal = (earth.x * earth.x + earth.y * earth.y).squareRoot()
            // Where the field is nearly vertical it has no azimuth.
            guard horizontal > 0.2 * earth.length else { continue }
            (east, north, count) = (east + earth.x / horizontal, north + earth.y / horizontal, count + 1)
        }
        let resultant = (east * east + north * north).squareRoot()
        guard count >= Self.fewest, resultant >= Self.leastConcentration * Double(count) else { return nil }
        northDegrees = Angle.degrees(atan2(east, north))
    }

    var frame: Frame {
        if northDegrees.magnitude <= Self.tolerance { return .eastNorthUp }
        return (northDegrees - 90).magnitude <= Self.tolerance ? .northWestUp : .relative
    }

    /// As text for reports.
    var text: String {
        "the magnetic field lies \(Int(clamping: northDegrees.rounded())) degrees clockwise of its y axis"
    }
}
