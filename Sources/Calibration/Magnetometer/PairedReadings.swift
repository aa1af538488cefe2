import RealModule
import Rotations

/// A vector of each of two readings: a processor divides and takes roots of two numbers in the time of one.
struct PairedVector {
    var x: SIMD2<Double>
    var y: SIMD2<Double>
    var z: SIMD2<Double>

    init(_ x: SIMD2<Double>, _ y: SIMD2<Double>, _ z: SIMD2<Double>) { (self.x, self.y, self.z) = (x, y, z) }

    init(_ first: Vector3, _ second: Vector3) {
        (x, y, z) = (SIMD2(first.x, second.x), SIMD2(first.y, second.y), SIMD2(first.z, second.z))
    }

    @inline(__always)
    func dot(_ other: PairedVector) -> SIMD2<Double> { x * other.x + y * other.y + z * other.z }

    var length: SIMD2<Double> {
        @inline(__always) get { (x * x + y * y + z * z).squareRoot() }
    }

    @inline(__always)
    static func + (a: PairedVector, b: PairedVector) -> PairedVector {
        PairedVector(a.x + b.x, a.y + b.y, a.z + b.z)
    }

    @inline(__always)
    static func - (a: PairedVector, b: PairedVector) -> PairedVector {
        PairedVector(a.x - b.x, a.y - b.y, a.z - b.z)
    }

    @inline(__always)
    static func * (s: SIMD2<Double>, a: PairedVector) -> PairedVector { PairedVector(s * a.x, s * a.y, s * a.z) }

    @inline(__always)
    static func / (a: PairedVector, s: SIMD2<Double>) -> PairedVector { PairedVector(a.x / s, a.y / s, a.z / s) }

    @inline(__always)
    static func * (m: Matrix3, v: PairedVector) -> PairedVector {
        PairedVector(
            m.row0.x * v.x + m.row0.y * v.y + m.row0.z * v.z, m.row1.x * v.x + m.row1.y * v.y + m.row1.z * v.z,
            m.row2.x * v.x + m.row2.y * v.y + m.row2.z * v.z)
    }

    /// The components of another vector where the mask is set, else its own.
    @inline(__always)
    func replacing(with other: PairedVector, where mask: SIMDMask<SIMD2<Int64>>) -> PairedVector {
        PairedVector(
            x.replacing(with: other.x, where: mask), y.replacing(with: other.y, where: mask),
            z.replacing(with: other.z, where: mask))
    }
}

/// The derivatives of a residual of each of two readings in the raw unknowns (``FieldRow``).
struct PairedRow {
    /// -S dh.
    var direction: PairedVector
    /// xx, yy, zz and xy, xz, yz of dS.
    var diagonal: PairedVector
    var mixed: PairedVector
    var strength: SIMD2<Double>
    var vertical: SIMD2<Double>

    /// The row of reading 0 or 1.
    @inline(__always)
    subscript(index: Int) -> FieldRow {
        FieldRow(
            first: SIMD4(direction.x[index], direction.y[index], direction.z[index], diagonal.x[index]),
            second: SIMD4(diagonal.y[index], diagonal.z[index], mixed.x[index], mixed.y[index]),
            third: SIMD4(mixed.z[index], strength[index], vertical[index], 0))
    }
}

/// b = S (m - h) of two readings.
struct PairedSample {
    /// m - h.
    let u: PairedVector
    /// |b|.
    let length: SIMD2<Double>
    /// b / |b|.
    let unit: PairedVector
}

extension FieldProblem.Linearised {
    /// `max(value, limit)` of each of two numbers.
    @inline(__always)
    private func atLeast(_ limit: Double, _ value: SIMD2<Double>) -> SIMD2<Double> {
        value.replacing(with: limit, where: value .<= limit)
    }

    /// A reading at the exact centre has no direction; its residual is a gross error in any case.
    @inline(__always)
    func samples(_ m: PairedVector) -> PairedSample {
        let u = m - PairedVector(hardIron, hardIron)
        let b = s * u
        let length = atLeast(1e-9, b.length)
        return PairedSample(u: u, length: length, unit: b / length)
    }

