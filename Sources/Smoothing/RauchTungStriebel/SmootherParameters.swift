import OrientationFilters

/// The parameters of `sensorlab`, with two defaults of its own.
///
/// Gyroscope scale: 0.006 on each element, as in `map` for the same unknown, and none in common. In a causal run, a
/// larger one costs accuracy until it is learnt; a backward pass knows it everywhere.
public struct SmootherParameters: FilterParameters {
    /// Parameters of the causal run.
    public var filter = SensorLabFilter.Parameters()

    /// The defaults.
    public init() { (filter.scaleSigma, filter.commonScaleSigma) = (0.006, 0) }

    /// The descriptors of `sensorlab`.
    public static var descriptors: [ParameterDescriptor<Self>] {
        SensorLabFilter.Parameters.descriptors.map { descriptor in
            let text = descriptor.information
            return ParameterDescriptor(
                text.name, unit: text.unit, in: text.range, text.meaning, small: text.small, large: text.large
            ) { parameters, change in
                var value = descriptor.value(in: parameters.filter)
                change(&value)
                descriptor.set(value, in: &parameters.filter)
            }
        }
    }
}
