import Analysis
import Foundation
import ProjectionCore
import Recordings

/// The projection core's parameter file of a filter that was tuned by eye.
enum ParameterFileText {
    /// The filter with its changed parameters; everything else as the projection core has it by default.
    ///
    /// The heading offset stays 0: it belongs to a device and its mount, and `sensorlab calibrate heading` fits it.
    static func data(_ filter: ResolvedFilter, trial: TrialLog, version: String) throws -> Data {
        let entry = filter.entry
        let defaults = Dictionary(uniqueKeysWithValues: entry.parameters.map { ($0.name, $0.defaultValue) })
        var file = ParameterFile(
            filter: entry.information.name, parameters: filter.parameters.filter { $0.value != defaults[$0.key] })
        file.provenance = ["tool": "sensorlab \(version)", "method": "by eye", "logs": trial.prepared.name]
        return try JSONText.data(file)
    }
}
