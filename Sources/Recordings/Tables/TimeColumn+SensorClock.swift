import Vocabulary

/// A sensor's own clock beside the time of the arrival of its readings.
extension TimeColumn {
    /// The name of a sensor's own clock beside that of the arrival of its readings: another time column with its unit, of the same span, whose
    /// stamps all differ where those of the first one repeat. One for all tables of a log; `nil` where there is none.
    static func sensorClock(_ heads: [TableHead]) -> String? {
        let tables = heads.compactMap { head in (try? TimeColumn(head, place: "")).map { (head: head, time: $0) } }
        let names = Set(tables.compactMap { finer($0.time, $0.head) })
        guard let name = names.first, names.count == 1, tables.allSatisfy({ $0.head.names.contains(name) }) else {
            return nil
        }
        return name
    }

    private static func finer(_ time: TimeColumn, _ head: TableHead) -> String? {
        guard case .decimal(let exponent) = time.clock, time.supplement == nil else { return nil }
        let numbers = head.numbers(time.position)
        guard zip(numbers, numbers.dropFirst()).contains(where: { $0 == $1 }) else { return nil }
        func span(_ numbers: [Double], _ exponent: Int) -> Double {
            seconds((numbers.last ?? 0) - (numbers.first ?? 0), exponent)
        }
        let wanted = span(numbers, exponent)
        return head.names.indices.first { position in
            let (stem, unit) = joined(head.names[position])
            guard position != time.position, let unit, stems.contains(stem) else { return false }
            let others = head.numbers(position)
            return others.count == numbers.count && zip(others, others.dropFirst()).allSatisfy { $0 < $1 }
                && (span(others, unit) - wanted).magnitude <= 0.05 * wanted
        }.map { head.names[$0] }
    }
}
