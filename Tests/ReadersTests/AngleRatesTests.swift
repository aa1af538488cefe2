import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Gyroscopes whose axes are called by angles.
@Suite("Rates called by angles")
struct AngleRatesTests {
    typealias Motion = RoleEvidenceTests.Motion

    private func read(_ text: String, _ columns: String? = nil, without: Set<SensorKind> = []) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        options.without = without
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// - Parameter order: the axis of each of the three columns.
    private func log(
        _ names: String, order: [Int] = [0, 1, 2], scale: Double = 1, isResting: Bool = false, hasField: Bool = false
    ) -> String {
        var random = SplitMix64(seed: 4)
        var text = "t (s),ax,ay,az,\(names)\(hasField ? ",mx,my,mz" : "")\n"
        let samples = Motion.samples(0.02)
        for m in samples {
            let motion = isResting ? samples[0] : m
            let rate = scale * ((isResting ? .zero : motion.rate) + random.vector(0.002))
            let force = motion.force + random.vector(0.01)
            let field = motion.field + random.vector(0.3)
            let cells =
                [force.x, force.y, force.z] + order.map { rate[$0] } + (hasField ? [field.x, field.y, field.z] : [])
            text += ([m.time] + cells).map { "\($0)" }.joined(separator: ",") + "\n"
        }
        return text
    }

    private func isRight(_ recording: Recording) -> Bool {
        guard recording.gyroscope.count == 1200 else { return false }
        return (recording.gyroscope.values[400] - Motion.samples(0.02)[400].rate).length < 0.02
    }

    @Test(
        "read as rates in the unit that turns",
        arguments: [
            "roll_rate,pitch_rate,yaw_rate", "Roll_Rate,Pitch_Rate,Yaw_Rate", "rollspeed,pitchspeed,yawspeed",
            "gyro_roll,gyro_pitch,gyro_yaw", "yawrate,rollrate,pitchrate", "p,q,r", "pqr[0],pqr[1],pqr[2]",
            "x_rate_of_rotation,y_rate_of_rotation,z_rate_of_rotation",
        ], [1, 180 / Double.pi])
    func names(_ names: String, _ scale: Double) throws {
        let order = names.hasPrefix("yaw") ? [2, 0, 1] : [0, 1, 2]
        let recording = try read(log(names, order: order, scale: scale))
        #expect(isRight(recording))
        #expect(recording.provenance[.gyroscope]?.unit == (scale == 1 ? "rad/s" : "deg/s"))
        #expect(!recording.warnings.contains { $0.code == .unknownColumns || $0.code == .frameUndecided })
    }

    @Test(
        "a unit in or behind the name counts",
        arguments: [
            "roll_rate (deg/s),pitch_rate (deg/s),yaw_rate (deg/s)", "roll_rate_dps,pitch_rate_dps,yaw_rate_dps",
            "roll_rate_deg_s,pitch_rate_deg_s,yaw_rate_deg_s",
        ])
    func statedUnits(_ names: String) throws {
        let recording = try read(log(names, scale: 180 / .pi, isResting: true))
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
    }

    @Test(
        "alpha, beta and gamma are about the axes that turn, whichever program wrote them",
        arguments: [
            "rotationRate.alpha,rotationRate.beta,rotationRate.gamma",
            "rotation_rate_alpha,rotation_rate_beta,rotation_rate_gamma", "gyro_alpha,gyro_beta,gyro_gamma",
            "rotationAlpha,rotationBeta,rotationGamma",
        ],
        [[0, 1, 2], [2, 0, 1], [2, 1, 0]])
    func greek(_ names: String, _ order: [Int]) throws {
        for hasField in [false, true] {
            let recording = try read(log(names, order: order, scale: 180 / .pi, hasField: hasField))
            #expect(isRight(recording))
            #expect(recording.provenance[.gyroscope]?.convention.contains("by the way they turn") == true)
        }
    }

    @Test("a phone's roll about y")
    func phonesRoll() throws {
        #expect(isRight(try read(log("pitch_rate,roll_rate,yaw_rate"))))
        #expect(isRight(try read(log("roll_rate,pitch_rate,yaw_rate", order: [1, 0, 2]))))
    }

    @Test("where nothing turns the order of alpha, beta and gamma is asked about, and the option reads it")
    func question() throws {
        let text = log("rotationRate.alpha,rotationRate.beta,rotationRate.gamma", isResting: true)
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.code == .unknownFrame)
        #expect(
            error?.advice.contains("--columns t=1,ax=2,ay=3,az=4,gx=6,gy=7,gz=5 or") == true, "\(error?.advice ?? "")")
        #expect(try read(text, without: [.gyroscope]).gyroscope.isEmpty)
    }

    @Test("roll rates that nothing confirms are told")
    func unconfirmed() throws {
        let text = log("roll_rate (rad/s),pitch_rate (rad/s),yaw_rate (rad/s)", isResting: true)
        let warning = try read(text).warnings.first { $0.code == .frameUndecided }
        #expect(
            warning?.advice.contains("--columns t=1,ax=2,ay=3,az=4,gx=6:rad/s,gy=5,gz=7") == true,
            "\(warning?.advice ?? "")")
    }

    @Test(
        "angles, what is wanted, and what else has such a name are no rates",
        arguments: [
            "roll,pitch,yaw", "alpha,beta,gamma", "orientation.alpha,orientation.beta,orientation.gamma",
            "roll_rate_setpoint,pitch_rate_setpoint,yaw_rate_setpoint", "roll_rate,pitch_rate,heading", "p,q,s",
        ])
    func others(_ names: String) throws {
        let recording = try read(log(names))
        #expect(recording.gyroscope.isEmpty)
        #expect(recording.warnings.contains { $0.code == .unknownColumns })
    }

    @Test("rotation as angles is left out, and named")
    func angles() throws {
        let text = log("rotation.alpha,rotation.beta,rotation.gamma", isResting: true)
        let recording = try read(text)
        #expect(recording.gyroscope.isEmpty)
        #expect(recording.warnings.contains { $0.code == .incompleteColumns && $0.advice.contains("gx=5,gy=6,gz=7") })
    }

    @Test("alone they are asked about: what else the log has may be the accelerometer")
    func alone() {
        let text =
            "t (s),lateral,long,vert,GyroRoll,GyroPitch,GyroYaw\n"
            + (0..<300).map {
                "\(Double($0) / 100),0.1,0.\($0 % 7),0.98,0.\($0 % 5),0.2,0.3\n"
            }.joined()
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.kind == .badData)
    }

    @Test("beside a gyroscope they are not looked at")
    func besideGyroscope() throws {
        let lines = log("gx,gy,gz").split(separator: "\n")
        let text = lines.enumerated().map { "\($1),\($0 == 0 ? "p,q,r" : "1,\($0 % 3),3")\n" }.joined()
        let recording = try read(text)
        #expect(isRight(recording))
        #expect(!recording.warnings.contains { $0.message.contains("several devices") })
    }
}
