import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

extension CalibrationFile {
    /// Reads a calibration file.
    /// - Throws: `SensorLabError`: no input, bad data with the broken rule, or a schema of a newer version.
    public static func read(path: String) throws -> CalibrationFile {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "no such calibration file",
                advice: "make one with `sensorlab calibrate magnetometer LOG --out FILE`")
        }
        guard !isFolder.boolValue else { throw bad(path, "it is a folder, expected a calibration file") }
        let file: CalibrationFile
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let found = try JSONDecoder().decode(SchemaOnly.self, from: data).schema
            guard found == Self.schema else {
                throw bad(path, "schema \"\(found ?? "none")\", expected \"\(Self.schema)\"")
            }
            file = try JSONDecoder().decode(CalibrationFile.self, from: data)
        } catch let error as DecodingError {
            throw bad(path, explain(error))
        } catch let error as SensorLabError {
            throw error
        } catch {
            throw SensorLabError(
                .inputOutput, code: .unreadableFile, place: path,
                message: "cannot be read: \(error.localizedDescription)",
                advice: "check its permissions")
        }
        try file.validate(path: path)
        return file
    }

    /// The file's text: keys sorted, pretty printed, a newline at the end.
    public func jsonData() throws -> Data {
        try JSONText.data(self)
    }

    private struct SchemaOnly: Decodable { let schema: String? }

    /// Determinants of a sensor's matrix: the cube of a scale between 0.1 and 10.
    private static let sensibleScale = 1e-3...1e3

    private func validate(path: String) throws {
        func check(_ sensor: String, _ vector: [Double], _ matrix: [[Double]]) throws {
            guard vector.count == 3, matrix.count == 3, matrix.allSatisfy({ $0.count == 3 }) else {
                throw Self.bad(path, "\(sensor): expected 3 offsets and 3 rows of 3 numbers")
            }
            let m = Matrix3(rows: matrix)
            guard Self.sensibleScale.contains(m.determinant), m.symmetrized.isPositiveDefinite else {
                throw Self.bad(
                    path,
                    "\(sensor): its matrix (determinant \(m.determinant)) mirrors, flattens or scales beyond reason, "
                        + "expected one near the identity")
            }
        }
        if let section = magnetometer { try check("magnetometer", section.hardIron, section.softIron) }
        if let section = gyroscope { try check("gyroscope", section.bias, section.scale) }
        if let section = accelerometer { try check("accelerometer", section.bias, section.scale) }
        if let offset = heading?.offsetDegrees, !(offset.magnitude <= 360) {
            throw Self.bad(path, "heading: offsetDegrees \(offset), expected -360 to 360")
        }
        if sections.isEmpty {
            throw Self.bad(path, "it holds no sensor's calibration")
        }
    }

    private static func bad(_ path: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badCalibrationFile, place: path, message: message,
            advice: "make a new one with `sensorlab calibrate`")
    }

    private static func explain(_ error: DecodingError) -> String {
        func key(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let missing, let context):
            let parent = key(context)
            return "key \(parent.isEmpty ? "" : parent + ".")\(missing.stringValue) is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return "key \(key(context)): expected \(type)"
        case .dataCorrupted(let context):
            return key(context).isEmpty ? "not valid JSON" : "key \(key(context)) is not valid"
        @unknown default:
            return "not a calibration file"
        }
    }
}
