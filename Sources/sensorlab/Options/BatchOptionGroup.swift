import Analysis
import ArgumentParser
import Fleet
import Recordings
import Reporting
import Vocabulary

/// What a batch does with every log: the options of `analyze`.
struct BatchOptionGroup: ParsableArguments {
    @OptionGroup var filters: FilterListOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Option(
        help: "Camera used to convert angles to pixels: a name or a file (default: the log's device).",
        completion: .camera) var camera: CameraArgument?
    @OptionGroup var reference: ReferenceOptions
    @OptionGroup var part: PartOptions
    @Flag(help: "Also write each log's report, into reports/ID below --out.") var reports = false

    /// - Parameter folder: where reports go; `nil` where there are none.
    func options(reportsIn folder: String?) throws -> BatchOptions {
        var analysis = AnalysisOptions(geomagnetic, heading)
        analysis.filters = try filters.requests()
        analysis.calibration = try calibration.choice(default: .auto, refining: true)
        analysis.reference = reference.choice
        analysis.camera = camera?.text
        var options = BatchOptions(
            analysis: analysis, read: try part.readOptions(place: geomagnetic.site.position, checksum: false),
            tool: ToolSection(version: SensorLabTool.version))
        if reports, let folder {
            options.writeReport = ReportWriter.writer(below: folder)
        }
        return options
    }
}

extension ReportWriter {
    /// Writes reports into `reports/NAME` below a folder and returns their pages, relative to the folder.
    static func writer(below folder: String) -> @Sendable (_ result: AnalysisResult, _ name: String) throws -> String {
        { result, name in
            let name = "reports/" + FileNames.name(for: name)
            _ = try write(result, to: folder + "/" + name)
            return name + "/report.html"
        }
    }
}

/// `i/n`.
extension Shard: ExpressibleByArgument {
    /// `nil` for another form.
    public init?(argument: String) { self.init(argument) }
}