    /// (|b| - F) / |S unit|, corrected for the bias from noise (its standard deviation, microtesla), and its
    /// derivatives.
    @inline(__always)
    func magnitudes(_ sample: PairedSample, noise: Double) -> (residual: SIMD2<Double>, row: PairedRow) {
        let (length, unit) = (sample.length, sample.unit)
        let w = s * unit
        let g = atLeast(1e-9, w.length)
        let direction = w / g
        // Noise across the field lengthens it by sigma^2 / F on average.
        let bias = noise * noise / strength
        let residual = (length - strength - bias) / g
        // d g = direction . dS unit + across . d b
        let sd = s * direction
        let across = (sd - unit.dot(sd) * unit) / length
        let row = self.rows(
            sample, along: (unit - residual * across) / g, less: (residual / g) * direction, unit,
            strength: -1 / g, vertical: .zero)
        return (residual, row)
    }

    /// (F unit . down - V) / g2, likewise, and its derivatives. The turn of the transverse direction in g2 is
    /// neglected: it is of second order in the soft iron.
    @inline(__always)
    func dips(
        _ sample: PairedSample, _ down: PairedVector, noise: Double, noiseShare: Double
    ) -> (residual: SIMD2<Double>, row: PairedRow) {
        let c = sample.unit.dot(down)
        let perpendicular = down - c * sample.unit
        let sine = atLeast(1e-6, perpendicular.length)
        let across = perpendicular / sine
        let w = s * across
        let size = w.length
        let g = atLeast(1e-3, (1 + noiseShare * (size * size - 1)).squareRoot())
        // On average, noise across the field reduces its cosine with gravity by c sigma^2 / F^2.
        let bias = c * noise * noise / strength
        let residual = (strength * c + bias - vertical) / g
        let row = self.rows(
            sample, along: (strength / (sample.length * g)) * perpendicular,
            less: (residual * noiseShare / (g * g)) * w, across, strength: c / g, vertical: -1 / g)
        return (residual, row)
    }

    /// b and the direction of gravity moved onto the model: b of length F, the angle between the two that of the dip,
    /// each turned by its share of the error. Both have to move, since an error of either correlates the dip's residual
    /// with its derivatives.
    @inline(__always)
    func moved(
        _ sample: PairedSample, _ down: PairedVector, noiseShare: Double
    ) -> (b: PairedVector, down: PairedVector) {
        let unit = sample.unit
        let c = unit.dot(down)
        let perpendicular = unit - c * down
        let sine = perpendicular.length
        let across = perpendicular / sine
        let angle = SIMD2(Double.atan2(y: sine.x, x: c.x), Double.atan2(y: sine.y, x: c.y))
        let correction = dip.angle - angle
        // Gravity turns by -(1 - share) of the correction and b by the share, so that the angle between them is the
        // dip.
        let turn = -(1 - noiseShare) * correction
        let turnCosine = SIMD2(Double.cos(turn.x), Double.cos(turn.y))
        let turnSine = SIMD2(Double.sin(turn.x), Double.sin(turn.y))
        let b =
            SIMD2(repeating: strength)
            * ((turnCosine * dip.cosine - turnSine * dip.sine) * down
                + (turnSine * dip.cosine + turnCosine * dip.sine) * across)
        let isAlong = .!(sine .> 1e-6)
        return (
            b.replacing(with: SIMD2(repeating: strength) * unit, where: isAlong),
            (turnCosine * down + turnSine * across).replacing(with: down, where: isAlong)
        )
    }

    /// direction . d b for h and L, minus left . dS right, in the raw unknowns; the derivatives of the last two are
    /// given.
    @inline(__always)
    private func rows(
        _ sample: PairedSample, along direction: PairedVector, less left: PairedVector, _ right: PairedVector,
        strength: SIMD2<Double>, vertical: SIMD2<Double>
    ) -> PairedRow {
        let u = sample.u
        let x = direction.x * u - left.x * right
        let y = direction.y * u - left.y * right
        let z = direction.z * u - left.z * right
        return PairedRow(
            direction: direction, diagonal: PairedVector(x.x, y.y, z.z),
            mixed: PairedVector(x.y + y.x, x.z + z.x, y.z + z.y), strength: strength, vertical: vertical)
    }
}
