import Evaluation
import Files
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The numbers of a file of orientations over time: CSV with or without names, or TUM (`timestamp tx ty tz qx qy qz
/// qw`).
struct TrackTable {
    /// Time stamps as written.
    let stamps: [Double]
    /// The numbers of the orientation, `width` per row.
    let numbers: [Double]
    /// Numbers per row.
    let width: Int
    /// Standard deviations of heading and inclination, degrees; empty without.
    let headingSigmas, inclinationSigmas: [Double]
    /// What names of columns say.
    private(set) var words = TrackWords()
    /// The names, or what was taken for them, for messages.
    let columns: String

    /// The columns of a table.
    private struct Layout {
        var time = 0
        var numbers: [Int]
        var words = TrackWords()
        var headingSigma: Int?
        var inclinationSigma: Int?
    }

    private static let times = ["t", "time", "timestamp", "stamp", "seconds", "timestamps", "sec", "secs", "ts"]

    /// - Throws: `SensorLabError`: no input (66), bad data (65) for a file without orientations.
    init(path: String) throws {
        let data = try InputFile.read(
            path, missing: "there is no such track",
            advice: "give --track NAME=FILE with a file of your filter's output")
        let lines = String(decoding: data, as: UTF8.self).split(omittingEmptySubsequences: true) { $0.isNewline }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard let first = lines.firstIndex(where: { Self.isRow($0) }) else {
            throw Self.unusable(path, "found no row of numbers")
        }
        let separator = Self.separator(of: lines[first])
        let head = lines[..<first].last.map { line in
            Self.cells(line.hasPrefix("#") ? String(line.dropFirst()) : line, separator).map { $0.lowercased() }
        }
        let count = Self.cells(lines[first], separator).count
        let names = head.flatMap { $0.count == count ? $0 : nil }
        guard let layout = names.flatMap(Self.layout(named:)) ?? Self.layout(unnamed: count) else {
            throw Self.unusable(
                path, "found the columns \"\((names ?? ["\(count) without names"]).joined(separator: ","))\"")
        }
        let used = [layout.time] + layout.numbers + [layout.headingSigma, layout.inclinationSigma].compactMap { $0 }
        let last = used.max() ?? 0
        var (stamps, numbers, heading, inclination): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for line in lines[first...] where !line.hasPrefix("#") {
            let cells = Self.cells(line, separator)
            guard cells.count > last, let stamp = Double(cells[layout.time]), stamp.isFinite else { continue }
            let row = layout.numbers.compactMap { Double(cells[$0]) }
            guard row.count == layout.numbers.count, row.allSatisfy(\.isFinite) else { continue }
            // Stamps that step back are no track.
            guard stamps.last.map({ stamp > $0 }) ?? true else { continue }
            stamps.append(stamp)
            numbers += row
            if let column = layout.headingSigma { heading.append(Double(cells[column]) ?? .nan) }
            if let column = layout.inclinationSigma { inclination.append(Double(cells[column]) ?? .nan) }
        }
        guard stamps.count > 1 else { throw Self.unusable(path, "found fewer than two rows of numbers") }
        (self.stamps, self.numbers, width) = (stamps, numbers, layout.numbers.count)
        (headingSigmas, inclinationSigmas, words) = (heading, inclination, layout.words)
        words.north = words.north ?? Self.north(lines[..<first], names, Self.cells(lines[first], separator))
        columns =
            names.map { names in layout.numbers.map { names[$0] }.joined(separator: ",") }
            ?? "columns \(layout.numbers.map { "\($0 + 1)" }.joined(separator: ","))"
    }

    /// The numbers of a row.
    func row(_ index: Int) -> ArraySlice<Double> { numbers[index * width..<(index + 1) * width] }

    /// What the lines above the header (`# north: true`), or a column `north`, say.
    private static func north(_ above: ArraySlice<String>, _ names: [String]?, _ row: [String]) -> North? {
        let stated = MetadataLines.stated(in: Array(above)).reference.north?.north
        return stated ?? names?.firstIndex(of: "north").flatMap { North(rawValue: row[$0].lowercased()) }
    }

