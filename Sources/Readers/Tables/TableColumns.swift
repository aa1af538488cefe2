import SensorModels
import Vocabulary

/// The streams in a table, by the names of its header.
struct SensorColumns {
    private(set) var channels: [TableSchema.Channel] = []
    /// Sensors that lack an axis.
    private(set) var incomplete: [String] = []

    /// The devices (bodies) whose sensors' names differ only in the words for the device; empty for one.
    private(set) var units: [String] = []
    /// The device that is read.
    private(set) var unit: String?
    /// The columns of the other devices.
    private(set) var otherUnits: Set<Int> = []

    /// The columns of one sensor of one device.
    private struct Group {
        var sensor: SensorKind
        /// The words of the names without axis and unit.
        var key: String
        var columns: [Int: Int] = [:]
        var unit: LogUnit?
        var unitText: String?
        /// The readings' multiple of the unit.
        var scale: ScaledUnit?
        /// A unit in a name that is not one of the sensor's.
        var unread: StreamClaim.Statement<String>?
        var doubt: TableSchema.Doubt?

        private var isAttitude: Bool { sensor == .attitude || sensor == .reference }
        private var axes: [Int] { isAttitude && columns[3] != nil ? [3, 0, 1, 2] : [0, 1, 2] }

        var isComplete: Bool { axes.allSatisfy { columns[$0] != nil } }

        mutating func add(_ position: Int, _ name: String, _ meaning: ColumnMeaning) {
            columns[meaning.axis] = position
            if self.unit == nil, scale == nil, LogUnit.Quantity(of: sensor) != nil,
                let stated = ScaledUnit(spelling: meaning.unit, of: sensor) ?? meaning.known.map(ScaledUnit.init)
            {
                (self.unit, unitText) = (stated.unit, name)
                if stated.factor != 1 { scale = stated }
            } else if unread == nil, let unit = meaning.unit,
                LogUnit.isMeant(unit, inBrackets: name.contains { $0 == "(" || $0 == "[" })
                    || ForeignUnit.isKnown(unit, beside: sensor)
            {
                unread = .header(unit, name)
            }
            doubt = doubt ?? meaning.doubt
        }

        func channel(_ names: [String]) -> TableSchema.Channel {
            let positions = axes.compactMap { columns[$0] }
            var channel = TableSchema.Channel(
                sensor, positions,
                claim: StreamClaim(
                    source: positions.map { names[$0] }.joined(separator: ","),
                    unit: unit.map { .header($0, unitText ?? "") }))
            if unit == nil, LogUnit.Quantity(of: sensor) != nil { channel.claim.unread = unread }
            channel.claim.scale = scale
            if SensorColumns.words(self).contains(where: { Lexicon.isWord($0, .smoothed) }) {
                channel.claim.note = "filtered, by the name of its columns"
            }
            channel.doubt = doubt
            if isAttitude && positions.count == 3 {
                channel.orientation?.form = .vector
            } else if doubt == .rotationVector || doubt == .rotationVectorOrRate {
                channel.doubt = nil
            }
            return channel
        }
    }

    /// - Parameters:
    ///   - names: of the header.
    ///   - ignored: columns that hold something else, such as the time.
    ///   - meanings: sensors of compact names (`a` of `ax`) with another meaning than in the table of aliases.
    ///   - bare: the sensor of columns that are called by their axes alone.
    ///   - chosen: the device that is read, of those in `units`; `nil` for the first complete one.
    ///   - whole: the columns with whole numbers only, as the counts of a chip.
    init(
        _ names: [String], ignoring ignored: Set<Int>, meanings: [String: SensorKind] = [:], bare: SensorKind? = nil,
        unit chosen: String? = nil, whole: Set<Int> = []
    ) {
        self.whole = whole
        var groups: [Group] = []
        for (position, meaning) in Self.meanings(names, ignoring: ignored, bare: bare).sorted(by: { $0.key < $1.key }) {
            let name = names[position]
            var meaning = meaning
            if let other = meanings[String(name.lowercased().dropLast())] {
                (meaning.sensor, meaning.known) = (other, nil)
            }
            let key = meaning.includesGravity ? Self.includingGravity : meaning.device ?? Self.key(name, meaning)
            let index = groups.firstIndex { $0.sensor == meaning.sensor && $0.key == key } ?? groups.count
            if index == groups.count { groups.append(Group(sensor: meaning.sensor, key: key)) }
            // The first of several columns of an axis is used.
            guard groups[index].columns[meaning.axis] == nil else { continue }
            groups[index].add(position, name, meaning)
        }
        choose(groups, names, chosen)
    }

