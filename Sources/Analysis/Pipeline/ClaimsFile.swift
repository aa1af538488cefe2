/// A device's own headings with their stated accuracy, and what the number means.
public struct ClaimsFile: Sendable, Hashable {
    /// What a stated accuracy is.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The largest deviation (Core Location's `headingAccuracy`): every error should be within.
        case maximum
        /// The radius of 68 % of the errors (Android's `bearingAccuracyDegrees`, `headingErrorDegrees`).
        case share68 = "68%"
        /// One standard deviation (ARCore's `orientationYawAccuracy`, a filter's own sigma).
        case sigma

        /// The share of errors that should be within the accuracy, 0...1. Of a sigma that of a normal distribution.
        public var expectedShare: Double {
            switch self {
            case .maximum: 1
            case .share68: 0.68
            case .sigma: 0.6827
            }
        }
    }

    /// What the accuracies are.
    public var kind: Kind
    /// CSV `time,heading,accuracy` (`HeadingTables.claims`), true north.
    public var path: String

    /// `KIND:FILE`; `nil` for another form.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0].lowercased()), !parts[1].isEmpty else { return nil }
        (self.kind, path) = (kind, String(parts[1]))
    }

    /// The text that `init` reads.
    public var text: String { "\(kind.rawValue):\(path)" }

    /// The names of the kinds, for messages.
    static var kinds: String { Kind.allCases.map(\.rawValue).joined(separator: ", ") }
}
