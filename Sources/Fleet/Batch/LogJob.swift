import Analysis
import Evaluation
import Files
import Recordings
import Vocabulary

/// Does what `analyze` does with one row of a manifest; the result is one line.
public struct LogJob: Sendable {
    let options: BatchOptions
    let settings: [String: String]

    /// The outcome of a row.
    public enum Outcome: Sendable {
        /// The known line is still valid.
        case unchanged
        /// A new line.
        case line(LogResult)
    }

    /// Checks filters and parameters before anything is read.
    /// - Throws: `SensorLabError` (usage) for unknown filters and bad parameters.
    public init(_ options: BatchOptions) throws {
        _ = try Analyzer(options: options.analysis)
        self.options = options
        settings = options.settings
    }

    /// Analyses a row's log. An error becomes a line with a failure.
    /// - Parameters:
    ///   - row: of the manifest.
    ///   - known: the key of the row's present line, if any; where the key is still the same, nothing is done.
    public func outcome(_ row: Manifest.Entry, known: String?) -> Outcome {
        var line = LogResult(row, tool: options.tool, options: settings)
        let names = WrittenNames(row.files.map { ($0.path, $0.written) } + options.files)
        do {
            let sha256 = try FileChecksum.hexadecimal(path: row.path)
            let key = ResultKey.of(row, sha256: sha256, options: settings, version: options.tool.version)
            if key == known { return .unchanged }
            (line.sha256, line.key) = (sha256, key)
            try analyze(row, sha256, names, into: &line)
        } catch {
            line.failure = LogResult.Failure(error, names)
        }
        return .line(line)
    }

    /// Removes the unfinished files of a row's report that a terminated process left.
    func removeUnfinished(of row: Manifest.Entry, process: Int32) {
        for folder in options.reports?.folders(of: row.id) ?? [] {
            UnfinishedFiles.removeAbandoned(by: process, in: folder)
        }
    }

    /// The line of a row whose process crashed or exceeded the time limit.
    func line(of row: Manifest.Entry, failure: LogResult.Failure) -> LogResult {
        var line = LogResult(row, tool: options.tool, options: settings)
        line.failure = failure
        return line
    }

    private func analyze(
        _ row: Manifest.Entry, _ sha256: String, _ names: WrittenNames, into line: inout LogResult
    ) throws {
        let analysis = row.log.options(over: options.analysis)
        let source = row.place.map(analysis.source.at) ?? analysis.source
        if let chapters = try chapters(of: row, analysis, source) {
            return try analyze(chapters, of: row, sha256, into: &line)
        }
        try analyze(try source.recording(at: row.path), of: row, as: row.id, sha256, names, into: &line)
    }

    /// - Parameter id: the name of the report's folder.
    func analyze(
        _ recording: Recording, of row: Manifest.Entry, as id: String, _ sha256: String, _ names: WrittenNames,
        into line: inout LogResult
    ) throws {
        let analysis = row.log.options(over: options.analysis)
        let input = InputSection(path: row.path, format: recording.metadata.format, sha256: sha256)
        let log = try PreparedLog(recording, name: row.path, options: analysis)
        var result = try Analyzer(options: analysis).analyze(log, input: input, tool: options.tool)
        let claims = try claims(row, log)
        result.report.warnings += claims.warnings
        line.result = LogResult.Numbers(
            result.report, reference: analysis.reference, claims: claims.found,
            ofRow: claims.warnings + result.report.warnings.filter { $0.code == .siteContradicted }, names: names)
        if options.sinceStart {
            line.result?.sinceStart =
                ErrorsSinceStart.of(
                    result.tracks + [result.device].compactMap { $0 }, in: log, options: analysis)
                + claims.sinceStart
        }
        line.device = line.device ?? result.report.recording.device
        line.date = line.date ?? result.report.recording.date
        line.report = try options.reports?.add(result, id)
    }

