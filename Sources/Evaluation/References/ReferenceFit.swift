import LinearAlgebra
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// How a reference's body is mounted on the device and how late its stamps are, by the rates of the gyroscope.
///
/// Over a short span the device turns by the integrated gyroscope, in its own axes, and the body by the rotation
/// between two samples of the reference, in the body's. With the mount M (device axes to body axes), the delay d and
/// the bias b of the gyroscope, turn_body(t + d) = M (turn_device(t) - b dt). For every delay of a grid, M and b follow
/// by least squares (B. K. P. Horn, Closed-form solution of absolute orientation using unit quaternions, JOSA A 4,
/// 1987); the delay with the smallest residual is refined by a parabola. Sigmas are those of the delete-a-group
/// jackknife over tenths of the log (B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans, SIAM 1982),
/// which allows for correlated residuals; that of the delay holds what the gyroscope's stamps mean, too
/// (`TurnIntegral`). No north, true or arbitrary, matters.
public struct ReferenceFit: Sendable, Hashable {
    /// How much later the reference's stamps are than the log's, seconds.
    public let delaySeconds: Double
    /// Standard deviation of the delay, seconds; 0 for a given one.
    public let delaySigma: Double
    /// Device axes to the axes of the reference's body; the identity for a known mount.
    public let mount: Quaternion
    /// Standard deviation of the mount, radians, root of the sum of squares over the axes; 0 for a known mount.
    public let mountSigma: Double

    /// Sigmas by which a delay or a mount must differ from none to be a finding.
    private static let significant = 3.0
    /// A reference may turn so many times as fast as the gyroscope: errors of both.
    private static let scale = 1.2
    private static let (groups, mostSpans) = (10, 3000)
    private static let lengths: ClosedRange<Int64> = 60_000_000...300_000_000
    /// Farthest delay from the first guess that is searched, and the steps of the two searches, seconds.
    private static let (reach, coarse, fine) = (0.6, 0.02, 0.002)
    /// The least RMS rate, rad/s, of a motion that shows anything (as of `HeadingLag`).
    private static let slowest = HeadingLag.slowest

    /// Whether the delay is a finding.
    public var isDelayed: Bool { delaySeconds.magnitude > Self.significant * delaySigma }
    /// The angle of the mount, radians.
    public var mountAngle: Double { mount.rotationVector.length }
    /// Whether the mount is a finding.
    public var isTurned: Bool { mountAngle > Self.significant * mountSigma }

    /// - Parameters:
    ///   - rate: rad/s, device axes.
    ///   - reference: body to earth, of any north.
    ///   - mount: whether the body's axes are known to be the device's.
    ///   - delay: seconds; `nil` to find it.
    ///   - guess: where the search for it begins, seconds.
    /// - Returns: `nil` where the motion does not determine what is sought: too short, hardly any turn, or the smallest
    ///   residual at the end of the search.
    public init?(
        gyroscope rate: VectorStream, reference: QuaternionStream, mount: ReferenceMount, delay: Double? = nil,
        guess: Double = 0
    ) {
        let spans = Self.spans(of: reference, atMost: Self.scale * (rate.values.map(\.length).max() ?? 0))
        guard spans.count >= 10 * Self.groups, rate.count > spans.count / 2 else { return nil }
        let turn = TurnIntegral(rate)
        let sums = { (delay: Double, stride: Int) in Self.sums(spans, turn, delay: delay, stride: stride, mount: mount)
        }
        let groups: [TurnSums]
        if let delay {
            (delaySeconds, delaySigma) = (delay, 0)
            groups = sums(delay, 1)
        } else {
            let rough = Self.grid(around: guess, reach: Self.reach, step: Self.coarse)
            let costs = rough.map { TurnSums.total(sums($0, 4)).misfit(mount) }
            guard let first = costs.indices.min(by: { costs[$0] < costs[$1] }), first > 0, first + 1 < costs.count
            else { return nil }
            let grid = Self.grid(around: rough[first], reach: 1.5 * Self.coarse, step: Self.fine)
            let table = grid.map { sums($0, 1) }
            guard let best = Self.minimum(table, grid, mount, without: nil) else { return nil }
            let parts = (0..<Self.groups).compactMap { Self.minimum(table, grid, mount, without: $0) }
            guard parts.count == Self.groups else { return nil }
            let scatter = Self.jackknife(parts.map { $0 - best })
            let square = scatter * scatter + turn.stampSigma * turn.stampSigma
            (delaySeconds, delaySigma) = (best, square.squareRoot())
            groups = sums(best, 1)
        }
        let all = TurnSums.total(groups)
        guard all.seconds > 0, all.squareOfDevice / all.seconds > Self.slowest * Self.slowest else { return nil }
        guard mount == .fit else {
            (self.mount, mountSigma) = (.identity, 0)
            return
        }
        guard let found = all.mount else { return nil }
        let parts = groups.indices.compactMap { TurnSums.total(groups, without: $0).mount }
        guard parts.count == Self.groups else { return nil }
        self.mount = found
        mountSigma = max(Self.jackknife(parts.map { $0.angle(to: found) }), 1e-4)
    }

