import Foundation
import Geomagnetism
import Testing
import Vocabulary

/// Properties that the field must have whatever the coefficients.
@Suite("Synthesis")
struct SynthesisTests {
    static let models = ["WMM2025", "WMMHR2025"]

    /// The field vector in the frame of the Earth's axes (x to longitude 0, z to the north pole), nT.
    private static func earthFixed(_ field: GeomagneticField, at place: GeodeticPosition) -> SIMD3<Double> {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        let e = field.elements
        let meridian = -e.x * sin(latitude) - e.z * cos(latitude)
        return SIMD3(
            meridian * cos(longitude) - e.y * sin(longitude), meridian * sin(longitude) + e.y * cos(longitude),
            e.x * cos(latitude) - e.z * sin(latitude))
    }

    private static func largest(_ v: SIMD3<Double>) -> Double { max(abs(v.x), abs(v.y), abs(v.z)) }

    /// One field vector belongs to a pole, whatever the meridian it is reached on. The bound is 1e-9 nT of rounding in
    /// sums of 5e4 nT; cos(90 degrees) of the test itself is 6e-17 and adds less.
    @Test(arguments: models, [90.0, -90])
    func polesHaveOneVector(model: String, latitude: Double) throws {
        let model = try GeomagneticModel.catalogued(model)
        let date = try DecimalYear(2027.25)
        let vectors = try [-180.0, -77, 0, 13, 90, 155, 360].map { longitude in
            let place = GeodeticPosition(latitude: latitude, longitude: longitude)
            return try Self.earthFixed(model.field(at: place, on: date), at: place)
        }
        for vector in vectors {
            #expect(Self.largest(vector - vectors[0]) < 1e-9)
        }
    }

    /// Towards a pole the field approaches the pole's: its gradient is below 0.05 nT/m, so that 1e-9 degrees (0.1 mm)
    /// make less than 1e-5 nT; rounding that grew as 1/sin(colatitude) would make 1e-5 of 1e-16 * 5e4 / 2e-11 = 0.25
    /// nT.
    @Test(arguments: models, [1e-6, 1e-9, 1e-12])
    func polesAreApproachedSmoothly(model: String, colatitude: Double) throws {
        let model = try GeomagneticModel.catalogued(model)
        let date = try DecimalYear(2025)
        for sign in [1.0, -1] {
            let pole = GeodeticPosition(latitude: sign * 90, longitude: 33)
            let near = GeodeticPosition(latitude: sign * (90 - colatitude), longitude: 33)
            let difference =
                try Self.earthFixed(model.field(at: near, on: date), at: near)
                - Self.earthFixed(model.field(at: pole, on: date), at: pole)
            let metres = colatitude * 111_700
            #expect(Self.largest(difference) < 0.05 * metres + 1e-9)
        }
    }

    /// Without sources the field has neither divergence nor curl: its Jacobian is symmetric and has no trace. Central
    /// differences over 200 m have an error of h^2 f'''/6, below 1e-7 of the gradient's 0.03 nT/m for degree 133, and
    /// rounding of 1e-10 nT / 200 m.
    @Test(arguments: models)
    func noDivergenceAndNoCurl(model: String) throws {
        let model = try GeomagneticModel.catalogued(model)
        let date = try DecimalYear(2026)
        for (latitude, longitude) in [(41.375, 2.149), (-63, 140), (88.5, -30), (0.1, 179.9), (-89, 12)] {
            let centre = Geocentric(latitude: latitude, longitude: longitude, height: 5000)
            var jacobian = [SIMD3<Double>]()
            for axis in 0..<3 {
                var step = SIMD3<Double>.zero
                step[axis] = 100
                let (after, before) = (centre.moved(step).place, centre.moved(-step).place)
                let difference =
                    try Self.earthFixed(model.field(at: after, on: date), at: after)
                    - Self.earthFixed(model.field(at: before, on: date), at: before)
                jacobian.append(difference / 200)
            }
            #expect(abs(jacobian[0][0] + jacobian[1][1] + jacobian[2][2]) < 1e-7)
            #expect(abs(jacobian[0][1] - jacobian[1][0]) < 1e-7)
            #expect(abs(jacobian[0][2] - jacobian[2][0]) < 1e-7)
            #expect(abs(jacobian[1][2] - jacobian[2][1]) < 1e-7)
        }
    }

