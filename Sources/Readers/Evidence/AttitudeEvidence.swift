import Foundation
import Rotations
import SensorModels
import Vocabulary

/// What the numbers of a device's attitude are, by the specific force: turned from device to earth it must have one vertical, and the attitude
/// must turn as the gyroscope does.
struct AttitudeEvidence {
    /// What four numbers that were read as w, x, y, z may be.
    enum Reading: CaseIterable {
        case asRead, scalarLast, inverse, inverseScalarLast

        func quaternion(_ q: Quaternion) -> Quaternion {
            switch self {
            case .asRead: q
            case .scalarLast: Quaternion(q.z, q.w, q.x, q.y)
            case .inverse: q.conjugate
            case .inverseScalarLast: Quaternion(q.z, -q.w, -q.x, -q.y)
            }
        }

        /// As text for reports.
        var text: String {
            switch self {
            case .asRead: "w, x, y, z, device to earth"
            case .scalarLast: "x, y, z, w, device to earth"
            case .inverse: "w, x, y, z, earth to device"
            case .inverseScalarLast: "x, y, z, w, earth to device"
            }
        }
    }

    /// What follows for the attitude.
    enum Verdict: Equatable {
        /// It fits, or nothing tells.
        case kept
        /// It is to be read so, for the reason given.
        case read(Reading, String)
        /// No reading of it fits, for the reason given.
        case unfit(String)
    }

    /// Degrees between the force and the vertical: what fits, what fits clearly, and what is no attitude of this device in any case.
    private static let (fitting, clear, foreign) = (10.0, 6.0, 20.0)
    /// The force is so near in time, nanoseconds.
    private static let longestGap: UInt64 = 100_000_000
    private static let mostPairs = 40_000

    private var times: [Int64] = []
    private var pairs: [(attitude: Quaternion, force: Vector3)] = []

    /// `nil` where too few attitudes have a force beside them.
    init?(_ attitude: QuaternionStream, force: VectorStream) {
        guard !force.isEmpty else { return nil }
        for index in stride(from: 0, to: attitude.count, by: max(1, attitude.count / Self.mostPairs)) {
            let next = min(force.index(atOrAfter: attitude.times[index]), force.count - 1)
            let (apart, overflow) = attitude.times[index].subtractingReportingOverflow(force.times[next])
            guard !overflow, apart.magnitude <= Self.longestGap else { continue }
            times.append(attitude.times[index])
            pairs.append((attitude.values[index], force.values[next]))
        }
        guard pairs.count >= 10 else { return nil }
    }

    /// The median angle between the vertical and the force in the earth frame, means of a second, degrees.
    func tilt(_ reading: Reading = .asRead) -> Double {
        let earth = VectorStream(
            times: times, values: pairs.map { reading.quaternion($0.attitude).rotate($0.force) })
        let means = earth.means(of: 1_000_000_000, fewest: 1).values
        let forces = (means.count >= 5 ? means : earth.values).compactMap(\.normalized)
        guard let median = Percentile.upperMedian(forces.map(\.z)) else { return 180 }
        let angles = forces.map { Angle.degrees(acos(max(-1, min(1, median < 0 ? -$0.z : $0.z)))) }
        return Percentile.upperMedian(angles) ?? 180
    }

    /// Whether the attitude turns with the rate (true) or against it (false); `nil` where neither is seen.
    private static func turns(_ attitude: QuaternionStream, _ reading: Reading, with rate: VectorStream) -> Bool? {
        let north = VectorStream(
            times: attitude.times,
            values: attitude.values.map { reading.quaternion($0).unrotate(Vector3(0.8, 0, 0.6)) })
        let parts = north.evidenceParts
        return TurningEvidence.ratio(rate.within(parts), north.within(parts)).map { $0 > 0 }
    }

    /// - Parameters:
    ///   - force: gravity or specific force, of either sign, in any unit.
    ///   - rate: in any unit.
    ///   - isOrderOpen: the columns are numbered, so that w may be the first or the last.
    static func verdict(
        _ attitude: QuaternionStream, force: VectorStream, rate: VectorStream, isOrderOpen: Bool
    ) -> Verdict {
        guard let evidence = AttitudeEvidence(attitude, force: force) else { return .kept }
        let tilt = evidence.tilt()
        let others = (isOrderOpen ? [.scalarLast, .inverse, .inverseScalarLast] : [Reading.inverse])
            .map { (reading: $0, tilt: evidence.tilt($0)) }.sorted { $0.tilt < $1.tilt }
        let shown = { (degrees: Double) in "\(Int(clamping: degrees.rounded())) degrees" }
        let fitting = others.filter { $0.tilt <= clear && tilt >= 3 * max($0.tilt, 1) }
        if let first = fitting.first {
            let best = fitting.filter { $0.tilt <= 3 * max(first.tilt, 1) }
            let found =
                best.count == 1 ? first : best.first { turns(attitude, $0.reading, with: rate) == true } ?? first
            return .read(
                found.reading,
                "so the specific force is \(shown(found.tilt)) from the vertical, as w, x, y, z of device to earth \(shown(tilt))"
            )
        }
        if tilt <= Self.fitting {
            guard turns(attitude, .asRead, with: rate) == false,
                let found = others.first(where: {
                    $0.tilt <= max(clear, 1.5 * tilt) && turns(attitude, $0.reading, with: rate) == true
                })
            else { return .kept }
            return .read(found.reading, "so it turns with the gyroscope, as w, x, y, z of device to earth against it")
        }
        return tilt <= foreign
            ? .kept : .unfit("it leaves the specific force \(shown(tilt)) from the vertical")
    }
}
