import RealModule
import Rotations
import TestSupport
import Testing
import Vocabulary

/// What holds for every rotation, on 2,000 drawn ones. Bounds are some roundings of 1.1e-16 per operation.
@Suite("Properties of rotations")
struct RotationPropertyTests {
    private func each(_ check: (inout SplitMix64) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        for seed in UInt64(1)...2000 {
            var random = SplitMix64(seed: seed)
            guard check(&random) else {
                Issue.record("seed \(seed)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    @Test("lengths, angles and handedness stay: R a . R b = a . b, R a x R b = R (a x b)")
    func isometry() {
        each { random in
            let (q, a, b) = (random.rotation(), random.vector(1), random.vector(1))
            let (c, d) = (q.rotate(a), q.rotate(b))
            let scale = a.length * b.length
            return (c.dot(d) - a.dot(b)).magnitude < 4e-15 * scale
                && (c.cross(d) - q.rotate(a.cross(b))).length < 8e-15 * scale
        }
    }

    @Test("the product composes, groups freely, and the conjugate undoes")
    func group() {
        each { random in
            let (p, q, r, v) = (random.rotation(), random.rotation(), random.rotation(), random.vector(1))
            let left = (p * q) * r
            let right = p * (q * r)
            return ((p * q).rotate(v) - p.rotate(q.rotate(v))).length < 4e-15 * v.length
                && (left.vector - right.vector).length + (left.w - right.w).magnitude < 2e-15
                && (q.conjugate.rotate(v) - q.unrotate(v)).length < 2e-15 * v.length
                && (q.unrotate(q.rotate(v)) - v).length < 4e-15 * v.length
        }
    }

    @Test("matrix, rotation vector and back; q and -q are one rotation")
    func representations() {
        each { random in
            let (q, v) = (random.rotation(), random.vector(1))
            let negated = Quaternion(-q.w, -q.x, -q.y, -q.z)
            return Quaternion(matrix: q.matrix).angle(to: q) < 1e-7
                && Quaternion(rotationVector: q.rotationVector).angle(to: q) < 1e-7
                && q.rotationVector.length <= Double.pi + 1e-15
                && (q.matrix * v - q.rotate(v)).length < 4e-15 * v.length
                && (negated.rotate(v) - q.rotate(v)).length == 0 && q.angle(to: negated) < 1e-7
        }
    }

    @Test("exp(a v) exp(b v) = exp((a + b) v) about one axis, from 1e-12 to many turns")
    func oneParameterGroup() {
        each { random in
            let size = Double.exp(Double.random(in: -27...4, using: &random))
            let v = size * (random.vector(1).normalized ?? Vector3(1, 0, 0))
            let (a, b) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
            let product = Quaternion(rotationVector: a * v) * Quaternion(rotationVector: b * v)
            let whole = Quaternion(rotationVector: (a + b) * v)
            let difference = (product * whole.conjugate).vector.length
            return difference < 1e-15 * (1 + size)
        }
    }

    @Test("turning the device about the vertical by psi clockwise adds psi to its headings and leaves tilt and roll")
    func headings() {
        each { random in
            let q = random.rotation()
            let psi = Double.random(in: -Double.pi...Double.pi, using: &random)
            let turned = Quaternion.aboutVertical(-psi) * q
            for axis in HeadingAxis.allCases {
                switch (q.heading(of: axis), turned.heading(of: axis)) {
                case (let before?, let after?):
                    // Beside the vertical the heading amplifies rounding by 1 / sin of the distance to it.
                    let away = q.rotate(axis.direction)
                    let horizontal = Double.hypot(away.x, away.y)
                    guard Angle.wrap(after - before - psi).magnitude < 4e-15 / horizontal + 4e-15 else { return false }
                case (nil, nil): continue
                default: return false
                }
            }
            return (turned.cameraElevation - q.cameraElevation).magnitude < 1e-7
                && (turned.down - q.down).length < 4e-15
        }
    }

    @Test("slerp walks the shorter arc evenly and does not depend on where the axes point")
    func slerp() {
        each { random in
            let (p, q, r) = (random.rotation(), random.rotation(), random.rotation())
            let fraction = Double.random(in: 0...1, using: &random)
            let between = p.slerp(to: q, fraction: fraction)
            return (p.angle(to: between) - fraction * p.angle(to: q)).magnitude < 1e-7
                && (r * between).angle(to: (r * p).slerp(to: r * q, fraction: fraction)) < 1e-7
                && between.angle(to: q.slerp(to: p, fraction: 1 - fraction)) < 1e-7
        }
    }

    @Test("the shortest rotation from a to b takes a to b by the angle between them")
    func shortest() {
        each { random in
            let (a, b) = (random.vector(1), random.vector(1))
            let q = Quaternion(from: a, to: b)
            return ((q.rotate(a) / a.length) - b / b.length).length < 1e-14
                && (q.angle(to: .identity) - a.angle(to: b)).magnitude < 1e-7
        }
    }

    @Test("angles wrap to one turn and keep sine and cosine")
    func wrapping() {
        each { random in
            let turns = Double(Int.random(in: -1000...1000, using: &random))
            let angle = Double.random(in: -179.99...179.99, using: &random)
            let wrapped = Angle.wrapDegrees(angle + 360 * turns)
            let heading = Angle.wrapHeadingDegrees(angle + 360 * turns)
            return (wrapped - angle).magnitude < 1e-9 && heading >= 0 && heading < 360
                && Angle.wrapDegrees(heading - angle).magnitude < 1e-9
        }
    }
}
