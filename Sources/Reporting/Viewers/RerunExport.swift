import Analysis
import Figures
import Files
import Foundation
import Recordings
import Vocabulary

/// An analysed log as a recording of rerun (`.rrd`), written by its Python package where that is installed.
public enum RerunExport {
    /// Writes the file.
    /// - Parameters:
    ///   - result: the log with its tracks.
    ///   - python: the interpreter that has `rerun-sdk`: a path, or a name on the PATH.
    ///   - path: of the file.
    /// - Throws: `SensorLabError`: input/output where Python or the package is missing or fails; cannot create.
    public static func write(_ result: AnalysisResult, python: String, to path: String) throws {
        guard let interpreter = InstalledProgram(python) else {
            throw failure(
                path, "\(python) is not on the PATH", "install Python 3 and rerun-sdk, or give --python PATH")
        }
        let scratch = try ScratchFolder()
        try withExtendedLifetime(scratch) {
            try CanonicalWriter.write(result.recording, to: scratch.path + "/log.csv")
            let tracks = try OutputFile(path: scratch.path + "/tracks.csv")
            try TrackCSVWriter(headingAxis: result.headingAxis, namesFilter: true)
                .write(result.allTracks) { try tracks.write($0) }
            try tracks.close()
            try OutputFile.write(events(result).utf8, to: scratch.path + "/events.csv")
            try OutputFile.write(PythonScript.rerun.utf8, to: scratch.path + "/rerun-export.py")
            try run(interpreter, scratch.path, for: path)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/log.rrd"))
            try OutputFile.write(bytes, to: path)
        }
    }

    private static func run(_ interpreter: InstalledProgram, _ folder: String, for path: String) throws {
        let (status, said) = try interpreter.run(
            [folder + "/rerun-export.py", folder, folder + "/log.rrd"], environment: ["RERUN_TELEMETRY": "0"])
        switch status {
        case 0: return
        case 3:
            throw failure(
                path,
                "\(interpreter.path) has no module \(said.split(separator: " ").last.map { PlainText.line(String($0)) } ?? "rerun")",
                "install it (pip install rerun-sdk), or name another interpreter with --python PATH")
        default:
            let last = said.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
            throw failure(
                path, "rerun's package failed: \(PlainText.line(last, limit: 200))",
                "check that rerun-sdk is of version 0.23 or newer")
        }
    }

    private static func failure(_ path: String, _ message: String, _ advice: String) -> SensorLabError {
        SensorLabError(.inputOutput, code: .noEncoder, place: path, message: message, advice: advice)
    }

    /// `t,level,text`.
    private static func events(_ result: AnalysisResult) -> String {
        let origin = result.recording.interval?.lowerBound ?? 0
        let lines = result.report.timeline.map { event in
            let time = origin &+ (LogTime.nanoseconds(seconds: event.startSeconds) ?? 0)
            let end = NumberText.fixed(event.endSeconds - event.startSeconds, decimals: 1)
            return
                "\(LogTime.text(time)),\(event.kind == .rest ? "INFO" : "WARN"),\(CSVField.inert("\(event.kind.rawValue) for \(end) s"))"
        }
        return (["t,level,text"] + lines).joined(separator: "\n") + "\n"
    }
}
