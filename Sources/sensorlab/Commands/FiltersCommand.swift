import ArgumentParser
import Foundation
import Recordings
import OrientationFilters
import SensorModels

struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters",
        abstract: "The catalogue: every filter and its parameters.")

    @Argument(help: "Only this filter.") var name: String?
    @Flag(help: "Machine-readable, on standard output.") var json = false

    func run() throws {
        var entries = FilterCatalogue.entries
        if let name {
            guard let entry = FilterCatalogue.entry(named: name) else {
                let names = entries.map(\.information.name)
                let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
                throw SensorLabError(
                    .usage, code: "unknown-filter", place: name, message: "there is no filter \(name)",
                    advice: nearest ?? "there are \(names.joined(separator: ", "))")
            }
            entries = [entry]
        }
        if json {
            let listing = CatalogueListing(filters: entries.map(CatalogueListing.Filter.init))
            Terminal.output(try JSONText.data(listing))
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

/// `filters --json`.
struct CatalogueListing: Encodable {
    let schema = "sensorlab.filters/1"
    let filters: [Filter]

    struct Filter: Encodable {
        let name: String
        let summary: String
        let reference: String
        @Nullable var withoutGyroscope: String?
        let worksWithoutMagnetometer: Bool
        let parameters: [Parameter]

        init(_ entry: FilterEntry) {
            name = entry.information.name
            summary = entry.information.summary
            reference = entry.information.reference
            worksWithoutMagnetometer = entry.information.worksWithoutMagnetometer
            parameters = entry.parameters.map(Parameter.init)
            _withoutGyroscope = Nullable(wrappedValue: entry.information.withoutGyroscope)
        }
    }

    struct Parameter: Encodable {
        let name: String
        let unit: String
        let defaultValue: Double
        let minimum: Double
        let maximum: Double
        let meaning: String
        let small: String
        let large: String

        init(_ parameter: ParameterInformation) {
            name = parameter.name
            unit = parameter.unit
            defaultValue = parameter.defaultValue
            minimum = parameter.range.lowerBound
            maximum = parameter.range.upperBound
            meaning = parameter.meaning
            small = parameter.small
            large = parameter.large
        }
    }
}