    /// The meanings of the columns of sensors, by position.
    private static func meanings(
        _ names: [String], ignoring ignored: Set<Int>, bare: SensorKind?
    ) -> [Int: ColumnMeaning] {
        let plain = names.map { ColumnMeaning($0) }
        let other = OtherAxes(names.map(ColumnName.init), plain, ignoring: ignored, bare: bare)
        var result: [Int: ColumnMeaning] = [:]
        for (position, name) in names.enumerated() where !ignored.contains(position) && !name.isEmpty {
            guard
                var found = other.quaternions[position] ?? plain[position] ?? other.others[position]
                    ?? ColumnMeaning(ofBody: name)
                    ?? bare.flatMap({ ColumnMeaning(bare: name, of: sensor(ofUnitIn: name, unless: $0)) }),
                LogUnit.Quantity(of: found.sensor) == nil || !ColumnAliases.isNoReading(name),
                !ForeignUnit.isIn(name, of: found.sensor)
            else { continue }
            if bare == nil { found.doubt = found.doubt ?? doubt(name, found.sensor) }
            result[position] = found
        }
        for triple in AxisTriple.all(names, among: result.keys.sorted()) where !triple.isLettered {
            let own = triple.positions.compactMap { result[$0] }
            let ofSensor = result.values.count { $0.sensor == own[0].sensor }
            // `wz1,wz2,wz3`: one axis of three devices is none of any.
            guard ofSensor == 3, own.allSatisfy({ $0.sensor == own[0].sensor && $0.axis == own[0].axis }) else {
                continue
            }
            for position in triple.positions { result[position] = nil }
        }
        return result.merging(hinted(names, ignoring: ignored, beside: result)) { known, _ in known }
    }

    /// Three columns whose names only hint at a sensor that no other columns are of: `scaledaccelx`,
    /// `rotation_speed_x`.
    private static func hinted(
        _ names: [String], ignoring ignored: Set<Int>, beside known: [Int: ColumnMeaning]
    ) -> [Int: ColumnMeaning] {
        let free = names.indices.filter { known[$0] == nil && !ignored.contains($0) && !names[$0].isEmpty }
        let read = Set(known.values.map(\.sensor))
        var result: [Int: ColumnMeaning] = [:]
        for triple in AxisTriple.all(names, among: free) {
            let words = triple.words.filter { $0.count > 2 }
            var hints = Lexicon.hints(words).filter { LogUnit.Quantity(of: $0.key) != nil }
            let stated = sensor(ofUnitIn: names[triple.positions[0]])
            // A unit says the quantity, too: `left-x-axis (deg/s)`, `wz1[dps]`.
            if hints.isEmpty, !triple.words.isEmpty, let stated { hints = [stated: Lexicon.hint] }
            guard let (sensor, weight) = hints.max(by: { $0.value < $1.value }),
                triple.isLettered || sensor == stated, weight >= Lexicon.hint, !read.contains(sensor),
                !triple.words.contains(where: ColumnAliases.isNoSensor),
                !triple.positions.contains(where: {
                    ColumnAliases.isNoReading(names[$0]) || ForeignUnit.isIn(names[$0], of: sensor)
                })
            else { continue }
            for (axis, position) in triple.positions.enumerated() {
                result[position] = ColumnMeaning(
                    sensor: sensor, axis: axis, unit: ColumnName(names[position]).unit,
                    device: triple.words.joined(separator: " "), doubt: .hint)
            }
        }
        return result
    }

    /// The sensor whose unit is in a name; `g` and `mg` are more often an accelerometer's than a field's.
    private static func sensor(ofUnitIn name: String) -> SensorKind? {
        quantity(ofUnitIn: name)?.sensor
            ?? (ColumnName(name).unit.map { ["g", "mg"].contains($0) } == true ? .accelerometer : nil)
    }

    /// The sensor of a unit that measures another quantity than a sensor does; else that sensor.
    private static func sensor(ofUnitIn name: String, unless sensor: SensorKind) -> SensorKind {
        guard let quantity = quantity(ofUnitIn: name), quantity != LogUnit.Quantity(of: sensor) else { return sensor }
        return quantity.sensor
    }

    private static func quantity(ofUnitIn name: String) -> LogUnit.Quantity? {
        ColumnName(name).unit.flatMap { LogUnit.quantity(of: $0) ?? ScaledUnit.quantity(of: $0) }
    }

    /// The sensor of axes without a name whose unit says what they measure: `X [g],Y [g],Z [g]`.
    static func sensor(ofBareAxes names: [String]) -> SensorKind? {
        let triple = AxisTriple.all(names, among: Array(names.indices)).first { $0.isLettered && $0.words.isEmpty }
        return triple.flatMap { sensor(ofUnitIn: names[$0.positions[0]]) }
    }

