import Evaluation
import Foundation
import OrientationFilters
import Readers
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// The committed baseline of `datasets/` (`make update-baseline` writes it): a deliberately damaged filter is detected,
/// a change of one unit in the last place is not.
@Suite("Baseline of the committed recordings")
struct BaselineGuardTests {
    static let path = SharedData.committed("baseline.json").path

    /// The committed recordings, read and calibrated once for all alterations.
    static let prepared: [String: Result<PreparedLog, any Error>] = {
        let logs = (try? Manifest(path: SharedData.committed("manifest.csv").path))?.logs ?? []
        var options = ComparisonOptions()
        options.analysis.calibration = .none
        options.analysis.source = ReadOptions()
        return Dictionary(
            uniqueKeysWithValues: logs.map { log in
                (log.name, Result { [options] in try LogComparison.prepared(log, options) })
            })
    }()

    static func compared(
        _ filters: [ResolvedFilter], jobs: Int = 2,
        prepare: @Sendable (ComparisonLog, ComparisonOptions) throws -> PreparedLog = LogComparison.prepared
    ) throws -> FilterComparison {
        var options = ComparisonOptions()
        options.analysis.calibration = .none
        options.analysis.source = ReadOptions()
        options.analysis.jobs = jobs
        options.analysis.filters = filters.map {
            FilterRequest(name: $0.entry.information.name, parameters: $0.parameters)
        }
        let manifest = try Manifest(path: SharedData.committed("manifest.csv").path)
        return try FilterComparison(
            manifest.logs, filters: filters, options: options, tool: ToolSection(version: "test"), prepare: prepare)
    }

    static func checked<Change: Alteration>(_ change: Change.Type) throws -> BaselineComparison {
        var comparison = try compared(AlteredCatalogue.filters(change)) { log, _ in
            try #require(prepared[log.name]).get()
        }
        #expect(comparison.report.failures.isEmpty)
        try comparison.check(
            against: BaselineFile.read(path: path), tolerance: BaselineTolerance(), place: path)
        return try #require(comparison.report.baseline)
    }

    /// Filters with something worse on the recording that has all sensors.
    static func worse(_ comparison: BaselineComparison) -> Set<String> {
        Set(
            comparison.changes.filter { $0.recording == "ar-panning-barcelona" && $0.verdict.isFailure }.map(\.filter))
    }

    @Test("the alterations know the whole catalogue")
    func complete() throws {
        let names = try AlteredCatalogue.filters(OneULP.self).map(\.entry.information.name)
        #expect(names == FilterCatalogue.entries.map(\.information.name), "add the filter to AlteredCatalogue")
    }

    @Test("one unit in the last place of every reading changes nothing")
    func oneULP() throws {
        let result = try Self.checked(OneULP.self)
        #expect(result.changes.map { "\($0.recording) \($0.filter) \($0.metric)" } == [])
        #expect(result.isPassed)
        #expect((result.counts["same"] ?? 0) > 1000)
    }

    @Test("a gain that is doubled is caught in every filter that has a gyroscope")
    func gain() throws {
        let result = try Self.checked(GainDoubled.self)
        #expect(!result.isPassed)
        #expect(Self.worse(result).isSuperset(of: AlteredCatalogue.withGyroscope))
    }

    @Test("a frame that is swapped is caught in every filter")
    func frame() throws {
        let result = try Self.checked(FrameSwapped.self)
        #expect(Self.worse(result) == Set(FilterCatalogue.entries.map(\.information.name)))
    }

    @Test("the declination's sign is caught, although it is less than a degree there")
    func declination() throws {
        let field = try GeomagnetismLookup.section(
            place: GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 0),
            date: #require(CalendarDate("2015-06-22")), source: "test"
        ).section
        #expect((field.declinationDegrees - Angle.degrees(DeclinationSign.declination)).magnitude < 0.02)
        let result = try Self.checked(DeclinationSign.self)
        // Where the heading's own error is large, a turn of 1.1 degrees may hide in it; the good filters show it.
        #expect(
            Self.worse(result).isSuperset(of: ["kalman", "sensorlab", "vqf", "ukf", "ekf", "mahony", "complementary"]))
    }

    @Test("the results do not depend on the number of cores")
    func cores() throws {
        let requests = ["lowpass", "kalman", "vqf"].map { FilterRequest(name: $0) }
        let filters = try requests.map { try $0.resolved() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let one = try encoder.encode(Self.compared(filters, jobs: 1).report)
        let four = try encoder.encode(Self.compared(filters, jobs: 4).report)
        #expect(one == four)
    }
}
