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
    /// The frame with which the replay begins.
    private(set) var start = ""
    /// The focal length across the screen, pixels of the device.
    private(set) var focal = ""
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
        guard let first = chosen.first, let interval = result.recording.interval,
            interval.upperBound > interval.lowerBound
        else {
            missing = "No filter gave an orientation and the log has no reference, so there is nothing to replay."
            return
        }
        guard let device = result.camera,
            let screen = try? ReplayScreen(device, orientations: first.orientations, side: Self.side)
        else {
            missing = "No camera is known, so there is no screen to replay. Give --camera or --camera-fov."
            return
        }
        guard !result.landmarks.isEmpty else {
            missing = "None of the places has a direction from where the log begins, so there is nothing to replay."
            return
        }
        let camera = screen.camera
        let across = screen.orientation.isSideways ? camera.height : camera.width
        focal = FixedDecimal.text(camera.focalX * device.width / across, decimals: 1)
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
            let distance = FixedDecimal.text(landmark.distance ?? 0, decimals: 1)
            return numbers + " " + distance + " " + PlainText.line(landmark.name, limit: 32)
        }.joined(separator: "\n")
        tracks = chosen.map(\.track)
        let isCompass = result.landmarks == Landmark.compass
        let places =
            isCompass
            ? "The places shown are points of the compass on the horizon; --places FILE shows your own."
            : "Places as seen from where the log begins."
        let truth = first.isReference ? "reference" : "recommended filter, since the log has no reference"
        caption =
            "\(places) Rings: where they belong by the \(truth); marks: where they are drawn instead. The view is 140 "
            + "degrees wide; the outline is what the screen shows. It begins where the first of the marks is furthest off."
        let best = Self.worst(samples, landmarks: result.landmarks)
        start = String(best)
        picture = ReplayPicture(
            camera: camera, landmarks: result.landmarks, tracks: tracks, orientations: samples.map { $0[best] }
        ).svg()
    }

    private struct Chosen {
        let track: Track
        let times: [Int64]
        let orientations: [Quaternion]
        var isReference = false
    }

    /// The truth first: the reference, or the recommended filter where there is none. Then what an app would use, the
    /// device's own attitude or a plain compass, and the recommended filter, each once.
    private static func chosen(_ result: AnalysisResult) -> [Chosen] {
        let tracks = (result.tracks + [result.device].compactMap { $0 }).filter { !$0.times.isEmpty }
        let recommended = result.report.recommendation?.filter
        func track(_ name: String?, mark: String) -> Chosen? {
            tracks.first { $0.name == name }.map { track in
                Chosen(
                    track: Track(
                        name: PlainText.line(track.name, limit: 40),
                        colour: ChartStyle.filter(track.name).css, mark: mark),
                    times: track.times, orientations: track.estimates.map(\.orientation))
            }
        }
        let best = track(recommended ?? tracks.first?.name, mark: result.reference.isEmpty ? "ring" : "dot")
        let device = track(PreparedLog.deviceName, mark: "diamond")
        let plain = device == nil || result.reference.isEmpty ? track("lowpass", mark: "square") : nil
        let others = [device, plain].compactMap { $0 }.filter { $0.track.name != best?.track.name }
        guard !result.reference.isEmpty else { return (best.map { [$0] } ?? []) + others }
        let reference = Chosen(
            track: Track(name: "reference", colour: Palette.css(.ink), mark: "ring"),
            times: result.reference.times, orientations: result.reference.values, isReference: true)
        return [reference] + others + (best.map { [$0] } ?? [])
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

    /// The frame in which the second track is furthest off the first, or the third where there is no second, of those that
    /// show a place if there are any; the first frame with an orientation where there is one track only.
    private static func worst(_ samples: [[Quaternion?]], landmarks: [Landmark]) -> Int {
        guard let truth = samples.first else { return 0 }
        let shows = truth.map { $0.map { ReplayPicture.shows(landmarks, in: $0) } ?? false }
        for other in samples.dropFirst() {
            let shifts = zip(zip(truth, other), shows).map { pair, shows -> Double in
                guard let truth = pair.0, let other = pair.1 else { return -1 }
                return ReplayPicture.labelShift(truth: truth, other: other).magnitude + (shows ? 2 * .pi : 0)
            }
            if let most = shifts.max(), most >= 0, let frame = shifts.firstIndex(of: most) { return frame }
        }
        return truth.firstIndex { $0 != nil } ?? 0
    }
}
