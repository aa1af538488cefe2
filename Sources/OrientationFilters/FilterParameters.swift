/// The parameters of a filter as a plain struct of numbers, and their description for people.
public protocol FilterParameters: Sendable, Codable, Hashable {
    /// The defaults.
    init()
    /// One entry per parameter, in the order in which they are shown.
    static var descriptors: [ParameterDescriptor<Self>] { get }
}

/// What one parameter means.
public struct ParameterDescriptor<Parameters>: Sendable {
    /// The name in `--set filter.name=value`.
    public let name: String
    /// The unit, empty for none.
    public let unit: String
    /// The closed range of valid values.
    public let range: ClosedRange<Double>
    /// What it is.
    public let meaning: String
    /// The effect of a small value.
    public let small: String
    /// The effect of a large value.
    public let large: String
    /// Where it is stored.
    public let path: WritableKeyPath<Parameters, Double> & Sendable

    /// A description; all texts are one phrase without a full stop.
    public init(
        _ name: String, unit: String = "", in range: ClosedRange<Double>, _ meaning: String, small: String,
        large: String, at path: WritableKeyPath<Parameters, Double> & Sendable
    ) {
        self.name = name
        self.unit = unit
        self.range = range
        self.meaning = meaning
        self.small = small
        self.large = large
        self.path = path
    }
}

/// What a filter is, for the catalogue.
public struct FilterInformation: Sendable, Hashable {
    /// The name on the command line, matched without case.
    public let name: String
    /// One sentence: what it does.
    public let summary: String
    /// Paper, book or origin.
    public let reference: String
    /// The motion model that stands in for a missing gyroscope; `nil` where the filter needs one.
    public let withoutGyroscope: String?
    /// Whether the filter can do without a magnetometer (its heading is then relative).
    public let worksWithoutMagnetometer: Bool

    /// What the catalogue says of a filter.
    public init(
        name: String, summary: String, reference: String, withoutGyroscope: String?, worksWithoutMagnetometer: Bool
    ) {
        self.name = name
        self.summary = summary
        self.reference = reference
        self.withoutGyroscope = withoutGyroscope
        self.worksWithoutMagnetometer = worksWithoutMagnetometer
    }
}
