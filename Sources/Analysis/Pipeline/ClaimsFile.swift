import Rotations

/// A device's own headings with their stated accuracy: path, axis, and meaning of the accuracy.
public struct ClaimsFile: Sendable, Hashable {
    /// The meaning of a stated accuracy.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The largest deviation (Core Location's `headingAccuracy`): all errors should be smaller.
        case maximum
        /// The radius of 68 % of the errors (Android's `bearingAccuracyDegrees`, `headingErrorDegrees`).
        case share68 = "68%"
        /// One standard deviation (ARCore's `orientationYawAccuracy`, a filter's own sigma).
        case sigma

        /// The expected share of errors within the accuracy, 0...1; for a sigma that of a normal distribution.
        public var expectedShare: Double {
            switch self {
            case .maximum: 1
            case .share68: 0.68
            case .sigma: 0.6827
            }
        }
    }

    /// The meaning of the accuracies.
    public var kind: Kind
    /// The axis of the headings: the top edge for Android's azimuth and bearing and Core Location's heading.
    public var axis = HeadingAxis.top
    /// CSV `time,heading,accuracy` (`HeadingTables.claims`), true north.
    public var path: String

    /// Parses `KIND:FILE` or `KIND@AXIS:FILE`; `nil` for another form.
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

    /// The text that `init` parses.
    public var text: String { kind.rawValue + (axis == .top ? "" : "@\(axis.rawValue)") + ":\(path)" }

    /// The names of the kinds, for messages.
    static var kinds: String { Kind.allCases.map(\.rawValue).joined(separator: ", ") }
}
