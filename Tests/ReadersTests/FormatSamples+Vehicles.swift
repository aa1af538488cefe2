import Rotations
import SensorModels

extension FormatSamples {
    /// Binary logs of vehicles and their text; numbers are doubles, which both formats know.
    static let vehicles: [Sample] = [
        Sample(
            format: "ULog", name: "log.ulg", bytes: ulog,
            sensors: [.accelerometer, .gyroscope, .magnetometer, .magnetometerCorrected, .attitude, .location]),
        Sample(
            format: "DataFlash", name: "log.bin", bytes: dataFlash,
            sensors: [.accelerometer, .gyroscope, .magnetometerCorrected, .location]),
        Sample(
            format: "DataFlash text", name: "log.log",
            bytes: text(
                "FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns\n"
                    + "FMT, 131, 61, IMU, Qdddddd, TimeUS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ\n"
                    + "FMT, 132, 59, MAG, Qdddddd, TimeUS,MagX,MagY,MagZ,OfsX,OfsY,OfsZ\n"
                    + "FMT, 133, 35, GPS, BQddff, Status,TimeUS,Lat,Lng,Alt,Spd\n"
            ) { row in
                let t = 1000 * row.milliseconds
                let v = { (v: Vector3, factor: Double) in csv(forwardRightDown(v), factor, ", ") }
                return "IMU, \(t), \(v(row.rate, 1)), \(v(row.force, 1))\nMAG, \(t), \(v(row.field, 10)), 30, -20, 10\n"
                    + "GPS, 3, \(t), 48.1, 11.6, 500.0, 1.0\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometerCorrected, .location]),
    ]

    /// The field of a sensor whose offset the vehicle knows, microtesla: forward, right, down.
    static let vehicleOffset = Vector3(3, -2, 1)

    static let ulog: [UInt8] = {
        var log = ULogBytes()
        log.flags()
        log.format(
            "sensor_combined:uint64_t timestamp;double[3] gyro_rad;int32_t accelerometer_timestamp_relative;"
                + "double[3] accelerometer_m_s2;uint8_t[4] _padding0;")
        log.format("sensor_mag:uint64_t timestamp;uint32_t device_id;double x;double y;double z;")
        log.format("vehicle_magnetometer:uint64_t timestamp;uint32_t device_id;double[3] magnetometer_ga;")
        log.format("vehicle_attitude:uint64_t timestamp;double[4] q;")
        log.format("sensor_gps:uint64_t timestamp;double latitude_deg;double longitude_deg;uint8_t fix_type;")
        log.information("sys_name", "PX4")
        log.information("ver_sw_release", 0x010d_0000)
        log.parameter("CAL_MAG0_XOFF", 0.03)
        log.parameter("CAL_MAG0_ID", whole: 77)
        for (number, name) in [
            "sensor_combined", "sensor_mag", "vehicle_magnetometer", "vehicle_attitude", "sensor_gps",
        ].enumerated() {
            log.subscribe(UInt16(number), name)
        }
        for row in rows {
            let stamp = Packed.of(UInt64(112_000_000 + 1000 * row.milliseconds))
            let (rate, force) = (forwardRightDown(row.rate), forwardRightDown(row.force))
            // The padding at the end is not written.
            log.data(0, stamp + Packed.of(rate) + Packed.of(Int32(-5000)) + Packed.of(force))
            let field = forwardRightDown(row.field)
            log.data(1, stamp + Packed.of(UInt32(77)) + Packed.of(field, 0.01))
            log.data(2, stamp + Packed.of(UInt32(77)) + Packed.of(field, 0.01))
            log.data(3, stamp + Packed.of(northEastDown(row.attitude)))
            log.data(4, stamp + Packed.of(48.1) + Packed.of(11.6) + [3])
            if row.index == 10 { log.sync() }
        }
        return log.bytes
    }()

    static let dataFlash: [UInt8] = {
        var log = DataFlashBytes()
        log.format(128, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns")
        log.format(131, "IMU", "QBdddddd", "TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ")
        log.format(132, "MAG", "QBdddhhh", "TimeUS,I,MagX,MagY,MagZ,OfsX,OfsY,OfsZ")
        log.format(133, "GPS", "QBBIHdd", "TimeUS,I,Status,GMS,GWk,Lat,Lng")
        for row in rows {
            let stamp = Packed.of(UInt64(1000 * row.milliseconds))
            let (rate, force) = (forwardRightDown(row.rate), forwardRightDown(row.force))
            log.data(131, stamp + [0] + Packed.of(rate) + Packed.of(force))
            log.data(
                132,
                stamp + [0] + Packed.of(forwardRightDown(row.field), 10)
                    + [30, -20, 10].flatMap { Packed.of(Int16($0)) })
            log.data(
                133,
                stamp + [0, 3] + Packed.of(UInt32(1000)) + Packed.of(UInt16(2288)) + Packed.of(48.1) + Packed.of(11.6))
        }
        return log.bytes
    }()
}
