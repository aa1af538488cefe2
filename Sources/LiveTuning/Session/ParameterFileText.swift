import Analysis
import Foundation
import Recordings

/// The projection core's parameter file of a tuned filter.
enum ParameterFileText {
    static func data(_ filter: ResolvedFilter, trial: TrialLog, version: String) throws -> Data {
        struct File: Encodable {
            let filter: String
            let parameters: [String: Double]
        }
        return try JSONText.data(File(filter: filter.entry.information.name, parameters: filter.parameters))
    }
}
