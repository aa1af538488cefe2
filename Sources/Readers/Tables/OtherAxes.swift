import SensorModels

/// Columns whose axes have other names than x, y and z: numbers (`acc1`, `acc2`, `acc3`, `q0`...`q3`), w with x, y, z
/// of an orientation, and the angles of rates (`roll_rate`, `rotationRate.alpha`, `gyro_yaw`, `p,q,r` of flight
/// mechanics).
struct OtherAxes {
    /// By position; these go before the plain meaning of a name.
    private(set) var quaternions: [Int: ColumnMeaning] = [:]
    /// By position; these go behind it.
    private(set) var others: [Int: ColumnMeaning] = [:]

    /// - Parameters:
    ///   - plain: the meanings of the single names, without those of ignored columns.
    ///   - ignored: columns that hold something else, such as the time.
    ///   - bare: the sensor of columns that are called by numbers alone.
    init(_ columns: [ColumnName], _ plain: [ColumnMeaning?], ignoring ignored: Set<Int>, bare: SensorKind?) {
        for (base, axes) in Self.numbered(columns, 4) where axes.allSatisfy({ columns[$0.position].axis == nil }) {
            guard
                let found = base.isEmpty ? bare.map({ ColumnMeaning(sensor: $0) }) : ColumnAliases.meaning(of: base),
                found.isAttitude
            else { continue }
            for (position, number) in axes {
                quaternions[position] = ColumnMeaning(
                    sensor: found.sensor, axis: ColumnMeaning.fromScalar(number), device: "",
                    doubt: found.sensor == .attitude ? .orderOfNumbers : nil)
            }
        }
        let lettered = Self.lettered(columns)
        if lettered.count == 1 {
            for (axis, position) in lettered[0] where quaternions[position] == nil {
                quaternions[position] = ColumnMeaning(
                    sensor: .attitude, axis: axis, device: "", doubt: .rotationVector)
            }
        }
        for (base, axes) in Self.numbered(columns, 3) where base.count > 2 && base.last?.isNumber == false {
            guard var found = ColumnAliases.meaning(of: base), LogUnit.Quantity(of: found.sensor) != nil else {
                continue
            }
            for (position, number) in axes {
                (found.axis, found.unit, found.device) = (number, columns[position].unit, "")
                others[position] = found
            }
        }
        for (position, rate) in Self.rates(columns, plain, ignored) where others[position] == nil {
            others[position] = rate
        }
    }

    // MARK: Numbers and w

    /// Columns, so many each, whose names differ in the digit at their ends alone, by the rest of their names, with
    /// their numbers counted from 0. They begin with 0 or 1.
    private static func numbered(_ columns: [ColumnName], _ count: Int) -> [String: [(position: Int, number: Int)]] {
        var found: [String: [(position: Int, number: Int)]] = [:]
        for (position, column) in columns.enumerated() {
            guard let last = column.stem.last?.wholeNumberValue, last <= count else { continue }
            found[String(column.stem.dropLast()).trimmedCell, default: []].append((position, last))
        }
        return found.compactMapValues { columns in
            let numbers = columns.map(\.number).sorted()
            guard let first = numbers.first, first < 2, numbers == Array(first..<first + count) else { return nil }
            return columns.map { ($0.position, $0.number - first) }
        }
    }

    /// The columns by axis of quaternions called orientation or rotation: `orientation.x`...`w`, or `Rotation_cos` for
    /// w. Without w the three axes would be angles.
    private static func lettered(_ columns: [ColumnName]) -> [[Int: Int]] {
        var found: [String: [Int: Int]] = [:]
        for (position, column) in columns.enumerated() where column.unit == nil {
            var words = column.words
            var axis = column.axis
            if axis == nil, words.last == "cos" {
                axis = 3
                words.removeLast()
            }
            let stem = words.joined(separator: " ")
            guard let axis, ["orientation", "rotation"].contains(words.last), found[stem]?[axis] == nil else {
                continue
            }
            found[stem, default: [:]][axis] = position
        }
        return found.values.filter { $0.count == 4 }
    }

