import Analysis
import OrientationFilters
import Smoothing

/// Bytes as a damaged log and options: every input is one, so that libFuzzer's changes of bytes are changes of values
/// and times.
///
/// Three bytes choose log, filters and options; six more at a time are one damage: its kind, line (two bytes), column,
/// value, extent.
struct PipelineInput {
    private var rest: ArraySlice<UInt8>
    /// The damaged log.
    private(set) var log: [UInt8]
    private(set) var options = AnalysisOptions()

    /// The most damages; more would leave no log.
    private static let mostDamages = 40

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        log = []
        let choice = Int(take())
        var table = TableText(ShortLogs.all[choice % ShortLogs.all.count])
        options = Self.options(take(), take())
        for _ in 0..<Self.mostDamages where !rest.isEmpty { damage(&table) }
        log = table.bytes
    }

    /// The next byte; 0 behind the end.
    private mutating func take() -> UInt8 { rest.popFirst() ?? 0 }

    private mutating func damage(_ table: inout TableText) {
        let kind = take()
        let line = (Int(take()) << 8 | Int(take())) % max(1, table.count)
        let (column, value, extent) = (Int(take()) % 16, Int(take()), Int(take()))
        let text = ExtremeNumber.texts[value % ExtremeNumber.texts.count]
        switch kind % 10 {
        case 0: table.set(line, column, text)
        case 1: table.set(column, text, from: line, count: extent * 4)
        case 2: table.hold(column, from: line, count: extent * 4)
        case 3: table.remove(from: line, count: extent * 2)
        case 4: table.shift(column: 0, by: Double(text) ?? 0, from: line, count: table.count)
        case 5: table.shift(column: 0, by: Double(Int8(truncatingIfNeeded: value)) / 16, from: line, count: extent)
        case 6: table.shift(column: column, by: Double(text) ?? 0, from: line, count: extent * 4)
        case 7: table.swap(line, line + extent)
        case 8: table.double(line)
        default: table.reverse(from: line, count: extent)
        }
    }

    private static func options(_ filters: UInt8, _ bits: UInt8) -> AnalysisOptions {
        var options = AnalysisOptions()
        options.jobs = 1
        // The filters of `analyze`, or any two.
        if filters % 4 > 0 {
            let names = EstimatorCatalogue.entries.map(\.information.name)
            options.filters = [filters / 4, filters / 3].map { FilterRequest(name: names[Int($0) % names.count]) }
        }
        if bits & 1 != 0 { options.calibration = .none }
        if bits & 2 != 0 { options.reference = .deviceAttitude }
        if bits & 4 != 0 { options.north = .magnetic }
        if bits & 8 != 0 { options.camera = "generic" }
        return options
    }
}
