import Rotations

/// A device's own headings with their stated accuracy, of which axis they are, and what the number means.
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
    /// Whose heading it is. Android's azimuth and bearing and Core Location's heading are the top edge's.
    public var axis = HeadingAxis.top
    /// CSV `time,heading,accuracy` (`HeadingTables.claims`), true north.
    public var path: String

    /// `KIND:FILE` or `KIND@AXIS:FILE`; `nil` for another form.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        let names = parts.first.map { $0.lowercased().split(separator: "@", omittingEmptySubsequences: false) } ?? []
        guard parts.count == 2, !parts[1].isEmpty, (1...2).contains(names.count),
            let kind = Kind(rawValue: String(names[0]))
        else { return nil }
        (self.kind, path) = (kind, String(parts[1]))
        guard names.count == 2 else { return }
        guard let axis = HeadingAxis(rawValue: String(names[1])) else { return nil }
        self.axis = axis
    }

    /// The text that `init` reads.
    public var text: String { kind.rawValue + (axis == .top ? "" : "@\(axis.rawValue)") + ":\(path)" }

    /// The names of the kinds, for messages.
    static var kinds: String { Kind.allCases.map(\.rawValue).joined(separator: ", ") }
}
