import Analysis
import Foundation
import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What an AR app would have shown: the landmarks on the camera's picture, where they belong and where filters draw them.
///
/// The page holds one moment of it, drawn here; its script moves through the others. They travel as base64 of 16-bit integers,
/// the quaternions' four parts times 32767 (0.004 degrees), little-endian, one frame after the other, one quaternion per track.
struct ReplayFigure {
    /// One moment as it is drawn here.
    private(set) var picture = ""
    /// For the script: frames, tracks and landmarks.
    private(set) var frames = ""
    private(set) var interval = ""
    private(set) var camera = ""
    private(set) var landmarks = ""
    private(set) var tracks: [Track] = []
    private(set) var steps = ""
    private(set) var caption = ""
    /// The page's class for a screen that is wider than high; empty for an upright one.
    private(set) var turn = ""
    /// Why there is no picture; `nil` where there is one.
    private(set) var missing: String?

    /// A source of orientations.
    struct Track {
        let name: String
        let colour: String
        /// Differs between tracks, since colour alone is not accessible.
        let mark: String
    }

    /// A frame every fifteenth of a second for two minutes, fewer per second for longer logs.
    private static let largestCount = 1800
    private static let shortestInterval = 1.0 / 15
    /// The screen's shorter side in the page's units.
    private static let side = 300.0

    init(_ result: AnalysisResult) {
        let chosen = Self.chosen(result)
        guard let device = result.camera, let first = chosen.first,
            let screen = try? ReplayScreen(device, orientations: first.orientations, side: Self.side),
            let interval = result.recording.interval, interval.upperBound > interval.lowerBound
        else {
            missing = "No orientation is known, so there is nothing to replay."
            return
        }
        let camera = screen.camera
        turn = camera.width > camera.height ? "turned" : ""
        let duration = Double(interval.upperBound - interval.lowerBound) * 1e-9
        let step = max(Self.shortestInterval, duration / Double(Self.largestCount - 1))
        let count = Int(clamping: duration / step) + 1
        let times = (0..<count).map { interval.lowerBound + Int64(clamping: Double($0) * step * 1e9) }
        let samples = chosen.map { source -> [Quaternion?] in
            Self.sampled(source.times, source.orientations, at: times).map { $0.map(screen.turned) }
        }
        var bytes = Data(capacity: count * samples.count * 8)
        for frame in times.indices {
            for sample in samples {
                let q = sample[frame]
                for part in [q?.w ?? 0, q?.x ?? 0, q?.y ?? 0, q?.z ?? 0] {
                    withUnsafeBytes(of: Int16.clamped((part * 32767).rounded()).littleEndian) {
                        bytes.append(contentsOf: $0)
                    }
                }
            }
        }
        frames = bytes.base64EncodedString()
        self.interval = FixedDecimal.text(step, decimals: 6)
        steps = String(count - 1)
        self.camera = [camera.width, camera.height, camera.focalX, camera.focalY, camera.centreX, camera.centreY]
            .map { FixedDecimal.text($0, decimals: 2) }.joined(separator: " ")
        // One line per landmark; a name cannot hold a line break.
        landmarks = result.landmarks.map { landmark in
            let d = landmark.direction
            let numbers = [d.x, d.y, d.z].map { FixedDecimal.text($0, decimals: 6) }.joined(separator: " ")
            return numbers + " " + PlainText.line(landmark.name, limit: 32)
        }.joined(separator: "\n")
        tracks = chosen.map(\.track)
        let isCompass = result.landmarks == Landmark.compass
        let places =
            isCompass
            ? "The places shown are points of the compass on the horizon; --places FILE shows your own."
            : "Places as seen from where the log begins."
        let truth = first.isReference ? "reference" : "recommended filter, since the log has no reference"
        caption =
            "\(places) Rings: where they belong by the \(truth); marks: where filters draw them."
            + Self.holding(screen.orientation)
        let best = Self.liveliest(samples[0], landmarks: result.landmarks, camera: camera)
        picture = ReplayPicture(
            camera: camera, landmarks: result.landmarks, tracks: tracks, orientations: samples.map { $0[best] }
        ).svg()
    }

    private static func holding(_ orientation: ScreenOrientation) -> String {
        switch orientation {
        case .portrait: ""
        case .rightEdgeUp: " The screen is drawn as it was held most of the time: right edge up."
        case .leftEdgeUp: " The screen is drawn as it was held most of the time: left edge up."
        case .upsideDown: " The screen is drawn as it was held most of the time: upside down."
        }
    }

    private struct Chosen {
        let track: Track
        let times: [Int64]
        let orientations: [Quaternion]
        var isReference = false
    }

    /// The reference first, then the recommended filter and the classic one, each once.
    private static func chosen(_ result: AnalysisResult) -> [Chosen] {
        var chosen: [Chosen] = []
        if !result.reference.isEmpty {
            chosen.append(
                Chosen(
                    track: Track(name: "reference", colour: Palette.css(.ink), mark: "ring"),
                    times: result.reference.times, orientations: result.reference.values, isReference: true))
        }
        let names = [result.report.recommendation?.filter, "lowpass", result.tracks.first?.name]
        for (index, track) in result.tracks.enumerated()
        where names.contains(track.name) && chosen.count < 3 && !track.times.isEmpty {
            chosen.append(
                Chosen(
                    track: Track(
                        name: PlainText.line(track.name, limit: 40), colour: Palette.css(.series(index)),
                        mark: track.name == names[0] ? "dot" : "square"),
                    times: track.times, orientations: track.estimates.map(\.orientation)))
        }
        // The first draws the rings: without a reference, the recommended filter.
        if result.reference.isEmpty, let best = chosen.firstIndex(where: { $0.track.mark == "dot" }) {
            chosen.swapAt(0, best)
        }
        return chosen
    }

    /// The last orientation at or before each time, `nil` where it is older than a second.
    private static func sampled(
        _ stamps: [Int64], _ orientations: [Quaternion], at times: [Int64]
    ) -> [Quaternion?] {
        var row = -1
        return times.map { time in
            while row + 1 < stamps.count && stamps[row + 1] <= time { row += 1 }
            return row >= 0 && time - stamps[row] <= 1_000_000_000 ? orientations[row] : nil
        }
    }

    /// The frame, of those that show most landmarks, that is nearest to the middle.
    private static func liveliest(_ frames: [Quaternion?], landmarks: [Landmark], camera: Camera) -> Int {
        let middle = frames.count / 2
        func visible(_ index: Int) -> Int {
            guard let q = frames[index] else { return -1 }
            return landmarks.count { landmark in
                camera.pixel(ofDevice: q.unrotate(landmark.direction)).map {
                    (0...camera.width).contains($0.x) && (0...camera.height).contains($0.y)
                } ?? false
            }
        }
        return frames.indices.map { (index: $0, count: visible($0)) }
            .max { ($0.count, -abs($0.index - middle)) < ($1.count, -abs($1.index - middle)) }?.index ?? 0
    }
}