    // MARK: Rates

    /// The names of the axes that are read as x, y, z, and the ambiguity of each naming.
    private static let families: [(words: [String], doubt: TableSchema.Doubt?)] = [
        (["roll", "pitch", "yaw"], .axesOfRoll), (["alpha", "beta", "gamma"], .axesOfAlpha), (["p", "q", "r"], nil),
    ]

    /// Rates where no other columns are a gyroscope's, and another sensor that turns with it is there.
    private static func rates(
        _ columns: [ColumnName], _ plain: [ColumnMeaning?], _ ignored: Set<Int>
    ) -> [Int: ColumnMeaning] {
        let known = Set(plain.compactMap { $0?.sensor })
        let turning: Set<SensorKind> = [
            .accelerometer, .gravity, .magnetometer, .magnetometerCorrected, .attitude, .reference,
        ]
        guard !known.contains(.gyroscope), !known.isDisjoint(with: turning) else { return [:] }
        for family in families {
            let isFlight = family.doubt == nil
            guard !isFlight || known.contains(.accelerometer) else { continue }
            var groups: [String: [Int: ColumnMeaning]] = [:]
            for (position, column) in columns.enumerated() where !ignored.contains(position) && column.axis == nil {
                guard case (let stem, var rate)? = rate(column, family.words, isFlight) else { continue }
                if groups[stem]?.values.contains(where: { $0.axis == rate.axis }) == true { continue }
                rate.doubt = family.doubt == .axesOfAlpha && isVague(stem) ? .anglesOrRate : family.doubt
                groups[stem, default: [:]][position] = rate
            }
            // Of several groups the one that is most clearly a rate.
            let complete = groups.filter { $0.value.count == 3 }
                .min { (isVague($0.key) ? 1 : 0, $0.key) < (isVague($1.key) ? 1 : 0, $1.key) }
            if let complete { return complete.value }
        }
        return [:]
    }

    /// Whether the name may be an angle as well.
    private static func isVague(_ stem: String) -> Bool { stem == "rotation" || stem == "rot" }

    private static func rate(
        _ column: ColumnName, _ names: [String], _ isFlight: Bool
    ) -> (stem: String, rate: ColumnMeaning)? {
        // `yawrate` is two words.
        let words = column.words.flatMap { word -> [String] in
            let axis = names.first { word.hasPrefix($0) && Lexicon.isWord(word.dropFirst($0.count), .rateOfAngle) }
            return axis.map { [$0, String(word.dropFirst($0.count))] } ?? [word]
        }
        let places = words.indices.filter { names.contains(words[$0]) }
        guard places.count == 1, let axis = names.firstIndex(of: words[places[0]]) else { return nil }
        var stem = words
        stem.remove(at: places[0])
        var rate = ColumnMeaning(sensor: .gyroscope, axis: axis, unit: column.unit, device: "")
        if isFlight { return stem.isEmpty ? ("", rate) : nil }
        // `yaw_rate_deg_s`.
        for count in stride(from: min(3, stem.count - 1), to: 0, by: -1) where rate.unit == nil {
            let unit = stem.suffix(count).joined(separator: "/")
            guard ScaledUnit(spelling: unit, of: .gyroscope) != nil else { continue }
            rate.unit = unit
            stem.removeLast(count)
        }
        let text = stem.joined(separator: " ")
        let isRate =
            ColumnAliases.meaning(of: stem)?.sensor == .gyroscope
            || (names[0] == "roll" ? stem.last.map { Lexicon.isWord($0, .rateOfAngle) } == true : isVague(text))
        return isRate && !stem.contains { Lexicon.isWord($0, .statistic, .earth, .target) } ? (text, rate) : nil
    }
}
