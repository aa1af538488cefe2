import OrientationFilters

/// The parameters of `sensorlab`, with one default of its own.
///
/// Gyroscope scale: 0.006, as `map` has it for the same unknown. Causally a larger one is paid for while it is being learnt; a
/// pass backwards has learnt it everywhere.
public struct SmootherParameters: FilterParameters {
    /// Of the causal run.
    public var filter = SensorLabFilter.Parameters()

    /// The defaults.
    public init() { filter.scaleSigma = 0.006 }

    /// Those of `sensorlab`.
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
