import Vocabulary

/// The places of a grid of latitudes and longitudes with one step, both ends included.
public struct FieldGrid: Equatable, Sendable {
    /// Geodetic latitudes in degrees, ascending.
    public let latitudesDegrees: [Double]
    /// Longitudes in degrees, ascending.
    public let longitudesDegrees: [Double]
    /// The distance between neighbours, degrees.
    public let stepDegrees: Double

    /// The most places a grid may have.
    public static let largestCount = 4_000_000

    /// Makes a grid.
    ///
    /// The first latitude and longitude belong to it, and the last ones where they are a whole number of steps away.
    ///
    /// - Parameters:
    ///   - latitudesDegrees: within -90 to 90.
    ///   - longitudesDegrees: within -180 to 360, at most 360 wide.
    ///   - stepDegrees: above 0.
    /// - Throws: `latitude-out-of-range`, `longitude-out-of-range`, `invalid-grid`.
    public init(
        latitudesDegrees: (from: Double, to: Double), longitudesDegrees: (from: Double, to: Double), stepDegrees: Double
    ) throws(SensorLabError) {
        for latitude in [latitudesDegrees.from, latitudesDegrees.to] {
            for longitude in [longitudesDegrees.from, longitudesDegrees.to] {
                try GeodeticPosition(latitude: latitude, longitude: longitude).validateForField()
            }
        }
        guard latitudesDegrees.from <= latitudesDegrees.to, longitudesDegrees.from <= longitudesDegrees.to,
            longitudesDegrees.to - longitudesDegrees.from <= 360
        else {
            throw SensorLabError(
                .usage, code: .geomagnetismInvalidGrid,
                message:
                    "latitudes \(latitudesDegrees.from) to \(latitudesDegrees.to), longitudes \(longitudesDegrees.from) to "
                    + "\(longitudesDegrees.to) are not a grid: each pair must ascend, and the longitudes must span at most 360 degrees",
                advice: "give south, north, west, east; across 180 degrees, continue the longitudes up to 360")
        }
        let height = latitudesDegrees.to - latitudesDegrees.from
        let width = longitudesDegrees.to - longitudesDegrees.from
        let count = (height / stepDegrees + 1) * (width / stepDegrees + 1)
        guard stepDegrees > 0, count <= Double(Self.largestCount) else {
            throw SensorLabError(
                .usage, code: .geomagnetismInvalidGrid,
                message:
                    "a step of \(stepDegrees) degrees: it must be above 0 and give at most \(Self.largestCount) places",
                advice: "take a larger step")
        }
        self.stepDegrees = stepDegrees
        self.latitudesDegrees = Self.values(from: latitudesDegrees.from, over: height, step: stepDegrees)
        self.longitudesDegrees = Self.values(from: longitudesDegrees.from, over: width, step: stepDegrees)
    }

    private static func values(from start: Double, over span: Double, step: Double) -> [Double] {
        // A millionth of a step allows for steps such as 0.1, which have no exact binary value.
        (0...Int(clamping: span / step + 1e-6)).map { min(start + Double($0) * step, start + span) }
    }
}
