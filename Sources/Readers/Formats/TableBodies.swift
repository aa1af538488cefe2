/// The bodies, or devices, that the names of a folder's tables tell apart: `left_acc.csv`, `left_gyr.csv`, `right_acc.csv`; `phone_...`, `watch_...`.
struct TableBodies {
    /// Those of the tables that have one; one or none for most folders.
    private(set) var names: [String] = []
    /// The one that is read.
    private(set) var used: String?
    /// The tables of the others.
    private(set) var others: Set<String> = []

    private static let words: Set<String> = [
        "left", "right", "phone", "smartphone", "watch", "smartwatch", "wrist", "ankle", "thigh", "shank", "waist",
        "chest", "head", "pocket", "hand", "arm", "forearm", "leg", "foot", "hip", "belt", "pelvis", "sternum", "torso",
        "trunk", "knee", "glasses", "earbud",
    ]

    /// - Parameters:
    ///   - tables: with the names of their files, without and with endings.
    ///   - chosen: the body that is read; `nil`, or none of these, for the one with the most tables.
    init(_ tables: [(name: String, stem: String)], chosen: String?) {
        let bodies = tables.map { table in
            HeaderWords(table.stem, endAtCapitals: true).words.filter(Self.words.contains).joined(separator: " ")
        }
        names = Set(bodies.filter { !$0.isEmpty }).sorted()
        guard names.count > 1 else { return }
        func count(_ name: String) -> Int { bodies.count { $0 == name } }
        let most = names.map(count).max() ?? 0
        let used = names.first { $0 == chosen?.lowercased() } ?? names.first { count($0) == most }
        self.used = used
        others = Set(zip(tables, bodies).filter { !$1.isEmpty && $1 != used }.map { $0.0.name })
    }
}
