import Analysis
import ArgumentParser
import OrientationFilters
import ProjectionCore
import Vocabulary

extension NameSpecification {
    /// The names of the option of every verb that runs one filter.
    static let filter: NameSpecification = [.customLong("filter"), .customLong("filters")]
    /// The same option of every verb that runs several.
    static let filters: NameSpecification = [.customLong("filters"), .customLong("filter")]
}

/// Parameters of filters.
struct ParameterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Parameter of a filter (repeatable).", valueName: "filter.parameter=value"))
    var set: [ParameterSetting] = []

    /// The requests with the settings applied.
    /// - Throws: a usage error for a setting whose filter is not run.
    func applied(to names: [String]) throws -> [FilterRequest] {
        var requests = names.map { FilterRequest(name: $0.lowercased()) }
        for setting in set {
            try setting.checkFilter(among: names)
            guard let index = requests.firstIndex(where: { $0.name == setting.filter.lowercased() }) else {
                let nearest = NearestName.of(setting.filter, in: names).map { "; did you mean \($0)?" } ?? ""
                throw ValidationError(
                    "--set \(setting.filter).\(setting.parameter): \(setting.filter) is not among the filters\(nearest)"
                )
            }
            requests[index].parameters[setting.parameter] = setting.value
        }
        return requests
    }
}

/// Several filters and their parameters.
struct FilterListOptions: ParsableArguments {
    @Option(
        name: .filters, help: "Filters, separated by commas, or all (the causal ones).", completion: .filters)
    var filters: [String] = []
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions

    /// The filters with their settings.
    /// - Parameter fallback: where none is named; what `analyze` runs where that is `nil`.
    func requests(fallback: [String]? = nil) throws -> [FilterRequest] {
        try parameters.applied(to: try names(fallback)).merging(try parameterFile.file())
    }

    private func names(_ fallback: [String]?) throws -> [String] {
        guard !filters.isEmpty else { return fallback ?? FilterRequest.defaults.map(\.name) }
        let names = try NameList.names(filters, option: "--filters")
        return names == ["all"] ? FilterCatalogue.entries.map(\.information.name) : names
    }
}

/// A parameter file.
struct ParameterFileOption: ParsableArguments {
    @Option(
        help: "Parameter file of `sensorlab tune`: use its filter and parameters.",
        completion: .file())
    var parameters: InputPath?

    /// - Throws: `SensorLabError` for a file that cannot be read.
    func file() throws -> ParameterFile? { try parameters.map { try ParameterFile(path: $0.path) } }
}

extension [FilterRequest] {
    /// The requests with a file's parameters for its filter; `--set` takes precedence.
    /// - Throws: a usage error where the file's filter is not run.
    func merging(_ file: ParameterFile?) throws -> [FilterRequest] {
        guard let file else { return self }
        guard contains(where: { $0.name.lowercased() == file.filter.lowercased() }) else {
            throw ValidationError(
                "--parameters: the file is for the filter \(file.filter), which is not among the filters; add this filter, or leave out the file"
            )
        }
        return map { request in
            guard request.name.lowercased() == file.filter.lowercased() else { return request }
            var merged = request
            merged.parameters = file.parameters.merging(request.parameters) { $1 }
            return merged
        }
    }
}
