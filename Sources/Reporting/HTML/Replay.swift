import Analysis
import Figures
import Foundation
import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A recording as an AR app would have shown it, at evenly spaced moments: for the page's figure and for films.
struct Replay {
    /// The screen's camera as it is held, in units of a picture.
    let camera: Camera
    /// The focal length across the screen, pixels of the device.
    let focal: Double
    let landmarks: [Landmark]
    /// The most landmarks on the screen at once; `nil` for no limit.
    let landmarksInView: Int?
    /// With its radius; `nil` for none.
    let radar: Radar?
    /// The truth first.
    let tracks: [Track]
    /// Whether the first track is the log's reference.
    let hasReference: Bool
    /// Seconds from the log's first sample to the first moment.
    let begin: Double
    /// Seconds from moment to moment.
    let step: Double
    /// One series per track; `nil` where it has no orientation.
    let orientations: [[Quaternion?]]
    /// The moment with the largest error of the first track that is compared with the truth, of those around which
    /// something is in view.
    let worst: Int

    /// How many moments there are.
    var count: Int { orientations.first?.count ?? 0 }

    /// A source of orientations.
    struct Track {
        let name: String
        let colour: String
        /// Differs between tracks, since colour alone is not accessible.
        let mark: String
        /// What is above its phone; empty for a track without a phone.
        let title: String
    }

    /// Why there is nothing to show.
    struct Missing: Error {
        let reason: String
    }

    /// - Parameters:
    ///   - shortestStep: seconds from moment to moment, longer where there would be more moments than `most`.
    ///   - part: seconds from the log's first sample; `nil` is the whole log.
    init(
        _ result: AnalysisResult, shortestStep: Double, most: Int, part: ClosedRange<Double>? = nil
    ) throws(Missing) {
        let chosen = Self.chosen(result)
        guard let first = chosen.first, let interval = result.recording.interval,
            interval.upperBound > interval.lowerBound
        else {
            throw Missing(
                reason: "The log has no orientation to replay: no filter gave one, and the log has no reference.")
        }
        guard let device = result.camera,
            let screen = try? ReplayScreen(device, orientations: first.orientations)
        else {
            throw Missing(
                reason: "The camera is unknown, so there is no screen to replay. Give --camera.")
        }
        guard !result.landmarks.isEmpty else {
            throw Missing(
                reason: "The log has no place to replay: none has a direction from the first position.")
        }
        (camera, landmarks, hasReference) = (screen.camera, result.landmarks, first.isReference)
        landmarksInView = result.landmarksInView
        radar = result.radar.map { radar in
            Radar(top: radar.top, radius: radar.radius ?? result.landmarks.compactMap(\.distance).max())
        }
        focal = screen.focal
        let whole = LogTime.seconds(interval.upperBound - interval.lowerBound)
        begin = min(part?.lowerBound ?? 0, whole)
        let duration = max(0, min(part?.upperBound ?? whole, whole) - begin)
        step = max(shortestStep, duration / Double(most - 1))
        let (begin, step) = (begin, step)
        let times = (0...Int(clamping: duration / step)).map {
            interval.lowerBound + Int64(clamping: (begin + Double($0) * step) * 1e9)
        }
        orientations = chosen.map { source in
            Self.sampled(source.times, source.orientations, at: times).map { $0.map(screen.turned) }
        }
        tracks = chosen.map(\.track)
        worst = Self.worst(orientations, landmarks: landmarks, camera: camera, frames: 0.5 / step)
    }

    /// A moment as it is drawn.
    func picture(_ index: Int) -> ReplayPicture {
        ReplayPicture(
            camera: camera, landmarks: landmarks, inView: landmarksInView, radar: radar, tracks: tracks,
            orientations: orientations.map { $0[index] })
    }

    private struct Chosen {
        let track: Track
        let times: [Int64]
        let orientations: [Quaternion]
        var isReference = false
    }

