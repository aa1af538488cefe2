import ArgumentParser
import Foundation
import Geodesy
import Recordings
import Rotations
import Vocabulary

struct GeodesyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geodesy",
        abstract: "Compute distances, azimuths and destinations, grid coordinates and the direction of the sun.",
        examples: [
            "sensorlab geodesy distance 48.137,11.575 48.140,11.580",
            "sensorlab geodesy destination 48.137,11.575 45 1000",
            "sensorlab geodesy sun --place 48.137,11.575 --time 2026-06-21T10:00:00Z",
        ],
        subcommands: [
            GeodesyDistanceCommand.self, GeodesyDestinationCommand.self, GeodesyUTMCommand.self, GeodesySunCommand.self,
        ])
}

/// A place that was given as an argument.
private func place(_ text: String) throws -> GeodeticPosition { try PlaceArgument.parse(text).position }

struct GeodesyDistanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distance",
        abstract: "Distance and azimuth between two places, by the geodesic and by the formulas that apps use.",
        discussion:
            "Azimuths are at the first place, degrees clockwise from true north, [0, 360). Heights are ignored.",
        examples: [
            "sensorlab geodesy distance 48.137,11.575 48.140,11.580",
            "sensorlab geodesy distance -33.857,151.215 -33.852,151.211",
            "sensorlab geodesy distance 48.137,11.575 52.520,13.405 --json",
        ])

    @Argument(parsing: .allUnrecognized, help: "Two places: LAT,LON LAT,LON, degrees north and east.")
    var places: [String]
    @Flag(help: "Print JSON instead of the table.") var json = false

    private struct Row: Encodable {
        let formula: String
        @Nullable var distanceMetres: Double?
        @Nullable var azimuthDegrees: Double?

        init(_ formula: String, _ distance: Double?, _ azimuth: Double?) {
            self.formula = formula
            distanceMetres = distance
            azimuthDegrees = azimuth.map { Angle.wrapHeadingDegrees($0) }
        }
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.geodesy-distance/1"
        let formulas: [Row]
    }

    func run() throws {
        guard places.count == 2 else {
            throw ValidationError("found \(places.count) places, expected two: LAT,LON LAT,LON")
        }
        let (a, b) = (try place(places[0]), try place(places[1]))
        let line = Geodesic.wgs84.inverse(from: a, to: b)
        let vincenty = Vincenty.inverse(from: a, to: b)
        let spherical = SphericalTriangle.azimuth(from: a, to: b)
        let rows = [
            Row("geodesic (Karney 2013)", line.distance, line.startAzimuth),
            Row("Vincenty 1975", vincenty?.distance, vincenty?.azimuth),
            Row("spherical triangle", SphericalTriangle.distance(from: a, to: b), spherical),
            Row("haversine", Haversine.distance(from: a, to: b), spherical),
            Row("law of cosines", LawOfCosines.distance(from: a, to: b), spherical),
            Row(
                "planar", PlanarApproximation.distance(from: a, to: b), PlanarApproximation.azimuth(from: a, to: b)),
        ]
        let head = TextCell.left("formula", 24) + TextCell.right("distance, m", 18) + TextCell.right("azimuth", 14)
        let lines = rows.map { row in
            guard let distance = row.distanceMetres, let azimuth = row.azimuthDegrees else {
                return TextCell.left(row.formula, 24) + "  does not converge for these places"
            }
            return TextCell.left(row.formula, 24) + TextCell.right(String(format: "%.4f", distance), 18)
                + TextCell.right(String(format: "%.6f", azimuth), 14)
        }
        try Terminal.output(
            Answer(formulas: rows), asJSON: json, ([head] + lines).joined(separator: "\n") + "\n")
    }
}

