import Analysis
import Files
import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Fleet

@Suite("The tables of a fleet")
struct FleetReportTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// A log with a heading error per filter, hard iron, and claims.
    private func line(
        _ id: String, device: String, date: String, errors: [String: Double], hardIron: Double = 0,
        claims: (samples: Int, within: Int)? = nil, matrix: String = "null"
    ) throws -> Data {
        let filters = errors.sorted { $0.key < $1.key }.map {
            """
            {"medianSigmaDegrees":null,"metrics":{"heading.rmse":\($0.value),"total.rmse":\(2 * $0.value)},"name":"\($0.key)"}
            """
        }
        let claim = claims.map {
            """
            {"claimedDegrees":15,"kind":"maximum","p95ErrorDegrees":9,"rmsErrorDegrees":4,"samples":\($0.samples),\
            "source":"claims","within":\($0.within)}
            """
        }
        return Data(
            """
            {"app":null,"date":"\(date)","device":"\(device)","failure":null,"group":null,"id":"\(id)","key":"\(id)",\
            "options":{},"path":"\(id).csv","report":null,"result":{"calibrations":[{"accepted":true,"applied":true,\
            "dipDegrees":60,"fieldMicrotesla":44,"matrix":\(matrix),"offset":[\(hardIron),1,2],"offsetSigma":null,\
            "remainingSigma":null,"sensor":"magnetometer","source":"log","stream":"magnetometer"}],\
            "claims":[\(claim ?? "")],"declinationDegrees":null,"durationSeconds":60,"filters":[\(filters.joined(separator: ","))],\
            "format":"canonical","grade":null,"recommendation":"vqf","reference":"log","warnings":["no-place"]},\
            "schema":"sensorlab.result/1","sha256":null,"tool":{"version":"1"}}\n
            """.utf8)
    }

    private func report(_ lines: [Data]) throws -> FleetReport {
        try Data(lines.joined()).write(to: URL(fileURLWithPath: scratch.path + "/results.jsonl"))
        return try FleetReport.make(of: scratch.path, tool: ToolSection(version: "1"))
    }

    @Test("means, wins, drift, coverage and outliers are those of the lines, counted by hand")
    func tables() throws {
        var lines: [Data] = []
        for index in 0..<10 {
            let (value, device) = (Double(index + 1), index < 6 ? "A" : "B")
            lines.append(
                try line(
                    "log\(index)", device: device, date: "2026-03-\(index + 10)",
                    errors: ["vqf": value, "kalman": index == 9 ? 100 : value + (index < 4 ? 1 : -0.5)],
                    hardIron: 3 * Double(index), claims: (100, index < 5 ? 100 : 40)))
        }
        let report = try report(lines)
        #expect(report.totals.logs == 10 && report.totals.devices == 2 && report.totals.measured == 10)
        #expect((report.totals.hours - 10.0 / 60).magnitude < 1e-12)
        let all = try #require(
            report.errors.first { $0.scope == "all" && $0.filter == "vqf" && $0.metric == "heading.rmse" })
        #expect(all.mean == 5.5 && all.logs == 10 && all.minimum == 1 && all.maximum == 10)
        let (low, high) = (try #require(all.low), try #require(all.high))
        // The interval of ten numbers 1...10: about 2.26 standard errors of 0.957 to each side.
        #expect((low - 3.35).magnitude < 0.4 && (high - 7.65).magnitude < 0.4)
        let few = try #require(
            report.errors.first { $0.name == "B" && $0.filter == "vqf" && $0.metric == "heading.rmse" })
        #expect(few.mean == 8.5 && few.low == nil)
        let wins = report.wins.filter { $0.scope == "all" }
        #expect(wins.first { $0.filter == "vqf" }?.wins == 5 && wins.first { $0.filter == "kalman" }?.wins == 5)
        let drift = try #require(report.drift.first { $0.device == "A" })
        #expect(drift.logs == 6 && drift.days == 5 && drift.x == 7.5 && drift.y == 1)
        #expect((try #require(drift.driftX) - 3).magnitude < 1e-9)
        // A straight line has no scatter; four logs have no interval.
        #expect((try #require(drift.driftInterval95X)).magnitude < 1e-6)
        #expect(report.drift.first { $0.device == "B" }?.driftInterval95X == nil)
        let claim = try #require(report.claims.first { $0.scope == "all" })
        #expect(claim.share == 0.7 && claim.expected == 1 && claim.logs == 10 && claim.samples == 1000)
        #expect((claim.rmsErrorDegrees - 4).magnitude < 1e-12)
        #expect(try #require(claim.low) < 0.7 && (try #require(claim.high)) < 1)
        #expect(report.outliers.map(\.id) == ["log9"] && report.outliers.first?.filter == "kalman")
        #expect(report.warnings == [FleetCount(code: "no-place", logs: 10)])
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/fleet.sqlite"))
    }

    /// Six logs with a hard iron of step * 0...5: the variance over the logs is step^2 35/12, that of a further log
    /// about the mean 35/12 6/5 7/6 5/3 = 245/36 step^2. Half of it lies across the field of 22 microtesla: 4.80
    /// degrees for a step of 1.
    @Test("a device's calibration is the mean over its logs, with what a further log differs by")
    func deviceCalibrations() throws {
        var lines: [Data] = []
        for (device, step, count) in [("steady/one", 1.0, 6), ("moving", 3, 6), ("few", 1, 4)] {
            for index in 0..<count {
                lines.append(
                    try line(
                        "\(count)\(device)\(index)", device: device, date: "2026-03-1\(index)", errors: [:],
                        hardIron: step * Double(index), matrix: "[\(1 + 0.01 * Double(index)),0,0,0,1,0,0,0,1]"))
            }
        }
        let report = try report(lines)
        #expect(report.calibrations.map(\.device) == ["moving", "steady/one"])
        let moving = report.calibrations[0]
        #expect(!moving.accepted && moving.file == nil && moving.reason.contains("14 degrees"))
        let steady = report.calibrations[1]
        #expect(steady.accepted && steady.logs == 6)
        #expect((try #require(steady.remainingSigma) - 4.805).magnitude < 0.001)
        let name = try #require(steady.file)
        #expect(name.hasPrefix("devices/steady_one-"))
        let file = try CalibrationFile.read(path: scratch.path + "/" + name)
        let section = try #require(file.magnetometer)
        #expect(section.model.hardIron == Vector3(2.5, 1, 2) && section.accepted && section.method == .meanOverLogs)
        #expect((section.model.softIron.row0.x - 1.025).magnitude < 1e-12)
        #expect((try #require(section.hardIronSigma).x - (245.0 / 36).squareRoot()).magnitude < 1e-9)
        #expect(file.provenance.logs.count == 6 && file.provenance.date == CalendarDate("2026-03-15"))
    }

    @Test("a log of two files, a line that is none, and an empty folder are refused")
    func refused() throws {
        let one = try line("a", device: "A", date: "2026-01-01", errors: [:])
        try one.write(to: URL(fileURLWithPath: scratch.path + "/results-1-of-2.jsonl"))
        #expect(throws: SensorLabError.self) { try report([one]) }
        try FileManager.default.removeItem(atPath: scratch.path + "/results-1-of-2.jsonl")
        #expect(throws: SensorLabError.self) { try report([Data("{}\n".utf8)]) }
        let empty = try ScratchFolder()
        let error = #expect(throws: SensorLabError.self) {
            try FleetReport.make(of: empty.path, tool: ToolSection(version: "1"))
        }
        #expect(error?.kind == .noInput)
    }

    @Test(
        "days are counted from 1970", arguments: [("1970-01-01", 0.0), ("2000-03-01", 11_017), ("2026-11-22", 20_779)])
    func days(_ text: String, _ number: Double) throws { #expect(try #require(CalendarDate(text)).dayNumber == number) }

    @Test("many logs: the interval of a mean and of a share is continuous where the bootstrap ends")
    func intervals() throws {
        let values = (0..<2001).map { Double($0 % 7) }
        let (few, many) = (
            try #require(FleetStatistics.interval(ofMean: Array(values.dropLast()))),
            try #require(FleetStatistics.interval(ofMean: values))
        )
        #expect((few.low - many.low).magnitude < 0.02 && (few.high - many.high).magnitude < 0.02)
        let pairs = values.map { (part: $0, whole: 7.0) }
        let (fewer, more) = (
            try #require(FleetStatistics.interval(ofShare: Array(pairs.dropLast()))),
            try #require(FleetStatistics.interval(ofShare: pairs))
        )
        #expect((fewer.low - more.low).magnitude < 0.003 && (fewer.high - more.high).magnitude < 0.003)
    }

    /// Forty logs with unit noise over days 0...39: the slope's standard error is 1 over the root of the days' squares
    /// about their mean.
    @Test("the interval of a drift is two standard errors to each side")
    func slope() throws {
        // Of a fixed wave of variance 1 that is not correlated with time.
        let pairs = (0..<40).map { (day: Int) -> (t: Double, x: Double) in
            let t = Double(day)
            let wave = 2.0.squareRoot() * sin(2.4 * t)
            return (t: t, x: 3 + 0.5 * t + wave)
        }
        let half = try #require(FleetStatistics.halfWidth(ofSlope: pairs))
        let error = (1 / (40 * (40.0 * 40 - 1) / 12)).squareRoot()
        #expect((half / (2 * error) - 1).magnitude < 0.2, "\(half)")
        #expect(FleetStatistics.halfWidth(ofSlope: Array(pairs.prefix(4))) == nil)
        #expect(FleetStatistics.halfWidth(ofSlope: pairs.map { (1, $0.x) }) == nil)
    }
}
