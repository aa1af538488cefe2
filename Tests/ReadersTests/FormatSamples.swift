import CZlib
import Rotations
import SensorModels

@testable import Readers

/// A motion with a known pose, written as every format writes it: made here, so that tests need no sample of others.
///
/// The device turns about the vertical by 1.2 rad/s from a tilted pose. Specific force is gravity plus a steady push;
/// the field is 20 uT north and 40 uT down, as on the northern hemisphere.
enum FormatSamples {
    static let count = 25
    static let gravity = 9.80665
    static let push = Vector3(0.3, -0.2, 0.1)
    static let start: Int64 = 1_700_000_000_000_000_000

    struct Row {
        var index: Int
        /// Device to east-north-up.
        var attitude: Quaternion
        var gravity: Vector3
        var force: Vector3
        var rate: Vector3
        var field: Vector3
        var milliseconds: Int { 20 * index + 20 }
        var unix: Int64 { FormatSamples.start + Int64(milliseconds) * 1_000_000 }
    }

    static let rows: [Row] = (0..<count).map { index in
        let tilt = Quaternion(rotationVector: Vector3(0.5, -0.3, 0.2))
        let q = (Quaternion.aboutVertical(1.2 * 0.02 * Double(index)) * tilt).normalized ?? .identity
        let up = q.unrotate(Vector3(0, 0, gravity))
        return Row(
            index: index, attitude: q, gravity: up, force: up + push, rate: q.unrotate(Vector3(0, 0, 1.2)),
            field: q.unrotate(Vector3(0, 20, -40)))
    }

    struct Sample: Sendable {
        var format: String
        var name: String
        var bytes: [UInt8]
        /// Streams that the format carries.
        var sensors: [SensorKind]
        /// Of a log with several files; `bytes` is the zip file that holds them.
        var files: [(String, [UInt8])] = []

        /// What nothing says of seven rows without units.
        var assumptions: [Assumption] {
            if format == "VectorNav ASCII" { return [Assumption(rateHz: 50)] }
            return ["tagged lines", "JSON lines", "long table", "JSON objects", "JSON document"].contains(format)
                ? [Assumption(sensor: .gyroscope, unit: .radiansPerSecond)] : []
        }

        init(format: String, name: String, bytes: [UInt8], sensors: [SensorKind]) {
            (self.format, self.name, self.bytes, self.sensors) = (format, name, bytes, sensors)
        }

        init(format: String, name: String, files: [(String, [UInt8])], sensors: [SensorKind]) {
            self.init(format: format, name: name, bytes: FormatSamples.zip(files), sensors: sensors)
            self.files = files
        }
    }

    static let all: [Sample] =
        own + wide + aircraft + vehicles + vessels + robots + tagged + lab + laboratories + phones + strangers

    static func text(_ header: String, _ row: (Row) -> String) -> [UInt8] {
        Array((header + rows.map(row).joined()).utf8)
    }

    static func csv(_ v: Vector3, _ factor: Double = 1, _ separator: String = ",") -> String {
        [v.x, v.y, v.z].map { "\($0 * factor)" }.joined(separator: separator)
    }

    static func csv(_ q: Quaternion, _ separator: String = ",") -> String {
        [q.w, q.x, q.y, q.z].map { "\($0)" }.joined(separator: separator)
    }

    /// The attitude against x north, y west, z up, as CoreMotion has it.
    static func northWestUp(_ q: Quaternion) -> Quaternion { .aboutVertical(-.pi / 2) * q }

