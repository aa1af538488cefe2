import Analysis
import ArgumentParser
import OrientationFilters

/// Several filters and their parameters.
struct FilterListOptions: ParsableArguments {
    @Option(help: "Filters, separated by commas, or all.", completion: .filters) var filters: String?
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions

    /// The filters with their settings; what `analyze` runs where none is named.
    func requests() throws -> [FilterRequest] {
        try parameters.applied(to: try names()).merging(try parameterFile.file())
    }

    private func names() throws -> [String] {
        guard let filters else { return FilterRequest.defaults.map(\.name) }
        if filters.lowercased() == "all" { return FilterCatalogue.entries.map(\.information.name) }
        let names = filters.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
        if names.contains("") {
            throw ValidationError("--filters \"\(filters)\": expected names separated by commas, or all")
        }
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw ValidationError("--filters \(filters): \(name) is given twice; give it once")
        }
        return names
    }
}
