// Run by scripts/geomagnetism/compare and scripts/geomagnetism/benchmark.
//
//     GeomagnetismDriver values MODEL   reads lines "year latitude longitude height-in-metres", writes X Y Z H F I D
//                                       and their annual changes, in that order, as the shortest numbers that read back
//                                       the same
//     GeomagnetismDriver bench          writes lines "what evaluations-per-second"

import Geomagnetism
import HighResolutionField
import Vocabulary

func writeValues(of model: GeomagneticModel) throws {
    while let line = readLine() {
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        let place = GeodeticPosition(latitude: numbers[1], longitude: numbers[2], height: numbers[3])
        let field = try model.field(at: place, on: DecimalYear(numbers[0]))
        let values = [field.elements, field.annualChange].flatMap {
            [$0.x, $0.y, $0.z, $0.h, $0.f, $0.inclinationDegrees, $0.declinationDegrees]
        }
        print(values.map { "\($0)" }.joined(separator: " "))
    }
}

/// The best of seven runs, evaluations per second; the sum keeps the optimiser from leaving the work out.
func measure(_ what: String, count: Int, _ run: () throws -> Double) rethrows {
    var best = Double.infinity
    var sum = 0.0
    for _ in 0..<7 {
        let duration = try ContinuousClock().measure { sum += try run() }
        best = min(best, Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18)
    }
    precondition(!sum.isNaN)
    print(what, Int(Double(count) / best))
}

func bench() throws {
    var generator = SystemRandomNumberGenerator()
    let places = (0..<10_000).map { _ in
        GeodeticPosition(
            latitude: .random(in: -90...90, using: &generator),
            longitude: .random(in: -180...180, using: &generator),
            height: .random(in: -1000...600_000, using: &generator))
    }
    let dates = try places.map { _ in try DecimalYear(.random(in: 2025...2030, using: &generator)) }
    for (name, count, repeats) in [("WMM2025", 10_000, 10), ("WMMHR2025", 2000, 1)] {
        let model = try GeomagneticCatalogue.model(named: name, on: dates[0])
        let (somePlaces, someDates) = (Array(places[..<count]), Array(dates[..<count]))
        try measure("\(name)-single", count: count) {
            var sum = 0.0
            for index in 0..<count {
                sum += try model.field(at: places[index], on: dates[index]).elements.declinationDegrees
            }
            return sum
        }
        try measure("\(name)-batch", count: count * repeats) {
            var sum = 0.0
            for _ in 0..<repeats {
                sum += try model.fields(at: somePlaces, on: someDates)[count / 2].elements.declinationDegrees
            }
            return sum
        }
    }
}

switch CommandLine.arguments.dropFirst().first {
case "values": try writeValues(of: .named(CommandLine.arguments[2]))
case "bench": try bench()
default: print("usage: GeomagnetismDriver values MODEL | bench")
}
