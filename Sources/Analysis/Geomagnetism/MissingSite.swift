/// What is not known of where and when a log was recorded, in the words of messages and commands.
public struct MissingSite: Sendable, Hashable {
    /// Whether the place is not known.
    public var place: Bool
    /// Whether the date is not known.
    public var date: Bool

    /// - Parameters:
    ///   - place: whether the place is not known.
    ///   - date: whether the date is not known.
    public init(place: Bool, date: Bool) { (self.place, self.date) = (place, date) }

    /// `place`, `date`, or `place and date`.
    public var words: String { joined("place", "date", " and ") }

    /// `where`, `when`, or `where and when`.
    var questions: String { joined("where", "when", " and ") }

    /// The options that say it, with placeholders.
    public var options: [String] { (place ? ["--place", "LAT,LON"] : []) + (date ? ["--date", "YYYY-MM-DD"] : []) }

    /// The options in a sentence, `separated` from each other.
    func options(separated: String, quote: String = "") -> String {
        joined("\(quote)--place LAT,LON\(quote)", "\(quote)--date YYYY-MM-DD\(quote)", separated)
    }

    private func joined(_ ofPlace: String, _ ofDate: String, _ separator: String) -> String {
        [place ? ofPlace : nil, date ? ofDate : nil].compactMap { $0 }.joined(separator: separator)
    }
}

extension AnalysisReport {
    /// What a report without a field lacks; both where the log has both and no model covers them.
    public var missingSite: MissingSite {
        let missing = MissingSite(place: recording.place == nil, date: recording.date == nil)
        return missing.place || missing.date ? missing : MissingSite(place: true, date: true)
    }
}
