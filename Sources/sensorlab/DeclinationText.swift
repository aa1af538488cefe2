import Analysis
import Foundation
import Geomagnetism

/// The field at one place and date for people.
enum DeclinationText {
    static func text(_ answer: FieldAnswer) -> String {
        let (field, place) = (answer.field, answer.request.place)
        let (elements, change, sigma) = (field.elements, field.annualChange, field.uncertainty)
        let height = answer.heightAbove == .meanSeaLevel ? "mean sea level" : "the ellipsoid"
        var lines = [
            ("place", "\(place.latitude), \(place.longitude), \(place.height) m above \(height)"),
            ("date", "\(answer.request.dateText) (\(String(format: "%.4f", answer.request.date.value)))"),
            ("model", "\(answer.model), valid from \(answer.validity.lowerBound) to \(answer.validity.upperBound)"),
        ]
        func angle(_ name: String, _ path: KeyPath<MagneticElements, Double>, _ sign: String) {
            lines.append((name, value(elements, change, sigma, path, 1, "degrees, \(sign)")))
        }
        func intensity(_ name: String, _ path: KeyPath<MagneticElements, Double>, _ sign: String = "") {
            lines.append((name, value(elements, change, sigma, path, 1000, "microtesla\(sign)")))
        }
        angle("declination D", \.declinationDegrees, "east positive")
        angle("inclination I", \.inclinationDegrees, "down positive")
        intensity("horizontal H", \.h)
        intensity("north X", \.x)
        intensity("east Y", \.y)
        intensity("down Z", \.z)
        intensity("total F", \.f)
        if let grid = field.gridVariationDegrees {
            lines.append(("grid variation", String(format: "%+.3f degrees, polar stereographic grid", grid)))
        }
        lines.append(("zone", zone(field.zone)))
        return lines.map { TextCell.left($0.0, 16) + $0.1 + "\n" }.joined()
    }

    /// Value, standard deviation and change in a year.
    private static func value(
        _ elements: MagneticElements, _ change: MagneticElements, _ sigma: MagneticElements?,
        _ path: KeyPath<MagneticElements, Double>, _ unit: Double, _ words: String
    ) -> String {
        let deviation = sigma.map { String(format: " +- %.3f", $0[keyPath: path] / unit) } ?? ""
        return String(format: "%+.3f", elements[keyPath: path] / unit) + "\(deviation) \(words); "
            + String(format: "%+.3f a year", change[keyPath: path] / unit)
    }

    private static func zone(_ zone: CompassZone) -> String {
        switch zone {
        case .normal: "normal (H of 6 microtesla or more)"
        case .caution: "caution (H below 6 microtesla): a compass may be in error"
        case .blackout: "blackout (H below 2 microtesla): a compass is not to be used"
        }
    }
}