    private static func doubt(_ name: String, _ sensor: SensorKind) -> TableSchema.Doubt? {
        let last = ColumnName(name).words.last ?? ""
        switch sensor {
        case .attitude: return last == "rot" ? .rotationVectorOrRate : .rotationVector
        case .gyroscope: return ["g", "gx", "gy", "gz"].contains(last) ? .gravityOrRate : nil
        case .magnetometer: return ["b", "bx", "by", "bz"].contains(last) ? .fieldOrOther : nil
        default: return nil
        }
    }

    /// The columns with whole numbers only.
    private let whole: Set<Int>

    /// The words that distinguish the columns of one device from those of another one.
    private static func key(_ name: String, _ meaning: ColumnMeaning) -> String {
        let column = ColumnName(name)
        guard column.axis != nil else { return "" }
        guard let unit = meaning.unit, ScaledUnit(spelling: unit, of: meaning.sensor) == nil,
            LogUnit.Quantity(of: meaning.sensor) != nil, unit.contains(where: \.isNumber) || unit.count > 3
        else { return column.stem }
        return column.stem + " " + unit
    }

    /// Makes the channels; of a sensor that several devices have, one device's is used.
    private mutating func choose(_ groups: [Group], _ names: [String], _ chosen: String?) {
        let groups = Self.separated(Self.measured(groups, whole))
        var several: [SensorKind: [Group]] = [:]
        for sensor in SensorKind.allCases {
            let own = groups.filter { $0.sensor == sensor }
            let complete = own.filter(\.isComplete)
            if complete.count > 1, LogUnit.Quantity(of: sensor) != nil, !takeCorrected(complete, names) {
                several[sensor] = complete
            }
        }
        let keys = SensorKind.allCases.flatMap { several[$0] ?? [] }
        var titles = Self.titles(keys.map { ColumnAliases.qualifiers(of: $0.key) })
        // `acceleration` and `accelerometer`: only the names of the sensor differ.
        let shared = titles
        for index in keys.indices
        where keys.indices.contains(where: {
            $0 != index && keys[$0].sensor == keys[index].sensor && shared[$0] == shared[index]
        }) {
            titles[index] = keys[index].key.isEmpty ? Self.unnamed : keys[index].key
        }
        var titleOfKey: [String: String] = [:]
        for (group, title) in zip(keys, titles) { titleOfKey[group.key] = title }
        units = titles.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        func count(_ unit: String) -> Int { titles.count { $0 == unit } }
        let most = units.map(count).max() ?? 0
        unit = units.first { $0.lowercased() == chosen?.lowercased() } ?? units.first { count($0) == most }
        for sensor in SensorKind.allCases where !channels.contains(where: { $0.sensor == sensor }) {
            let own = groups.filter { $0.sensor == sensor }
            guard let first = own.first else { continue }
            let complete = own.filter(\.isComplete)
            if let several = several[sensor] {
                for group in several where titleOfKey[group.key] != unit { otherUnits.formUnion(group.columns.values) }
                if let group = several.first(where: { titleOfKey[$0.key] == unit }) {
                    channels.append(group.channel(names))
                }
                continue
            }
            let ofUnit = complete.first { group in
                unit.map { ColumnAliases.qualifiers(of: group.key).hasSuffix($0) } == true
            }
            let group = ofUnit ?? complete.first ?? first
            if group.isComplete {
                channels.append(group.channel(names))
            } else {
                incomplete.append(sensor.rawValue)
            }
        }
        takeRates()
        channels = SensorKind.allCases.flatMap { sensor in channels.filter { $0.sensor == sensor } }
    }

    /// Three columns called `rot` are a rotation vector or rates: read as a rate they keep their numbers, and the
    /// readings decide later.
    private mutating func takeRates() {
        guard !channels.contains(where: { $0.sensor == .gyroscope }),
            let index = channels.firstIndex(where: { $0.doubt == .rotationVectorOrRate && $0.columns.count == 3 })
        else { return }
        channels[index].place = VectorColumns(.gyroscope, channels[index].columns)
    }

    private static func words(_ group: Group) -> [String] { group.key.split(separator: " ").map(String.init) }

    private static let includingGravity = "including gravity"

    /// Beside an acceleration that includes gravity, by its name or as raw readings, the other one is linear
    /// acceleration, unless the readings say otherwise.
    private static func separated(_ groups: [Group]) -> [Group] {
        let forces = groups.indices.filter { groups[$0].sensor == .accelerometer && groups[$0].isComplete }
        let including = forces.filter { index in
            let words = Self.words(groups[index])
            return groups[index].key == includingGravity
                || words.contains("raw") && forces.allSatisfy { Self.body(groups[$0]) == Self.body(groups[index]) }
        }
        guard forces.count == 2, including.count == 1,
            !groups.contains(where: { $0.sensor == .linearAcceleration && $0.isComplete }),
            let other = forces.first(where: { $0 != including[0] })
        else { return groups }
        var groups = groups
        groups[other].sensor = .linearAcceleration
        return groups
    }

