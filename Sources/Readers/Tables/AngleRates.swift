import SensorModels

/// Rates whose axes are named by angles: `roll_rate`, `rotationRate.alpha`, `gyro_yaw`, or `p,q,r` as in flight
/// mechanics.
struct AngleRates {
    /// The naming of the axes, each with its own ambiguity.
    private enum Family: CaseIterable {
        case aircraft, browser, flight

        /// The names of the axes that are read as x, y, z.
        var words: [String] {
            switch self {
            case .aircraft: ["roll", "pitch", "yaw"]
            case .browser: ["alpha", "beta", "gamma"]
            case .flight: ["p", "q", "r"]
            }
        }
    }

    private let found: [Int: (axis: Int, unit: String?, doubt: TableSchema.Doubt?)]

    /// Empty where other columns are a gyroscope's, where no other sensor that turns with it is there, or where an axis
    /// is missing.
    init(_ names: [String], ignoring ignored: Set<Int>) {
        let known = names.map { SensorColumns.sensor(of: $0) }
        let others: [SensorKind] = [
            .accelerometer, .gravity, .magnetometer, .magnetometerCorrected, .attitude, .reference,
        ]
        guard !known.contains(.gyroscope), known.contains(where: { $0.map(others.contains) == true }) else {
            found = [:]
            return
        }
        for family in Family.allCases {
            guard family != .flight || known.contains(.accelerometer) else { continue }
            var groups: [String: [Int: (position: Int, unit: String?)]] = [:]
            for (position, name) in names.enumerated() where !ignored.contains(position) {
                guard let column = Self.column(name, family), groups[column.stem]?[column.axis] == nil else { continue }
                groups[column.stem, default: [:]][column.axis] = (position, column.unit)
            }
            // Of several groups the one that is most clearly a rate.
            let complete = groups.filter { $0.value.count == 3 }
                .min { (Self.isVague($0.key) ? 1 : 0, $0.key) < (Self.isVague($1.key) ? 1 : 0, $1.key) }
            guard let (stem, axes) = complete else { continue }
            let doubt: TableSchema.Doubt? =
                switch family {
                case .aircraft: .axesOfRoll
                case .browser: Self.isVague(stem) ? .anglesOrRate : .axesOfAlpha
                case .flight: nil
                }
            found = axes.reduce(into: [:]) { $0[$1.value.position] = ($1.key, $1.value.unit, doubt) }
            return
        }
        found = [:]
    }

    /// Sensor, axis and unit of a column; `nil` for every other one.
    func column(_ position: Int) -> (ColumnAliases.Meaning, Int, String?)? {
        found[position].map { (ColumnAliases.Meaning(sensor: .gyroscope), $0.axis, $0.unit) }
    }

    func doubt(_ position: Int) -> TableSchema.Doubt? { found[position]?.doubt }

    /// Whether the name may be an angle as well.
    private static func isVague(_ stem: String) -> Bool { vague.contains(stem) }
    private static let vague: Set<String> = ["rotation", "rot"]

    /// Words for a rate beside the axis.
    private static let endings = ["rate", "rates", "speed", "vel", "velocity"]

    private static func column(_ name: String, _ family: Family) -> (stem: String, axis: Int, unit: String?)? {
        let column = ColumnName(name)
        guard column.axis == nil else { return nil }
        let words = column.stem.split(separator: " ").map(String.init).flatMap(split)
        let axes = words.indices.filter { family.words.contains(words[$0]) }
        guard axes.count == 1, let axis = family.words.firstIndex(of: words[axes[0]]) else { return nil }
        var stem = words
        stem.remove(at: axes[0])
        if family == .flight { return stem.isEmpty ? ("", axis, column.unit) : nil }
        var unit = column.unit
        // `yaw_rate_deg_s`.
        for count in stride(from: min(3, stem.count - 1), to: 0, by: -1) where unit == nil {
            let spelled = stem.suffix(count).joined(separator: "/")
            guard ScaledUnit(spelling: spelled, of: .gyroscope) != nil else { continue }
            unit = spelled
            stem.removeLast(count)
        }
        let text = stem.joined(separator: " ")
        let isRate =
            ColumnAliases.meaning(of: text)?.sensor == .gyroscope
            || family == .aircraft && stem.last.map(endings.contains) == true
            || family == .browser && isVague(text)
        return isRate && !stem.contains { SensorWords.isStatistic($0) || SensorWords.isFrame($0) || goals.contains($0) }
            ? (text, axis, unit) : nil
    }

    /// Words for set points, which are not measured.
    private static let goals: Set<String> = [
        "set", "setpoint", "sp", "target", "desired", "des", "cmd", "command", "ref",
    ]

    /// Splits `yawrate` into two words.
    private static func split(_ word: String) -> [String] {
        for axis in Family.aircraft.words where word.hasPrefix(axis) {
            let rest = String(word.dropFirst(axis.count))
            if endings.contains(rest) { return [axis, rest] }
        }
        return [word]
    }
}
