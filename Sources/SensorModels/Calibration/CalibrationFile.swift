import JSON
import Rotations
import Vocabulary

/// A calibration file: versioned JSON, one section per sensor that was fitted, the formula inside.
///
/// Angles of the heading's section are degrees; everything else is SI and microtesla.
public struct CalibrationFile: Sendable, Equatable {
    /// The schema that this version reads and writes.
    public static let schema = "sensorlab.calibration/1"

    /// Hard and soft iron; `nil` where they were not fitted.
    public var magnetometer: MagnetometerCalibration?
    /// The bias; `nil` where it was not fitted.
    public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; `nil` where they were not fitted.
    public var accelerometer: AccelerometerCalibration?
    /// The constant between estimated and true heading; `nil` where it was not fitted.
    public var heading: HeadingCalibration?
    /// Where it came from.
    public var provenance: CalibrationProvenance
    /// Findings about logs and field.
    public var warnings: [Warning]

    /// A file with some sections, which get the provenance's date.
    public init(
        magnetometer: MagnetometerCalibration? = nil, gyroscope: GyroscopeCalibration? = nil,
        accelerometer: AccelerometerCalibration? = nil, heading: HeadingCalibration? = nil,
        provenance: CalibrationProvenance, warnings: [Warning] = []
    ) {
        (self.magnetometer, self.gyroscope) = (magnetometer, gyroscope)
        (self.accelerometer, self.heading) = (accelerometer, heading)
        (self.provenance, self.warnings) = (provenance, warnings)
        self.magnetometer?.head.date = magnetometer?.head.date ?? provenance.date
        self.gyroscope?.head.date = gyroscope?.head.date ?? provenance.date
        self.accelerometer?.head.date = accelerometer?.head.date ?? provenance.date
        self.heading?.head.date = heading?.head.date ?? provenance.date
    }

    /// The heads of the sections that are there.
    public var heads: [CalibrationHead] {
        [magnetometer?.head, gyroscope?.head, accelerometer?.head, heading?.head].compactMap { $0 }
    }
}

/// Where a calibration came from.
public struct CalibrationProvenance: Sendable, Equatable {
    /// One log that a calibration was fitted to.
    public struct Log: Sendable, Equatable {
        /// As the user gave it.
        public var path: String
        /// The checksum of the content.
        public var sha256: String

        /// A log by its path and checksum.
        public init(path: String, sha256: String) { (self.path, self.sha256) = (path, sha256) }
    }

    /// The version of the program that made it.
    public var toolVersion: String
    /// The logs that were fitted.
    public var logs: [Log]
    /// The device, as the log names it.
    public var device: String?
    /// The day on which the log was recorded.
    public var date: CalendarDate?
    /// Where the log was recorded.
    public var place: GeodeticPosition?
    /// The geomagnetic model whose intensity and dip were used.
    public var geomagneticModel: String?

    /// Provenance of a version and logs; what is not given is unknown.
    public init(
        toolVersion: String, logs: [Log], device: String? = nil, date: CalendarDate? = nil,
        place: GeodeticPosition? = nil, geomagneticModel: String? = nil
    ) {
        (self.toolVersion, self.logs, self.device) = (toolVersion, logs, device)
        (self.date, self.place, self.geomagneticModel) = (date, place, geomagneticModel)
    }
}

extension CalibrationFile {
    static let errorCode = ErrorCode.badCalibrationFile
    static let errorAdvice = "make a new file with `sensorlab calibrate`"

    /// Reads a file's content.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - name: the file's name in messages.
    /// - Throws: `SensorLabError` (bad data): no JSON, another schema or a newer version of this one, a broken member
    ///   with what was found and what was expected, no section at all.
    public init(parsing bytes: [UInt8], name: String) throws(SensorLabError) {
        let file = try JSONMembers(
            JSONValue(parsing: bytes, name: name), file: name, code: Self.errorCode, advice: Self.errorAdvice)
        try file.checkSchema(Self.schema, update: "update sensorlab or the app")
        guard let provenance = try file.section("provenance") else {
            throw file.fail("provenance", expected: "an object")
        }
        self.init(
            magnetometer: try file.calibration(), gyroscope: try file.calibration(),
            accelerometer: try file.calibration(), heading: try file.calibration(),
            provenance: try CalibrationProvenance(provenance))
        for members in try file.sections("warnings") {
            if let warning = try Warning(members) { warnings.append(warning) }
        }
        guard !heads.isEmpty else { throw file.fail("it holds no sensor's calibration") }
    }

    /// The file as JSON; every member is there, null where unknown.
    public var json: JSONValue {
        .object([
            "schema": Self.schema.json, "magnetometer": magnetometer?.json ?? .null,
            "gyroscope": gyroscope?.json ?? .null, "accelerometer": accelerometer?.json ?? .null,
            "heading": heading?.json ?? .null, "provenance": provenance.json,
            "warnings": .array(warnings.map { $0.json }),
        ])
    }

    #if !hasFeature(Embedded)
        /// Reads a file.
        /// - Throws: `SensorLabError`: no input, input/output, bad data as `init(parsing:name:)`.
        public static func read(path: String) throws(SensorLabError) -> CalibrationFile {
            try CalibrationFile(
                parsing: FileBytes.read(
                    path, kind: "calibration file",
                    advice: "make one with `sensorlab calibrate magnetometer LOG --out FILE`"), name: path)
        }
    #endif
}

extension JSONMembers {
    /// The section of a sensor.
    fileprivate func calibration<Section: SensorCalibration>() throws(SensorLabError) -> Section? {
        guard let members = try section(Section.sensor.rawValue) else { return nil }
        return try Section(members)
    }
}

extension CalibrationProvenance {
    fileprivate init(_ members: JSONMembers) throws(SensorLabError) {
        self.init(toolVersion: try members.require("toolVersion"), logs: [])
        for log in try members.sections("logs") {
            logs.append(Log(path: try log.require("path"), sha256: try log.require("sha256")))
        }
        device = try members.read("device")
        date = try members.read("date")
        place = try members.read("place")
        geomagneticModel = try members.read("geomagneticModel")
    }

    fileprivate var json: JSONValue {
        let logs = logs.map { log in JSONValue.object(["path": log.path.json, "sha256": log.sha256.json]) }
        return .object([
            "toolVersion": toolVersion.json, "logs": .array(logs), "device": device.json, "date": date.json,
            "place": place.json, "geomagneticModel": geomagneticModel.json,
        ])
    }
}
