import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The device's own compass heading: of the top edge, degrees clockwise from north.
struct HeadingColumn: ChannelColumns {
    var column: Int

    var sensor: SensorKind { .heading }
    var required: [Int] { [column] }

    mutating func replace(_ position: (Int) -> Int) { column = position(column) }

    func reading(_ row: TableRow) -> Reading<Double> { SampleRules.heading(degrees: row[column]) }

    /// Preferred names first. CoreLocation gives both norths, and -1 where it does not know the true one.
    private static let kinds: KeyValuePairs<North, [String]> = [
        .true: ["trueheading", "headingtrue", "truebearing", "trueazimuth"],
        .magnetic: [
            "magneticheading", "headingmagnetic", "magneticbearing", "magneticazimuth", "compassheading", "azimuth°",
        ],
    ]

    /// `nil` without such a column.
    static func channel(_ head: TableHead) -> TableSchema.Channel? {
        let plain = head.names.map { name in name.lowercased().filter { $0.isLetter || $0 == "°" } }
        for (north, endings) in kinds {
            let isHeading = { (name: String) in endings.contains { name.hasSuffix($0) || name.hasSuffix($0 + "deg") } }
            guard let position = plain.firstIndex(where: isHeading) else { continue }
            let numbers = head.numbers(position)
            if north == .true, !numbers.isEmpty, numbers.allSatisfy({ $0 < 0 }) { continue }
            return TableSchema.Channel(
                HeadingColumn(column: position),
                claim: StreamClaim(
                    source: head.names[position], note: "of the top edge, clockwise from \(north.rawValue) north"))
        }
        return nil
    }
}

/// A heading that errors are measured against, and its standard deviation: `ref_heading`, `ref_heading_sigma`.
struct ReferenceHeadingColumns: ChannelColumns {
    var heading: Int
    var sigma: Int?

    var sensor: SensorKind { .referenceHeading }
    var required: [Int] { [heading] }

    mutating func replace(_ position: (Int) -> Int) {
        heading = position(heading)
        sigma = sigma.map(position)
    }

    func reading(_ row: TableRow) -> Reading<ReferenceHeading> {
        SampleRules.referenceHeading(degrees: row[heading], sigma: sigma.map { row[$0] } ?? .nan)
    }

    /// `nil` without such a column.
    static func channel(_ head: TableHead) -> TableSchema.Channel? {
        let names = head.names.map { name in name.prefix { !"([".contains($0) }.trimmedCell.lowercased() }
        let columns = CanonicalColumns.referenceHeading.map { name in names.firstIndex(of: name) }
        guard let heading = columns[0] else { return nil }
        return TableSchema.Channel(
            ReferenceHeadingColumns(heading: heading, sigma: columns[1]),
            claim: StreamClaim(source: head.names[heading], note: "clockwise from the reference's north"))
    }
}
