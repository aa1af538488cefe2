import Analysis
import Figures
import Files
import Foundation
import Rotations
import Vocabulary

/// The replay of a report as a film for slides and pages: GIF, MP4 or WebM by ffmpeg, or a folder of SVG pictures.
public struct ReplayFilm {
    /// The kind of output, by the extension of the file's name.
    public enum Kind: Equatable, Sendable {
        case gif, mp4, webm
        /// A folder of numbered pictures.
        case pictures

        /// `nil` for an extension that is none of these; a name without one is a folder.
        public init?(path: String) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            switch name.split(separator: ".").dropFirst().last?.lowercased() {
            case nil: self = .pictures
            case "gif": self = .gif
            case "mp4": self = .mp4
            case "webm": self = .webm
            default:
                guard path.hasSuffix("/") else { return nil }
                self = .pictures
            }
        }

        /// ffmpeg's arguments after its input.
        fileprivate var arguments: [String] {
            switch self {
            // One palette for the whole film, since a palette per frame flickers.
            case .gif:
                [
                    "-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none",
                    "-f", "gif",
                ]
            case .mp4: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", "-movflags", "+faststart", "-f", "mp4"]
            case .webm: ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-crf", "30", "-b:v", "0", "-f", "webm"]
            case .pictures: []
            }
        }
    }

    private let replay: Replay
    private let framesPerSecond: Int
    /// Pixels across; even, as video needs it.
    private let width: Int

    /// The lines below the picture, units of the picture: two tracks.
    private static let footer = 44.0
    /// A film of two minutes at 30 frames a second.
    private static let mostFrames = 3600

    /// The default length, seconds.
    public static let usualSeconds = 20.0
    /// How long before the worst moment the film begins, as a share of its length.
    private static let lead = 0.4

    /// - Parameters:
    ///   - result: the log with its tracks and places.
    ///   - start: seconds from the log's first sample; `nil` is before the moment in which labels are furthest off.
    ///   - seconds: the length.
    ///   - framesPerSecond: of the recording's time; fewer where there would be more than 3600 frames.
    ///   - width: pixels across.
    /// - Throws: `SensorLabError` (bad data) where there is nothing to show, with the reason.
    public init(
        _ result: AnalysisResult, start: Double?, seconds: Double, framesPerSecond: Int, width: Int
    ) throws {
        do throws(Replay.Missing) {
            let step = 1 / Double(framesPerSecond)
            var begin = start ?? 0
            if start == nil {
                let whole = try Replay(result, shortestStep: 0.1, most: 10 * Self.mostFrames)
                let worst = Double(whole.worst) * whole.step
                begin = max(0, min(worst - Self.lead * seconds, result.report.recording.durationSeconds - seconds))
            }
            replay = try Replay(
                result, shortestStep: step, most: Self.mostFrames, part: begin...begin + seconds)
        } catch {
            throw SensorLabError(
                .badData, code: .nothingToReplay, place: result.report.input.path, message: error.reason,
                advice: "docs/guide/report.md lists the data that a replay needs")
        }
        self.framesPerSecond = max(1, Int(clamping: (1 / replay.step).rounded()))
        self.width = width / 2 * 2
    }

    /// Frames.
    public var count: Int { replay.count }

    /// A frame as a picture of its own.
    public func svg(_ index: Int) -> String {
        let picture = replay.picture(index)
        let size = picture.size
        let (w, h) = (size.width, size.height + Self.footer * Double(replay.tracks.count + 1) / 2)
        var canvas = SVGCanvas()
        canvas.markup("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        canvas.viewBox(width: w, height: h)
        canvas.attribute("width", Double(width))
        canvas.attribute("height", (Double(width) * h / w / 2).rounded() * 2)
        canvas.markup(
            " font-family=\"DejaVu Sans,system-ui,sans-serif\" font-size=\"13\" color=\"#1c2127\"><style>"
                + StyleSheet.film + "</style><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>")
        canvas.element("svg", x: 0, y: 0, width: w, height: size.height)
        canvas.markup(">")
        canvas.markup(picture.svg())
        canvas.markup("</svg>")
        drawFooter(index, &canvas, y: size.height + 23)
        canvas.markup("</svg>\n")
        return Palette.plain(canvas.text)
    }

    /// The time, and how far off each track is.
    private func drawFooter(_ index: Int, _ canvas: inout SVGCanvas, y: Double) {
        canvas.label(
            (replay.begin + Double(index) * replay.step).clock, x: 14, y: y, weight: "600", muted: false)
        let truth = replay.orientations[0][index]
        for (number, track) in replay.tracks.enumerated() {
            let y = y + Self.footer / 2 * Double(number)
            var text = track.name
            if number > 0 {
                let off = truth.flatMap { truth in
                    replay.orientations[number][index].map { ReplayPicture.labelShift(truth: truth, other: $0) }
                }
                text +=
                    ": " + (off.map { NumberText.degrees(Angle.degrees($0).magnitude) + " off" } ?? "no orientation")
            }
            canvas.mark(track, at: (90, y - 5))
            canvas.label(text, x: 105, y: y, muted: false)
        }
    }

    /// Writes the film.
    /// - Throws: `SensorLabError`: input/output where ffmpeg is missing or fails; cannot create.
    public func write(to path: String, as kind: Kind, monitor: WorkMonitor = .none) throws {
        guard kind != .pictures else {
            try OutputFile.createFolder(path)
            try writePictures(to: path)
            return
        }
        guard let ffmpeg = InstalledProgram("ffmpeg") else {
            throw SensorLabError(
                .inputOutput, code: .noEncoder, place: path,
                message: "ffmpeg, which encodes films, is not on the PATH",
                advice: "install it (Debian: apt install ffmpeg), or give --out FOLDER for the pictures as SVG")
        }
        let scratch = try ScratchFolder()
        try withExtendedLifetime(scratch) {
            try monitor.during("drawing") { try writePictures(to: scratch.path) }
            let film = try monitor.during("encoding") { try encoded(in: scratch.path, as: kind, by: ffmpeg, for: path) }
            try OutputFile.write(film, to: path)
        }
    }

    /// The bytes of a film of the pictures in a folder.
    private func encoded(in folder: String, as kind: Kind, by ffmpeg: InstalledProgram, for path: String) throws -> Data
    {
        let film = folder + "/film"
        let (status, said) = try ffmpeg.run(
            ["-nostdin", "-v", "error", "-framerate", String(framesPerSecond), "-i", folder + "/%06d.svg"]
                + kind.arguments + [film])
        guard status == 0, let data = FileManager.default.contents(atPath: film) else {
            throw SensorLabError(
                .inputOutput, code: .noEncoder, place: path,
                message: "ffmpeg failed: \(PlainText.line(said, limit: 200))",
                advice:
                    "ffmpeg needs librsvg and the encoder of the format; or give --out FOLDER for the pictures as SVG")
        }
        return data
    }

    private func writePictures(to folder: String) throws {
        for index in 0..<count {
            try OutputFile.write(svg(index).utf8, to: "\(folder)/\(NumberText.padded(index, to: 6)).svg")
        }
    }
}
