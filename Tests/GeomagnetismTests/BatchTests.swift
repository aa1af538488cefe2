import Geomagnetism
import Testing
import Vocabulary

@Suite("Batch")
struct BatchTests {
    static func places(_ count: Int) -> [GeodeticPosition] {
        var generator = SplitMix64(seed: 18)
        return (0..<count).map { _ in
            GeodeticPosition(
                latitude: generator.uniform(-90...90), longitude: generator.uniform(-180...360),
                height: generator.uniform(-1000...600_000))
        }
    }

    /// Both paths run the same arithmetic in the same order, so the fields are the same bits.
    @Test(arguments: ["WMM2020", "WMMHR2025"], [0, 1, 2, 7, 64])
    func batchIsTheSameAsSingle(model: String, count: Int) throws {
        let model = try GeomagneticModel.catalogued(model)
        let places = Self.places(count)
        let dates = try (0..<count).map { try DecimalYear(2023.5 + 0.05 * Double($0)) }
        let fields = try model.fields(at: places, on: dates)
        #expect(fields.count == count)
        for index in fields.indices {
            #expect(try fields[index] == model.field(at: places[index], on: dates[index]))
        }
        let date = try DecimalYear(2024.25)
        let onOneDate = try model.fields(at: places, on: date)
        #expect(try onOneDate == places.map { place throws in try model.field(at: place, on: date) })
    }

    @Test func errorsNameThePoint() throws {
        let model = try GeomagneticModel.named("WMM2025")
        var places = Self.places(5)
        let date = try DecimalYear(2026)
        places[3].latitude = 91
        let bad = try #require(throws: SensorLabError.self) { try model.fields(at: places, on: date) }
        #expect(bad.message == "point 4: latitude 91.0 is not within -90 to 90 degrees")
        places[3].latitude = 9
        places[2].height = 900_000
        #expect(try model.fields(at: places, on: date)[2].flags.contains(.heightOutsideValidity))
        let late = try #require(throws: SensorLabError.self) {
            try model.fields(at: places, on: [date, date, date, date, DecimalYear(2100)])
        }
        #expect(
            late.code == .geomagnetismDateNotCovered
                && late.message.hasPrefix("point 5: date 2100.0 is more than 5 years"))
        let few = try #require(throws: SensorLabError.self) { try model.fields(at: places, on: [date]) }
        #expect(few.code == .geomagnetismCountMismatch)
    }
}

extension SplitMix64 {
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }
}
