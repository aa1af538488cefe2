import OrientationFilters
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// VQF over a whole recording: bias from a forward and a backward run, the specific force filtered without lag, the
/// heading corrected forwards and backwards (D. Laidig, T. Seel, Information Fusion 91, 2023, section 3.6).
///
/// 1. `VQFFilter` runs forwards, and backwards over the reversed recording with negated rates. The biases are averaged
///    with their inverse covariances; the device rests where either run says so, the field is disturbed where both do.
/// 2. The gyroscope less that bias is integrated. The force, rotated into that nearly inertial frame, passes the
///    low-pass forwards and backwards, and levels the orientation.
/// 3. The heading of every field reading passes a first-order filter forwards, then one backwards.
///
/// On a common time grid it agrees with `offlineVQF` of the PyPI package vqf 2.1.2. Otherwise every sensor keeps its
/// own stamps: the orientation is interpolated between gyroscope samples, the correction between readings of force and
/// field. After a hole of the recording it starts anew. It gives no sigma.
public enum OfflineVQF {
    /// The entry of the catalogue; the parameters are those of `vqf`.
    public static let entry = FilterEntry(
        offline: FilterInformation(
            name: "vqf-offline",
            summary: "VQF forwards and backwards: averaged bias; force and heading filtered without lag",
            reference: "D. Laidig, T. Seel, VQF, Information Fusion 91, 2023, section 3.6",
            withoutGyroscope: nil, worksWithoutMagnetometer: true, isOffline: true)
    ) { track($1, parameters: $0) }

    /// The track over a recording, one row per gyroscope sample; empty without gyroscope or force.
    static func track(_ input: FilterInput, parameters: VQFFilter.Parameters) -> OrientationTrack {
        var track = OrientationTrack(name: "vqf-offline")
        guard !input.gyroscope.isEmpty, !input.force.isEmpty else { return track }
        for part in RecordingParts.of(input) {
            OfflineVQFPart(part, parameters)?.append(to: &track)
        }
        return track
    }
}

/// A recording without holes.
struct OfflineVQFPart {
    private let parameters: VQFFilter.Parameters
    private let gyroscope: VectorStream
    private let force: VectorStream
    private let field: VectorStream
    private let forward: VQFPass
    private let backward: VQFPass
    /// rad/s, one per gyroscope sample: the average of both runs.
    private let biases: [Vector3]

    /// `nil` where a sensor has no sample.
    init?(_ input: FilterInput, _ parameters: VQFFilter.Parameters) {
        gyroscope = input.gyroscope
        force = input.force.nonzero
        field = input.magnetometer.nonzero
        guard !gyroscope.isEmpty, !force.isEmpty else { return nil }
        self.parameters = parameters
        forward = VQFPass(gyroscope, force, field, parameters)
        let reversed = VQFPass(
            gyroscope.mapped { -$0 }.reversed, force.reversed, field.reversed, parameters
        ).reversed
        backward = reversed
        biases = zip(forward.biases, backward.biases).map { a, b in
            guard let p = a.covariance.inverse, let q = b.covariance.inverse, let sum = (p + q).inverse else {
                return a.value
            }
            return sum * (p * a.value - q * b.value)
        }
    }

    /// Adds one row per gyroscope sample.
    func append(to track: inout OrientationTrack) {
        let vertical = filteredForce()
        var forces = StreamCursor(force.times)
        var readings = StreamCursor(field.times)
        var orientation = VQFOrientation()
        var level: [Quaternion] = []
        var azimuths = field.values.map { _ in 0.0 }
        level.reserveCapacity(gyroscope.count)
        integrate(&orientation) { row, orientation in
            let (index, share) = forces.position(at: gyroscope.times[row])
            let now =
                index + 1 < vertical.count
                ? vertical[index] + share * (vertical[index + 1] - vertical[index]) : vertical[index]
            if let up = orientation.inclination.rotate(now).normalized { orientation.level(up) }
            let before = level.last ?? orientation.withoutHeading
            let after = orientation.withoutHeading
            level.append(after)
            forEachReading(of: field.times, upTo: row, cursor: &readings) { reading, share in
                let q = share < 1 ? before.slerp(to: after, fraction: share) : after
                let level = q.rotate(field.values[reading])
                azimuths[reading] = Double.atan2(y: level.x, x: level.y)
            }
        }
        let disturbed = zip(forward.disturbed, backward.disturbed).map { $0 && $1 }
        HeadingPass.run(&azimuths, field.times, disturbed, parameters)
        HeadingPass.runBackward(&azimuths, field.times, disturbed, parameters)
        if field.isEmpty, let first = level.first { azimuths = [Self.relativeHeading(first)] }
        var headings = StreamCursor(field.times)
        for row in gyroscope.times.indices {
            let time = gyroscope.times[row]
            let (index, share) = headings.position(at: time)
            var heading = azimuths[index]
            if share > 0, index + 1 < azimuths.count { heading += share * Angle.wrap(azimuths[index + 1] - heading) }
            track.times.append(time)
            track.estimates.append(
                OrientationEstimate(
                    orientation: Quaternion.aboutVertical(heading) * level[row], gyroscopeBias: biases[row],
                    rest: Flag(forward.rests[row] || backward.rests[row]),
                    disturbed: field.isEmpty ? .unknown : Flag(disturbed[index])))
        }
    }

