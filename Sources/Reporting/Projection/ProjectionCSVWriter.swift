import Analysis
import Evaluation
import Figures
import ProjectionCore
import Rotations
import SensorModels
import Vocabulary

/// The labels over time as CSV: `t,filter,projection,id,x,y,visible,distance,scale,major,minor,angle`.
///
/// One row per frame and place that has coordinates (on the screen, or outside of it in front of the camera). t in
/// seconds of the log's own clock, x and y in pixels from the upper left corner, visible 0 or 1, distance in metres as
/// the model has it, scale the size of the label, then the ellipse of one sigma: semi-axes in pixels and the direction
/// of the larger one in degrees from the screen's right towards its lower edge; empty off the screen and where model or
/// filter know none.
///
/// With details, also rows of the places behind the camera and on top of the observer, and the columns of
/// `detailHeader`: docs/guide/project.md explains them.
public enum ProjectionCSVWriter {
    private static let header = "t,filter,projection,id,x,y,visible,distance,scale,major,minor,angle"
    private static let detailHeader =
        ",state,azimuth,relative,arrow,arrow_x,arrow_y,opacity,label,label_x,label_y,label_width,label_height,"
        + "observer_lat,observer_lon,observer_alt,age"

    /// Writes all runs one after another; `sink` gets pieces of the text, `progress` the share that is done, 0...1.
    public static func write(
        _ analysis: ProjectionAnalysis, details: Bool = false, progress: (Double) -> Void = { _ in },
        to sink: ([UInt8]) throws -> Void
    ) throws {
        var bytes = Array((header + (details ? detailHeader : "") + "\n").utf8)
        for (number, run) in analysis.runs.enumerated() {
            let start = "\(run.filter),\(run.model.rawValue)"
            let ids = run.screen.drawn.places.map { Array(CSVField.inert($0.id).utf8) }
            var projector = run.screen.drawn
            var walk = run.screen.observers.makeWalk()
            var positions = [ScreenPosition](repeating: .none(.undefined), count: projector.places.count)
            var placement = projector.options.labels.map { LabelPlacement(rule: $0) }
            for row in run.drawn.track.times.indices {
                let time = run.drawn.track.times[row]
                if let observer = walk.change(at: time) { try projector.prepare(observer: observer) }
                guard projector.observer != nil else { continue }
                let estimate = run.drawn.track.estimates[row]
                projector.project(estimate.orientation, into: &positions)
                let uncertainty = run.screen.observers.uncertainty(of: estimate, at: time)
                if details { placement?.place(positions, of: projector) }
                for place in positions.indices
                where positions[place].isDefined || (details && hasRow(positions[place].state)) {
                    LogTime.append(time, to: &bytes)
                    bytes.append(UInt8(ascii: ","))
                    bytes.append(contentsOf: start.utf8)
                    bytes.append(UInt8(ascii: ","))
                    bytes.append(contentsOf: ids[place])
                    append([(positions[place].x, 3), (positions[place].y, 3)], to: &bytes)
                    bytes.append(contentsOf: positions[place].isVisible ? ",1".utf8 : ",0".utf8)
                    append([(projector.distances[place], 2), (projector.labelScale(of: place), 4)], to: &bytes)
                    let ellipse =
                        positions[place].isVisible
                        ? projector.errorEllipse(
                            of: place, orientation: estimate.orientation, uncertainty: uncertainty) : nil
                    if let ellipse {
                        let axes = ellipse.semiAxes
                        append([(axes.major, 2), (axes.minor, 2), (ellipse.angle * 180 / .pi, 2)], to: &bytes)
                    } else {
                        bytes.append(contentsOf: ",,,".utf8)
                    }
                    if details {
                        append(
                            place, position: positions[place], of: projector, estimate.orientation,
                            placement?.labels[place], hasHeight: run.screen.observers.hasHeight,
                            age: run.screen.observers.age(at: time), to: &bytes)
                    }
                    bytes.append(UInt8(ascii: "\n"))
                }
                if bytes.count > 1 << 18 {
                    try sink(bytes)
                    bytes.removeAll(keepingCapacity: true)
                    let share = Double(row) / Double(run.drawn.track.times.count)
                    progress((Double(number) + share) / Double(analysis.runs.count))
                }
            }
        }
        try sink(bytes)
    }

    /// With details, besides places with coordinates.
    private static func hasRow(_ state: ScreenPosition.State) -> Bool { state == .behind || state == .near }

    private static func name(_ state: ScreenPosition.State) -> String {
        switch state {
        case .visible: return "visible"
        case .outside: return "outside"
        case .behind: return "behind"
        case .near: return "near"
        case .filtered: return "filtered"
        case .undefined: return "undefined"
        }
    }

    private static func name(_ outcome: PlacedLabel.Outcome) -> String {
        switch outcome {
        case .none: return ""
        case .preferred: return "preferred"
        case .moved: return "moved"
        case .hidden: return "hidden"
        }
    }

    private static func append(
        _ place: Int, position: ScreenPosition, of projector: Projector, _ orientation: Quaternion,
        _ label: PlacedLabel?, hasHeight: Bool, age: Double?, to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: name(position.state).utf8)
        let bearing = projector.bearing(of: place, orientation: orientation, position: position)
        // Places on the screen have no arrow.
        let arrow = position.isVisible ? nil : bearing
        append(
            [
                (bearing?.azimuth ?? .nan, 3), (bearing?.relative ?? .nan, 3),
                (arrow.map { $0.angle * 180 / .pi } ?? .nan, 2), (arrow?.x ?? .nan, 1), (arrow?.y ?? .nan, 1),
                (projector.opacity(of: place), 3),
            ], to: &bytes)
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: name(label?.outcome ?? .none).utf8)
        let isDrawn = label?.isDrawn ?? false
        append(
            [
                (label?.x ?? .nan, 1), (label?.y ?? .nan, 1), (isDrawn ? label?.width ?? .nan : .nan, 1),
                (isDrawn ? label?.height ?? .nan : .nan, 1),
                (projector.observer?.latitude ?? .nan, 7), (projector.observer?.longitude ?? .nan, 7),
                (hasHeight ? projector.observer?.height ?? .nan : .nan, 2), (age ?? .nan, 3),
            ], to: &bytes)
    }

    private static func append(_ numbers: [(value: Double, decimals: Int)], to bytes: inout [UInt8]) {
        for (value, decimals) in numbers {
            bytes.append(UInt8(ascii: ","))
            FixedDecimal.append(value, decimals: decimals, to: &bytes)
        }
    }
}
