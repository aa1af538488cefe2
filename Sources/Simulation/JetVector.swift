import Rotations

/// Three functions of time with their derivatives.
struct JetVector: Sendable {
    var x: Jet
    var y: Jet
    var z: Jet

    /// One of value, rate and acceleration.
    func map(_ part: (Jet) -> Double) -> Vector3 { Vector3(part(x), part(y), part(z)) }

    static func + (a: JetVector, b: JetVector) -> JetVector { JetVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }

    /// Turned about z, right-handed, by an angle in radians that may change.
    func turnedAboutZ(_ angle: Jet) -> JetVector {
        let (s, c) = angle.sineAndCosine
        return JetVector(x: c * x - s * y, y: s * x + c * y, z: z)
    }

    /// Turned about x, right-handed.
    func turnedAboutX(_ angle: Jet) -> JetVector {
        let (s, c) = angle.sineAndCosine
        return JetVector(x: x, y: c * y - s * z, z: s * y + c * z)
    }
}