    /// The force in the frame of the integrated gyroscope, low-pass filtered forwards and backwards, m/s^2.
    private func filteredForce() -> [Vector3] {
        var values = force.values
        var cursor = StreamCursor(force.times)
        var orientation = VQFOrientation()
        var before = Quaternion.identity
        integrate(&orientation) { row, orientation in
            if row == 0 { before = orientation.strapdown }
            forEachReading(of: force.times, upTo: row, cursor: &cursor) { reading, share in
                let q = share < 1 ? before.slerp(to: orientation.strapdown, fraction: share) : orientation.strapdown
                values[reading] = q.rotate(values[reading])
            }
            before = orientation.strapdown
        }
        // Readings after the last gyroscope sample.
        while let reading = cursor.next(upTo: .max) { values[reading] = before.rotate(values[reading]) }
        values = Self.lowPassed(values, force.times, .init(), parameters.tauAcc)
        let times: [Int64] = force.times.reversed().map { -$0 }
        let settled = ButterworthLowPass(settledAt: values[values.count - 1])
        return Self.lowPassed(values.reversed(), times, settled, parameters.tauAcc).reversed()
    }

    private static func lowPassed(
        _ values: [Vector3], _ times: [Int64], _ start: ButterworthLowPass, _ time: Double
    ) -> [Vector3] {
        var filter = start
        var clock = SamplingInterval()
        let first = firstInterval(times)
        var interval: Int64 = 0
        var coefficients = ButterworthLowPass.Coefficients(time: time, interval: 1)
        return zip(values, times).map { value, stamp in
            let step = clock.step(to: stamp)
            let now = step > 0 ? step : first
            if now != interval {
                interval = now
                coefficients = ButterworthLowPass.Coefficients(time: time, interval: now)
            }
            return filter.filter(value, coefficients)
        }
    }

    /// The interval of the first sample, taken as that to the second, nanoseconds.
    static func firstInterval(_ times: [Int64]) -> Int64 {
        times.count > 1 ? max(1, min(times[1] - times[0], SamplingInterval.longest)) : SamplingInterval.longest
    }

    /// Integrates the gyroscope less its bias, and calls `body` after each sample.
    private func integrate(_ orientation: inout VQFOrientation, _ body: (Int, inout VQFOrientation) -> Void) {
        var clock = SamplingInterval()
        let first = Self.firstInterval(gyroscope.times)
        for row in gyroscope.times.indices {
            let step = clock.step(to: gyroscope.times[row])
            if row == 0 || step > 0 {
                orientation.integrate(gyroscope.values[row] - biases[row], (step > 0 ? step : first).asSeconds)
            }
            body(row, &orientation)
        }
    }

    /// Calls `body` with every reading since the previous row, and its place as a share of the row's interval.
    private func forEachReading(
        of times: [Int64], upTo row: Int, cursor: inout StreamCursor, _ body: (Int, Double) -> Void
    ) {
        let end = gyroscope.times[row]
        let start = row > 0 ? gyroscope.times[row - 1] : end
        while let reading = cursor.next(upTo: end) {
            let time = times[reading]
            body(reading, time >= end || end <= start ? 1 : max(0, Double(time - start) / Double(end - start)))
        }
    }

    /// The heading of `VQFFilter` for a log without a magnetometer, radians.
    private static func relativeHeading(_ level: Quaternion) -> Double {
        var orientation = VQFOrientation(level: level)
        orientation.setRelativeHeading()
        return orientation.heading
    }
}