    /// The reference with the log's stamps and the device's axes.
    public func applied(to reference: QuaternionStream) -> QuaternionStream {
        let shift = LogTime.nanoseconds(seconds: delaySeconds) ?? 0
        return QuaternionStream(
            times: shift == 0 ? reference.times : reference.times.map { $0 - shift },
            values: mount == .identity ? reference.values : reference.values.map { $0 * mount })
    }

    /// The delay alone.
    public var withoutMount: ReferenceFit {
        ReferenceFit(delaySeconds: delaySeconds, delaySigma: delaySigma, mount: .identity, mountSigma: 0)
    }

    /// The mount with another delay, seconds, which is known.
    public func delayed(by seconds: Double) -> ReferenceFit {
        ReferenceFit(delaySeconds: seconds, delaySigma: 0, mount: mount, mountSigma: mountSigma)
    }

    private init(delaySeconds: Double, delaySigma: Double, mount: Quaternion, mountSigma: Double) {
        (self.delaySeconds, self.delaySigma) = (delaySeconds, delaySigma)
        (self.mount, self.mountSigma) = (mount, mountSigma)
    }

    /// The standard deviation by the deviations of the estimates without one group each.
    private static func jackknife(_ deviations: [Double]) -> Double {
        let count = Double(deviations.count)
        return ((count - 1) / count * deviations.reduce(0) { $0 + $1 * $1 }).squareRoot()
    }

    private static func grid(around centre: Double, reach: Double, step: Double) -> [Double] {
        let steps = Int(clamping: (reach / step).rounded())
        return (-steps...steps).map { centre + Double($0) * step }
    }

    private static func minimum(
        _ table: [[TurnSums]], _ grid: [Double], _ mount: ReferenceMount, without left: Int?
    ) -> Double? {
        let costs = table.map { TurnSums.total($0, without: left).misfit(mount) }
        guard let least = costs.indices.min(by: { costs[$0] < costs[$1] }), least > 0, least + 1 < costs.count
        else { return nil }
        let (before, here, after) = (costs[least - 1], costs[least], costs[least + 1])
        let curvature = before - 2 * here + after
        guard curvature > 0 else { return nil }
        return grid[least] + 0.5 * (before - after) / curvature * (grid[1] - grid[0])
    }

    /// - Parameter fastest: of the device, rad/s: what turns faster is a jump of the reference.
    private static func spans(of reference: QuaternionStream, atMost fastest: Double) -> [ReferenceSpan] {
        let spans = ReferenceSpan.all(of: reference, lengths: lengths).filter {
            $0.turn.length <= fastest * LogTime.seconds($0.end - $0.start)
        }
        guard spans.count > mostSpans else { return spans }
        return (0..<mostSpans).map { spans[$0 * spans.count / mostSpans] }
    }

