import Analysis
import ArgumentParser
import ProjectionCore

/// A parameter file.
struct ParameterFileOption: ParsableArguments {
    @Option(
        help: "Parameter file of `sensorlab tune`: use its filter and parameters.",
        completion: .file())
    var parameters: String?

    /// - Throws: `SensorLabError` for a file that cannot be read.
    func file() throws -> ParameterFile? { try parameters.map { try ParameterFile(path: $0) } }
}

extension [FilterRequest] {
    /// The requests with a file's parameters for its filter; what was set by hand stays.
    /// - Throws: a usage error where the file's filter is not run.
    func merging(_ file: ParameterFile?) throws -> [FilterRequest] {
        guard let file else { return self }
        guard contains(where: { $0.name.lowercased() == file.filter.lowercased() }) else {
            throw ValidationError(
                "--parameters: the file is for the filter \(file.filter), which is not among the filters; add it, or leave the file out"
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
