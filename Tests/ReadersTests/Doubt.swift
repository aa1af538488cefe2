import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// A log's unit is this one, or asked for; `nil`: nobody can know it, and nothing is stated as certain.
func expectUnit(
    _ unit: String?, of sensor: SensorKind, _ location: SourceLocation = #_sourceLocation,
    in read: () throws -> Recording
) {
    do {
        let found = try read().provenance[sensor]
        if let unit {
            #expect(found?.unit == unit, "\(found?.probability ?? 0)", sourceLocation: location)
        } else {
            #expect(found?.probability ?? 0 < 0.99, "\(found?.unit ?? "")", sourceLocation: location)
        }
    } catch {
        #expect((error as? SensorLabError)?.code == .unknownUnit, "\(error)", sourceLocation: location)
    }
}
