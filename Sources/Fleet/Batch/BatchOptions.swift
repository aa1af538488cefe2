import Analysis
import Recordings

/// What a batch does with every log.
public struct BatchOptions: Sendable {
    /// The options of `analyze`, with the source of the logs; each log runs on one thread.
    public var analysis: AnalysisOptions
    /// The program.
    public var tool: ToolSection
    /// Whether lines contain the heading errors by time since the start.
    public var sinceStart = false
    /// Which logs are analysed in chapters.
    public var chapters = ChapterLength.automatic
    /// Writes a page per log; `nil` for no pages.
    public var reports: LogReports?

    /// The options of `analyze` for many logs.
    public init(analysis: AnalysisOptions, tool: ToolSection, reports: LogReports? = nil) {
        (self.analysis, self.tool, self.reports) = (analysis, tool, reports)
        self.analysis.jobs = 1
        self.analysis.monitor = .none
    }

    /// The options that change results and differ from their defaults, as text by name. A file is written as its name,
    /// without its folder, and the beginning of its checksum.
    public var settings: [String: String] {
        var settings = analysis.settings.merging(analysis.source.settings) { first, _ in first }
        if sinceStart { settings["since-start"] = "yes" }
        if chapters != .automatic { settings["every"] = chapters.text }
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
}