    /// The words of a group that neither name the sensor nor a treatment of its readings.
    private static func body(_ group: Group) -> [String] {
        words(group).filter { !ColumnAliases.isTreatment($0) && ColumnAliases.meaning(of: $0) == nil }
    }

    /// Without filtered readings and without a chip's counts, where the same sensor's others are there too.
    private static func measured(_ groups: [Group], _ whole: Set<Int>) -> [Group] {
        func isSmoothed(_ group: Group) -> Bool { Self.words(group).contains { Lexicon.isWord($0, .smoothed) } }
        func isCounted(_ group: Group) -> Bool {
            Self.words(group).contains("raw") && group.columns.values.allSatisfy(whole.contains)
        }
        func hasOther(_ group: Group, _ isLess: (Group) -> Bool) -> Bool {
            isLess(group)
                && groups.contains { $0.sensor == group.sensor && $0.isComplete && !isLess($0) }
        }
        return groups.filter { !hasOther($0, isSmoothed) && !hasOther($0, isCounted) }
    }

    /// A rate or a field both as measured and as the device corrected it, as on Android: both are read.
    private mutating func takeCorrected(_ groups: [Group], _ names: [String]) -> Bool {
        // Whether the names differ only in the treatment of the readings.
        let isOneSensor = Set(groups.map(Self.body)).count == 1
        func rank(_ group: Group) -> Int {
            let words = Self.words(group)
            let isRaw = words.contains { $0 == "uncalibrated" || $0 == "uncal" || $0 == "raw" && isOneSensor }
            return isRaw ? 0 : isOneSensor && words.contains { Lexicon.isWord($0, .corrected) } ? 2 : 1
        }
        let sorted = groups.sorted { rank($0) < rank($1) }
        guard sorted.count == 2, let twin = sorted[0].sensor.corrected, rank(sorted[0]) < rank(sorted[1]) else {
            return false
        }
        var corrected = sorted[1]
        corrected.sensor = twin
        channels += [sorted[0].channel(names), corrected.channel(names)]
        return true
    }

    /// The words of devices without those that all of them share.
    private static func titles(_ qualifiers: [String]) -> [String] {
        var words = qualifiers.map { $0.split(separator: " ") }
        guard Set(words).count > 1 else { return qualifiers }
        while let first = words[0].first, words.allSatisfy({ $0.first == first }) {
            for index in words.indices { words[index].removeFirst() }
        }
        while let last = words[0].last, words.allSatisfy({ $0.last == last }) {
            for index in words.indices { words[index].removeLast() }
        }
        return words.map { $0.isEmpty ? unnamed : $0.joined(separator: " ") }
    }

    /// The title of a device whose names have no words of their own.
    private static let unnamed = "unnamed"

    /// The warning that lists the devices; `nil` for one device, and where one was chosen.
    func unitWarning(_ chosen: String?, _ place: String) -> Warning? {
        guard let unit, units.count > 1, chosen == nil else { return nil }
        return Warning(
            .incompleteColumns, place: place,
            "the columns are of several devices\(areNumbered ? ", or of several samples in a row" : "") "
                + "(\(units.joined(separator: ", "))); those of \(unit) are read",
            advice: areNumbered ? .otherUnitOrRows : .otherUnitOfFile)
    }

    /// Whether the devices are called 0, 1, 2 or 1, 2, 3.
    private var areNumbered: Bool {
        let numbers = units.compactMap { Int($0) }
        return units.count > 2 && numbers.count == units.count && (0...1).contains(numbers[0])
            && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }

    /// - Throws: `SensorLabError` (usage) where the chosen device is none of `units`.
    static func checkUnit(_ chosen: String?, of units: [String], _ place: String) throws {
        guard let chosen, !units.contains(where: { $0.lowercased() == chosen.lowercased() }) else { return }
        guard units.isEmpty else { throw UnitChoice.unknown(chosen, units, place) }
        throw SensorLabError(
            .usage, code: .noUnits, place: place,
            message: "--unit \(chosen): the columns of this log are of one device", advice: "leave --unit out")
    }
}

extension SensorColumns {
    /// The unit in a column's name, in parentheses or behind it (`gx_dps`); `nil` unless it is one of the sensor's.
    static func unit(inName name: String, of sensor: SensorKind) -> LogUnit? {
        let found = ColumnMeaning(name)
        return LogUnit(spelling: ColumnName(name).unit ?? found?.unit, of: sensor)
            ?? (found?.sensor == sensor ? found?.known : nil)
    }

    /// Whether a name is a sensor's axis.
    static func isAxis(_ name: String) -> Bool { ColumnMeaning(name) != nil }
}
