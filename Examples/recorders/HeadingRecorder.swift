import ARKit
import CoreLocation
import CoreMotion

/// Records sensors and an AR session. Feed it from the session's delegate and the location manager's.
final class HeadingRecorder {
    private let motion = CMMotionManager()
    private let queue = OperationQueue()
    private var rows: [(time: Double, cells: [String: Double])] = []
    private var claims: [String] = ["time,heading,accuracy"]
    private var intrinsics: String?
    private let lock = NSLock()
    private let gravity = 9.80665

    func start() {
        queue.maxConcurrentOperationCount = 1
        motion.accelerometerUpdateInterval = 0.01
        motion.gyroUpdateInterval = 0.01
        motion.magnetometerUpdateInterval = 0.01
        motion.deviceMotionUpdateInterval = 0.01
        // Core Motion has acceleration with the sign turned: lying face up z is -1 g. A log has specific force, +9.81.
        motion.startAccelerometerUpdates(to: queue) { [self] data, _ in
            guard let data else { return }
            add(data.timestamp, ["ax": -gravity * data.acceleration.x, "ay": -gravity * data.acceleration.y, "az": -gravity * data.acceleration.z])
        }
        motion.startGyroUpdates(to: queue) { [self] data, _ in
            guard let data else { return }
            add(data.timestamp, ["gx": data.rotationRate.x, "gy": data.rotationRate.y, "gz": data.rotationRate.z])
        }
        // The raw magnetometer: CMDeviceMotion.magneticField is the corrected one.
        motion.startMagnetometerUpdates(to: queue) { [self] data, _ in
            guard let data else { return }
            add(data.timestamp, ["mx": data.magneticField.x, "my": data.magneticField.y, "mz": data.magneticField.z])
        }
        motion.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue) { [self] data, _ in
            guard let data else { return }
            add(data.timestamp, ["gravx": -gravity * data.gravity.x, "gravy": -gravity * data.gravity.y, "gravz": -gravity * data.gravity.z])
        }
    }

    /// From `session(_:didUpdate:)`: the camera's pose in the world of the session, as ARKit has it.
    func add(_ frame: ARFrame) {
        let (k, size) = (frame.camera.intrinsics, frame.camera.imageResolution)
        lock.withLock { intrinsics = "\(k[0][0]),\(k[1][1]),\(k[2][0]),\(k[2][1]),\(size.width),\(size.height)" }
        let q = simd_quatf(frame.camera.transform)
        let p = frame.camera.transform.columns.3
        let state: Double = switch frame.camera.trackingState {
        case .normal: 2
        case .limited(.relocalizing): 3
        case .limited: 1
        case .notAvailable: 0
        }
        add(frame.timestamp, [
            "arw": Double(q.real), "arx": Double(q.imag.x), "ary": Double(q.imag.y), "arz": Double(q.imag.z),
            "artx": Double(p.x), "arty": Double(p.y), "artz": Double(p.z), "arstate": state,
        ])
    }

    /// From `locationManager(_:didUpdateLocations:)`.
    func add(_ fix: CLLocation) {
        var cells = ["lat": fix.coordinate.latitude, "lon": fix.coordinate.longitude, "accuracy": fix.horizontalAccuracy]
        if fix.verticalAccuracy > 0 { cells["alt"] = fix.ellipsoidalAltitude }
        if fix.courseAccuracy >= 0 { (cells["course"], cells["speed"]) = (fix.course, fix.speed) }
        add(uptime(fix.timestamp), cells)
    }

    /// From `locationManager(_:didUpdateHeading:)`. A negative accuracy means that the heading is invalid.
    func add(_ heading: CLHeading) {
        guard heading.headingAccuracy >= 0, heading.trueHeading >= 0 else { return }
        lock.withLock { claims.append("\(uptime(heading.timestamp)),\(heading.trueHeading),\(heading.headingAccuracy)") }
    }

    /// Ends the recording: `log.csv` and `claims.csv` in a folder.
    /// - Parameter alignment: the session's `worldAlignment`: gravity, gravityAndHeading or camera.
    func stop(into folder: URL, device: String, alignment: String) throws {
        motion.stopAccelerometerUpdates()
        motion.stopGyroUpdates()
        motion.stopMagnetometerUpdates()
        motion.stopDeviceMotionUpdates()
        queue.waitUntilAllOperationsAreFinished()
        let columns = [
            "ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz", "gravx", "gravy", "gravz",
            "lat", "lon", "alt", "accuracy", "speed", "course", "arw", "arx", "ary", "arz", "artx", "arty", "artz", "arstate",
        ]
        let start = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -ProcessInfo.processInfo.systemUptime + (rows.first?.time ?? 0)))
        // When the clock of the sensors, that of the system's uptime, was zero: what the sun and wall-clock times need.
        let zero = Date().timeIntervalSince1970 - ProcessInfo.processInfo.systemUptime
        var text = "# schema: sensorlab.log/1\n# device: \(device)\n# start: \(start)\n# unix-seconds-at-zero: \(zero)\n# ar-alignment: \(alignment)\n"
        if let intrinsics { text += "# ar-intrinsics: \(intrinsics)\n" }
        text += (["t"] + columns).joined(separator: ",") + "\n"
        for row in rows.sorted(by: { $0.time < $1.time }) {
            text += "\(row.time)," + columns.map { row.cells[$0].map { "\($0)" } ?? "" }.joined(separator: ",") + "\n"
        }
        try text.write(to: folder.appendingPathComponent("log.csv"), atomically: true, encoding: .utf8)
        try claims.joined(separator: "\n").write(to: folder.appendingPathComponent("claims.csv"), atomically: true, encoding: .utf8)
    }

    private func add(_ time: Double, _ cells: [String: Double]) { lock.withLock { rows.append((time, cells)) } }

    /// Wall-clock time on the clock of the sensors.
    private func uptime(_ date: Date) -> Double { ProcessInfo.processInfo.systemUptime + date.timeIntervalSinceNow }
}