    /// The device's headings against the reference.
    private struct Claims {
        var found: [LogResult.Claim] = []
        var sinceStart: [ErrorsSinceStart] = []
        var warnings: [Warning] = []
    }

    /// Compares the row's claims with the reference. Claims that cannot be read or compared give a warning; the errors
    /// of the filters do not depend on them.
    /// - Throws: `SensorLabError` for such claims under `--strict`.
    private func claims(_ row: Manifest.Entry, _ log: PreparedLog) throws -> Claims {
        guard let file = row.claims else { return Claims() }
        func lost(_ code: DiagnosticCode, _ error: SensorLabError) -> Claims {
            var warning = Warning(code, error)
            warning.message = "the claims are left out: \(error.message)"
            return Claims(warnings: [warning])
        }
        let headings: [ClaimedHeading]
        do {
            headings = try HeadingTables.claims(path: file.path, metadata: log.recording.metadata)
        } catch let error as SensorLabError where !options.analysis.source.strict {
            return lost(.unreadableTable, error)
        }
        do {
            let check = try ClaimsCheck(headings, axis: file.axis, north: .true, log: log, place: row.path)
            return Claims(
                found: [check.table.flatMap { LogResult.Claim($0, kind: file.kind) }].compactMap { $0 },
                sinceStart: options.sinceStart ? try claimsSinceStart(row, file, headings, log) : [],
                warnings: check.warnings)
        } catch let error as SensorLabError where !options.analysis.source.strict {
            return lost(.noReference, error)
        }
    }

    /// The same comparison for each interval of time since the start (`ErrorsSinceStart.edges`).
    private func claimsSinceStart(
        _ row: Manifest.Entry, _ file: ClaimsFile, _ headings: [ClaimedHeading], _ log: PreparedLog
    ) throws -> [ErrorsSinceStart] {
        guard let start = log.recording.interval?.lowerBound else { return [] }
        let parts = ErrorsSinceStart.edges.indices.map { index in
            headings.filter { ErrorsSinceStart.interval(of: $0.time, start: start) == index }
        }
        let tables = try ClaimsCheck.tables(of: parts, axis: file.axis, north: .true, log: log, place: row.path)
        return zip(ErrorsSinceStart.edges, tables).compactMap { from, table in
            guard let table, case let total = table.total else { return nil }
            return ErrorsSinceStart(
                source: table.source, fromSeconds: from, samples: total.samples,
                meanSquare: total.rmsErrorDegrees * total.rmsErrorDegrees, stated: total.claims,
                statedDegrees: total.claimedDegrees,
                within: Int(clamping: ((total.withinClaim ?? 0) * Double(total.claims)).rounded()))
        }
    }
}

/// A checksum of all that a line of the results depends on: the contents of the log and of the files that its row
/// names, the row as it is written, the options and the program, but not the folders of manifest and results. Equal
/// keys mean equal lines.
enum ResultKey {
    /// - Parameters:
    ///   - row: the log's row.
    ///   - sha256: the checksum of the log.
    ///   - options: those that differ from their defaults.
    ///   - version: of the program.
    ///   - program: its build (`ProgramIdentity`).
    /// - Returns: SHA-256, lower-case hexadecimal.
    static func of(
        _ row: Manifest.Entry, sha256: String, options: [String: String], version: String,
        program: String = ProgramIdentity.checksum
    ) -> String {
        var parts = ["version=\(version)", "program=\(program)", "log=\(sha256)"]
        parts += row.cells.sorted { $0.key < $1.key }.map { "row.\($0.key)=\($0.value)" }
        parts += options.sorted { $0.key < $1.key }.map { "option.\($0.key)=\($0.value)" }
        // A file that cannot be read makes the log fail with the same line each time.
        parts += row.files.dropFirst().map {
            "file.\($0.written)=\((try? FileChecksum.hexadecimal(path: $0.path)) ?? "")"
        }
        return SHA256.hexadecimal(of: parts.map { $0.replacing("\n", with: "\\n") }.joined(separator: "\n"))
    }
}
