import SensorModels

/// How a table writes latitudes and longitudes as numbers.
enum CoordinateUnit: Sendable, Equatable {
    case degrees
    /// Whole numbers, as of MAVLink and of receivers: 1e7 of them are a degree, or 1e6.
    case parts(Double)
    /// Degrees and minutes in one number, as in NMEA 0183: `4808.232` is 48 degrees and 8.232 minutes.
    case degreesAndMinutes

    /// By the first numbers; degrees where nothing else is certain.
    /// - Parameter hasHemispheres: other columns say north or south, and east or west.
    init(latitudes: [Double], longitudes: [Double], hasHemispheres: Bool) {
        self = .degrees
        let latitudes = latitudes.filter { $0 != 0 }
        let longitudes = longitudes.filter { $0 != 0 }
        guard let north = latitudes.map(\.magnitude).max(), let east = longitudes.map(\.magnitude).max(),
            north > 90 || east > 180
        else { return }
        let all = latitudes + longitudes
        if hasHemispheres {
            let isMinutes = all.allSatisfy { $0 >= 0 && $0.truncatingRemainder(dividingBy: 100) < 60 }
            if north <= 9000, east <= 18_000, isMinutes { self = .degreesAndMinutes }
            return
        }
        guard all.allSatisfy({ $0 == $0.rounded() }), north <= 9e8, east <= 1.8e9, min(north, east) > 1e5 else {
            return
        }
        // What can be millionths and ten-millionths is a place a tenth as far from the equator in the latter.
        if north > 9e7 || east > 1.8e8 { self = .parts(1e7) }
    }

    /// Degrees.
    func degrees(_ number: Double) -> Double {
        // Empty cells stay empty.
        guard number.isFinite else { return number }
        switch self {
        case .degrees: return number
        case .parts(let parts): return number / parts
        case .degreesAndMinutes:
            let whole = (number.magnitude / 100).rounded(.down)
            return (number < 0 ? -1 : 1) * (whole + (number.magnitude - 100 * whole) / 60)
        }
    }
}

extension LocationColumns {
    /// The channel of a table with its first rows; `nil` without latitude and longitude.
    static func channel(_ head: TableHead) -> TableSchema.Channel? {
        guard var channel = channel(head.names) else { return nil }
        channel.coordinates = CoordinateUnit(
            latitudes: head.longNumbers(channel.columns[0]), longitudes: head.longNumbers(channel.columns[1]),
            hasHemispheres: channel.hemispheres.allSatisfy { $0 != nil })
        // Where coordinates are ten-millionths altitudes are millimetres.
        if case .parts = channel.coordinates, channel.altitudeFactor == 1, let altitude = channel.optional[0],
            case let numbers = head.longNumbers(altitude), !numbers.isEmpty,
            numbers.allSatisfy({ $0 == $0.rounded() }), !hasUnit(head.names[altitude])
        {
            channel.altitudeFactor = 1e-3
        }
        if channel.coordinates != .degrees {
            channel.claim.note =
                channel.coordinates == .degreesAndMinutes
                ? "WGS-84; degrees and minutes in one number" : "WGS-84; 1e7 of a number are a degree"
        }
        return channel
    }
}