/// One causal run over a part: bias and flags after each gyroscope sample.
struct VQFPass {
    /// Biases in rad/s, covariances in (rad/s)^2.
    var biases: [(value: Vector3, covariance: Matrix3)] = []
    var rests: [Bool] = []
    /// One flag per field reading.
    var disturbed: [Bool] = []

    init(_ gyroscope: VectorStream, _ force: VectorStream, _ field: VectorStream, _ parameters: VQFFilter.Parameters) {
        var filter = VQFFilter(parameters: parameters)
        var (forces, readings) = (StreamCursor(force.times), StreamCursor(field.times))
        biases.reserveCapacity(gyroscope.count)
        rests.reserveCapacity(gyroscope.count)
        disturbed.reserveCapacity(field.count)
        /// Processes force and field up to a stamp, in the order of their stamps.
        func catchUp(to time: Int64) {
            while true {
                let (a, m) = (forces.upcoming(upTo: time), readings.upcoming(upTo: time))
                if let a, m.map({ force.times[a] <= field.times[$0] }) ?? true {
                    filter.update(accelerometer: force.values[a], at: force.times[a])
                    _ = forces.next(upTo: time)
                } else if let m {
                    filter.update(magnetometer: field.values[m], at: field.times[m])
                    disturbed.append(filter.state.field.isDisturbed)
                    _ = readings.next(upTo: time)
                } else {
                    return
                }
            }
        }
        for row in gyroscope.times.indices {
            let time = gyroscope.times[row]
            catchUp(to: time - 1)
            filter.update(gyroscope: gyroscope.values[row], at: time)
            catchUp(to: time)
            biases.append((filter.state.bias.value, filter.state.bias.covariance))
            rests.append(filter.state.rest.isAtRest)
        }
        catchUp(to: .max)
    }

    /// A run over a reversed part, put into the order of the recording.
    var reversed: VQFPass {
        var result = self
        result.biases.reverse()
        result.rests.reverse()
        result.disturbed.reverse()
        return result
    }
}

/// The heading filter of VQF over known angles, in one direction of time.
enum HeadingPass {
    /// Replaces each angle (radians) by the filtered one.
    static func run(
        _ angles: inout [Double], _ times: [Int64], _ disturbed: [Bool], _ parameters: VQFFilter.Parameters
    ) {
        filter(&angles, angles.indices.map { $0 }, { times[$0] }, disturbed, parameters)
    }

    /// The same, from the last angle to the first.
    static func runBackward(
        _ angles: inout [Double], _ times: [Int64], _ disturbed: [Bool], _ parameters: VQFFilter.Parameters
    ) {
        filter(&angles, angles.indices.reversed(), { -times[$0] }, disturbed, parameters)
    }

    private static func filter(
        _ angles: inout [Double], _ order: [Int], _ time: (Int) -> Int64, _ disturbed: [Bool],
        _ p: VQFFilter.Parameters
    ) {
        guard let first = order.first else { return }
        var (clock, start) = (SamplingInterval(), StartGain())
        let firstStep = order.count > 1 ? OfflineVQFPart.firstInterval([time(order[0]), time(order[1])]) : 1
        var angle = angles[first]
        var rejected = 0.0
        for index in order {
            let step = clock.step(to: time(index))
            guard step > 0 || index == first else {
                angles[index] = angle
                continue
            }
            let seconds = (step > 0 ? step : firstStep).asSeconds
            var gain = FirstOrder.gain(time: p.tauMag, seconds: seconds)
            if !disturbed[index] {
                rejected = max(rejected - p.magRejectionFactor * seconds, 0)
            } else if rejected <= p.magMaxRejectionTime {
                rejected += seconds
                gain = 0
            } else {
                gain /= p.magRejectionFactor
            }
            gain = start.atLeast(gain, time: p.tauMag, seconds: seconds)
            angle = Angle.wrap(angle + gain * Angle.wrap(angles[index] - angle))
            angles[index] = angle
        }
    }
}

extension SampleStream where Value == Vector3 {
    /// Without zero vectors, which have no direction.
    fileprivate var nonzero: VectorStream {
        guard values.contains(.zero) else { return self }
        let kept = values.indices.filter { values[$0] != .zero }
        return VectorStream(times: kept.map { times[$0] }, values: kept.map { values[$0] })
    }

    /// The stream in reversed time: ascending stamps, with opposite sign.
    fileprivate var reversed: VectorStream {
        VectorStream(times: times.reversed().map { -$0 }, values: values.reversed())
    }
}
