import Analysis
import ArgumentParser
import ProjectionCore

/// What was tuned.
struct ParameterFileOption: ParsableArguments {
    @Option(
        help: "A parameter file (projection-core.json of `sensorlab tune`): its filter and parameters.",
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
                "--parameters: the file is for the filter \(file.filter), which is not run here; name it, or leave the file out"
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
