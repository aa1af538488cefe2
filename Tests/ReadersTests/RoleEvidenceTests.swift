import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Roles that a column's name gives, by what the readings are: attitudes, gravity, accelerations, rates, fixes.
@Suite("Roles by names, and by values")
struct RoleEvidenceTests {
    static let munich = GeodeticPosition(latitude: 48.1, longitude: 11.6)

    /// A device that is turned about in the hand for 24 s, 50 Hz; north is 22, down 42 microtesla.
    struct Motion {
        var q: Quaternion
        var force, rate, field, linear: Vector3
        var time: Double

        /// - Parameter factor: m/s^2, of the hand's acceleration.
        static func samples(_ factor: Double = 0.3) -> [Motion] {
            func attitude(_ t: Double) -> Quaternion {
                .aboutVertical(0.7 * t) * Quaternion(angle: 0.5 * .sin(0.9 * t) + 0.3, axis: Vector3(1, 0, 0))
                    * Quaternion(angle: 0.4 * .cos(0.6 * t), axis: Vector3(0, 1, 0))
            }
            var random = SplitMix64(seed: 27)
            return (0..<1200).map { row in
                let t = Double(row) / 50
                let q = attitude(t)
                let turn = (q.conjugate * attitude(t + 0.001)).rotationVector * 1000
                let linear = random.vector(factor)
                return Motion(
                    q: q, force: q.unrotate(Vector3(0, 0, 9.81)) + linear, rate: turn,
                    field: q.unrotate(Vector3(0, 22, -42)), linear: linear, time: t)
            }
        }
    }

    private func read(
        _ header: String, _ samples: [Motion] = Motion.samples(), place: GeodeticPosition? = nil,
        assume assumptions: [String] = [], columns: String? = nil, _ cells: (Motion) -> [Double]
    ) throws -> Recording {
        var options = ReadOptions()
        options.place = place
        options.assumptions = assumptions.compactMap { Assumption($0) }
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        let rows = samples.map { sample in
            ([sample.time] + cells(sample)).map { "\($0)" }.joined(separator: ",") + "\n"
        }
        return try RecordingReader.read(
            bytes: Array(("time (s)," + header + "\n" + rows.joined()).utf8), name: "log.csv", options: options)
    }

    private func list(_ v: Vector3) -> [Double] { [v.x, v.y, v.z] }
    private func list(_ q: Quaternion) -> [Double] { [q.w, q.x, q.y, q.z] }

    /// The median angle between the attitude's up and the accelerometer, degrees.
    private func tilt(_ recording: Recording) -> Double {
        let angles = zip(recording.attitude.values, recording.accelerometer.values).map {
            Double.acos(max(-1, min(1, $0.rotate($1).z / $1.length))) * 180 / .pi
        }
        return Percentile.upperMedian(angles) ?? 180
    }

    // MARK: North, east, down

    private let inertial = "ax,ay,az,gx,gy,gz"

    private func forwardRightDown(_ m: Motion, unit: Double = 1, hasField: Bool = true) -> [Double] {
        list(ForwardRightDown.device(m.force) / unit) + list(ForwardRightDown.device(m.rate))
            + (hasField ? list(ForwardRightDown.device(m.field)) : []) + list(ForwardRightDown.attitude(m.q))
    }

