import Analysis
import ArgumentParser
import Calibration
import Files
import Foundation
import Rotations
import SensorModels
import Vocabulary

extension CalibrationExport: NameArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension MagnetometerConvention: NameArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

struct CalibrateExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a calibration in the convention of another tool.")

    @Argument(help: "Calibration file.", completion: .file()) var file: String
    @Option(help: "Convention: \(CalibrationExport.names).") var convention: CalibrationExport

    func run() throws {
        let text = try convention.text(of: try CalibrationFile.read(path: file), place: file)
        Terminal.output(Data(text.utf8))
    }
}

struct CalibrateImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Write a calibration file from the numbers of another tool.",
        discussion:
            "Give the numbers as the other tool prints them: matrix by rows, offset in the tool's unit and with its sign."
    )

    @Option(help: "Convention: \(MagnetometerConvention.names).") var convention: MagnetometerConvention
    @Option(parsing: .unconditional, help: ArgumentHelp("Offset of the other tool.", valueName: "x,y,z")) var offset:
        Triple
    @Option(parsing: .unconditional, help: "Matrix of the other tool: nine numbers by rows, separated by commas.")
    var matrix: String
    @Option(help: "Calibration file to write (default: standard output).") var out: OutputPath?

    func run() throws {
        let cells = matrix.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard cells.count == 9, cells.allSatisfy(\.isFinite) else {
            throw ValidationError("--matrix \(matrix): expected nine numbers separated by commas.")
        }
        let rows = (0..<3).map { Vector3(cells[3 * $0], cells[3 * $0 + 1], cells[3 * $0 + 2]) }
        let numbers = MagnetometerConvention.Numbers(
            offset: offset.vector, matrix: Matrix3(rows[0], rows[1], rows[2]))
        guard let model = convention.model(of: numbers), model.softIron.determinant > 0 else {
            throw ValidationError("--matrix \(matrix): expected a matrix with a positive determinant.")
        }
        let section = MagnetometerCalibration(
            head: CalibrationHead(
                sensor: .magnetometer, stream: .magnetometer, method: convention.method, accepted: true,
                reason: "given by the user in the convention \(convention.rawValue)", source: convention.rawValue),
            model: model, rung: .ellipsoid, samples: 0)
        let file = CalibrationFile(
            magnetometer: section, provenance: CalibrationProvenance(toolVersion: SensorLabTool.version, logs: []))
        let text = file.json.text
        if let out { try OutputFile.write(text.utf8, to: out.path) } else { Terminal.output(Data(text.utf8)) }
    }
}