    /// The truth first: the reference, or the recommended filter where there is none. Then what an app shows today
    /// (`AnalysisReport.today`), and the recommended filter, each once.
    private static func chosen(_ result: AnalysisResult) -> [Chosen] {
        let tracks = (result.tracks + [result.device].compactMap { $0 }).filter { !$0.times.isEmpty }
        let recommended = result.report.recommendation?.filter
        func track(_ name: String?, _ role: String, mark: String) -> Chosen? {
            tracks.first { $0.name == name }.map { track in
                Chosen(
                    track: Track(
                        name: PlainText.line(track.name, limit: 40),
                        colour: ChartStyle.filter(track.name).css, mark: mark,
                        title: role + ": " + PlainText.line(track.name, limit: 16)),
                    times: track.times, orientations: track.estimates.map(\.orientation))
            }
        }
        let best = track(
            recommended ?? tracks.first?.name, recommended == nil ? "filter" : "recommended",
            mark: result.reference.isEmpty ? "ring" : "dot")
        let name = result.report.today?.name
        let today = track(name, "your app today", mark: name == PreparedLog.deviceName ? "diamond" : "square")
        let others = [today].compactMap { $0 }.filter { $0.track.name != best?.track.name }
        guard !result.reference.isEmpty else { return (best.map { [$0] } ?? []) + others }
        let reference = Chosen(
            track: Track(name: "reference", colour: Palette.css(.ink), mark: "ring", title: ""),
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

    /// The frame in which the second track is furthest off the first, or the third where there is no second; the first
    /// frame with an orientation where there is one track only.
    ///
    /// An error counts as large as it is at least throughout the second around a frame, and first of all where a place
    /// is on the screen all the time: then there is something to see, and the phone is not swung for a calibration.
    /// Next come frames with a place on the screen at least for the moment.
    private static func worst(
        _ samples: [[Quaternion?]], landmarks: [Landmark], camera: Camera, frames: Double
    ) -> Int {
        guard let truth = samples.first else { return 0 }
        let shows = truth.map { $0.map { ReplayPicture.shows(landmarks, in: $0, camera: camera) } ?? false }
        let reach = Int(clamping: frames.rounded())
        for other in samples.dropFirst() {
            let shifts = zip(truth, other).map { truth, other -> Double in
                guard let truth, let other else { return -1 }
                return ReplayPicture.labelShift(truth: truth, other: other).magnitude
            }
            let lasting = shifts.indices.map { index -> Double in
                let around = max(0, index - reach)...min(shifts.count - 1, index + reach)
                guard let least = shifts[around].min(), least >= 0 else { return -1 }
                let views = (shows[index] ? 1.0 : 0) + (shows[around].allSatisfy { $0 } ? 1 : 0)
                return least + views * 2 * .pi
            }
            if let most = lasting.max(), most >= 0, let frame = lasting.firstIndex(of: most) { return frame }
        }
        return truth.firstIndex { $0 != nil } ?? 0
    }
}

/// The screen as it is held: a phone on its side shows a wide picture, with the sky at its top.
///
/// It is the device turned about the camera's axis by whole quarters, so that picture and script handle an upright
/// screen only: orientations and camera are turned beforehand.
package struct ReplayScreen: Sendable {
    /// Which edge is up most of the time.
    let orientation: ScreenOrientation
    /// The device's camera in the axes of the turned screen.
    package let camera: Camera
    /// The focal length across the screen, pixels of the device.
    package let focal: Double

    /// - Parameters:
    ///   - camera: of the upright device.
    ///   - orientations: of the log; the circular mean of their roll decides.
    ///   - side: the shorter side of the screen, units of the picture.
    /// - Throws: `SensorLabError` for a camera without extent.
    package init(_ camera: Camera, orientations: some Sequence<Quaternion>, side: Double = 300) throws {
        var (x, y) = (0.0, 0.0)
        for roll in orientations.lazy.compactMap(\.roll) {
            x += Double.cos(roll)
            y += Double.sin(roll)
        }
        orientation = ScreenOrientation(roll: x == 0 && y == 0 ? 0 : Double.atan2(y: y, x: x))
        let upright = try camera.scaled(toWidth: side * max(1, camera.width / camera.height))
        let centre = orientation.turned(
            upright.centreX, upright.centreY, width: upright.width, height: upright.height)
        let isSideways = orientation.isSideways
        self.camera = try Camera(
            name: upright.name, width: isSideways ? upright.height : upright.width,
            height: isSideways ? upright.width : upright.height,
            focalX: isSideways ? upright.focalY : upright.focalX, focalY: isSideways ? upright.focalX : upright.focalY,
            centreX: centre.x, centreY: centre.y, distortion: upright.distortion)
        focal = self.camera.focalX * camera.width / (isSideways ? self.camera.height : self.camera.width)
    }

    /// An orientation of the device as one of the turned screen.
    package func turned(_ q: Quaternion) -> Quaternion {
        switch orientation {
        case .portrait: q
        case .rightEdgeUp: q * Quaternion(angle: -Double.pi / 2, axis: Vector3(0, 0, 1))
        case .leftEdgeUp: q * Quaternion(angle: Double.pi / 2, axis: Vector3(0, 0, 1))
        case .upsideDown: q * Quaternion(angle: Double.pi, axis: Vector3(0, 0, 1))
        }
    }
}
