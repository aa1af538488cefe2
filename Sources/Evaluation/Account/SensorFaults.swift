import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What the sensors of a log were off by against its reference, by cause, so that a cause can be taken from the
/// readings: they are then what the sensors would have measured without it. Stamps, and readings where the reference is
/// not known, stay.
struct SensorFaults {
    private let input: FilterInput
    private let magnetometer: MagneticFaults?
    private let gyroscope: RateFaults?
    private let accelerometer, gravity: ForceFaults

    /// - Parameters:
    ///   - input: as a filter has it.
    ///   - reference: device to earth.
    init(_ input: FilterInput, reference: QuaternionStream) {
        self.input = input
        magnetometer = MagneticFaults(input.magnetometer, reference)
        gyroscope = RateFaults(input.gyroscope, reference)
        accelerometer = ForceFaults(input.accelerometer, reference)
        gravity = ForceFaults(input.gravity, reference)
    }

    /// The causes that readings can have here.
    var causes: [HeadingAccount.Cause] {
        let magnetic: [HeadingAccount.Cause] = magnetometer == nil ? [] : [.field, .calibration, .latency]
        let turning: [HeadingAccount.Cause] = gyroscope == nil ? [] : [.latency, .bias, .motion, .reference]
        return magnetic + turning.filter { !magnetic.contains($0) } + (gyroscope == nil ? [.motion] : [])
    }

    /// The readings without some causes.
    func input(without causes: Set<HeadingAccount.Cause>) -> FilterInput {
        var result = input
        guard !causes.isEmpty else { return result }
        if let magnetometer { result.magnetometer.values = magnetometer.readings(without: causes) }
        if let gyroscope { result.gyroscope.values = gyroscope.readings(without: causes) }
        if causes.contains(.motion) {
            result.accelerometer.values = accelerometer.still
            result.gravity.values = gravity.still
        }
        return result
    }
}

/// A magnetometer against a reference: reading = soft (field of the earth's axes, turned to the device at an earlier
/// time) + hard, and the field of each reading is that of the log plus a deviation.
private struct MagneticFaults {
    private let readings: [Vector3]
    /// Device to earth at each stamp, and when it was measured.
    private let stamped, measured: [Quaternion?]
    private let iron: IronAgainstReference

    init?(_ stream: VectorStream, _ reference: QuaternionStream) {
        let delay = SensorDelay.ofField(stream, reference)
        measured = reference.orientations(at: stream.times, late: delay)
        stamped = delay == 0 ? measured : reference.orientations(at: stream.times)
        readings = stream.values
        guard let iron = IronAgainstReference(stream, measured) else { return nil }
        self.iron = iron
    }

    func readings(without causes: Set<HeadingAccount.Cause>) -> [Vector3] {
        readings.indices.map { index in
            guard let measured = measured[index], let stamped = stamped[index] else { return readings[index] }
            let field =
                causes.contains(.field) ? iron.field : measured.rotate(iron.corrected(readings[index]))
            let own = (causes.contains(.latency) ? stamped : measured).unrotate(field)
            return causes.contains(.calibration) ? own : iron.reading(of: own)
        }
    }
}

/// A gyroscope against a reference: reading = scale (rate of the device at an earlier time) + bias + the rest.
private struct RateFaults {
    private let readings: [Vector3]
    /// The reference's rates at each stamp, and when they were measured.
    private let stamped, measured: [Vector3?]
    private let scale: Matrix3
    /// The bias at each stamp; it may drift.
    private let bias: [Vector3]

    /// Rates are compared over so many seconds: the reference's noise is larger in shorter ones.
    private static let block = 0.1
    /// The bias is the median of each second, and constant for so many.
    private static let biasTime = 20
    /// Of the bias, rad/s, before the log.
    private static let biasSigma = 0.2

    init?(_ stream: VectorStream, _ reference: QuaternionStream) {
        guard stream.count > 1 else { return nil }
        let delay = SensorDelay.ofRates(stream, reference)
        let measured = reference.rates(at: stream.times, late: delay)
        stamped = delay == 0 ? measured : reference.rates(at: stream.times)
        (self.measured, readings) = (measured, stream.values)
        let known = measured.indices.filter { measured[$0] != nil }
        func means(_ seconds: Double) -> [(index: Int, reading: Vector3, expected: Vector3)] {
            let length = Int64(clamping: 1e9 * seconds)
            var means: [(index: Int, reading: Vector3, expected: Vector3)] = []
            var (begin, reading, expected, count) = (Int64.min, Vector3.zero, Vector3.zero, 0.0)
            var first = 0
            for index in known {
                if count > 0, stream.times[index] - begin >= length {
                    means.append((first, (1 / count) * reading, (1 / count) * expected))
                    (reading, expected, count) = (.zero, .zero, 0)
                }
                if count == 0 { (begin, first) = (stream.times[index], index) }
                reading += stream.values[index]
                expected += measured[index] ?? .zero
                count += 1
            }
            return means
        }
        let blocks = means(Self.block)
        guard let fit = AffineFit(robust: blocks.map(\.reading), blocks.map(\.expected), sigma: Self.biasSigma)
        else { return nil }
        scale = fit.matrix
        // The median of each second's blocks, then smooth.
        var seconds: [(first: Int, values: [Vector3])] = []
        for block in blocks {
            if let last = seconds.last, stream.times[block.index] - stream.times[last.first] < 1_000_000_000 {
                seconds[seconds.count - 1].values.append(block.reading - fit.matrix * block.expected)
            } else {
                seconds.append((block.index, [block.reading - fit.matrix * block.expected]))
            }
        }
        let medians = seconds.map { Robust.median($0.values) }
        let axes = [medians.map(\.x), medians.map(\.y), medians.map(\.z)].map {
            GyroscopeErrors.smooth($0, halfWidth: Self.biasTime)
        }
        var second = 0
        bias = stream.values.indices.map { index in
            while second + 1 < seconds.count, seconds[second + 1].first <= index { second += 1 }
            return Vector3(axes[0][second], axes[1][second], axes[2][second])
        }
    }

    func readings(without causes: Set<HeadingAccount.Cause>) -> [Vector3] {
        readings.indices.map { index in
            guard let measured = measured[index], let stamped = stamped[index] else { return readings[index] }
            let rate = causes.contains(.latency) ? stamped : measured
            var reading = causes.contains(.motion) ? rate : scale * rate
            if !causes.contains(.bias) { reading += bias[index] }
            if !causes.contains(.reference) { reading += readings[index] - scale * measured - bias[index] }
            return reading
        }
    }
}

/// A force against a reference: what it would be if the device only turned.
private struct ForceFaults {
    /// The readings of a device that does not accelerate, m/s^2.
    let still: [Vector3]

    init(_ stream: VectorStream, _ reference: QuaternionStream) {
        let up = Vector3(0, 0, Percentile.median(stream.values.map(\.length)) ?? 0)
        still = zip(stream.values, reference.orientations(at: stream.times)).map { $1?.unrotate(up) ?? $0 }
    }
}