struct GeodesyDestinationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "destination",
        abstract:
            "Place at an azimuth and a distance from another one, by the geodesic and by the formulas that apps use.",
        discussion: "The difference is the distance from the geodesic's end. Heights are ignored.",
        examples: [
            "sensorlab geodesy destination 48.137,11.575 45 1000",
            "sensorlab geodesy destination -33.857,151.215 -120 25000",
            "sensorlab geodesy destination 52.520,13.405 270 500000 --json",
        ])

    @Argument(
        parsing: .allUnrecognized,
        help: "LAT,LON AZIMUTH DISTANCE: degrees north and east, degrees clockwise from true north, metres.")
    var values: [String]
    @Flag(help: "Print JSON instead of the table.") var json = false

    private struct Row: Encodable {
        let formula: String
        let latitude, longitude: Double
        @Nullable var differenceMetres: Double?
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.geodesy-destination/1"
        let formulas: [Row]
    }

    func run() throws {
        guard values.count == 3, let azimuth = Double(values[1]), let distance = Double(values[2]), azimuth.isFinite,
            distance.isFinite, distance.magnitude <= 20_003_931
        else {
            throw ValidationError(
                "found \(values.joined(separator: " ")), expected LAT,LON AZIMUTH DISTANCE: degrees, and metres up to half "
                    + "of the earth's circumference")
        }
        let start = try place(values[0])
        let end = Geodesic.wgs84.direct(from: start, azimuth: azimuth, distance: distance).end
        let ends = [
            ("geodesic (Karney 2013)", end),
            ("Vincenty 1975", Vincenty.destination(from: start, azimuth: azimuth, distance: distance)),
            (
                "spherical triangle",
                SphericalTriangle.destination(from: start, azimuth: azimuth, distance: distance)
            ),
            ("planar", PlanarApproximation.destination(from: start, azimuth: azimuth, distance: distance)),
            ("scene, as published", SceneDestination.destination(from: start, azimuth: azimuth, distance: distance)),
        ]
        guard ends.allSatisfy({ $0.1.latitude.isFinite && $0.1.longitude.isFinite }) else {
            throw ValidationError("\(values[0]): at a pole there is no plane of latitude and longitude")
        }
        let rows = ends.map { formula, place in
            Row(
                formula: formula, latitude: place.latitude, longitude: place.longitude,
                // The plane has latitudes beyond the pole.
                differenceMetres: place.latitude.magnitude > 90
                    ? nil : Geodesic.wgs84.inverse(from: end, to: place).distance)
        }
        let head =
            TextCell.left("formula", 24) + TextCell.right("latitude", 16) + TextCell.right("longitude", 16)
            + TextCell.right("difference, m", 18)
        let lines = rows.map { row in
            TextCell.left(row.formula, 24) + TextCell.right(String(format: "%.8f", row.latitude), 16)
                + TextCell.right(String(format: "%.8f", row.longitude), 16)
                + TextCell.right(row.differenceMetres.map { String(format: "%.4f", $0) } ?? "beyond the pole", 18)
        }
        try Terminal.output(
            Answer(formulas: rows), asJSON: json, ([head] + lines).joined(separator: "\n") + "\n")
    }
}

