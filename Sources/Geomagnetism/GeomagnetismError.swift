/// Why a field could not be computed or a coefficient file could not be read.
///
/// `message` is one line that says where, what was found and which rule it breaks; `advice` says what to do.
public struct GeomagnetismError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The rule that was broken; stable across versions, meant for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// A latitude that is not within [-90, 90] degrees, NaN included.
        case latitudeOutOfRange
        /// A longitude that is not within [-180, 360] degrees, NaN included.
        case longitudeOutOfRange
        /// A height that is not within ``FieldPosition/acceptedHeights``, NaN included.
        case heightOutOfRange
        /// A calendar date that does not exist, or a text that is no date.
        case invalidDate
        /// A date farther than ``GeomagneticModel/extrapolationLimitYears`` from every model, or from the chosen one.
        case dateNotCovered
        /// A date or height outside the model's stated validity, where the caller asked for an error.
        case outsideValidity
        /// A model name that is not in the catalogue.
        case unknownModel
        /// A coefficient file that breaks a rule of the .COF format.
        case invalidCoefficients
        /// Bounds or a step that make no grid.
        case invalidGrid
        /// Lists of positions and dates of different lengths.
        case countMismatch
    }

    /// The rule that was broken.
    public let code: Code
    /// One line: where, what was found, what was expected.
    public let message: String
    /// One line: what to do.
    public let advice: String

    /// Makes an error from its parts.
    public init(_ code: Code, _ message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The message and the advice on one line.
    public var description: String { "\(message); \(advice)" }
}
