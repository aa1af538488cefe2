import Figures
import Foundation

/// The errors of approximate geodesy as a Markdown table, of which docs/reference/geodesy.md has an excerpt, and a
/// picture.
///
///     GeodesyErrors [PICTURE.svg]
@main
enum GeodesyErrors {
    static func main() throws {
        if let path = CommandLine.arguments.dropFirst().first {
            try svg().write(toFile: path, atomically: true, encoding: .utf8)
        }
        print(markdown(), terminator: "")
    }

    private static let latitudes = [0.0, 45, 60, 80]
    private static let distances = [10.0, 100, 1000, 10_000, 100_000, 1_000_000]

    /// Errors of distance and azimuth by method, latitude and distance.
    static func markdown() -> String {
        var lines = [
            "| method | latitude | " + distances.map(length).joined(separator: " | ") + " |",
            "|---|--:|" + String(repeating: "--:|", count: distances.count),
        ]
        for method in ApproximationErrors.Method.allCases {
            for latitude in latitudes {
                let cells = distances.map { distance in
                    let entry = ApproximationErrors.entry(method, latitude: latitude, distance: distance)
                    return "\(percent(entry.relativeError)), \(String(format: "%.2g", entry.azimuthError))\u{B0}"
                }
                lines.append(
                    "| \(method.rawValue) | \(Int(latitude))\u{B0} | " + cells.joined(separator: " | ") + " |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The error of the distance over the distance at 45 degrees, both logarithmic; dashes for 80 degrees.
    static func svg() -> String {
        let exponents = stride(from: 0.0, through: 7, by: 0.1).map { $0 }
        var layers: [ChartLayer] = []
        for (index, method) in ApproximationErrors.Method.allCases.enumerated() {
            for (latitude, dashes) in [(45.0, [Double]()), (80, [4, 3])] {
                let points = exponents.map { exponent in
                    let error = ApproximationErrors.entry(
                        method, latitude: latitude, distance: pow(10, exponent)
                    ).relativeError
                    return ChartPoint(exponent, log10(max(1e-9, min(10, error))))
                }
                let style = ChartStyle(.series(index), width: 1.6, dashes: dashes)
                layers.append(.line(points, style, name: dashes.isEmpty ? method.rawValue : nil))
            }
        }
        let x = ChartAxis(
            label: "distance", domain: 0...7,
            ticks: stride(from: 0.0, through: 7, by: 1).map { .init($0, length(pow(10, $0))) })
        let y = ChartAxis(
            label: "error of the distance, the worst azimuth", domain: -9...1,
            ticks: stride(from: -9.0, through: 1, by: 2).map { .init($0, percent(pow(10, $0))) })
        return Chart(
            title: "Approximate geodesy against the geodesic; solid: 45\u{B0}, dashed: 80\u{B0} of latitude",
            summary: "Relative errors of distances by haversine, law of cosines, plane and the scene's constants.",
            x: x, y: y, layers: layers, showsTitle: true
        ).standaloneSVG(ChartSize(width: 900, height: 480))
    }

    private static func length(_ metres: Double) -> String {
        metres < 1000 ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
    }

    private static func percent(_ part: Double) -> String {
        part < 1e-8 ? "0 %" : String(format: "%.2g", 100 * part) + " %"
    }
}
