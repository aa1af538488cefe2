import Calibration
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

extension FilterInput {
    /// What the sensors say against each other over time.
    var contradictions: [SensorContradiction] {
        SensorContradiction.all(gyroscope: gyroscope, force: force, field: magnetometer)
    }
}

extension SensorContradiction {
    /// What is wrong, since when and how sure that is.
    /// - Parameter origin: the stamp from which the log's seconds are counted, nanoseconds.
    func warning(from origin: Int64) -> Warning {
        let since = start.map { " from \(LogTime.difference($0, origin).tenthsOfSeconds) s on" } ?? ""
        let raised =
            angle > 0
            ? ": all sigmas are raised by \(Self.digits(Angle.degrees(angle), 2)) degrees, what it turns orientations by until a filter "
                + "has corrected it" : ""
        return Warning(.sensorsContradict, text(since) + raised, advice: advice)
    }

    private func text(_ since: String) -> String {
        let name = sensor.rawValue
        func size(_ unit: String, _ scale: Double) -> String {
            "\(Self.digits(scale * value.magnitude, 2)) +- \(Self.digits(scale * sigma, 1)) \(unit)"
        }
        switch fault {
        case .gain:
            return "the gyroscope reads \(size("%", 100)) too \(value > 0 ? "much" : "little")\(since), as force and "
                + "field turn"
        case .biasStep(let axis):
            let change = size("deg/s", Angle.degrees(1))
            return "the bias of the gyroscope's \(Self.axes[axis]) changes by \(change)\(since)"
        case .biasDrift(let axis):
            return
                "the bias of the gyroscope's \(Self.axes[axis]) drifts by \(size("deg/s", Angle.degrees(1))) over the log"
        case .delay:
            return "the \(name) is \(size("s", 1)) \(value > 0 ? "late" : "early")\(since), against the gyroscope"
        case .length:
            return "the \(name)'s readings are \(Self.digits(value, 2)) times as long\(since) as before, as in another "
                + "unit"
        }
    }

    private var advice: Advice? {
        start != nil ? .partsOfLog : nil
    }

    private static let axes = ["x", "y", "z"]

    /// A number with so many digits that count.
    private static func digits(_ value: Double, _ count: Int) -> String {
        guard value != 0, value.isFinite else { return "0" }
        var unit = 1.0
        for _ in 0..<12 where value.magnitude * unit < (count > 1 ? 10 : 1) { unit *= 10 }
        let rounded = (value * unit).rounded() / unit
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
