import ArgumentParser
import OrientationFilters
import Recordings
import Reporting
import SensorModels
import Vocabulary

struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters",
        abstract: "List the filters and their parameters.")

    @Argument(help: "Show only this filter.", completion: .filter) var name: String?
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        var entries = FilterCatalogue.entries
        if let name {
            guard let entry = FilterCatalogue.entry(named: name) else {
                let names = entries.map(\.information.name)
                let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
                throw SensorLabError(
                    .usage, code: .unknownFilter, place: name, message: "there is no filter \(name)",
                    advice: nearest ?? "there are \(names.joined(separator: ", "))")
            }
            entries = [entry]
        }
        if json {
            Terminal.output(try JSONText.data(CatalogueListing(entries)))
        } else {
            Terminal.output(entries.map(text).joined(separator: "\n"))
        }
    }

    private func text(_ entry: FilterEntry) -> String {
        let information = entry.information
        var lines = ["\(information.name)", "    \(information.summary)"]
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
