import Rotations
import SensorModels

extension FormatSamples {
    /// A device's vector in the axes forward, right, down: y, x, -z.
    static func forwardRightDown(_ v: Vector3) -> Vector3 { Vector3(v.y, v.x, -v.z) }

    /// Body (forward, right, down) to north, east, down, from device to east-north-up, by matrices: both frames
    /// exchange the first two axes and turn the third.
    static func northEastDown(_ q: Quaternion) -> Quaternion {
        let columns = [Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1)].map { forwardRightDown(q.rotate($0)) }
        return Quaternion(matrix: Matrix3(columns: columns[0], columns[1], columns[2]))
    }

    /// A sentence of NMEA 0183 with its checksum.
    static func sentence(_ text: String) -> String {
        let sum = text.utf8.reduce(0) { $0 ^ $1 }
        return
            "$\(text)*\(String(sum >> 4, radix: 16, uppercase: true))\(String(sum & 15, radix: 16, uppercase: true))\n"
    }

    /// Logs of aircraft, whose body axes are forward, right, down.
    static let aircraft: [Sample] = [
        Sample(
            format: "ulog2csv", name: "log_sensor_combined_0.csv",
            bytes: text(
                "timestamp,gyro_rad[0],gyro_rad[1],gyro_rad[2],accelerometer_timestamp_relative,accelerometer_m_s2[0],"
                    + "accelerometer_m_s2[1],accelerometer_m_s2[2],magnetometer_timestamp_relative,magnetometer_ga[0],"
                    + "magnetometer_ga[1],magnetometer_ga[2]\n"
            ) {
                "\(112_000_000 + 1000 * $0.milliseconds),\(csv(forwardRightDown($0.rate))),0,"
                    + "\(csv(forwardRightDown($0.force))),-5000,\(csv(forwardRightDown($0.field), 0.01))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "ulog2csv", name: "log_vehicle_attitude_0.csv",
            bytes: text("timestamp,rollspeed,pitchspeed,yawspeed,q[0],q[1],q[2],q[3]\n") {
                "\(112_000_000 + 1000 * $0.milliseconds),0,0,0,\(csv(northEastDown($0.attitude)))\n"
            }, sensors: [.attitude]),
        Sample(
            format: "VectorNav ASCII", name: "vn.txt",
            bytes: text("VN-100\n") {
                sentence(
                    "VNYMR,+006.380,+000.023,-001.953,\(csv(forwardRightDown($0.field), 0.01)),"
                        + "\(csv(forwardRightDown($0.force))),\(csv(forwardRightDown($0.rate)))")
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "mavlogdump CSV", name: "imu.csv",
            bytes: text("timestamp,TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,T,MagX,MagY,MagZ\n") {
                "\(Double($0.unix / 1_000_000) / 1000),\(1000 * $0.milliseconds),0,\(csv(forwardRightDown($0.rate))),"
                    + "\(csv(forwardRightDown($0.force))),35.1,\(csv(forwardRightDown($0.field), 10))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "mavlogdump text", name: "dump.txt",
            bytes: text(
                "2023-11-14 22:13:20.00: FMT {Type : 128, Length : 89, Name : FMT, Format : BBnNZ, Columns : Type,Length,Name}\n"
                    + "2023-11-14 22:13:20.00: MSG {TimeUS : 20000, Message : ArduCopter V4.3.1 (a: b)}\n"
            ) { row in
                func fields(_ names: [String], _ v: Vector3) -> String {
                    Swift.zip(names, [v.x, v.y, v.z]).map { ", \($0) : \($1)" }.joined()
                }
                let stamp = "2023-11-14 22:13:2\(row.milliseconds / 1000).\(row.milliseconds % 1000 / 10 + 100)"
                    .replacing(".1", with: ".")
                let begin = "{TimeUS : \(1000 * row.milliseconds), I : 0"
                return "\(stamp): IMU \(begin)\(fields(["GyrX", "GyrY", "GyrZ"], forwardRightDown(row.rate)))"
                    + "\(fields(["AccX", "AccY", "AccZ"], forwardRightDown(row.force))), T : 35.1}\n"
                    + "\(stamp): MAG \(begin)\(fields(["MagX", "MagY", "MagZ"], 10 * forwardRightDown(row.field))), "
                    + "OfsX : 0, OfsY : 0, OfsZ : 0, Health : 1}\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
    ]

    /// The formats of this project and of the data sets that it is measured on.
    static let own: [Sample] = [
        Sample(
            format: "canonical", name: "log.csv",
            bytes: text("# schema: sensorlab.log/1\n# place: 48.1,11.6,500.0\nt,ax,ay,az,gx,gy,gz,mx,my,mz\n") {
                "\(seconds($0)),\(csv($0.force)),\(csv($0.rate)),\(csv($0.field))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "broad", name: "01.csv",
            bytes: text("t,ax,ay,az,gx,gy,gz,mx,my,mz,ref_qw,ref_qx,ref_qy,ref_qz,moving\n") {
                "\(seconds($0)),\(csv($0.force)),\(csv($0.rate)),\(csv($0.field)),\(csv($0.attitude)),1\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .reference]),
        Sample(
            format: "phones", name: "phones.zip",
            files: [
                (
                    "meta.json",
                    Array(
                        """
                        {"device": "iPhone5", "os": "ios", "boot_time_s": 58202.2274, "start_unix_s": null,
                         "units": {"accelerometer": "g", "gyroscope": "rad/s", "magnetometer": "uT"},
                         "sign_convention": "ios: lying face up at rest z reads -1",
                         "attitude_frame": "phone -> x magnetic north, y west, z up", "date": "2016-06-03, 11:34:15"}
                        """.utf8)
                ),
                ("accelerometer.csv", text("t,x,y,z\n") { "\(seconds($0)),\(csv($0.force, -1 / gravity))\n" }),
                ("gyroscope.csv", text("t,x,y,z\n") { "\(seconds($0)),\(csv($0.rate))\n" }),
                ("magnetometer.csv", text("t,x,y,z\n") { "\(seconds($0)),\(csv($0.field))\n" }),
                ("attitude.csv", text("t,qw,qx,qy,qz\n") { "\(seconds($0)),\(csv(northWestUp($0.attitude)))\n" }),
                ("reference.csv", text("t,qw,qx,qy,qz\n") { "\(seconds($0)),\(csv($0.attitude))\n" }),
            ], sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude, .reference]),
    ]
}
