import Geomagnetism
import ProjectionCore
import Rotations
import SensorModels
import Vocabulary

/// Replays a canonical log through the app's library, as an app would get the samples:
///
///     gunzip -c log.csv.gz | Replay projection-core.json places.csv [calibration.json...]
///
/// Prints `t,id,x,y` for every place on the screen, ten times a second. The readings are calibrated with the files that
/// `sensorlab calibrate` wrote, the position comes from the log's fixes, the date from its header. An app that gets
/// calibrated readings from its system leaves the calibration out.
@main
enum Replay {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as SensorLabError {
            print("replay: \(error.description)")
        } catch {
            print("replay: \(error)")
        }
    }

    static func run(_ arguments: [String]) throws {
        guard arguments.count >= 2 else {
            print("usage: Replay projection-core.json places.csv [calibration.json...] < log.csv")
            return
        }
        var log = LogReader()
        let places = try PlacesFile.read(path: arguments[1])
        // The device is named in the log's header, above the first row.
        let first = log.next()
        let camera = try log.header["device"].flatMap(CameraCatalogue.entry(forDevice:))?.camera()
        var calibration = CalibrationSet()
        for path in arguments.dropFirst(2) { calibration.merge(try CalibrationFile.read(path: path), source: path) }
        var core = try ProjectionCore.load(
            path: arguments[0], places: places, camera: camera, gyroscopeBiasSigma: calibration.gyroscopeBiasSigma)
        let date = try log.header["date"].flatMap(Self.date)

        var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
        var nextFrame: Int64?
        var row = first
        print("t,id,x,y")
        while let cells = row {
            let time = cells.time
            if let frame = nextFrame, time > frame {
                draw(&core, &positions, at: frame)
                nextFrame = frame + 100_000_000
            }
            if let rate = cells.vector("gx", "gy", "gz") {
                core.update(gyroscope: calibration.gyroscopeModel?.apply(rate) ?? rate, at: time)
            }
            if let force = cells.vector("ax", "ay", "az") {
                core.update(accelerometer: calibration.accelerometerModel?.apply(force) ?? force, at: time)
            }
            if let field = cells.vector("mx", "my", "mz") {
                core.update(magnetometer: calibration.magnetometerModel?.apply(field) ?? field, at: time)
            }
            if let fix = cells.vector("lat", "lon", "alt") {
                try core.update(
                    fix: .init(latitude: fix.x, longitude: fix.y, height: fix.z), accuracy: cells["accuracy"] ?? .nan,
                    at: time, date: date)
            }
            if nextFrame == nil, core.filter.estimate != nil { nextFrame = time }
            row = log.next()
        }
    }

    /// One frame: the labels on the screen.
    static func draw(_ core: inout ProjectionCore, _ positions: inout [ScreenPosition], at time: Int64) {
        core.project(into: &positions, at: time)
        for (place, position) in zip(core.projector.places, positions) where position.isVisible {
            print("\(LogTime.text(time)),\(place.id),\(tenths(position.x)),\(tenths(position.y))")
        }
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func date(_ text: String) throws -> DecimalYear? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? try DecimalYear(year: parts[0], month: parts[1], day: parts[2]) : nil
    }
}
