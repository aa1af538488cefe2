import Analysis
import ArgumentParser
import Reporting
import Vocabulary

struct ExportReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Write the report's replay, the screen of an AR app, as a film.",
        discussion: """
            The name of --out sets the form: .mp4, .webm or .gif by ffmpeg, which must be installed, or a folder of \
            numbered SVG pictures. By default it shows 20 seconds about the moment with the largest error of the labels.
            """,
        examples: [
            "sensorlab export replay log.csv --out replay.mp4",
            "sensorlab export replay log.csv --out replay.gif --start 33 --seconds 8",
            "sensorlab export replay log.csv --places places.csv --out frames/",
        ])

    @OptionGroup var options: ExportOptions
    @Option(help: "Film (.mp4, .webm, .gif) or folder to write.") var out: OutputPath
    @Option(help: "First moment, seconds from the log's first sample (default: before the worst moment).")
    var start: Double?
    @Option(help: "Length, seconds (default: 20).") var seconds: Double?
    @Option(help: "Frames per second (default: 15).") var fps = 15
    @Option(help: "Width, pixels (default: 960).") var width = 960
    @OptionGroup var terrain: TerrainOptions
    @Option(help: "Places to show: CSV (id,name,lat,lon,alt,category) or GeoJSON.", completion: .file())
    var places: InputPath?
    @OptionGroup var radar: RadarOptions
    @Option(
        help: "Camera whose screen is shown: a name or a file (default: the log's device).", completion: .camera)
    var camera: CameraArgument?

    func validate() throws {
        try radar.require(places)
        guard ReplayFilm.Kind(path: out.path) != nil else {
            throw ValidationError("--out \(out.path): expected .mp4, .webm, .gif or a folder")
        }
        guard (1...60).contains(fps) else { throw ValidationError("--fps \(fps): expected 1 to 60") }
        guard (160...3840).contains(width) else { throw ValidationError("--width \(width): expected 160 to 3840") }
        if let start, !(start >= 0 && start <= 1e7) {
            throw ValidationError("--start \(start): expected seconds from the log's first sample")
        }
        if let seconds, !(seconds > 0 && seconds <= 1e7) {
            throw ValidationError("--seconds \(seconds): expected a length in seconds")
        }
    }

    func run() throws {
        guard let kind = ReplayFilm.Kind(path: out.path) else { return }
        let result = try options.analyzed { analysis in
            analysis.camera = camera?.text
            analysis.places = try options.estimate.site.places(places)
            analysis.terrain = try terrain.found()
            analysis.radar = radar.found
            analysis.selection = try options.filters.parameterFile.file()
        }
        let film = try ReplayFilm(
            result, start: start, seconds: seconds ?? ReplayFilm.usualSeconds, framesPerSecond: fps, width: width)
        try film.write(to: out.path, as: kind, monitor: Progress.monitor(quiet: options.quiet))
        Terminal.say("replay: \(out.path), \(film.count) frames", quiet: options.quiet)
    }
}
