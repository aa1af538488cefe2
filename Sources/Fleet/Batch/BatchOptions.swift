import Analysis
import Evaluation
import Foundation
import Readers
import SensorModels

/// What a batch does with every log.
public struct BatchOptions: Sendable {
    /// The options of `analyze`; each log runs on one thread.
    public var analysis: AnalysisOptions
    /// How logs are read.
    public var read: ReadOptions
    /// The program.
    public var tool: ToolSection
    /// Whether lines contain the heading errors by time since the start.
    public var sinceStart = false
    /// Writes a page per log; `nil` for no pages.
    public var reports: LogReports?

    /// The options of `analyze` for many logs.
    public init(
        analysis: AnalysisOptions, read: ReadOptions, tool: ToolSection, reports: LogReports? = nil
    ) {
        (self.analysis, self.read, self.tool, self.reports) = (analysis, read, tool, reports)
        self.analysis.source = read
        self.analysis.jobs = 1
        self.analysis.monitor = .none
    }

    /// The options that change results and differ from their defaults, as text by name. A file is written as its name,
    /// without its folder, and the beginning of its checksum.
    public var settings: [String: String] {
        var settings: [String: String] = [:]
        if analysis.filters != FilterRequest.defaults {
            settings["filters"] = analysis.filters.map(Self.text).joined(separator: ",")
        }
        if analysis.calibration != .auto { settings["calibration"] = SettingText.calibration(analysis.calibration) }
        settings["place"] = analysis.place.map(SettingText.place)
        settings["date"] = analysis.date?.text
        settings["model"] = analysis.model
        settings["coefficients"] = analysis.coefficients.map(SettingText.file)
        if analysis.headingAxis != .auto { settings["heading-axis"] = analysis.headingAxis.rawValue }
        settings["north"] = analysis.north?.rawValue
        settings["reference"] = SettingText.reference(analysis.reference)
        settings["camera"] = analysis.camera.map(SettingText.file)
        if analysis.definition != .standard { settings["metrics"] = analysis.definition.rawValue }
        settings.merge(readSettings) { first, _ in first }
        if sinceStart { settings["since-start"] = "yes" }
        if reports != nil { settings["reports"] = "yes" }
        return settings
    }

    /// The files of the options that lines mention, each with its name in lines, which is that of `settings`.
    var files: [(path: String, name: String)] {
        var paths: [String] = []
        if case .files(let files) = analysis.calibration { paths += files }
        if case .file(let path) = analysis.reference { paths.append(path) }
        return paths.map { ($0, SettingText.file($0)) }
    }

    private var readSettings: [String: String] {
        var settings: [String: String] = [:]
        if read.strict { settings["strict"] = "yes" }
        if !read.without.isEmpty {
            settings["without"] = read.without.map(\.rawValue).sorted().joined(separator: ",")
        }
        settings["from"] = read.from.map { "\($0)" }
        settings["to"] = read.to.map { "\($0)" }
        settings["resample"] = read.resampleHz.map { "\($0)" }
        if !read.assumptions.isEmpty { settings["assume"] = read.assumptions.map(\.text).joined(separator: ";") }
        settings["unit"] = read.unit
        if read.correctDelays { settings["correct-delays"] = "yes" }
        settings["columns"] = read.mapping.map { $0.texts.joined(separator: ";") }
        if read.skippedLines > 0 { settings["skip-lines"] = "\(read.skippedLines)" }
        if !read.comment.isEmpty { settings["comment"] = read.comment }
        settings["expand-limit"] = read.expandLimit.map { "\($0)" }
        return settings
    }

    private static func text(_ request: FilterRequest) -> String {
        let parameters = request.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return parameters.isEmpty ? request.name : request.name + "(\(parameters.joined(separator: ",")))"
    }
}
