import Vocabulary

extension Warning {
    /// The warning about columns or members that a manifest has and that mean nothing.
    ///
    /// - Parameters:
    ///   - names: as the manifest has them; empty where there are none.
    ///   - what: `columns` or `members`.
    ///   - known: those that have a meaning.
    ///   - place: the manifest's name in messages.
    /// - Returns: none or one.
    static func unknown(_ names: [String], _ what: String, of known: [String], place: String) -> [Warning] {
        guard !names.isEmpty else { return [] }
        let meant = names.compactMap { name in NearestName.of(name, in: known).map { "\($0) for \(name)" } }
        return [
            Warning(
                .manifestColumn, place: place, "the \(what) \(names.joined(separator: ", ")) are unknown and ignored",
                advice: .manifestColumns(known.joined(separator: ", "), meant: meant))
        ]
    }
}