struct GeodesyUTMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "utm",
        abstract: "Convert between latitude, longitude and UTM coordinates on WGS 84.",
        discussion: """
            Grid convergence is the bearing of grid north from true north, clockwise positive: true heading = grid heading \
            + convergence.
            """,
        examples: [
            "sensorlab geodesy utm 48.137,11.575",
            "sensorlab geodesy utm -33.857,151.215",
            "sensorlab geodesy utm 32N 691567 5334734",
        ])

    @Argument(
        parsing: .allUnrecognized, help: "LAT,LON, or ZONE EASTING NORTHING with N or S after the zone's number.")
    var coordinates: [String]
    @Flag(help: "Print JSON instead of text.") var json = false

    private struct Answer: Encodable {
        let schema = "sensorlab.utm/1"
        let zone: Int
        let hemisphere: String
        let easting, northing, latitude, longitude, convergenceDegrees, scale: Double
    }

    func run() throws {
        let utm: UTM
        switch coordinates.count {
        case 1: utm = try UTM(try place(coordinates[0]))
        case 3:
            let side = coordinates[0].uppercased().last
            guard let zone = Int(coordinates[0].dropLast()), side == "N" || side == "S",
                let easting = Double(coordinates[1]), let northing = Double(coordinates[2])
            else { throw Self.usage(coordinates) }
            utm = try UTM(zone: zone, isNorthern: side == "N", easting: easting, northing: northing)
        default: throw Self.usage(coordinates)
        }
        let (place, hemisphere) = (utm.place, utm.isNorthern ? "N" : "S")
        let answer = Answer(
            zone: utm.zone, hemisphere: hemisphere, easting: utm.easting, northing: utm.northing,
            latitude: place.latitude, longitude: place.longitude, convergenceDegrees: utm.convergence,
            scale: utm.scale)
        try Terminal.output(
            answer, asJSON: json,
            String(format: "UTM         \(utm.zone)\(hemisphere) %.3f %.3f\n", utm.easting, utm.northing)
                + String(format: "place       %.8f, %.8f\n", place.latitude, place.longitude)
                + String(format: "convergence %+.6f degrees; scale %.8f\n", utm.convergence, utm.scale))
    }

    private static func usage(_ found: [String]) -> ValidationError {
        ValidationError(
            "found \(found.joined(separator: " ")), expected LAT,LON or ZONE EASTING NORTHING, such as 32N 691567 5334734"
        )
    }
}

struct GeodesySunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sun",
        abstract: "Compute the direction of the sun, to 0.01 degrees between 1950 and 2050.",
        discussion: "The azimuth is clockwise from true north. The shadow points in the opposite direction.",
        examples: [
            "sensorlab geodesy sun --place 48.137,11.575 --time 2026-06-21T10:00:00Z",
            "sensorlab geodesy sun --place 48.137,11.575 --time 2026-06-21T12:00:00+02:00",
            "sensorlab geodesy sun --place -33.857,151.215 --time 2026-06-21T02:00:00Z --json",
        ])

    @OptionGroup var site: PlaceOptions
    @Option(help: "Date and time with its offset from UTC, such as 2026-06-21T12:00:00+02:00.") var time: String
    @Flag(help: "Print JSON instead of text.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    /// The years for which the algorithm was published and tested.
    private static let tested = 1950...2050

    private struct Answer: Encodable {
        let schema = "sensorlab.sun/1"
        let azimuthDegrees, elevationDegrees, apparentElevationDegrees: Double
    }

    func run() throws {
        guard let place = site.place?.position else { throw ValidationError("give --place LAT,LON") }
        guard case .wall(let time)? = LogInstant(time) else {
            let known = "the sun is computed from 1824 to 2115, to 0.01 degrees from 1950 to 2050"
            let isBeyond = CalendarDate(time).map { !(1824...2115).contains($0.year) } ?? false
            throw ValidationError(
                "--time \(time): "
                    + (isBeyond
                        ? known
                        : "expected a date and time with its offset from UTC, such as 2026-06-21T12:00:00+02:00"))
        }
        if !quiet, let year = CalendarDate(self.time)?.year, !Self.tested.contains(year) {
            Terminal.say(
                "sensorlab: warning: --time \(self.time): the algorithm is accurate to 0.01 degrees from 1950 to 2050; in \(year) its "
                    + "error is larger", quiet: false)
        }
        let sun = SolarPosition(unixSeconds: LogTime.seconds(time), at: place)
        let answer = Answer(
            azimuthDegrees: sun.azimuth, elevationDegrees: sun.elevation,
            apparentElevationDegrees: sun.apparentElevation)
        try Terminal.output(
            answer, asJSON: json,
            String(format: "azimuth   %.3f degrees, clockwise from true north\n", sun.azimuth)
                + String(
                    format: "elevation %.3f degrees, %.3f with refraction\n", sun.elevation, sun.apparentElevation))
    }
}
