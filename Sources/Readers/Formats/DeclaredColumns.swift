import Recordings
import Rotations
import SensorModels

/// The columns of one sensor in a declared format.
struct DeclaredColumns: Sendable {
    struct Match {
        /// The name of the unit, or body; empty where the format has one.
        var unit: String
        /// The name between the unit and the axis: `Accel_LN` of `Shimmer_40AC_Accel_LN_X_CAL`.
        var label: String
        /// Positions in the order of the axes.
        var columns: [Int]
    }

    let sensor: SensorKind
    /// The names, with `{axis}` for one of the axes, `{unit}` for the name of a unit and `{}` for any text. Capital
    /// letters do not count.
    let pattern: String
    let axes: [String]
    /// `nil` where the header or the row below it has it.
    let unit: LogUnit?
    /// What the stream's provenance names, with `{unit}`, `{file}` and `{first}` for the name of the first column.
    let source: String
    /// More about the convention, with `{frame}` for what the first cell of the column `header.frame_id` says.
    private let note: String?
    /// The column of the stream's own stamps (`VectorColumns.relativeTime`).
    let relativeTime: String?
    let form: OrientationForm
    /// A rotation of the earth frame from the left.
    let turn: Quaternion?
    /// From the numbers of the columns to the unit.
    let factor: Double
    /// The same for a chip's counts, unless the user gives the unit of the numbers.
    let countsPerUnit: Double?
    /// The column whose first number is -1 where the stream is not given.
    private let absent: String?

    static let unit = "{unit}"

    init(
        _ sensor: SensorKind, _ pattern: String, axes: [String] = ["x", "y", "z"], _ unit: LogUnit? = nil,
        source: String, note: String? = nil, relativeTime: String? = nil, form: OrientationForm = .quaternion,
        turn: Quaternion? = nil, factor: Double = 1, countsPerUnit: Double? = nil, absent: String? = nil
    ) {
        (self.sensor, self.pattern, self.axes, self.unit, self.source) = (sensor, pattern, axes, unit, source)
        (self.note, self.relativeTime, self.form, self.turn) = (note, relativeTime, form, turn)
        (self.factor, self.countsPerUnit, self.absent) = (factor, countsPerUnit, absent)
    }

    func isAbsent(_ head: TableHead) -> Bool {
        absent.flatMap { Self.position($0, in: head.names) }.map { head.numbers($0).first == -1 } == true
    }

    func note(_ head: TableHead) -> String? {
        let cells = Self.position("header.frame_id", in: head.names).map(head.column)
        let frame = cells?.first.map { String($0.prefix(40)) } ?? ""
        return note?.replacing("{frame}", with: frame.isEmpty ? "the IMU" : frame)
    }

    /// The units that have the sensor with all its axes, in the order of their first columns.
    func matches(_ names: [String]) -> [Match] {
        let patterns = axes.map { pattern.replacing("{axis}", with: $0).lowercased() }
        let label = pattern.replacing(Self.unit, with: "").split(separator: "{axis}").first ?? ""
        var found: [(parts: [String], columns: [Int: Int])] = []
        for (position, name) in names.enumerated() {
            for (axis, pattern) in patterns.enumerated() {
                guard let parts = Self.match(name, pattern) else { continue }
                let known = found.firstIndex { $0.parts == parts } ?? found.count
                if known == found.count { found.append((parts, [:])) }
                if found[known].columns[axis] == nil { found[known].columns[axis] = position }
            }
        }
        let hasUnit = pattern.contains(Self.unit)
        return found.compactMap { parts, columns in
            let text = label.replacing("{}", with: parts.last ?? "").drop { "_/".contains($0) }
            let end = text.lastIndex { !"_/".contains($0) }.map { text.index(after: $0) } ?? text.startIndex
            let axes = axes.indices.compactMap { columns[$0] }
            return axes.count == self.axes.count
                ? Match(unit: hasUnit ? parts[0] : "", label: String(text[..<end]), columns: axes) : nil
        }
    }

    /// The first name that fits a pattern without an axis.
    static func position(_ pattern: String, in names: [String]) -> Int? {
        let pattern = pattern.lowercased()
        return names.firstIndex { match($0, pattern) != nil }
    }

    /// The texts for `{unit}`, which is not empty, and `{}` in a pattern of small letters; `nil` for a name that it
    /// does not fit.
    private static func match(_ name: String, _ pattern: String) -> [String]? {
        var (rest, wanted) = (name.utf8[...], pattern.utf8[...])
        var parts: [String] = []
        func begins(_ text: Substring.UTF8View, _ literal: Substring.UTF8View) -> Bool {
            text.count >= literal.count && zip(text, literal).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 > 96 }
        }
        while let open = wanted.firstIndex(of: UInt8(ascii: "{")), let close = wanted.firstIndex(of: UInt8(ascii: "}"))
        {
            let literal = wanted[..<open]
            guard begins(rest, literal) else { return nil }
            rest = rest.dropFirst(literal.count)
            let isUnit = wanted.index(after: open) != close
            wanted = wanted[wanted.index(after: close)...]
            // The text goes to the next literal, the last one to the end.
            let next = wanted.prefix { $0 != UInt8(ascii: "{") }
            let isLast = next.endIndex == wanted.endIndex
            let ends = rest.indices.dropFirst(isUnit ? 1 : 0) + [rest.endIndex]
            guard
                let end = ends.first(where: {
                    begins(rest[$0...], next) && (!isLast || rest[$0...].count == next.count)
                })
            else { return nil }
            parts.append(String(Substring(rest[..<end])))
            rest = rest[end...]
        }
        return rest.count == wanted.count && begins(rest, wanted) ? parts : nil
    }
}
