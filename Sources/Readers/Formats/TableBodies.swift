import Files
import Recordings
import SensorModels

/// The bodies, or devices, of a folder's tables: `left_acc.csv`, `left_gyr.csv`, `right_acc.csv`; a phone's tables
/// beside `Acceleration_arduino.csv`, `Gyroscope_arduino.csv`.
struct TableBodies {
    /// A file, with and without its ending, and the sensors in it.
    typealias Table = (name: String, stem: String, sensors: [SensorKind])

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
    /// The name of the tables whose files have no word in common.
    private static let rest = "others"

    init(_ folder: LogFolder, chosen: String?) { self.init(Self.tables(of: folder), chosen: chosen) }

    /// - Parameter chosen: the body that is read; `nil`, or none of these, for the one with the most tables.
    init(_ tables: [Table], chosen: String?) {
        let words = tables.map { HeaderWords($0.stem, endAtCapitals: true).words }
        var bodies = words.map { $0.filter(Self.words.contains).joined(separator: " ") }
        if Set(bodies.filter { !$0.isEmpty }).count < 2, let devices = Self.devices(tables, words) { bodies = devices }
        names = Set(bodies.filter { !$0.isEmpty }).sorted()
        guard names.count > 1 else { return }
        func count(_ name: String) -> Int { bodies.count { $0 == name } }
        let most = names.map(count).max() ?? 0
        let used =
            names.first { $0 == chosen?.lowercased() }
            ?? (count(Self.rest) == most ? Self.rest : names.first { count($0) == most })
        self.used = used
        others = Set(zip(tables, bodies).filter { !$1.isEmpty && $1 != used }.map { $0.0.name })
    }

    /// The tables of a folder that have sensors, or none that is known.
    static func tables(of folder: LogFolder) -> [Table] {
        folder.tables.map { entry in
            let sensors = try? folder.peek(entry) {
                try SensorTable($0, stem: fileStem(entry))?.schema.channels.map(\.sensor)
            }
            return (entry, fileStem(entry), (sensors ?? nil) ?? [])
        }
    }

    /// Where sensors are in several tables: the device of each table with a sensor, if a word in the names of the
    /// files divides them so that no device has a sensor twice, and each has two or more. `nil` without such a word.
    private static func devices(_ tables: [Table], _ words: [[String]]) -> [String]? {
        let measured = tables.map { Set($0.sensors.filter { LogUnit.Quantity(of: $0) != nil }) }
        let all = tables.indices.filter { !measured[$0].isEmpty }
        /// Different sensors; `nil` where one is there twice.
        func sensors(_ part: [Int]) -> Int? {
            let union = part.reduce(into: Set<SensorKind>()) { $0.formUnion(measured[$1]) }
            return union.count == part.reduce(0) { $0 + measured[$1].count } ? union.count : nil
        }
        guard all.count >= 4, sensors(all) == nil else { return nil }
        func parts(_ word: String) -> (with: [Int], without: [Int], size: Int)? {
            let (with, without) = (all.filter { words[$0].contains(word) }, all.filter { !words[$0].contains(word) })
            guard let one = sensors(with), let other = sensors(without), min(one, other) >= 2 else { return nil }
            return (with, without, min(one, other))
        }
        let found = Set(all.flatMap { words[$0] }).sorted().compactMap { word in parts(word).map { (word, $0) } }
        guard let (word, best) = found.max(by: { $0.1.size < $1.1.size }) else { return nil }
        let other = found.first { $0.1.with == best.without }?.0 ?? rest
        return tables.indices.map { best.with.contains($0) ? word : best.without.contains($0) ? other : "" }
    }
}
