import OrientationFilters

/// The model of `fixed-lag`, over the whole recording.
public struct MapParameters: FilterParameters {
    /// Noise and priors, the same as those of `fixed-lag`.
    public var model = TrajectoryParameters()

    /// Nodes that are solved together at most; longer recordings are solved in windows that overlap.
    static let mostNodes = 480
    /// Nodes of a full window that are stated; the others wait for what follows.
    static let statedNodes = 360

    /// The defaults.
    public init() {
        model.window = Double(2 * Self.mostNodes)
        (model.growth, model.retryEvery) = (0.125, 1)
    }

    /// The descriptors for the catalogue: all of the model's, but for the window.
    public static var descriptors: [ParameterDescriptor<MapParameters>] {
        TrajectoryParameters.descriptors.filter { $0.information.name != "window" }
            .map { ParameterDescriptor($0) { $1(&$0.model) } }
    }
}