    private static func sums(
        _ spans: [ReferenceSpan], _ turn: TurnIntegral, delay: Double, stride: Int, mount: ReferenceMount
    ) -> [TurnSums] {
        let shift = Int64(clamping: (delay * 1e9).rounded())
        var groups = [TurnSums](repeating: TurnSums(), count: Self.groups)
        for index in Swift.stride(from: 0, to: spans.count, by: stride) {
            let span = spans[index]
            guard let from = turn.value(at: span.start - shift), let to = turn.value(at: span.end - shift)
            else { continue }
            groups[index * Self.groups / spans.count].add(
                device: to - from, body: span.turn, seconds: LogTime.seconds(span.end - span.start))
        }
        return groups
    }
}

/// Two samples of a reference, and the rotation vector between them in the axes of its body, radians.
struct ReferenceSpan {
    let start, end: Int64
    let turn: Vector3

    /// Consecutive spans, each as short as `lengths` (nanoseconds) allows; longer ones are holes.
    static func all(of reference: QuaternionStream, lengths: ClosedRange<Int64>) -> [ReferenceSpan] {
        var spans: [ReferenceSpan] = []
        var first = 0
        for last in reference.times.indices where reference.times[last] - reference.times[first] >= lengths.lowerBound {
            if reference.times[last] - reference.times[first] <= lengths.upperBound {
                let turn = (reference.values[first].conjugate * reference.values[last]).rotationVector
                spans.append(ReferenceSpan(start: reference.times[first], end: reference.times[last], turn: turn))
            }
            first = last
        }
        return spans
    }
}

/// Sums over spans for the least-squares mount and bias; each span counts by its length.
private struct TurnSums {
    private(set) var seconds = 0.0
    private var (device, body) = (Vector3.zero, Vector3.zero)
    /// Products of the turns of device (rows) and body (columns).
    private var products = Matrix3.zero
    private var (deviceSquare, bodySquare) = (0.0, 0.0)

    mutating func add(device a: Vector3, body b: Vector3, seconds length: Double) {
        let weight = 1 / length
        seconds += length
        device += a
        body += b
        products += Matrix3.outer(a, b) * weight
        deviceSquare += weight * a.lengthSquared
        bodySquare += weight * b.lengthSquared
    }

    static func total(_ groups: [TurnSums], without left: Int? = nil) -> TurnSums {
        var total = TurnSums()
        for (index, group) in groups.enumerated() where index != left {
            total.seconds += group.seconds
            total.device += group.device
            total.body += group.body
            total.products += group.products
            total.deviceSquare += group.deviceSquare
            total.bodySquare += group.bodySquare
        }
        return total
    }

    /// Without the mean rates, which the bias of the gyroscope makes different.
    private var centred: Matrix3 { products - Matrix3.outer(device, body) * (1 / seconds) }
    /// The square of the device's turns about their mean, rad^2/s.
    var squareOfDevice: Double { deviceSquare - device.lengthSquared / seconds }
    private var squareOfBody: Double { bodySquare - body.lengthSquared / seconds }

    /// The least sum of squared residuals per second; infinite without spans.
    func misfit(_ mount: ReferenceMount) -> Double {
        guard seconds > 0 else { return .infinity }
        let agreement = mount == .known ? centred.trace : largest?.value ?? 0
        return (squareOfDevice + squareOfBody - 2 * agreement) / seconds
    }

    /// Device to body; `nil` where the turns do not determine it: about one axis alone.
    var mount: Quaternion? {
        guard seconds > 0, let largest, largest.value - largest.next > 1e-3 * squareOfDevice else { return nil }
        return largest.mount
    }

    /// Horn's largest eigenvalue, its unit quaternion, and the next eigenvalue.
    private var largest: (value: Double, next: Double, mount: Quaternion)? {
        let (x, y, z) = (centred.row0, centred.row1, centred.row2)
        let matrix = Matrix([
            [x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x],
            [y.z - z.y, x.x - y.y - z.z, x.y + y.x, z.x + x.z],
            [z.x - x.z, x.y + y.x, y.y - x.x - z.z, y.z + z.y],
            [x.y - y.x, z.x + x.z, y.z + z.y, z.z - x.x - y.y],
        ])
        guard let eigen = try? matrix.symmetricEigen() else { return nil }
        let q = (0..<4).map { eigen.vectors[$0, 3] }
        return (eigen.values[3], eigen.values[2], Quaternion(q[0], q[1], q[2], q[3]).canonical)
    }
}
