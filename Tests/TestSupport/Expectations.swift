import Rotations
import Testing

/// Expects two angles in degrees to agree on the circle.
public func expectAngle(
    _ degrees: Double?, _ expected: Double, within tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let degrees else {
        Issue.record("the angle is undefined, expected \(expected)", sourceLocation: sourceLocation)
        return
    }
    let error = Angle.wrapDegrees(degrees - expected).magnitude
    #expect(
        error <= tolerance, "\(degrees) differs from \(expected) by \(error) degrees", sourceLocation: sourceLocation)
}

/// Expects two orientations to agree within an angle in degrees.
public func expectRotation(
    _ q: Quaternion, _ expected: Quaternion, withinDegrees tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = Angle.degrees(q.angle(to: expected))
    #expect(error <= tolerance, "\(q) is \(error) degrees from \(expected)", sourceLocation: sourceLocation)
}

/// Expects two vectors to agree within a distance.
public func expectVector(
    _ v: Vector3, _ expected: Vector3, within tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = (v - expected).length
    #expect(error <= tolerance, "\(v) is \(error) from \(expected)", sourceLocation: sourceLocation)
}
