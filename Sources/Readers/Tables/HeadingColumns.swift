import SensorModels
import Vocabulary

/// The column of the device's own compass heading: of the top edge, degrees clockwise from north.
enum HeadingColumns {
    /// The better ones first. CoreLocation gives both norths, and -1 where it does not know the true one.
    private static let kinds: [(north: North, endings: [String])] = [
        (.true, ["trueheading", "headingtrue", "truebearing", "trueazimuth"]),
        (
            .magnetic,
            ["magneticheading", "headingmagnetic", "magneticbearing", "magneticazimuth", "compassheading", "azimuth°"]
        ),
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
                sensor: .heading, columns: [position],
                claim: StreamClaim(
                    source: head.names[position], note: "of the top edge, clockwise from \(north.rawValue) north"))
        }
        return nil
    }
}
