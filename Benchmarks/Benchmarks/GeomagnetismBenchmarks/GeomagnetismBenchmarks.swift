import Benchmark
import Geomagnetism
import HighResolutionField
import Vocabulary

/// Places all over the globe, the same on every run.
private func places(_ count: Int) -> [GeodeticPosition] {
    (0..<count).map { index in
        let share = (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
        return GeodeticPosition(
            latitude: -89 + 178 * Double(index) / Double(count), longitude: -180 + 360 * share,
            height: 3000 * share)
    }
}

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], scalingFactor: .one, maxDuration: .seconds(2))
    for (name, count) in [("WMM2025", 10_000), ("WMMHR2025", 1000)] {
        Benchmark("\(name): \(count) places, one by one") { benchmark in
            let date = try DecimalYear(2026.3)
            let (model, places) = try (GeomagneticCatalogue.model(named: name, on: date), places(count))
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                for place in places { blackHole(try model.field(at: place, on: date)) }
            }
        }
        Benchmark("\(name): \(count) places, batch") { benchmark in
            let date = try DecimalYear(2026.3)
            let (model, places) = try (GeomagneticCatalogue.model(named: name, on: date), places(count))
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { blackHole(try model.fields(at: places, on: date)) }
        }
    }
}
