import CZlib
import Rotations
import SensorModels

extension FormatSamples {
    /// Data sets with motion capture, as they are downloaded.
    static let laboratories: [Sample] = [
        Sample(
            format: "RepoIMU", name: "TStick_Test03_Trial1.csv",
            bytes: text(
                "Time (s);Vicon Orientation;;;;IMU Acceleration;;;IMU Gyroscope;;;IMU Magnetometer;;;\n"
                    + ";W;X;Y;Z;X;Y;Z;X;Y;Z;X;Y;Z;\n"
            ) {
                "\(Double($0.milliseconds) / 1000);\(csv($0.attitude, ";"));\(csv($0.force, 1, ";"));"
                    + "\(csv($0.rate, 1, ";"));\(csv($0.field, 1 / 50.0, ";"))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .reference]),
        Sample(
            format: "RING", name: "trial1.zip",
            files: [
                (
                    "imu_rigid.csv",
                    text(
                        ringHead
                            + ["seg1", "seg2"].flatMap { unit in
                                ["acc", "gyr", "mag"].flatMap { sensor in
                                    ["x", "y", "z"].map { "\(unit)_\(sensor)_\($0)" }
                                }
                            }.joined(separator: ",") + "\n"
                    ) {
                        let readings = "\(csv($0.force)),\(csv($0.rate)),\(csv($0.field, 1 / 70.0))"
                        return "\(readings),\(readings)\n"
                    }
                ),
                (
                    "omc.csv",
                    text(ringHead + "seg1_quat_w,seg1_quat_x,seg1_quat_y,seg1_quat_z\n") { "\(csv($0.attitude))\n" }
                ),
            ], sensors: [.accelerometer, .gyroscope, .magnetometer, .reference]),
        Sample(
            format: "IMU_dataset (MATLAB)", name: "MPU9150.mat", bytes: robot(rows),
            sensors: [.accelerometer, .gyroscope, .magnetometer]),
    ]

    private static let ringHead = "# sampling frequency: 50\n# units are seconds/meters/radians/a.u.\n"

    /// The robot's variables, some of them packed; the magnetometer's chip has x and y exchanged, and z down.
    static func robot(_ rows: [Row]) -> [UInt8] {
        var bytes = Array("MATLAB 5.0 MAT-file, made for tests".utf8)
        bytes += [UInt8](repeating: 32, count: 124 - bytes.count) + [0, 1] + Array("IM".utf8)
        func columns(_ first: [Double], _ values: (Row) -> [Double]) -> [Double] { first + rows.flatMap(values) }
        let zero = [0.0, 0, 0]
        bytes += matrix("MATLABtime", columns([0]) { [Double($0.milliseconds) / 1000] }, rows: 1)
        bytes += packed(
            matrix(
                "SENSacc",
                columns(zero) {
                    let v = 1 / gravity * $0.force; return [v.x, v.y, v.z]
                }, rows: 3))
        bytes += packed(
            matrix(
                "SENSgyro",
                columns(zero) {
                    let v = 180 / .pi * $0.rate; return [v.x, v.y, v.z]
                }, rows: 3))
        bytes += matrix("SENSmag", columns(zero) { [10 * $0.field.y, 10 * $0.field.x, -10 * $0.field.z] }, rows: 3)
        bytes += packed(
            matrix(
                "ABBquaternion",
                columns([1, 0, 0, 0]) { [$0.attitude.w, -$0.attitude.x, -$0.attitude.y, -$0.attitude.z] }, rows: 4))
        return bytes
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func element(_ code: UInt32, _ content: [UInt8]) -> [UInt8] {
        little(code) + little(UInt32(content.count)) + content
            + [UInt8](repeating: 0, count: (8 - content.count % 8) % 8)
    }

    private static func matrix(_ name: String, _ values: [Double], rows: Int) -> [UInt8] {
        element(
            14,
            element(6, little(UInt32(6)) + little(UInt32(0)))
                + element(5, little(UInt32(rows)) + little(UInt32(values.count / rows))) + element(1, Array(name.utf8))
                + element(9, values.flatMap { little($0.bitPattern) }))
    }

    private static func packed(_ element: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(element.count))
        var bytes = [UInt8](repeating: 0, count: Int(size))
        compress(&bytes, &size, element, UInt(element.count))
        return little(UInt32(15)) + little(UInt32(size)) + bytes.prefix(Int(size))
    }
}
