import Foundation
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Files
@testable import Readers
@testable import Recordings

/// Frames of AR poses, with poses that a person can picture, and the tables that they are exported in.
@Suite struct ARPoseTests {
    /// Camera axes in a `gravityAndHeading` world (x east, y up, z south), and what the device's orientation is.
    static let poses: [(name: String, axes: [Vector3], camera: Double?, top: Double?, down: Vector3)] = [
        // The picture's right is the device's lower end: in portrait the camera's x points down.
        (
            "portrait upright, camera to the north", [Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)],
            0, nil, Vector3(0, -1, 0)
        ),
        (
            "portrait upright, camera to the east", [Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(-1, 0, 0)],
            90, nil, Vector3(0, -1, 0)
        ),
        (
            "landscape, port on the right, camera to the north",
            [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)],
            0, 270, Vector3(-1, 0, 0)
        ),
        (
            "landscape, port on the right, camera to the east",
            [Vector3(0, 0, 1), Vector3(0, 1, 0), Vector3(-1, 0, 0)],
            90, 0, Vector3(-1, 0, 0)
        ),
        (
            "face up, top edge to the north", [Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0)],
            nil, 0, Vector3(0, 0, -1)
        ),
    ]

    @Test(arguments: 0..<5) func framesArePictured(_ index: Int) throws {
        let (name, axes, camera, top, down) = Self.poses[index]
        let q = Quaternion(matrix: Matrix3(columns: axes[0], axes[1], axes[2]))
        let device = ARPose(orientation: q, position: .zero).deviceOrientation
        for (axis, expected) in [(HeadingAxis.camera, camera), (.top, top)] {
            let found = device.heading(of: axis).map(Angle.degrees)
            guard let expected else {
                #expect(found == nil, "\(name)")
                continue
            }
            #expect(Angle.wrapDegrees(try #require(found) - expected).magnitude < 1e-9, "\(name)")
        }
        #expect((device.down - down).length < 1e-12, "\(name)")
    }

    @Test func landscapeHasItsRightEdgeUp() throws {
        let device = ARPose(orientation: .identity, position: .zero).deviceOrientation
        #expect((try #require(device.roll) - .pi / 2).magnitude < 1e-12)
    }

    @Test func aStepNorthIsMinusZ() {
        #expect(ARPose(orientation: .identity, position: Vector3(1, 2, -3)).levelPosition == Vector3(1, 3, 2))
    }

    @Test func canonicalColumnsComeBack() throws {
        let text = """
            # schema: sensorlab.log/1
            # ar-alignment: gravityAndHeading
            t,ax,ay,az,arw,arx,ary,arz,artx,arty,artz,arstate
            0,0,0,9.81,,,,,,,,
            0.01,,,,1,0,0,0,0.5,1.25,-2,2
            0.02,0,0,9.81,0,1,0,0,0.5,1.25,-3,0
            0.03,0,0,9.81,0,2,0,0,0.5,1.25,-3,2
            0.04,0,0,9.81,0,1,0,0,0.5,1.25,-3,7

            """
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "ar.csv")
        #expect(recording.arPoses.times == [10_000_000, 20_000_000])
        #expect(recording.arPoses.values.map(\.tracking) == [.normal, .notAvailable])
        #expect(recording.arPoses.values[0].position == Vector3(0.5, 1.25, -2))
        #expect(recording.metadata.other["ar-alignment"] == "gravityAndHeading")
        let bytes = try CanonicalWriter.bytes(of: recording)
        let back = try RecordingReader.read(bytes: bytes, name: "ar.csv")
        #expect(back.arPoses == recording.arPoses)
        #expect(try CanonicalWriter.bytes(of: back) == bytes)
    }

    /// Upright at a place, the camera to the east: east-up-south has the camera's -z along +x.
    @Test func geospatialColumnsComeBack() throws {
        let h = 0.5.squareRoot()
        let text = """
            # schema: sensorlab.log/1
            # ar-intrinsics: 1445.5,1446.5,958,720,1920,1440
            t,geolat,geolon,geoalt,geow,geox,geoy,geoz,geoaccuracy,geoyawaccuracy
            0,41.5,2.25,,\(h),0,\(-h),0,1.5,2
            0.5,91,2.25,,1,0,0,0,1.5,2
            1,41.5,2.25,30,1,0,0,0,,

            """
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "geo.csv")
        #expect(recording.sensors == [.geospatialPose] && recording.duration == 1)
        #expect(recording.provenance[.geospatialPose]?.dropped == 1)
        let poses = recording.geospatialPoses.values
        #expect(poses.map(\.hasHeight) == [false, true] && poses[0].yawAccuracy == 2 && poses[1].yawAccuracy.isNaN)
        let east = try #require(poses[0].deviceOrientation.heading(of: .camera))
        #expect((east - Double.pi / 2).magnitude < 1e-12)
        let north = try #require(poses[1].deviceOrientation.heading(of: .camera))
        #expect(Angle.wrap(north).magnitude < 1e-12)
        let bytes = try CanonicalWriter.bytes(of: recording)
        let back = try RecordingReader.read(bytes: bytes, name: "geo.csv")
        #expect(back.geospatialPoses.times == recording.geospatialPoses.times)
        #expect(try CanonicalWriter.bytes(of: back) == bytes)
        #expect(back.metadata.arIntrinsics == recording.metadata.arIntrinsics)
    }

    /// A point to the right in the landscape picture is below in the upright one; a point at its top is right of the
    /// centre.
    @Test func theUprightPictureOfASession() {
        let landscape = ARIntrinsics(focalX: 1000, focalY: 1001, centreX: 900, centreY: 700, width: 1920, height: 1440)
        let upright = landscape.upright
        // Device axes, portrait, 1 m in front: 0.1 m to the device's right and 0.2 m towards its top.
        let device = Vector3(0.1, 0.2, -1)
        let camera = ARPose.deviceToCamera.rotate(device)
        let (u, v) = (900 + 1000 * camera.x / -camera.z, 700 - 1001 * camera.y / -camera.z)
        let x = upright.centreX + upright.focalX * device.x / -device.z
        let y = upright.centreY - upright.focalY * device.y / -device.z
        #expect((x - (1440 - v)).magnitude < 1e-9 && (y - u).magnitude < 1e-9)
        #expect(upright.width == 1440 && upright.height == 1920)
    }

    private func table(_ text: String, axes: ARCameraAxes? = nil, offset: Double = 0) throws -> ARPoseTable {
        try ARPoseTable(
            LineReader(try ByteSource(bytes: Array(text.utf8), name: "poses.txt")), zero: offset, axes: axes)
    }

    @Test func theFormsAgree() throws {
        let h = 0.5.squareRoot()
        // TUM: scalar last, spaces. ADVIO and ios_logger: scalar first, commas.
        let tum = try table(
            "# timestamp tx ty tz qx qy qz qw\n1.5 1 2 3 0 0 \(h) \(h)\n2.5 1 2 4 0 0 0 1\n", offset: 0.25)
        let advio = try table("1.75,1,2,3,\(h),0,0,\(h)\n2.75,1,2,4,1,0,0,0\n")
        #expect(tum.poses == advio.poses && tum.poses.times == [1_750_000_000, 2_750_000_000])
        // Stray Scanner: OpenCV's camera axes, half a turn about x from ARKit's.
        let stray = try table("timestamp, frame, x, y, z, qx, qy, qz, qw\n1.0, 000000, 0, 1.5, 0, 1, 0, 0, 0\n")
        #expect(stray.axes == .opencv)
        let up = try #require(stray.poses.values.first).orientation.rotate(Vector3(0, 1, 0))
        #expect((up - Vector3(0, 1, 0)).length < 1e-12)
    }

    /// Rows that are left out give one warning, which names the first.
    @Test func droppedPosesAreNamed() throws {
        let rows = (0..<50).map { "0.\($0 + 10),\($0 % 5 == 0 ? "nan" : "0"),0,0,1,0,0,0" }
        let found = try table((rows + ["abc", "0.05,0,0,0,1,0,0,0"]).joined(separator: "\n") + "\n")
        #expect(found.poses.count == 40 && found.dropped == 12)
        #expect(found.warnings.map(\.code) == [.unreadableLines, .timeBackwards])
        #expect(found.warnings[0].message.contains("11 of 52") && found.warnings[0].message.contains("line 1"))
        #expect(try table("1,0,0,0,1,0,0,0\n2,0,0,0,1,0,0,0\n").warnings.isEmpty)
    }

    @Test func timesThatFallOrAreNoSecondsAreRefused() throws {
        func message(_ times: [String]) -> String {
            do {
                _ = try table(times.map { "\($0),0,0,0,1,0,0,0\n" }.joined())
                return ""
            } catch { return (error as? SensorLabError)?.message ?? "" }
        }
        #expect(message((0..<30).map { "\(30 - $0)" }).contains("fall"))
        #expect(message((0..<30).map { "\(100_000 + 16 * $0)" }).contains("milliseconds"))
        #expect(message((0..<30).map { "\(100_000 + 16_667 * $0)" }).contains("microseconds"))
        #expect(message((0..<30).map { "\(1_000_000_000 + 16_666_667 * $0)" }).contains("nanoseconds"))
        #expect(message((0..<30).map { "\($0)" }).isEmpty)
    }

    /// The words of ARKit and ARCore, and other words.
    @Test func trackingInWords() throws {
        let words = [
            "normal", "limited", "notAvailable", "limited(.relocalizing)", "TRACKING", "2", "", "perhaps",
            "Not available",
        ]
        let rows = words.enumerated().map { "0.0\($0.offset + 1),,,,1,0,0,0,0,0,0,\($0.element)\n" }
        let text =
            "# schema: sensorlab.log/1\nt,ax,ay,az,arw,arx,ary,arz,artx,arty,artz,arstate\n0,0,0,9.81,,,,,,,,\n"
            + rows.joined()
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "ar.csv")
        #expect(
            recording.arPoses.values.map(\.tracking)
                == [.normal, .limited, .notAvailable, .relocalizing, .normal, .normal, .normal, .notAvailable])
        #expect(recording.warnings.contains { $0.code == .unreadableCells && $0.message.contains("1 sample") })
    }

    /// A camera that looks north, upright in portrait, beside Core Motion's readings of 1 g along -y: g and m/s^2
    /// alike.
    @Test(arguments: [1.0, 9.81]) func strayScannerIsRead(gravity: Double) throws {
        let h = 0.5.squareRoot()
        var odometry = "timestamp, frame, x, y, z, qx, qy, qz, qw, fx, fy, cx, cy\n"
        var inertial = "timestamp, a_x, a_y, a_z, alpha_x, alpha_y, alpha_z\n"
        for k in 0..<120 {
            let t = 100 + Double(k) / 60
            // OpenCV's camera: x down, y west, z north.
            odometry += "\(t), \(k), 0, 1.5, 0, -\(h), \(h), 0, 0, 1450, 1451, 961, 718\n"
            inertial += "\(t), 0.001, \(-gravity), 0.01, 0.1, 0.02, -0.3\n"
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stray-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try odometry.write(to: folder.appendingPathComponent("odometry.csv"), atomically: true, encoding: .utf8)
        try inertial.write(to: folder.appendingPathComponent("imu.csv"), atomically: true, encoding: .utf8)
        let recording = try RecordingReader.read(path: folder.path)
        #expect(recording.metadata.format == "Stray Scanner" && recording.attitude.isEmpty)
        #expect(recording.arPoses.count == 120 && recording.gyroscope.count == 120)
        #expect((try #require(recording.gyroscope.values.first) - Vector3(0.1, 0.02, -0.3)).length < 1e-12)
        let inertialAlone = try RecordingReader.read(path: folder.appendingPathComponent("imu.csv").path)
        #expect(inertialAlone.metadata.format == "Stray Scanner")
        #expect(inertialAlone.gyroscope.values == recording.gyroscope.values)
        #expect(inertialAlone.accelerometer.values == recording.accelerometer.values)
        let up = try #require(recording.accelerometer.values.first)
        #expect((up.y - gravity * (gravity == 1 ? 9.80665 : 1)).magnitude < 1e-9)
        let device = try #require(recording.arPoses.values.first).deviceOrientation
        #expect(device.down.angle(to: -1 * up) < 0.02)
        #expect(
            recording.metadata.arIntrinsics
                == ARIntrinsics(focalX: 1450, focalY: 1451, centreX: 961, centreY: 718, width: 1920, height: 1440))
        // The poses alone.
        let alone = try RecordingReader.read(bytes: Array(odometry.utf8), name: "odometry.csv")
        #expect(alone.arPoses.count == 120 && alone.attitude.isEmpty)
    }

    @Test func anUnknownAlignmentIsNamed() throws {
        func codes(_ alignment: String) throws -> [Warning] {
            let text = "# schema: sensorlab.log/1\n# ar-alignment: \(alignment)\nt,ax,ay,az\n0,0,0,9.81\n1,0,0,9.81\n"
            return try RecordingReader.read(bytes: Array(text.utf8), name: "a.csv").warnings
        }
        #expect(try codes("gravityandheading").allSatisfy { $0.code != .unreadableMetadata })
        let warning = try #require(try codes("sideways").first { $0.code == .unreadableMetadata })
        #expect(warning.message.contains("sideways") && warning.message.contains("gravityAndHeading"))
    }

    @Test func timesSince1970AreExact() throws {
        let found = try table("1627530745.040137,0,0,0,1,0,0,0\n").poses.times
        #expect(found == [1_627_530_745_040_137_000])
    }

    @Test func posesWithoutTimeAreRefused() throws {
        for text in ["1,2,3,1,0,0,0\n", "x,y,z,qx,qy,qz,qw\n1,2,3,0,0,0,1\n"] {
            #expect(throws: SensorLabError.self) { try table(text) }
        }
        // Stamps that step back, and what is no rotation, are left out.
        #expect(try table("2 0 0 0 0 0 0 1\n1 0 0 0 0 0 0 1\n3 0 0 0 0 0 0 4\n").dropped == 2)
    }

    /// The real recording: gravity as the poses have it and as Core Motion has it. A wrong turn between camera and
    /// device is off by 90 degrees or more; the median here is 2.05.
    @Test(.enabled(if: SharedData.isPresent, "the shared recordings are not there"))
    func posesOfARKitAgreeWithGravity() throws {
        let recording = try RecordingReader.read(path: SharedData.dataset("ar/ios-logger").path)
        #expect(recording.arPoses.count > 2600)
        let camera = try #require(recording.metadata.arIntrinsics)
        #expect((camera.focalX - 1463).magnitude < 10 && camera.width == 1920 && camera.height == 1440)
        let angles = zip(recording.arPoses.times, recording.arPoses.values).compactMap { time, pose in
            recording.gravity.value(near: time).map { Angle.degrees($0.angle(to: -1 * pose.deviceOrientation.down)) }
        }
        #expect(angles.count > 2500)
        #expect(Percentile.of(angles, 0.5) < 5)
    }
}
