import SensorModels
import Vocabulary

/// What the name of a file says about the accelerations in it: `LinearAcceleration.csv` with columns called `Acceleration X (g)`.
struct FileWords {
    /// The word before the one for an acceleration, where it says which; `nil` without one.
    private let qualifier: String?

    /// - Parameter stem: of the file's name.
    init(_ stem: String) {
        let words = HeaderWords(stem, endAtCapitals: true).words
        qualifier = zip(words, words.dropFirst()).first { word, next in
            ColumnAliases.meaning(of: next)?.sensor == .accelerometer
                && (Self.withoutGravity.contains(word) || Self.isEarth(word))
        }.map { word, _ in word == "lin" ? "linear" : word }
    }

    /// Words for an acceleration without gravity.
    private static let withoutGravity: Set<String> = ["linear", "lin", "user"]

    /// Free acceleration is Xsens' word for one in the axes of the earth.
    private static func isEarth(_ word: String) -> Bool { SensorWords.isFrame(word) || word == "free" }

    /// Whether accelerations are in the axes of the earth: no sensor measures them.
    var isOfEarth: Bool { qualifier.map(Self.isEarth) == true }

    /// The head with the file's word in the names of accelerations; an accelerometer's stay.
    func qualify(_ head: TableHead) -> TableHead {
        guard let qualifier else { return head }
        return head.renamed(
            head.names.map { name in
                guard let (sensor, axis) = SensorColumns.axis(of: name), sensor == .accelerometer, axis < 3,
                    !Self.isAccelerometer(name)
                else { return name }
                let unit = ColumnName(name).unit.map { " (\($0))" } ?? ""
                return "\(qualifier) acceleration \(["x", "y", "z"][axis])\(unit)"
            })
    }

    private static func isAccelerometer(_ name: String) -> Bool { name.lowercased().contains("accelerometer") }

    /// The tables of a folder, those first whose columns, or else whose file's name, say `accelerometer` and not `acceleration`.
    static func ordered(_ folder: LogFolder) -> [String] {
        func rank(_ entry: String) -> Int {
            let names = (try? folder.peek(entry) { TableHead(behindPreamble: $0)?.names }).flatMap { $0 } ?? []
            if names.contains(where: { isAccelerometer($0) && SensorColumns.sensor(of: $0) == .accelerometer }) {
                return 0
            }
            return isAccelerometer(entry) ? 1 : 2
        }
        let ranks = folder.tables.map { (entry: $0, rank: rank($0)) }
        return (0...2).flatMap { rank in ranks.filter { $0.rank == rank }.map(\.entry) }
    }
}