    private static let wide: [Sample] = [
        Sample(
            format: "x-io Fusion", name: "sensor_data.csv",
            bytes: text(
                "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),"
                    + "Accelerometer Y (g),Accelerometer Z (g),Magnetometer X (uT),Magnetometer Y (uT),Magnetometer Z (uT)\n"
            ) {
                "\(Double($0.milliseconds) / 1000),\(csv($0.rate, 180 / .pi)),\(csv($0.force, 1 / gravity)),"
                    + "\(csv($0.field))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "wide CSV", name: "home.csv",
            bytes: text(
                "acc_x;acc_y;acc_z;millis;gyro_x [°/s];gyro_y [°/s];gyro_z [°/s];mag_x_uT;mag_y_uT;mag_z_uT\r\n"
            ) {
                "\(csv($0.force, 1000 / gravity, ";"));\($0.milliseconds);\(csv($0.rate, 180 / .pi, ";"));"
                    .replacing(".", with: ",") + csv($0.field, 1, ";").replacing(".", with: ",") + "\r\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "AndroSensor", name: "androsensor.csv",
            bytes: text(
                "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GRAVITY X (m/s²);GRAVITY Y (m/s²);"
                    + "GRAVITY Z (m/s²);GYROSCOPE X (rad/s);GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);MAGNETIC FIELD X (μT);"
                    + "MAGNETIC FIELD Y (μT);MAGNETIC FIELD Z (μT);LOCATION Latitude : ;LOCATION Longitude : ;"
                    + "LOCATION Speed ( Kmh);LOCATION ORIENTATION (°;Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS\n"
            ) {
                "\(csv($0.force, 1, ";"));\(csv($0.gravity, 1, ";"));\(csv($0.rate, 1, ";"));\(csv($0.field, 1, ";"));"
                    + "48.1;11.6;3.6;NaN;\($0.milliseconds);2022-10-02 18:09:00:359\n"
            }, sensors: [.accelerometer, .gravity, .gyroscope, .magnetometer, .location]),
        Sample(
            format: "HyperIMU", name: "hyper.csv",
            bytes: text(
                "@ HyperIMU - ianovir - 2017\n@ Date: Sat Nov 11 15:39:03 GMT+01:00 2017, Sampling Time: 20ms\n\n"
                    + "timestamp,MPL_Gyroscope.x,MPL_Gyroscope.y,MPL_Gyroscope.z,MPL_Accelerometer.x,MPL_Accelerometer.y,"
                    + "MPL_Accelerometer.z,MPL_Magnetic_Field.x,MPL_Magnetic_Field.y,MPL_Magnetic_Field.z,"
                    + "MPL_Linear_Acceleration.x,MPL_Linear_Acceleration.y,MPL_Linear_Acceleration.z\n"
            ) {
                "\($0.unix / 1_000_000),\(csv($0.rate)),\(csv($0.force)),\(csv($0.field)),\(csv(push))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .linearAcceleration]),
        Sample(
            format: "Physics Toolbox", name: "physics.csv",
            bytes: text("time,gFx,gFy,gFz,ax,ay,az,wx,wy,wz,Bx,By,Bz\n") {
                "\(Double($0.milliseconds) / 1000),\(csv($0.force, 1 / gravity)),\(csv(push)),\(csv($0.rate)),"
                    + "\(csv($0.field))\n"
            }, sensors: [.accelerometer, .linearAcceleration, .gyroscope, .magnetometer]),
        Sample(
            format: "rostopic CSV", name: "imu.csv",
            bytes: text(
                "%time,field.header.seq,field.header.stamp,field.header.frame_id,field.orientation.x,field.orientation.y,"
                    + "field.orientation.z,field.orientation.w,field.orientation_covariance0,field.angular_velocity.x,"
                    + "field.angular_velocity.y,field.angular_velocity.z,field.linear_acceleration.x,"
                    + "field.linear_acceleration.y,field.linear_acceleration.z\n"
            ) {
                let q = $0.attitude
                return "\($0.unix),\($0.index),\($0.unix),imu_link,\(q.x),\(q.y),\(q.z),\(q.w),0.01,\(csv($0.rate)),"
                    + "\(csv($0.force))\n"
            }, sensors: [.accelerometer, .gyroscope, .attitude]),
    ]

    static let tagged: [Sample] = [
        Sample(
            format: "indoor-location-competition-20", name: "trace.txt",
            bytes: text("#\tstartTime:1700000000000\n#\tBrand:Maker\tModel:One\tAPILevel:27\t\n") { row in
                let t = row.unix / 1_000_000
                let v = { (v: Vector3) in csv(v, 1, "\t") }
                return "\(t)\tTYPE_ACCELEROMETER\t\(v(row.force))\t3\n\(t)\tTYPE_MAGNETIC_FIELD\t\(v(row.field))\t3\n"
                    + "\(t)\tTYPE_GYROSCOPE\t\(v(row.rate))\t3\n\(t)\tTYPE_ROTATION_VECTOR\t\(v(row.attitude.vector))\t3\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude]),
        Sample(
            format: "GetSensorData/IPIN", name: "ipin.txt",
            bytes: text("% LogFile Data format:\n") { row in
                let t = Double(row.milliseconds) / 1000
                let v = { (v: Vector3) in "\(t);\(17_000 + t);" + csv(v, 1, ";") }
                return "ACCE;\(v(row.force));3\nGYRO;\(v(row.rate));3\nMAGN;\(v(row.field));3\n"
                    + "AHRS;\(t);\(17_000 + t);1;2;3;\(csv(row.attitude.vector, 1, ";"));3\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude]),
        Sample(
            format: "GnssLogger", name: "gnss.txt",
            bytes: text(
                "#\n# Version: v3.0.6.4 Platform: 14 Manufacturer: Maker Model: One\n"
                    + "# UncalAccel,utcTimeMillis,elapsedRealtimeNanos,X,Y,Z,BiasX,BiasY,BiasZ\n"
            ) { row in
                let t = "\(row.unix / 1_000_000),\(16_000_000_000 + row.milliseconds * 1_000_000)"
                return "UncalAccel,\(t),\(csv(row.force)),0,0,0\nUncalGyro,\(t),\(csv(row.rate)),0,0,0\n"
                    + "UncalMag,\(t),\(csv(row.field + Vector3(100, -50, 30))),100,-50,30\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometerCorrected]),
    ]

    private static let lab: [Sample] = [
        Sample(
            format: "EuRoC", name: "data.csv",
            bytes: text(
                "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],"
                    + "a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\n"
            ) { "\($0.unix + 17),\(csv($0.rate)),\(csv($0.force))\n" }, sensors: [.accelerometer, .gyroscope]),
        Sample(
            format: "Xsens text", name: "MT.txt",
            bytes: text(
                "// Update Rate: 50.0Hz\n// Coordinate system: ENU\nPacketCounter\tSampleTimeFine\tAcc_X\tAcc_Y\tAcc_Z\t"
                    + "Gyr_X\tGyr_Y\tGyr_Z\tMag_X\tMag_Y\tMag_Z\tMat[1][1]\tMat[2][1]\tMat[3][1]\tMat[1][2]\tMat[2][2]\t"
                    + "Mat[3][2]\tMat[1][3]\tMat[2][3]\tMat[3][3]\n"
            ) { row in
                let columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map(row.attitude.rotate)
                let matrix = columns.map { csv($0, 1, "\t") }.joined(separator: "\t")
                return "\((65_530 + row.index) % 65_536)\t\t\(csv(row.force, 1, "\t"))\t\(csv(row.rate, 1, "\t"))\t"
                    + "\(csv(row.field, 1 / 44.7, "\t"))\t\(matrix)\n"
            }, sensors: [.accelerometer, .gyroscope, .attitude]),
        Sample(
            format: "Shimmer", name: "shimmer.csv",
            bytes: text(
                "\"sep=;\"\nShimmer_40AC_Timestamp_Unix_CAL;Shimmer_40AC_Accel_LN_X_CAL;Shimmer_40AC_Accel_LN_Y_CAL;"
                    + "Shimmer_40AC_Accel_LN_Z_CAL;Shimmer_40AC_Gyro_X_CAL;Shimmer_40AC_Gyro_Y_CAL;"
                    + "Shimmer_40AC_Gyro_Z_CAL;\nms;m/(s^2);m/(s^2);m/(s^2);deg/s;deg/s;deg/s;\n"
            ) {
                "\(Double($0.unix / 1_000_000));\(csv($0.force, 1, ";"));\(csv($0.rate, 180 / .pi, ";"));\n"
            }, sensors: [.accelerometer, .gyroscope]),
        Sample(
            format: "APDM", name: "apdm.csv",
            bytes: text(
                "Test Name:,One,,,,,,,,,,,,,\nSample Rate:,50,Hz,,,,,,,,,,,,\nTime,A/Acceleration/X,A/Acceleration/Y,"
                    + "A/Acceleration/Z,A/Angular Velocity/X,A/Angular Velocity/Y,A/Angular Velocity/Z,A/Magnetic Field/X,"
                    + "A/Magnetic Field/Y,A/Magnetic Field/Z,A/Orientation/Scalar,A/Orientation/X,A/Orientation/Y,"
                    + "A/Orientation/Z,B/Temperature/Scalar\ns,m/s^2,m/s^2,m/s^2,rad/s,rad/s,rad/s,uT,uT,uT,,,,,deg C\n"
            ) {
                "\(Double($0.milliseconds) / 1000),\(csv($0.force)),\(csv($0.rate)),\(csv($0.field)),"
                    + "\(csv(northWestUp($0.attitude))),21\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude]),
        Sample(
            format: "APDM", name: "apdm_old.csv",
            bytes: text(
                "Format=7,5718,,,Lumbar,,,,,,,,,,\nTime,Accelerometer,,,Gyroscope,,,Magnetometer,,,Barometer,Orientation,,,\n"
                    + ",X,Y,Z,X,Y,Z,X,Y,Z,,S,X,Y,Z\n"
            ) {
                "\($0.unix / 1000),\(csv($0.force)),\(csv($0.rate)),\(csv($0.field)),46,\(csv(northWestUp($0.attitude)))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude]),
    ]
}
