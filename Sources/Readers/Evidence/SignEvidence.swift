import Foundation
import Rotations
import SensorModels
import Vocabulary

/// The sign of accelerometer and gravity by the data: specific force (up at rest) or CoreMotion's.
struct SignEvidence {
    let sign: SignConvention
    /// What was measured, as text for reports.
    let finding: String
    /// The assumption under which it decides; empty where there is none.
    var supposition = ""
    /// Whether the evidence assumes a hemisphere, since no place is known: alone it decides nothing.
    let assumesNorth: Bool
    /// Whether it is too weak to turn a sign that nothing else doubts: a small cosine to a field that may have an offset, or of a few
    /// readings of it.
    var isWeak = false

    /// As text for reports.
    var text: String { finding + supposition }

    /// The cosine between what must point up and the up direction of the device's own attitude.
    ///
    /// Both are the device's, so that no place is needed; `nil` where they are not there or do not agree.
    static func fromAttitude(_ force: VectorStream, _ attitude: QuaternionStream) -> SignEvidence? {
        guard !attitude.isEmpty else { return nil }
        let up = VectorStream(
            times: attitude.times, values: attitude.values.map { $0.unrotate(Vector3(0, 0, 1)) })
        guard let cosines = Cosines(force, up), cosines.isOneSided, cosines.median.magnitude > 0.85 else { return nil }
        return SignEvidence(
            sign: cosines.median > 0 ? .android : .ios,
            finding: "cosine to the device's own up \(Cosines.shown(cosines.median))", assumesNorth: false)
    }

    /// The cosine between acceleration and calibrated field: the field points down in the north, up in the south.
    ///
    /// - Parameters:
    ///   - name: what messages call the field.
    ///   - place: of the log; without it the field is assumed to point down. Near the magnetic equator, by the dipole's
    ///     inclination, nothing can be said.
    static func fromField(
        _ force: VectorStream, _ field: VectorStream, of name: String = "the calibrated field", place: GeodeticPosition?
    ) -> SignEvidence? {
        guard let cosines = Cosines(force, field), cosines.isOneSided, cosines.median.magnitude > 0.2 else {
            return nil
        }
        var south = false
        if let place {
            let dip = dipoleInclination(place)
            guard dip.magnitude > 25 else { return nil }
            south = dip < 0
        }
        let isUp = (cosines.median < 0) != south
        let hemisphere = place == nil ? ", in the northern hemisphere" : south ? ", field up here" : ", field down here"
        return SignEvidence(
            sign: isUp ? .android : .ios,
            finding: "cosine to \(name) \(Cosines.shown(cosines.median))", supposition: hemisphere,
            assumesNorth: place == nil,
            isWeak: cosines.median.magnitude < strong || field.count < fewest)
    }

    /// The sine of a dip of 25 degrees, as near to the magnetic equator as anything is said.
    private static let strong = 0.42
    /// Readings of the field.
    private static let fewest = 20

    /// Degrees, down positive: tan I = 2 tan(geomagnetic latitude) of a dipole whose pole is at 80.7 N, 72.7 W (IGRF-13,
    /// 2020). Right to some 15 degrees, which is enough to tell down from up.
    static func dipoleInclination(_ place: GeodeticPosition) -> Double {
        let (latitude, pole) = (Angle.radians(place.latitude), Angle.radians(80.7))
        let sine =
            sin(latitude) * sin(pole) + cos(latitude) * cos(pole) * cos(Angle.radians(place.longitude + 72.7))
        let cosine = max(0, 1 - sine * sine).squareRoot()
        return Angle.degrees(atan2(2 * sine, cosine))
    }
}

/// The cosines between two streams where both have readings.
struct Cosines {
    let median: Double
    /// Nine in ten have the median's sign.
    let isOneSided: Bool

    init?(_ a: VectorStream, _ b: VectorStream) {
        guard !a.isEmpty, !b.isEmpty else { return nil }
        var cosines: [Double] = []
        var index = 0
        let step = max(1, a.count / 5000)
        for i in stride(from: 0, to: a.count, by: step) {
            while index + 1 < b.count && b.times[index + 1] <= a.times[i] { index += 1 }
            let apart = (b.times[index] - a.times[i]).magnitude
            guard apart <= 500_000_000 else { continue }
            let lengths = a.values[i].length * b.values[index].length
            if lengths > 0 { cosines.append(a.values[i].dot(b.values[index]) / lengths) }
        }
        guard let median = Percentile.upperMedian(cosines) else { return nil }
        self.median = median
        let negative = cosines.count { $0 < 0 }
        isOneSided = 10 * max(negative, cosines.count - negative) >= 9 * cosines.count
    }

    static func shown(_ value: Double) -> String {
        let hundredths = Int(clamping: (value.magnitude * 100).rounded())
        let digits = hundredths % 100
        return "\(value < 0 ? "-" : "+")\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
    }
}
