import Vocabulary

/// Finds the line at which the clock of a log in parts begins anew: another recording, with which the parts end.
///
/// It fell back to near its first stamp, and the rows since then are before what was given out. A clock that was only
/// set back goes on.
struct ClockRestart {
    /// The stamps of the first row and of the newest one.
    private var ends: (first: Int64, newest: Int64)?
    /// The line at which the clock fell back, and the rows since then, while all of them are before what was given out.
    private var behind: (line: Int, rows: Int)?
    /// So many of them are no wrong stamps but another recording.
    private static let fewestRows = 256

    /// The line at which the clock began anew.
    private(set) var line: Int?
    /// Whether the newest rows are behind what was given out.
    var isBehind: Bool { behind != nil }

    /// Takes the stamp of a row.
    /// - Parameter limit: the stamp up to which samples were given out.
    mutating func take(_ time: Int64, line: Int, limit: Int64) {
        let (first, newest) = ends ?? (time, time)
        ends = (first, time)
        if StampOrder.isRestart(at: time, after: newest, first: first) { behind = (line, 0) }
        guard let (start, rows) = behind else { return }
        behind = time < limit ? (start, rows + 1) : nil
        if rows + 1 >= Self.fewestRows, time < limit { self.line = self.line ?? start }
    }

    /// The warning, where it did.
    func warning(_ name: String) -> Warning? {
        line.map {
            Warning(
                .timeBackwards, place: "\(name):\($0)",
                "the clock begins anew: another recording, which is not read, since a stream ends with the first",
                advice: .ownFile)
        }
    }
}