    @Test("an attitude against north-east-down is turned, and not the accelerometer", arguments: [true, false])
    func northEastDown(hasField: Bool) throws {
        let recording = try read(inertial + (hasField ? ",mx,my,mz" : "") + ",qw,qx,qy,qz") {
            forwardRightDown($0, hasField: hasField)
        }
        let raw = Motion.samples()
        #expect((recording.accelerometer.values[5] - ForwardRightDown.device(raw[5].force)).length < 1e-9)
        #expect(tilt(recording) < 5)
        #expect(recording.warnings.contains { $0.code == .frameUndecided && $0.message.contains("points down") })
        if hasField { #expect(recording.metadata.attitudeNorth == .magnetic) }
    }

    @Test("in g too, and the user's sign decides otherwise")
    func northEastDownInGravities() throws {
        let header = "ax (g),ay (g),az (g),gx,gy,gz,mx,my,mz,qw,qx,qy,qz"
        func cells(_ m: Motion) -> [Double] { forwardRightDown(m, unit: 9.80665) }
        let raw = ForwardRightDown.device(Motion.samples()[5].force)
        let alone = try read(header) { cells($0) }
        #expect((alone.accelerometer.values[5] - raw).length < 1e-6 && tilt(alone) < 5)
        #expect(alone.warnings.contains { $0.code == .frameUndecided && $0.message.contains("points down") })
        let placed = try read(header, place: Self.munich) { cells($0) }
        #expect((placed.accelerometer.values[5] - raw).length < 1e-6 && tilt(placed) < 5)
        let told = try read(header, assume: ["accelerometer=g,android"]) { cells($0) }
        #expect((told.accelerometer.values[5] - raw).length < 1e-6 && tilt(told) < 5)
        let other = try read(header, assume: ["accelerometer=g,ios"]) { cells($0) }
        #expect((other.accelerometer.values[5] + raw).length < 1e-6)
    }

    @Test("CoreMotion's sign in g is known by an attitude and the field that agrees")
    func coreMotion() throws {
        let recording = try read("ax (g),ay (g),az (g),gx,gy,gz,mx,my,mz,qw,qx,qy,qz") {
            list($0.force / -9.80665) + list($0.rate) + list($0.field) + list($0.q)
        }
        #expect((recording.accelerometer.values[5] - Motion.samples()[5].force).length < 1e-6)
        #expect(!recording.warnings.contains { $0.code == .frameUndecided })
    }

    // MARK: Quaternions

    @Test(
        "four numbered columns are one quaternion, w first or last as the force shows",
        arguments: [
            ("q1,q2,q3,q4", false), ("q1,q2,q3,q4", true), ("q0,q1,q2,q3", false), ("q0,q1,q2,q3", true),
            ("quat_1,quat_2,quat_3,quat_4", false), ("quat[0],quat[1],quat[2],quat[3]", false),
        ])
    func numbers(_ names: String, _ isLast: Bool) throws {
        let recording = try read(inertial + "," + names) {
            list($0.force) + list($0.rate) + (isLast ? [$0.q.x, $0.q.y, $0.q.z, $0.q.w] : list($0.q))
        }
        #expect(recording.attitude.count == 1200 && tilt(recording) < 5)
        #expect(recording.warnings.contains { $0.code == .frameUndecided } == isLast)
        #expect(!recording.warnings.contains { $0.code == .unknownColumns })
    }

    @Test("an attitude from earth to device is turned round")
    func inverse() throws {
        for isFlat in [false, true] {
            // Turned at one rate throughout, and against the attitude as it is read first: its unit is open.
            let recording = try read(inertial + ",qw,qx,qy,qz", assume: isFlat ? ["gyroscope=rad/s"] : []) { m in
                let q = isFlat ? Quaternion.aboutVertical(0.7 * m.time) : m.q
                let force = isFlat ? q.unrotate(Vector3(0, 0, 9.81)) : m.force
                return list(force) + list(isFlat ? Vector3(0, 0, 0.7) : m.rate) + list(q.conjugate)
            }
            let expected = isFlat ? Quaternion.aboutVertical(0.7 * 10) : Motion.samples()[500].q
            #expect(recording.attitude.values[500].angle(to: expected) < 1e-6)
            #expect(recording.warnings.contains { $0.code == .frameUndecided })
        }
    }

    @Test("an attitude of something else is left out, and decides no sign")
    func foreign() throws {
        let recording = try read(inertial + ",qw,qx,qy,qz") {
            let other = Quaternion(
                rotationVector: Vector3(.sin($0.time), 1.3 * .sin(0.37 * $0.time), .cos(1.7 * $0.time)))
            return list($0.force) + list($0.rate) + list($0.q * other)
        }
        #expect(recording.attitude.isEmpty && recording.warnings.contains { $0.code == .frameUndecided })
        #expect((recording.accelerometer.values[5] - Motion.samples()[5].force).length < 1e-9)
    }

    @Test("three columns called rot are rates, or a rotation vector that fits")
    func rotations() throws {
        let rates = try read("accX,accY,accZ,rotX,rotY,rotZ") { list($0.force) + list($0.rate) }
        #expect(rates.attitude.isEmpty && rates.gyroscope.count == 1200)
        #expect((rates.gyroscope.values[7] - Motion.samples()[7].rate).length < 1e-9)
        let vector = try read("accX,accY,accZ,rotX,rotY,rotZ") {
            list($0.force) + list(($0.q.w < 0 ? -1 : 1) * Vector3($0.q.x, $0.q.y, $0.q.z))
        }
        #expect(vector.gyroscope.isEmpty && vector.attitude.count == 1200 && tilt(vector) < 5)
        let angles = try read("accX,accY,accZ,attitudeX,attitudeY,attitudeZ") {
            list($0.force) + [2 * .sin($0.time), 0.2, 0.3]
        }
        #expect(angles.attitude.isEmpty && angles.accelerometer.count == 1200)
    }

    // MARK: Accelerations

    @Test(
        "acceleration including gravity is an accelerometer's, and the other one linear acceleration",
        arguments: [
            ("accelerationIncludingGravity.", "acceleration."), ("acc_with_gravity_", "acc_no_gravity_"),
            ("AccelWithGravity", "AccelWithoutGravity"), ("acceleration_incl_gravity_", "acceleration_"),
            ("AccelerationIncludingGravity", "LinearAcceleration"), ("accelerometer_", "userAccelerometer_"),
        ])
    func includingGravity(_ names: (String, String)) throws {
        let (with, without) = names
        let header = [with, without].flatMap { name in ["x", "y", "z"].map { name + $0 } }.joined(separator: ",")
        let recording = try read(header, Motion.samples(0.8)) { list($0.force) + list($0.linear) }
        #expect(recording.gravity.isEmpty)
        #expect((recording.accelerometer.values.first ?? .zero).length > 7)
        #expect(recording.linearAcceleration.count == 1200)
        #expect(!recording.warnings.contains { $0.code == .incompleteColumns })
    }

    @Test("what is called gravity and changes its length is an accelerometer's")
    func unsteadyGravity() throws {
        let alone = try read("gravity_x,gravity_y,gravity_z,gx,gy,gz", Motion.samples(1)) {
            list($0.force) + list($0.rate)
        }
        #expect(alone.gravity.isEmpty || alone.warnings.contains { $0.message.contains("an accelerometer") })
        let beside = try read("gravity_x,gravity_y,gravity_z,ax,ay,az", Motion.samples(1)) {
            list($0.force) + list($0.force)
        }
        #expect(beside.accelerometer.count == 1200)
        let gravity = try read("gravity_x,gravity_y,gravity_z,ax,ay,az", Motion.samples(1)) {
            list($0.force - $0.linear) + list($0.force)
        }
        #expect(gravity.gravity.count == 1200 && gravity.accelerometer.count == 1200)
    }

    @Test("acceleration of about 1 m/s^2 without gravity is no accelerometer's in g")
    func shortAcceleration() throws {
        func push(_ m: Motion) -> Vector3 {
            m.linear + 0.5 * m.q.unrotate(Vector3(.sin(2 * m.time), .cos(3 * m.time), 0))
        }
        let recording = try read("accX,accY,accZ,mx,my,mz", Motion.samples(0.55)) { list(push($0)) + list($0.field) }
        #expect(recording.warnings.contains { $0.code == .noGravity })
        let known = try read("accX,accY,accZ,gx,gy,gz", Motion.samples(3)) { list($0.force) + list($0.rate) }
        #expect(known.accelerometer.count == 1200)
    }

    // MARK: Gravity called g

    @Test("columns called g that are as long as gravity are no gyroscope's")
    func gravityCalledG() throws {
        let both = try read("ax,ay,az,gx,gy,gz,wx,wy,wz") {
            list($0.force) + list($0.force - $0.linear) + list($0.rate)
        }
        #expect(both.gravity.count == 1200 && both.accelerometer.count == 1200)
        #expect((both.gyroscope.values[9] - Motion.samples()[9].rate).length < 1e-9)
        let beside = try read("ax,ay,az,gx,gy,gz") { list($0.force) + list($0.force - $0.linear) }
        #expect(beside.gyroscope.isEmpty && beside.gravity.count == 1200)
        for unit in [1, 9.80665] {
            let alone = try read("G(x),G(y),G(z)") { list($0.force / unit) }
            #expect(alone.gyroscope.isEmpty && alone.accelerometer.count == 1200)
            #expect((alone.accelerometer.values[9] - Motion.samples()[9].force).length < 1e-6)
        }
        let rates = try read("ax,ay,az,gx,gy,gz") { list($0.force) + list($0.rate) }
        #expect(rates.gyroscope.count == 1200)
    }

    @Test("an offset of 1 deg/s is no gravity in g")
    func offset() throws {
        var random = SplitMix64(seed: 3)
        let noise = (0..<1200).map { _ in random.vector(0.02) }
        let recording = try read("ax,ay,az,gx (deg/s),gy (deg/s),gz (deg/s)") {
            list(Vector3(0, 0, 9.81)) + list(Vector3(0.6, -0.8, 0.02) + noise[Int(clamping: ($0.time * 50).rounded())])
        }
        #expect(recording.gyroscope.count == 1200)
        // Alone, and exactly as long as gravity in g, nobody can know it.
        let unnamed = try read("gx,gy,gz") {
            list(Vector3(0.6, -0.8, 0.02) + noise[Int(clamping: ($0.time * 50).rounded())])
        }
        #expect(unnamed.warnings.contains { $0.code == .incompleteColumns })
    }

    // MARK: Axes of a chip

    @Test(
        "a magnetometer in its chip's axes is told with an option that works, and decides no sign",
        arguments: [
            ("mx=-9,my=8,mz=10", [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
            ("mx=9,my=8,mz=-10", [[0, 1, 0], [1, 0, 0], [0, 0, -1]]),
            ("mx=8,my=-9,mz=-10", [[1, 0, 0], [0, -1, 0], [0, 0, -1]]),
        ])
    func chipAxes(_ option: String, _ chip: [[Double]]) throws {
        let header = "ax (g),ay (g),az (g),gx (deg/s),gy (deg/s),gz (deg/s),mx,my,mz"
        func cells(_ m: Motion) -> [Double] {
            list(m.force / 9.80665) + list(m.rate * (180 / .pi))
                + zip(chip, list(Vector3(3, -4, 2))).map { Vector3($0[0], $0[1], $0[2]).dot(m.field) + $1 }
        }
        let recording = try read(header) { cells($0) }
        #expect((recording.accelerometer.values[5] - Motion.samples()[5].force).length < 1e-6)
        let warning = recording.warnings.first { $0.code == .frameUndecided }
        let whole = "t=1,ax=2:g,ay=3,az=4,gx=5:deg/s,gy=6,gz=7," + option
        #expect(warning?.advice.contains("--columns " + whole) == true, "\(warning?.advice ?? "")")
        let mapped = try read(header, columns: whole) { cells($0) }
        #expect(!mapped.warnings.contains { $0.code == .frameUndecided })
        let field = Motion.samples()[5].field
        #expect((mapped.magnetometer.values[5] - field).length < 6)
    }

    @Test("a magnetometer in the device's axes, or that nothing turned, is not told of")
    func deviceAxes() throws {
        let header = "ax,ay,az,gx,gy,gz,mx,my,mz"
        let right = try read(header) { list($0.force) + list($0.rate) + list($0.field + Vector3(3, -4, 2)) }
        #expect(!right.warnings.contains { $0.code == .frameUndecided })
        let disturbed = try read(header) {
            list($0.force) + list($0.rate)
                + list($0.field + 60 * Vector3(.sin(3 * $0.time), .cos(2.3 * $0.time), .sin($0.time)))
        }
        #expect(!disturbed.warnings.contains { $0.code == .frameUndecided })
    }

    // MARK: Fixes and rates of phones

    @Test("fixes at 0, 0 are no place")
    func nullFixes() throws {
        let half = try read("ax,ay,az,latitude,longitude") {
            list($0.force) + ($0.time < 10 ? [0, 0] : [48.1, 11.6])
        }
        #expect(half.location.count == 700 && half.metadata.place?.latitude == 48.1)
        #expect(half.warnings.contains { $0.code == .zeroSamples && $0.message.contains("500 fix(es)") })
        let none = try read("ax,ay,az,latitude,longitude") { list($0.force) + [0, 0] }
        #expect(none.location.isEmpty && none.metadata.place == nil)
        let equator = try read("ax,ay,az,latitude,longitude") { list($0.force) + [0, 11.6] }
        #expect(equator.location.count == 1200)
    }

    @Test("rates beside a phone's user acceleration are rad/s, whatever becomes of that")
    func phoneRates() throws {
        let recording = try read(
            "rotationRateX,rotationRateY,rotationRateZ,userAccelerationX,userAccelerationY,userAccelerationZ"
        ) { list($0.rate) + list($0.linear / 9.8) }
        #expect(recording.provenance[.gyroscope]?.unit == "rad/s")
    }

    @Test("uncal is uncalibrated")
    func uncalibrated() throws {
        let recording = try read("acc_x,acc_y,acc_z,mag_uncal_x,mag_uncal_y,mag_uncal_z") {
            list($0.force) + list($0.field)
        }
        #expect(recording.magnetometer.count == 1200)
    }
}
