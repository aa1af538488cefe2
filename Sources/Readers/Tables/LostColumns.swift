import SensorModels
import Vocabulary

/// Three columns that may be a sensor's axes: names that differ in one letter, x, y and z, or in one digit.
struct AxisTriple {
    /// Of x, y and z.
    let positions: [Int]
    /// The words of the names without the axis and a unit in brackets.
    let words: [String]
    /// Whether they differ in x, y and z, and not in numbers.
    let isLettered: Bool

    /// - Parameter columns: the positions that may be axes; repeated names do not show which of them belong together.
    static func all(_ names: [String], among columns: [Int]) -> [AxisTriple] {
        let lower = names.map { Array($0.lowercased()) }
        let known = Dictionary(columns.map { (lower[$0], [$0]) }, uniquingKeysWith: +)
        var used: Set<Int> = []
        return columns.compactMap { first in
            let name = lower[first]
            // `x0,y0,z0,x1,y1,z1`: letters before digits.
            let places = name.indices.reversed()
            for place in places.filter({ name[$0] == "x" }) + places.filter({ name[$0] != "x" }) {
                guard let axes = Self.axes[name[place]] else { continue }
                let positions = axes.compactMap { letter -> Int? in
                    var other = name
                    other[place] = letter
                    return known[other]?.count == 1 ? known[other]?[0] : nil
                }
                // With w they are a quaternion, and four motors have no axes.
                var fourth = name
                fourth[place] = axes[0] == "x" ? "w" : axes[0] == "0" ? "3" : "4"
                guard positions.count == 3, used.isDisjoint(with: positions), !lower.contains(fourth) else { continue }
                used.formUnion(positions)
                let original = Array(names[first])
                let text =
                    String(original[..<place]) + " " + String(original[(place + 1)...].prefix { !"([".contains($0) })
                return AxisTriple(
                    positions: positions, words: HeaderWords(text, endAtCapitals: true).words,
                    isLettered: axes[0] == "x")
            }
            return nil
        }
    }

    /// The letters of y and z, or the digits, by that of x.
    private static let axes: [Character: [Character]] = [
        "x": ["x", "y", "z"], "0": ["0", "1", "2"], "1": ["1", "2", "3"],
    ]
}

/// Columns that may be the axes of a sensor, by their names or their readings, and that nothing reads.
struct LostColumns {
    let positions: [Int]
    /// The sensors, of those that the table lacks, whose axes they may be, likeliest first.
    let sensors: [SensorKind]
    /// Whether their names say so.
    let isNamed: Bool

    private static let all: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer]

    /// - Parameters:
    ///   - used: the columns that are read, or of devices that are not.
    ///   - read: the sensors of the table.
    static func all(in head: TableHead, besides used: Set<Int>, read: Set<SensorKind>) -> [LostColumns] {
        let missing = all.filter { !read.contains($0) }
        guard !missing.isEmpty else { return [] }
        let free = head.names.indices.filter {
            !used.contains($0) && !ColumnAliases.isNoReading(head.names[$0]) && !isAuxiliary(head.names[$0])
        }
        var groups = AxisTriple.all(head.names, among: free).map { (words: $0.words, positions: $0.positions) }
        for sensor in missing {
            let named = free.filter { position in
                let words = ColumnName(head.names[position]).words
                return Lexicon.hints(words)[sensor] != nil && !words.contains(where: ColumnAliases.isNoSensor)
                    && !groups.contains { $0.positions.contains(position) }
            }
            if named.count > 2 { groups.append(([sensor.rawValue], named)) }
        }
        return groups.compactMap { words, positions -> LostColumns? in
            guard !words.contains(where: ColumnAliases.isNoSensor) else { return nil }
            let hints = Lexicon.hints(words)
            let profiles = positions.map(head.profile)
            guard profiles.allSatisfy({ $0.numbers.count > 1 && !$0.rises && !$0.falls }),
                !hints.isEmpty || profiles.contains(where: \.varies)
            else { return nil }
            let unit = ColumnName(head.names[positions[0]]).unit
            let quantity = unit.flatMap { LogUnit.quantity(of: $0) ?? ScaledUnit.quantity(of: $0) }
            // `Ang X (deg)` is no rate, `Gyro X (deg)` is.
            let isAngle = unit.map { ForeignUnit.isAngle($0) } == true && (hints[.gyroscope] ?? 0) < Lexicon.hint
            let sensors =
                missing.filter { quantity == nil && !isAngle || LogUnit.Quantity(of: $0) == quantity }
                .filter { hints.isEmpty ? head.probableSensor(in: positions) == $0 : hints[$0] != nil }
                .sorted { hints[$0] ?? 0 > hints[$1] ?? 0 }
            return sensors.isEmpty ? nil : LostColumns(positions: positions, sensors: sensors, isNamed: !hints.isEmpty)
        }
    }

    /// Whether a column describes another one, and is no axis.
    private static func isAuxiliary(_ name: String) -> Bool {
        ColumnName(name).axis == nil && ColumnAliases.isAuxiliary(name)
    }

    /// - Parameter known: what the table's option of `--columns` begins with, and what is behind it.
    func warning(_ head: TableHead, _ known: (before: String, behind: String), _ place: String) -> Warning {
        let what = isNamed && sensors.count == 1 ? sensors[0].rawValue + "'s" : nil
        let role = ["a", "g", "m"][Self.all.firstIndex(of: sensors[0]) ?? 0]
        let axes = zip(["x", "y", "z"], positions).map { "\(role)\($0)=\($1 + 1)" }.joined(separator: ",")
        let areAxes = positions.count == 3 && positions.areNeighbours
        return Warning(
            .incompleteColumns, place: place,
            "columns that may be \(what.map { "the " + $0 } ?? "axes of a sensor") are not read: "
                + positions.prefix(6).map { head.names[$0] }.joined(separator: ", "),
            advice: .columns(
                if:
                    "\(areAxes ? "they are" : "three of them are") \(what.map { _ in "its axes" } ?? "axes of a sensor")",
                areAxes ? known.before + axes + known.behind : nil))
    }
}

extension [Int] {
    /// Whether columns are next to each other in this order, as one sensor's are.
    var areNeighbours: Bool { zip(self, dropFirst()).allSatisfy { $1 - $0 == 1 } }
}
