import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Whether the third axis of an accelerometer points down in a whole log, as that of inertial navigation systems does.
struct DownEvidence {
    /// The median of z, m/s^2.
    let z: Double

    /// Of the direction of the force, means of a second.
    private static let down = -0.7
    private static let share = 0.9

    /// `nil` where z points up or sideways in a tenth of the log.
    /// - Parameter force: read as specific force.
    init?(_ force: VectorStream) {
        let means = force.within(force.evidenceParts).means(of: 1_000_000_000, fewest: 1).values
        let directions = means.compactMap(\.normalized)
        guard directions.count >= 5,
            Double(directions.count { $0.z < Self.down }) >= Self.share * Double(directions.count),
            let median = Percentile.upperMedian(means.map(\.z))
        else { return nil }
        z = median
    }
}

extension EvidenceJudge {
    /// Forward, right, down to right, forward, up.
    private static let forwardRightDown: SensorAxesEvidence.Axes = [(1, false), (0, false), (2, true)]

    /// Warns of axes that may be forward, right and down: read as they are, the heading would be that of the right side. A phone that lay face
    /// down says which it is by its interface or its format.
    mutating func warnOfDown() {
        guard !hasPhoneStreams, let sign = signs[.accelerometer], sign.value == .android,
            assumptions.sign(of: .accelerometer) == nil, claims[.accelerometer]?.sign == nil,
            let evidence = DownEvidence(recording.accelerometer)
        else { return }
        let field = fieldSign(recording.accelerometer)
        // The other sign has its own warning.
        guard field?.sign != .ios else { return }
        let sensors = recording.sensors.filter { Recording.vectorPath(of: $0) != nil }
        let option = tables.first.flatMap {
            columnsOption(time: "\(CanonicalColumns.time)=\($0.time + 1)", turned: Set(sensors), Self.forwardRightDown)
        }
        warn(
            .frameUndecided,
            "the accelerometer's z is \(MagnitudeEvidence.shown(evidence.z)) m/s^2 in nearly the whole log: the axes of "
                + "\(sensors.map(\.rawValue).joined(separator: ", ")) are forward, right, down (north-east-down, as of VectorNav, SBG, MicroStrain "
                + "and autopilots), or the device lay face down"
                + (field.map { " (\($0.text), as of specific force)" } ?? ", or the accelerometer has the other sign")
                + "; they are read as right, forward, up, and in the first case the heading is that of the right side",
            "for forward, right, down: "
                + (option.map { "--columns \($0)" }
                    ?? "exchange x and y and turn z with --columns, such as ax=3,ay=2,az=-4 (docs/guide/mapping.md)")
                + (field == nil ? "; for the other sign: --assume accelerometer=ios" : ""))
    }
}
