import ArgumentParser
import OrientationFilters
import Reporting
import Smoothing
import Vocabulary

struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters",
        abstract: "List the filters, or one filter's parameters.",
        examples: [
            "sensorlab filters",
            "sensorlab filters kalman",
            "sensorlab filters --json",
        ])

    @Argument(help: "The filter whose parameters are shown.", completion: .filter) var name: String?
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        var entries = EstimatorCatalogue.entries
        if let name {
            guard let entry = EstimatorCatalogue.entry(named: name) else {
                let names = entries.map(\.information.name)
                let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
                throw SensorLabError(
                    .usage, code: .unknownFilter, place: name, message: "there is no filter \(name)",
                    advice: nearest ?? "there are \(names.joined(separator: ", "))")
            }
            entries = [entry]
        }
        try Terminal.output(
            CatalogueListing(entries), asJSON: json,
            name == nil ? Self.list(entries) : entries.map(text).joined(separator: "\n"))
    }

    /// One line each.
    private static func list(_ entries: [FilterEntry]) -> String {
        let width = entries.map(\.information.name.count).max() ?? 0
        let lines = entries.map { entry in
            let name = entry.information.name
            return name + String(repeating: " ", count: width + 2 - name.count)
                + TerminalSummary.shortened(entry.information.summary, width: TerminalSummary.width - width - 2)
        }
        return lines.joined(separator: "\n")
            + "\n\nsensorlab filters NAME shows the sensors that a filter needs and its parameters.\n"
    }

    private func text(_ entry: FilterEntry) -> String {
        let information = entry.information
        var lines = ["\(information.name)", "    \(information.summary)"]
        if information.isOffline { lines.append("    offline: needs the whole recording, an app cannot run it") }
        lines.append("    without gyroscope: \(information.withoutGyroscope ?? "cannot run")")
        lines.append("    source: \(information.reference)")
        for parameter in entry.parameters {
            let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
            lines.append(
                "    --set \(information.name).\(parameter.name)=\(parameter.defaultValue)\(unit)   "
                    + "[\(parameter.range.lowerBound) ... \(parameter.range.upperBound)]")
            lines.append("        \(parameter.meaning); small: \(parameter.small); large: \(parameter.large)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
