import Analysis
import Evaluation
import Files
import JSON
import Vocabulary

extension History.Entry {
    /// A filter's section of a report.
    /// - Parameter recording: the name of the recording.
    fileprivate init?(
        _ section: FilterSection, recording: String, sha256: String?, device: String?, options: [String: String] = [:]
    ) {
        guard let errors = section.errors else { return nil }
        var metrics: [String: Double] = [:]
        for metric in Metric.all { metrics[metric.name] = metric.value(of: errors) }
        self.init(
            recording: recording, sha256: sha256, device: device, filter: section.name,
            parameters: section.parameters, options: options, metrics: metrics)
    }
}

extension History {
    /// The numbers of one analysis, under the name of its file as those of the other verbs; none without a reference.
    public static func entries(of report: AnalysisReport) -> [Entry] {
        let sections = report.filters + [report.device?.attitude].compactMap { $0 }
        return sections.compactMap {
            Entry(
                $0, recording: ComparisonLog.stem(of: report.input.path), sha256: report.input.sha256,
                device: report.recording.device)
        }
    }

    /// The numbers of a comparison.
    public static func entries(of report: ComparisonReport) -> [Entry] {
        report.recordings.flatMap { recording in
            let sha256 = checksum(recording.path)
            return recording.filters.compactMap {
                Entry(
                    $0, recording: recording.name, sha256: sha256, device: recording.device, options: recording.options)
            }
        }
    }

    /// `nil` for what was read and is gone: standard input, a pipe.
    private static func checksum(_ path: String) -> String? {
        FileBytes.specialKind(path) == nil ? try? FileChecksum.hexadecimal(path: path) : nil
    }

    /// The numbers of a line of results.
    /// - Parameters:
    ///   - line: of a log.
    ///   - options: those that its row gave (`ComparisonLog.settings`).
    public static func entries(of line: LogResult, options: [String: String] = [:]) -> [Entry] {
        (line.result?.filters ?? []).filter { !$0.metrics.isEmpty }.map {
            Entry(
                recording: line.id, sha256: line.sha256, device: line.device, filter: $0.name, options: options,
                metrics: $0.metrics)
        }
    }
}
