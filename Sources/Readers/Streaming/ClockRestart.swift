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
    /// What was left out of the streams before the clock fell back.
    private var before: [StreamDamage] = []

    /// The line at which the clock began anew.
    private(set) var line: Int?

    /// Takes the stamp of a row.
    /// - Parameters:
    ///   - limit: the stamp up to which samples were given out.
    ///   - damage: what was left out of each stream so far.
    mutating func take(_ time: Int64, line: Int, limit: Int64, damage: @autoclosure () -> [StreamDamage]) {
        guard self.line == nil else { return }
        let (first, newest) = ends ?? (time, time)
        ends = (first, time)
        let wasBehind = behind != nil
        if StampOrder.isRestart(at: time, after: newest, first: first) { behind = (line, 0) }
        guard let (start, rows) = behind else { return }
        guard time < limit else {
            behind = nil
            return
        }
        if !wasBehind { before = damage() }
        behind = (start, rows + 1)
        if rows + 1 >= Self.fewestRows { self.line = start }
    }

    /// Leaves out what was counted since the clock began anew, for it is not read; only where it did.
    /// - Parameter damage: what was left out of each stream, in the order of `take`.
    func forget(in damage: inout [StreamDamage]) {
        for index in damage.indices { damage[index].forgetOrder(since: before[index]) }
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
