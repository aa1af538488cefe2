import ArgumentParser
import Geomagnetism
import OrientationFilters
import ProjectionCore
import Simulation

/// What shells offer for arguments whose values are names or files; of lists, the first name.
extension CompletionKind {
    /// A filter of the catalogue.
    static var filter: CompletionKind { .list(FilterCatalogue.entries.map(\.information.name)) }
    /// Filters of the catalogue.
    static var filters: CompletionKind { .list(["all"] + FilterCatalogue.entries.map(\.information.name)) }
    /// A projection model.
    static var projection: CompletionKind { .list(ProjectionModel.allCases.map(\.rawValue)) }
    /// A scenario of `simulate`.
    static var scenario: CompletionKind { .list(Scenario.all.map(\.name)) }
    /// A simulated device.
    static var device: CompletionKind { .list(DeviceModel.all.map(\.name)) }
    /// A camera of the catalogue.
    static var camera: CompletionKind { .list(CameraCatalogue.entries.map(\.name)) }
    /// A geomagnetic model.
    static var geomagneticModel: CompletionKind {
        .list(EmbeddedModel.allCases.map(\.rawValue) + [GeomagneticModel.igrf14Name])
    }
}
