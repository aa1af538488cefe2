import Rotations
import SensorModels
import Vocabulary

/// The gyroscope's unit by a direction that is fixed in the room: it must turn in the device at the gyroscope's rate.
///
/// A fixed direction d obeys dd/dt = d x w in device axes. The ratio of both sides, fitted over spans of about 0.1 s, is 1
/// where the unit is right and 0.017 or 57 where degrees and radians were mistaken. Undecided at rest, and where the
/// correlation is below 0.6 (a magnet nearby, a raw magnetometer).
struct TurningEvidence {
    /// Observed turn / turn by the gyroscope.
    let ratio: Double
    /// The direction that turned, as text for reports.
    let of: String

    /// The turn of gravity, calibrated field or attitude; `nil` where none of them decides.
    ///
    /// - Parameter isUnknown: nothing else gives the unit: then the accelerometer, which other forces than gravity disturb,
    ///   may decide as well.
    init?(rate: VectorStream, recording: Recording, isFieldCalibrated: Bool, isUnknown: Bool) {
        var candidates: [(String, VectorStream)] = []
        for (name, stream) in [("reference", recording.reference), ("device's attitude", recording.attitude)] {
            // North as it lies in the device: turns about the vertical are seen too.
            let north = VectorStream(
                times: stream.times, values: stream.values.map { $0.unrotate(Vector3(0.8, 0, 0.6)) })
            candidates.append((name, north))
        }
        candidates.append(("gravity", recording.gravity))
        if !recording.magnetometerCorrected.isEmpty {
            candidates.append(("field", recording.magnetometerCorrected))
        } else if isFieldCalibrated {
            candidates.append(("field", recording.magnetometer))
        }
        if isUnknown { candidates.append(("accelerometer", recording.accelerometer)) }
        for (name, stream) in candidates {
            let parts = stream.evidenceParts
            guard let ratio = Self.ratio(rate.within(parts), stream.within(parts)) else { continue }
            (self.ratio, of) = (ratio, name)
            return
        }
        return nil
    }

    private static func ratio(_ rate: VectorStream, _ direction: VectorStream) -> Double? {
        guard direction.count > 20, rate.count > 20 else { return nil }
        let turn = TurnIntegral(rate)
        var (xy, xx, yy) = (0.0, 0.0, 0.0)
        var spans = 0
        var start = 0
        for end in direction.times.indices {
            let length = direction.times[end] - direction.times[start]
            guard length >= 80_000_000 else { continue }
            defer { start = end }
            guard length < 300_000_000, let from = turn.value(at: direction.times[start]),
                let to = turn.value(at: direction.times[end]), let a = direction.values[start].normalized,
                let b = direction.values[end].normalized
            else { continue }
            let predicted = ((a + b) * 0.5).cross(to - from)
            let observed = b - a
            xy += predicted.dot(observed)
            xx += predicted.lengthSquared
            yy += observed.lengthSquared
            spans += 1
        }
        // Turns below 1 degree per span are mostly noise.
        guard spans >= 10, xx > 0, yy > Double(spans) * 0.017 * 0.017 else { return nil }
        let correlation = xy / (xx * yy).squareRoot()
        return correlation.magnitude > 0.6 ? xy / xx : nil
    }
}

extension VectorStream {
    /// The parts of a stream that evidence looks at: all of it, of a long one eight parts in even distances. Hours of motion
    /// decide nothing that minutes do not.
    var evidenceParts: [ClosedRange<Int64>] {
        let (most, count) = (64_000, 8)
        guard self.count > most, let first = times.first, let last = times.last else { return [] }
        let step = Double(last - first) / Double(count)
        let length = step * Double(most) / Double(self.count)
        return (0..<count).map { part in
            let start = Double(part) * step
            return first + Int64(start)...first + Int64(start + length)
        }
    }

    /// The samples in some parts of the time; all of them where there are no parts.
    func within(_ parts: [ClosedRange<Int64>]) -> VectorStream {
        guard !parts.isEmpty else { return self }
        let clipped = parts.map { self.clipped(to: $0) }
        return VectorStream(times: clipped.flatMap(\.times), values: clipped.flatMap(\.values))
    }
}

/// The integral of a rate over time, by trapezia: what a device turned by, for spans so short that turns add up.
struct TurnIntegral {
    private let times: [Int64]
    private var sums: [Vector3] = []
    private static let longestGap: Int64 = 200_000_000

    /// Gaps of more than 0.2 s add nothing.
    init(_ rate: VectorStream) {
        times = rate.times
        sums.reserveCapacity(rate.count)
        var sum = Vector3.zero
        for index in rate.times.indices {
            if index > 0 {
                let interval = rate.times[index] - rate.times[index - 1]
                if interval <= Self.longestGap {
                    sum += (Double(interval) * 0.5e-9) * (rate.values[index - 1] + rate.values[index])
                }
            }
            sums.append(sum)
        }
    }

    /// Interpolated linearly; `nil` outside of the stream.
    func value(at time: Int64) -> Vector3? {
        let next = times.prefixLength { $0 <= time }
        guard next > 0 else { return nil }
        guard next < times.count else { return times[next - 1] == time ? sums[next - 1] : nil }
        let gap = times[next] - times[next - 1]
        guard gap > 0 else { return sums[next - 1] }
        let fraction = Double(time - times[next - 1]) / Double(gap)
        return sums[next - 1] + fraction * (sums[next] - sums[next - 1])
    }
}
