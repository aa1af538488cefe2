import Rotations

/// The integrated gyroscope, and the effect of its calibration errors on the orientation.
///
/// w = w_raw - b - K w_raw. To first order, the orientation's error is the rotation vector (earth frame) theta(t) =
/// theta_0 - (integral of R) delta b - (integral of R (x) w_raw) delta K.
struct Strapdown {
    /// Device to the frame of the start, one per gyroscope sample.
    private(set) var orientations: [Quaternion] = []
    /// Integral of R from the start to each sample, seconds.
    private(set) var turns: [Matrix3] = []
    private let samples: InUseSamples
    private let bias: Vector3
    private let distortion: Matrix3

    /// O(samples). The rate between two samples is their mean.
    init(_ samples: InUseSamples, bias: Vector3, distortion: Matrix3 = .zero, start: Quaternion = .identity) {
        (self.samples, self.bias, self.distortion) = (samples, bias, distortion)
        guard !samples.times.isEmpty else { return }
        orientations.reserveCapacity(samples.times.count)
        turns.reserveCapacity(samples.times.count)
        var (q, sum) = (start, Matrix3.zero)
        orientations.append(q)
        turns.append(sum)
        var last = Self.rate(samples.rates[0], bias, distortion)
        for i in samples.times.indices.dropFirst() {
            let step = samples.times[i] - samples.times[i - 1]
            let rate = Self.rate(samples.rates[i], bias, distortion)
            let middle = q * Quaternion(rotationVector: (0.25 * step) * (last + rate))
            q = (q * Quaternion(rotationVector: (0.5 * step) * (last + rate))).renormalized
            sum += step * middle.matrix
            orientations.append(q)
            turns.append(sum)
            last = rate
        }
    }

    private static func rate(_ raw: Vector3, _ bias: Vector3, _ distortion: Matrix3) -> Vector3 {
        raw - bias - distortion * raw
    }

    /// The calibrated rate at a reading, rad/s: the mean of the neighbouring samples.
    func rate(at reading: InUseSamples.Reading) -> Vector3 {
        let next = min(reading.index + 1, samples.rates.count - 1)
        return Self.rate(0.5 * (samples.rates[reading.index] + samples.rates[next]), bias, distortion)
    }

    /// The orientation at a reading between two samples.
    func orientation(at reading: InUseSamples.Reading) -> Quaternion {
        let q = orientations[reading.index]
        return reading.lead == 0 ? q : q * Quaternion(rotationVector: reading.lead * rate(at: reading))
    }

    /// Integrals of R (x) w_raw from the start to the samples `indices` (ascending): one matrix per component of w_raw.
    func scaleTurns(at indices: [Int]) -> [(Matrix3, Matrix3, Matrix3)] {
        var result: [(Matrix3, Matrix3, Matrix3)] = []
        result.reserveCapacity(indices.count)
        var (x, y, z) = (Matrix3.zero, Matrix3.zero, Matrix3.zero)
        var sample = 0
        for index in indices {
            while sample < index {
                sample += 1
                let turn = turns[sample] - turns[sample - 1]
                let rate = 0.5 * (samples.rates[sample] + samples.rates[sample - 1])
                x += rate.x * turn
                y += rate.y * turn
                z += rate.z * turn
            }
            result.append((x, y, z))
        }
        return result
    }
}
