import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("Catalogue")
struct FilterCatalogueTests {
    @Test("the names, unique, lower case, found without case")
    func names() {
        let names = FilterCatalogue.entries.map(\.information.name)
        #expect(
            names == [
                "compass", "lowpass", "tilt", "triad", "quest", "radius-lowpass", "circular", "mean-rotation", "gyro",
                "complementary", "madgwick", "mahony", "aqua", "ekf", "ukf", "kalman", "vqf-basic", "vqf", "sensorlab",
                "fixed-lag",
            ])
        #expect(FilterCatalogue.entry(named: "LowPass")?.information.name == "lowpass")
        #expect(FilterCatalogue.entry(named: "lowpas") == nil)
        #expect(FilterCatalogue.entry(named: "gyro")?.information.withoutGyroscope == nil)
    }

    @Test("every parameter is described, its default in range, its name unique", arguments: PoseTests.names)
    func parameters(name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        #expect(!entry.information.summary.isEmpty && !entry.information.reference.isEmpty)
        #expect(Set(entry.parameters.map { $0.name.lowercased() }).count == entry.parameters.count)
        for parameter in entry.parameters {
            #expect(parameter.range.contains(parameter.defaultValue), "\(parameter.name)")
            #expect(!parameter.meaning.isEmpty && !parameter.small.isEmpty && !parameter.large.isEmpty)
        }
        #expect(try entry.resolved([:]).count == entry.parameters.count)
    }

    @Test(
        "what a calibration has left of the bias takes the default's place, and no other's",
        arguments: ["kalman", "sensorlab", "fixed-lag", "vqf"])
    func biasSigma(name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        let unknown = SyntheticMotion.phone(seconds: 5).log().input
        var known = unknown
        known.gyroscopeBiasSigma = 0.005
        let hasParameter = entry.parameters.contains { $0.name == "initialBiasSigma" }
        #expect(hasParameter == (name != "vqf"))
        let start = hasParameter ? ["initialBiasSigma": 0.005] : [:]
        // Errors that a filter does not state are NaN, which is not equal to itself.
        func orientations(_ input: FilterInput, _ changes: [String: Double] = [:]) throws -> [Quaternion] {
            try entry.run(input, parameters: changes).estimates.map(\.orientation)
        }
        let untold = try orientations(unknown)
        let told = try orientations(known)
        #expect(told.count == unknown.gyroscope.count)
        #expect(told == (try orientations(unknown, start)))
        #expect((told == untold) == !hasParameter)
        var live = try (told: entry.filter(gyroscopeBiasSigma: 0.005), set: entry.filter(parameters: start))
        let first = unknown.accelerometer.values[0]
        for (rate, time) in zip(unknown.gyroscope.values, unknown.gyroscope.times) {
            live.told.update(accelerometer: first, at: time)
            live.set.update(accelerometer: first, at: time)
            live.told.update(gyroscope: rate, at: time)
            live.set.update(gyroscope: rate, at: time)
        }
        let last = live.told.estimate?.orientation
        #expect(last != nil && last == live.set.estimate?.orientation)
        guard hasParameter else { return }
        let chosen = ["initialBiasSigma": 0.03]
        #expect(try orientations(known, chosen) == orientations(unknown, chosen))
    }

    @Test("each described parameter reaches the struct that it names")
    func access() {
        func check<P: FilterParameters>(_ type: P.Type) {
            for descriptor in P.descriptors {
                var changed = P()
                let information = descriptor.information
                let value = descriptor.value(in: P()) * 0.5 + information.range.lowerBound * 0.5 + 1e-9
                #expect(information.defaultValue == descriptor.value(in: P()))
                descriptor.set(value, in: &changed)
                #expect(descriptor.value(in: changed) == value, "\(information.name)")
                let label = Mirror(reflecting: changed).children.first { $0.label == information.name }
                #expect(label?.value as? Double == value, "\(information.name)")
            }
            #expect(P.descriptors.count == Mirror(reflecting: P()).children.count)
        }
        check(CompassFilter.Parameters.self)
        check(LowPassFilter.Parameters.self)
        check(GyroscopeFilter.Parameters.self)
        check(ComplementaryFilter.Parameters.self)
        check(KalmanFilter.Parameters.self)
        check(SensorLabFilter.Parameters.self)
        check(QuestFilter.Parameters.self)
        check(RadiusLowPassFilter.Parameters.self)
        check(CircularFilter.Parameters.self)
        check(MeanRotationFilter.Parameters.self)
        check(MadgwickFilter.Parameters.self)
        check(MahonyFilter.Parameters.self)
        check(QuaternionEKFFilter.Parameters.self)
        check(AquaFilter.Parameters.self)
        check(ManifoldUKFFilter.Parameters.self)
        check(BasicVQFFilter.Parameters.self)
        check(VQFFilter.Parameters.self)
    }

    /// Those of the solver are not described, and one has the catalogue's name for what it is.
    @Test("the described parameters of fixed-lag reach the struct")
    func accessOfFixedLag() {
        for descriptor in TrajectoryParameters.descriptors {
            var changed = TrajectoryParameters()
            let information = descriptor.information
            let value = information.defaultValue * 0.5 + information.range.lowerBound * 0.5
            descriptor.set(value, in: &changed)
            let name = information.name == "initialBiasSigma" ? "biasSigma" : information.name
            let label = Mirror(reflecting: changed).children.first { $0.label == name }
            #expect(label?.value as? Double == value, "\(information.name)")
        }
    }

    /// A copy goes its own way; both give what the filter itself gives.
    @Test("a filter with its type erased is a value and gives the same answers")
    func running() throws {
        let input = SyntheticMotion.phone(seconds: 5).log().input
        var filter = KalmanFilter()
        var erased = try #require(FilterCatalogue.entry(named: "kalman")).filter()
        for (time, force) in zip(input.accelerometer.times, input.accelerometer.values) {
            filter.update(accelerometer: force, at: time)
            erased.update(accelerometer: force, at: time)
        }
        let copy = erased
        #expect(copy.estimate?.orientation == filter.estimate?.orientation)
        let before = copy.estimate?.orientation
        filter.update(gravity: Vector3(3, 4, 8), at: 6_000_000_000)
        erased.update(gravity: Vector3(3, 4, 8), at: 6_000_000_000)
        filter.update(gyroscope: Vector3(0, 0, 1), at: 6_010_000_000)
        erased.update(gyroscope: Vector3(0, 0, 1), at: 6_010_000_000)
        filter.update(magnetometer: Vector3(22, 0, -42), at: 6_020_000_000)
        erased.update(magnetometer: Vector3(22, 0, -42), at: 6_020_000_000)
        #expect(erased.estimate?.orientation == filter.estimate?.orientation)
        #expect(erased.estimate?.headingSigma == filter.estimate?.headingSigma)
        #expect(copy.estimate?.orientation == before && before != erased.estimate?.orientation)
    }

    @Test("unknown and impossible parameters are errors that help")
    func errors() throws {
        let entry = try #require(FilterCatalogue.entry(named: "lowpass"))
        let unknown = #expect(throws: SensorLabError.self) { try entry.resolved(["accelerometerWeigth": 0.9]) }
        #expect(unknown?.kind == .usage && unknown?.advice.contains("accelerometerWeight") == true)
        let range = #expect(throws: SensorLabError.self) { try entry.resolved(["accelerometerWeight": 1.5]) }
        #expect(range?.code == .parameterOutOfRange)
    }
}