    /// The annual change is the derivative of the elements: central differences over 0.02 years.
    @Test func annualChangeIsTheDerivative() throws {
        let model = try GeomagneticModel.named("WMM2020")
        for (latitude, longitude) in [(41.375, 2.149), (-33.8, 151.2), (70, -100), (-75, 120)] {
            let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: 1000)
            let change = try model.field(at: place, on: DecimalYear(2022)).annualChange
            let after = try model.field(at: place, on: DecimalYear(2022.01)).elements
            let before = try model.field(at: place, on: DecimalYear(2021.99)).elements
            #expect(abs((after.x - before.x) / 0.02 - change.x) < 1e-6)
            #expect(abs((after.y - before.y) / 0.02 - change.y) < 1e-6)
            #expect(abs((after.z - before.z) / 0.02 - change.z) < 1e-6)
            #expect(abs((after.h - before.h) / 0.02 - change.h) < 1e-3)
            #expect(abs((after.f - before.f) / 0.02 - change.f) < 1e-3)
            #expect(
                abs((after.inclinationDegrees - before.inclinationDegrees) / 0.02 - change.inclinationDegrees) < 1e-5)
            #expect(
                abs((after.declinationDegrees - before.declinationDegrees) / 0.02 - change.declinationDegrees) < 1e-5)
        }
    }

    /// A centred dipole along the axis: no declination, tan I = 2 tan(geocentric latitude) on the sphere. At the pole
    /// there is no horizontal component, hence no declination: NaN, not 0.
    @Test func axialDipole() throws {
        let text = "2025.0 DIPOLE\n1 0 -30000 0 0 0\n1 1 0 0 0 0\n9999999999\n"
        let model = try GeomagneticModel(coefficients: text, source: "dipole")
        let date = try DecimalYear(2025)
        let equator = try model.field(at: GeodeticPosition(latitude: 0, longitude: 40), on: date).elements
        let ratio = 6371.2 / 6378.137
        #expect(abs(equator.x - 30000 * ratio * ratio * ratio) < 1e-9)
        #expect(equator.y == 0 && equator.z == 0)
        let pole = try model.field(at: GeodeticPosition(latitude: 90, longitude: 40), on: date)
        let polarRatio = 6371.2 / 6356.752314245
        #expect(abs(pole.elements.z - 60000 * polarRatio * polarRatio * polarRatio) < 1e-6)
        #expect(pole.elements.h == 0)
        #expect(pole.elements.declinationDegrees.isNaN)
        #expect(pole.annualChange.h.isNaN && pole.annualChange.declinationDegrees.isNaN)
        #expect(pole.zone == .blackout)
    }

    @Test func longitudesAFullTurnApartAreTheSame() throws {
        let model = try GeomagneticModel.named("WMM2025")
        let date = try DecimalYear(2025.5)
        for longitude in [-180.0, -121.5, -0.25] {
            let west = GeodeticPosition(latitude: 66, longitude: longitude)
            let east = GeodeticPosition(latitude: 66, longitude: longitude + 360)
            let (here, there) = try (model.field(at: west, on: date), model.field(at: east, on: date))
            #expect(here.elements == there.elements && here.annualChange == there.annualChange)
            let (one, other) = try (#require(here.gridVariationDegrees), #require(there.gridVariationDegrees))
            // The longitude is subtracted with a rounding of half a unit of 360's last place.
            #expect(abs(one - other) <= 360.0.ulp)
        }
    }
}

/// A point in Earth-fixed axes and its geodetic coordinates on WGS-84.
private struct Geocentric {
    var point: SIMD3<Double>

    private static let (a, e2) = (6_378_137.0, 0.00669437999014131699614)

    init(latitude: Double, longitude: Double, height: Double) {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let n = Self.a / sqrt(1 - Self.e2 * sin(phi) * sin(phi))
        point = SIMD3(
            (n + height) * cos(phi) * cos(lambda), (n + height) * cos(phi) * sin(lambda),
            (n * (1 - Self.e2) + height) * sin(phi))
    }

    func moved(_ step: SIMD3<Double>) -> Geocentric {
        var moved = self
        moved.point += step
        return moved
    }

    /// By iteration on the latitude, to the last digits near the surface.
    var place: GeodeticPosition {
        let equatorial = hypot(point.x, point.y)
        var phi = atan2(point.z, equatorial * (1 - Self.e2))
        var height = 0.0
        for _ in 0..<8 {
            let n = Self.a / sqrt(1 - Self.e2 * sin(phi) * sin(phi))
            height = equatorial * cos(phi) + point.z * sin(phi) - n * (1 - Self.e2 * sin(phi) * sin(phi))
            phi = atan2(point.z + Self.e2 * n * sin(phi), equatorial)
        }
        return GeodeticPosition(
            latitude: phi * 180 / .pi, longitude: atan2(point.y, point.x) * 180 / .pi,
            height: height)
    }
}
