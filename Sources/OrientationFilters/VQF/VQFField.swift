import RealModule
import Rotations

/// The magnetic disturbance detection of VQF: norm and dip against a slowly adapted reference (paper, section 3.5).
///
/// Another homogeneous field is a candidate; where it stays the same while the device turns, it becomes the reference.
struct VQFField: Sendable, Codable, Equatable {
    /// Microtesla and radians, down positive.
    struct Descriptor: Sendable, Codable, Equatable {
        var norm = 0.0
        var dip = 0.0

        @inline(__always)
        func agrees(with other: Descriptor, _ normTolerance: Double, _ dipTolerance: Double) -> Bool {
            (norm - other.norm).magnitude < normTolerance * norm && (dip - other.dip).magnitude < dipTolerance
        }

        @inline(__always)
        mutating func approach(_ other: Descriptor, by part: Double) {
            norm += part * (other.norm - norm)
            dip += part * (other.dip - dip)
        }
    }

    private var current = ButterworthLowPass()
    private var reference = Descriptor()
    private var candidate = Descriptor(norm: -1, dip: 0)
    private var candidateTime = 0.0
    private var undisturbedTime = 0.0
    private var rejectedTime: Double
    /// Whether the field disagrees with the reference; `true` as long as there is none.
    private(set) var isDisturbed = true

    init(rejectedTime: Double) { self.rejectedTime = rejectedTime }

    /// A field in the earth frame, microtesla, while the device turns at `rate`, rad/s.
    mutating func observe(
        _ field: Vector3, rate: Double, _ step: VQFFilter.MagnetometerStep, _ c: VQFFilter.Coefficients,
        _ p: VQFFilter.Parameters
    ) {
        let norm = field.length
        var now = Descriptor(norm: norm, dip: -Double.asin(max(-1, min(1, field.z / norm))))
        if p.magCurrentTau > 0 {
            let smooth = current.filter(Vector3(now.norm, now.dip, 0), step.field)
            now = Descriptor(norm: smooth.x, dip: smooth.y)
        }

        if reference.agrees(with: now, p.magNormTh, c.dipTolerance) {
            undisturbedTime += step.seconds
            if undisturbedTime >= p.magMinUndisturbedTime {
                isDisturbed = false
                reference.approach(now, by: step.reference)
            }
        } else {
            undisturbedTime = 0
            isDisturbed = true
        }

        guard candidate.agrees(with: now, p.magNormTh, c.dipTolerance) else {
            candidateTime = 0
            candidate = now
            return
        }
        if rate >= c.newFieldRate { candidateTime += step.seconds }
        candidate.approach(now, by: step.reference)
        let isFirst = reference.norm == 0
        if isDisturbed
            && (candidateTime >= p.magNewTime || (isFirst && candidateTime >= p.magNewFirstTime))
        {
            reference = candidate
            isDisturbed = false
            undisturbedTime = p.magMinUndisturbedTime
        }
    }

    /// `gain` in an undisturbed field; 0 in a disturbed one, and after too long a rejection a reduced one.
    @inline(__always)
    mutating func gain(_ gain: Double, _ seconds: Double, _ p: VQFFilter.Parameters) -> Double {
        guard isDisturbed else {
            rejectedTime = max(rejectedTime - p.magRejectionFactor * seconds, 0)
            return gain
        }
        guard rejectedTime <= p.magMaxRejectionTime else { return gain / p.magRejectionFactor }
        rejectedTime += seconds
        return 0
    }
}
