import SensorModels
import Vocabulary

extension ARIntrinsics {
    /// The columns `fx,fy,cx,cy` of a table; `nil` without them.
    static func columns(in names: [String]) -> [Int]? {
        let found = ["fx", "fy", "cx", "cy"].compactMap(names.firstIndex)
        return found.count == 4 ? found : nil
    }

    /// The sizes of ARKit's pictures (`ARConfiguration.supportedVideoFormats`).
    private static let sizes: [(width: Double, height: Double)] = [
        (1920, 1440), (1920, 1080), (1280, 720), (3840, 2160), (1440, 1080), (640, 480),
    ]
    /// A principal point is nearer to the middle of its picture, as a share of width and height.
    private static let offCentre = 0.08

    /// From the focal lengths and principal points of many pictures, `fx, fy, cx, cy` in pixels: their medians, since focus and
    /// stabilisation move them. The size of the picture is that of ARKit's whose middle is nearest to the principal point; `nil`
    /// where there is none, and without a row.
    init?(rows: [[Double]]) {
        let known = rows.filter { $0.count == 4 && $0.allSatisfy { $0.isFinite && $0 > 0 } }
        guard !known.isEmpty else { return nil }
        let median = (0..<4).map { column in Percentile.of(known.map { $0[column] }, 0.5) }
        func distance(_ size: (width: Double, height: Double)) -> Double {
            max((median[2] / size.width - 0.5).magnitude, (median[3] / size.height - 0.5).magnitude)
        }
        guard let size = Self.sizes.min(by: { distance($0) < distance($1) }), distance(size) < Self.offCentre else {
            return nil
        }
        self.init(
            focalX: median[0], focalY: median[1], centreX: median[2], centreY: median[3], width: size.width,
            height: size.height)
    }
}

extension ARTracking {
    /// What ARKit and ARCore call the state, whatever the spelling and the reason behind it (`limited(.initializing)`); `nil` for other words.
    init?(word: String) {
        let letters = word.lowercased().filter(\.isLetter)
        if letters.contains("relocali") {
            self = .relocalizing
        } else if letters.hasPrefix("limited") || letters == "paused" {
            self = .limited
        } else if letters == "normal" || letters == "tracking" {
            self = .normal
        } else if letters == "notavailable" || letters == "stopped" {
            self = .notAvailable
        } else {
            return nil
        }
    }
}
