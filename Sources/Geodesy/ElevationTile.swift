import Vocabulary

/// Heights of the ground in one square degree, as an SRTM tile has them (NASA/USGS, SRTM Topography,
/// documentation 2.1, 2015, section 2.1.3): `N47E011.hgt`, the name of its south-western corner, 16-bit integers,
/// big-endian, rows from north to south, the outermost samples on the edges; metres above EGM96 mean sea level,
/// -32768 where nothing was measured.
public struct ElevationTile: Sendable {
    /// Degrees of the south-western corner.
    public let south, west: Int
    /// Samples along an edge: 1201 (three arc seconds) or 3601 (one).
    public let size: Int
    private let bytes: [UInt8]

    private static let void = Int16.min
    /// A void sample with a smaller weight is ignored: the position lies on its neighbour but for rounding.
    private static let rounding = 1e-6

    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - name: the file's name, with or without folder and ending.
    /// - Throws: `SensorLabError` (bad data) for a name without a corner and for a size that no tile has.
    public init(_ bytes: [UInt8], name: String) throws(SensorLabError) {
        func fail(_ message: String) -> SensorLabError {
            SensorLabError(
                .badData, code: .badTerrain, place: name, message: message,
                advice: "give SRTM tiles as they are distributed, unpacked, or a GeoTIFF (.tif, .vrt) for GDAL")
        }
        guard let corner = Self.corner(name) else {
            throw fail("the name is not the name of a tile, expected one such as N47E011.hgt")
        }
        guard let size = [1201, 3601].first(where: { 2 * $0 * $0 == bytes.count }) else {
            throw fail("found \(bytes.count) bytes, expected 2884802 (three arc seconds) or 25934402 (one)")
        }
        (south, west) = corner
        (self.size, self.bytes) = (size, bytes)
    }

    /// The south-western corner in the name of a tile, degrees; `nil` for other names.
    public static func corner(_ name: String) -> (south: Int, west: Int)? {
        let file = name.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        guard file.count >= 7, let latitude = number(file[1...2]), let longitude = number(file[4...6]) else {
            return nil
        }
        let isSouth = file[0] | 0x20 == UInt8(ascii: "s")
        let isWest = file[3] | 0x20 == UInt8(ascii: "w")
        guard isSouth || file[0] | 0x20 == UInt8(ascii: "n"), isWest || file[3] | 0x20 == UInt8(ascii: "e"),
            file.count == 7 || file[7] == UInt8(ascii: "."), latitude <= 90, longitude <= 180
        else { return nil }
        return (isSouth ? -latitude : latitude, isWest ? -longitude : longitude)
    }

    /// The name of the tile with a south-western corner: `N47E011.hgt`.
    public static func name(south: Int, west: Int) -> String {
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value.magnitude)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return (south < 0 ? "S" : "N") + digits(south, 2) + (west < 0 ? "W" : "E") + digits(west, 3) + ".hgt"
    }

    /// The corner of the tile that holds a position.
    public static func corner(holding position: GeodeticPosition) -> (south: Int, west: Int) {
        let longitude = position.longitude >= 180 ? position.longitude - 360 : position.longitude
        return (
            Int(clamping: min(position.latitude, 89).rounded(.down)),
            Int(clamping: min(max(longitude, -180), 179).rounded(.down))
        )
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = 10 * value + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// Metres above mean sea level, bilinear between the four samples around; `nil` outside the tile and where one of
    /// the samples used is void.
    public func height(at position: GeodeticPosition) -> Double? {
        let longitude = position.longitude - Double(west)
        let x = (longitude >= 360 ? longitude - 360 : longitude) * Double(size - 1)
        let y = (Double(south + 1) - position.latitude) * Double(size - 1)
        guard (0...Double(size - 1)).contains(x), (0...Double(size - 1)).contains(y) else { return nil }
        let (column, row) = (min(Int(clamping: x), size - 2), min(Int(clamping: y), size - 2))
        let (right, down) = (x - Double(column), y - Double(row))
        var sum = 0.0
        for (step, weight) in [
            ((0, 0), (1 - right) * (1 - down)), ((0, 1), right * (1 - down)), ((1, 0), (1 - right) * down),
            ((1, 1), right * down),
        ] where weight > 0 {
            let index = 2 * ((row + step.0) * size + column + step.1)
            let sample = Int16(bitPattern: UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
            if sample != Self.void {
                sum += weight * Double(sample)
            } else if weight > Self.rounding {
                return nil
            }
        }
        return sum
    }
}