    private static func unusable(_ path: String, _ found: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badTrack, place: path,
            message:
                "\(found), expected a time and an orientation: t,qw,qx,qy,qz, or t,roll,pitch,yaw, or t,r11,...,r33, "
                + "or t,heading, or TUM's eight numbers",
            advice: "write the columns so, with times in the log's clock")
    }

    private static func isRow(_ line: String) -> Bool {
        guard !line.hasPrefix("#") else { return false }
        let cells = cells(line, separator(of: line))
        return cells.count > 1 && Double(cells[0]) != nil
    }

    private static func separator(of line: String) -> Character {
        [",", ";", "\t"].first { line.contains($0) } ?? " "
    }

    private static func cells(_ line: String, _ separator: Character) -> [String] {
        line.split(separator: separator, omittingEmptySubsequences: separator == " ")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The words of a name, its unit included: `yaw (deg)`, `roll_rad`.
    private static func parts(_ name: String) -> [String] {
        name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func layout(named names: [String]) -> Layout? {
        let parts = names.map(parts)
        let time = parts.firstIndex { times.contains($0.first ?? "") } ?? 0
        func columns(_ wanted: [[String]]) -> [Int]? {
            let found = wanted.compactMap { choices in
                parts.indices.first { index in
                    index != time
                        && choices.contains { $0 == parts[index].joined() || $0 == parts[index].last }
                }
            }
            return found.count == wanted.count && Set(found).count == found.count ? found : nil
        }
        var layout: Layout?
        if let found = columns(["w", "x", "y", "z"].map { ["q\($0)", "q_\($0)", "quat\($0)", "orientation\($0)"] })
            ?? columns(["w", "x", "y", "z"].map { [$0] })
        {
            layout = Layout(numbers: found)
            layout?.words.form = .wxyz
        } else if let found = columns((0..<4).map { ["q\($0)"] }) ?? columns((1...4).map { ["q\($0)"] }) {
            layout = Layout(numbers: found)
        } else if let found = angles(parts, time) {
            layout = Layout(numbers: found)
            layout?.words.unit = unit(parts, found)
        } else if let found = matrix(parts, time) {
            layout = Layout(numbers: found)
            layout?.words.form = .matrix
        } else if let found = parts.firstIndex(where: {
            ["heading", "azimuth", "yaw", "course"].contains($0.first ?? "") && !isSigma($0)
        }) {
            layout = Layout(numbers: [found])
            layout?.words.form = .heading
            layout?.words.unit = unit(parts, [found])
            if ["heading", "azimuth", "course"].contains(parts[found][0]) { layout?.words.frame = .ned }
        }
        layout?.time = time
        layout?.headingSigma = parts.firstIndex { isSigma($0) && $0.contains("heading") }
        layout?.inclinationSigma = parts.firstIndex { isSigma($0) && $0.contains("inclination") }
        return layout
    }

    private static func isSigma(_ parts: [String]) -> Bool {
        parts.contains { ["sigma", "std", "stddev"].contains($0) }
    }

    /// Roll, pitch and yaw.
    private static func angles(_ parts: [[String]], _ time: Int) -> [Int]? {
        let wanted = [["roll", "gamma"], ["pitch", "beta"], ["yaw", "azimuth", "alpha", "heading"]]
        let found = wanted.compactMap { names in
            parts.indices.first { index in
                index != time && !isSigma(parts[index]) && names.contains { parts[index].contains($0) }
            }
        }
        return found.count == 3 ? found : nil
    }

    private static func unit(_ parts: [[String]], _ columns: [Int]) -> TrackConvention.Unit? {
        let words = Set(columns.flatMap { parts[$0] })
        if !words.isDisjoint(with: ["deg", "degree", "degrees"]) { return .deg }
        return words.isDisjoint(with: ["rad", "radian", "radians"]) ? nil : .rad
    }

    /// Nine columns whose names end with the numbers of row and column, `r11` or `m00`.
    private static func matrix(_ parts: [[String]], _ time: Int) -> [Int]? {
        for first in 0...1 {
            let found = (0..<9).compactMap { place in
                parts.indices.first {
                    $0 != time && parts[$0].joined().suffix(2) == "\(place / 3 + first)\(place % 3 + first)"
                }
            }
            if found.count == 9, Set(found).count == 9 { return found }
        }
        return nil
    }

    /// By the number of columns.
    private static func layout(unnamed count: Int) -> Layout? {
        switch count {
        case 2: Layout(numbers: [1])
        case 4: Layout(numbers: [1, 2, 3])
        case 5: Layout(numbers: [1, 2, 3, 4])
        case 8: Layout(numbers: [4, 5, 6, 7])
        case 10: Layout(numbers: Array(1...9))
        default: nil
        }
    }
}
