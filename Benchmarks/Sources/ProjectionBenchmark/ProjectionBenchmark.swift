import Geodesy
import ProjectionCore
import Rotations
import Vocabulary

/// Milliseconds per frame and per preparation for 10,000 places on one core, for every projection model:
/// `make bench-projection`.
///
/// The places lie within 20 km of the observer, a tenth of them all over the earth. Best of 50 frames and of 7
/// preparations after the observer has moved by 1 m. A frame is the position of every place, without the ellipse.
@main
enum ProjectionBenchmark {
    static func main() throws {
        let here = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 80)
        let places = (0..<10_000).map { index in
            let part = Double(index) * 0.618_033_988_749_895
            let azimuth = 360 * (part - part.rounded(.down))
            let distance = index % 10 == 0 ? 2000 * Double(index) : 50 + 2 * Double(index)
            var end = Geodesic.wgs84.direct(from: here, azimuth: azimuth, distance: distance).end
            end.height = Double(index % 300)
            return PointOfInterest(id: "\(index)", name: "place \(index)", position: end)
        }
        let camera = try Camera(named: "iphone5")
        print("| model | frame, ms | prepare after 1 m, ms |\n|---|--:|--:|")
        for model in ProjectionModel.allCases {
            var projector = try Projector(model: model, camera: camera, places: places)
            try projector.prepare(observer: here)
            var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
            var checksum = 0.0
            let frame = best(of: 50) { number in
                let orientation =
                    Quaternion.aboutVertical(0.1 * Double(number)) * Quaternion(rotationVector: Vector3(1.5, 0.1, 0))
                projector.project(orientation, into: &positions)
                checksum += positions.reduce(0) { $0 + ($1.isVisible ? $1.x : 0) }
            }
            let prepare = try best(of: 7) { number in
                let moved = GeodeticPosition(
                    latitude: here.latitude + 9e-6 * Double(number + 1), longitude: here.longitude)
                try projector.prepare(observer: moved)
                checksum += projector.distances[17]
            }
            precondition(checksum.isFinite)
            print("| \(model.rawValue) | \(rounded(frame)) | \(rounded(prepare)) |")
        }
    }

    /// Milliseconds of the fastest of several runs; its number is given to the work.
    static func best(of runs: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for number in 0..<runs {
            let duration = try ContinuousClock().measure { try work(number) }
            let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
            best = min(best, seconds * 1000)
        }
        return best
    }

    static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
