import Analysis
import Figures
import Foundation
import ProjectionCore
import Vocabulary

/// What an AR app would have shown: the landmarks on the camera's picture, where they belong and where filters draw
/// them.
///
/// The page holds one moment of it, drawn here; its script moves through the others. They are encoded as base64 of
/// 16-bit integers: the quaternions' four parts times 32767 (0.004 degrees), little-endian, one frame after the other,
/// one quaternion per track.
struct ReplayFigure {
    /// One moment as it is drawn here.
    private(set) var picture = ""
    /// For the script: frames, tracks and landmarks.
    private(set) var frames = ""
    private(set) var interval = ""
    private(set) var camera = ""
    private(set) var landmarks = ""
    /// What is at the radar's top, and its radius in metres, 0 for directions alone; empty for no radar.
    private(set) var radar = ""
    private(set) var tracks: [Replay.Track] = []
    private(set) var steps = ""
    private(set) var caption = ""
    /// The frame with which the replay begins.
    private(set) var start = ""
    /// The focal length across the screen, pixels of the device.
    private(set) var focal = ""
    /// Why there is no picture; `nil` where there is one.
    private(set) var missing: String?

    /// A frame every fifteenth of a second for two minutes, fewer per second for longer logs.
    private static let largestCount = 1800
    private static let shortestInterval = 1.0 / 15

    init(_ result: AnalysisResult) {
        let replay: Replay
        do throws(Replay.Missing) {
            replay = try Replay(result, shortestStep: Self.shortestInterval, most: Self.largestCount)
        } catch {
            missing = error.reason
            return
        }
        var bytes = Data(capacity: replay.count * replay.tracks.count * 8)
        for frame in 0..<replay.count {
            for orientations in replay.orientations {
                let q = orientations[frame]
                for part in [q?.w ?? 0, q?.x ?? 0, q?.y ?? 0, q?.z ?? 0] {
                    withUnsafeBytes(of: Int16.clamped((part * 32767).rounded()).littleEndian) {
                        bytes.append(contentsOf: $0)
                    }
                }
            }
        }
        frames = bytes.base64EncodedString()
        focal = FixedDecimal.text(replay.focal, decimals: 1)
        interval = FixedDecimal.text(replay.step, decimals: 6)
        steps = String(replay.count - 1)
        let camera = replay.camera
        self.camera = [camera.width, camera.height, camera.focalX, camera.focalY, camera.centreX, camera.centreY]
            .map { FixedDecimal.text($0, decimals: 2) }.joined(separator: " ")
        // One line per landmark; a name cannot hold a line break.
        landmarks = result.landmarks.map { landmark in
            let d = landmark.direction
            let numbers = [d.x, d.y, d.z].map { FixedDecimal.text($0, decimals: 6) }.joined(separator: " ")
            let distance = FixedDecimal.text(landmark.distance ?? 0, decimals: 1)
            return numbers + " " + distance + " " + PlainText.line(landmark.name, limit: 32)
        }.joined(separator: "\n")
        tracks = replay.tracks
        radar = replay.radar.map { $0.top.rawValue + " " + FixedDecimal.text($0.radius ?? 0, decimals: 1) } ?? ""
        let isCompass = result.landmarks == Landmark.compass
        let places =
            isCompass
            ? "The places are points of the compass on the horizon; --places FILE shows your own places."
            : "Places as seen from the log's first position."
        let truth = replay.hasReference ? "reference" : "recommended filter, since the log has no reference"
        caption =
            "\(places) Rings: correct positions by the \(truth); labels: where each draws them. The screens have the "
            + "camera's field of view; a camera that looks at the floor gives way to the compass from above. It starts at "
            + "the largest lasting error with a place in view."
        start = String(replay.worst)
        picture = replay.picture(replay.worst).svg()
    }
}
