import Analysis
import Files
import Foundation
import Testing
import Vocabulary

@testable import Fleet

@Suite("The tables of a study")
struct StudyTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Trial t of ten: heading errors of `vqf` t + 1 degrees with the manifest's calibration, twice that with none; of
    /// the device's attitude always 20. The devices claim 15 and err by 2 to 13.
    private func line(_ trial: Int, _ calibration: StudyCalibration) throws -> Data {
        let error = Double(trial + 1) * (calibration == .manifest ? 1 : 2)
        let claimed = 2 + 11 * Double(trial) / 9
        let claim =
            calibration == .manifest
            ? """
            {"claimedDegrees":15,"kind":"maximum","p95ErrorDegrees":9,"rmsErrorDegrees":\(claimed),"samples":100,\
            "source":"claims","within":\(trial < 9 ? 100 : 60)}
            """ : ""
        // The first ten seconds err by twice as much as the next, half as long.
        let square = error * error
        let parts = """
            {"source":"vqf","fromSeconds":0,"samples":100,"meanSquare":\(2 * square),"stated":100,"statedDegrees":4,"within":50},\
            {"source":"vqf","fromSeconds":10,"samples":200,"meanSquare":\(0.5 * square),"stated":200,"statedDegrees":1,"within":200},\
            {"source":"device","fromSeconds":0,"samples":300,"meanSquare":400,"stated":0,"statedDegrees":null,"within":0}
            """
        let values: [(name: String, error: Double)] = [("vqf", error), ("device", 20), ("map", 0.5)]
        let filters: [String] = values.map { filter in
            "{\"medianSigmaDegrees\":null,\"metrics\":{\"heading.rmse\":\(filter.error)},\"name\":\"\(filter.name)\"}"
        }
        let id = "t\(trial)@\(calibration.rawValue)"
        return Data(
            """
            {"app":null,"date":"2026-03-01","device":"\(trial < 6 ? "A" : "B")","failure":null,"group":null,"id":"\(id)","key":"\(id)",\
            "options":{},"path":"\(trial).csv","report":null,"result":{"calibrations":[],"claims":[\(claim)],\
            "declinationDegrees":null,"durationSeconds":60,"filters":[\(filters.joined(separator: ","))],"format":"canonical",\
            "grade":null,"recommendation":"vqf","reference":"log","sinceStart":[\(parts)],"warnings":[]},\
            "schema":"sensorlab.result/1","sha256":"s\(trial)","tool":{"version":"1"}}\n
            """.utf8)
    }

    /// A run that failed.
    private func failure(_ id: String) -> Data {
        Data(
            """
            {"app":null,"date":null,"device":null,"failure":{"advice":"","code":"bad-table","message":"no"},"group":null,"id":"\(id)",\
            "key":"\(id)","options":{},"path":"x.csv","report":null,"result":null,"schema":"sensorlab.result/1","sha256":null,\
            "tool":{"version":"1"}}\n
            """.utf8)
    }

    private func report(lost: Set<String> = []) throws -> StudyReport {
        let entries = try (0..<10).map { index in
            try Manifest.entry(
                [
                    "path": "\(index).csv", "id": "t\(index)", "site": index < 5 ? "roof" : "yard", "motion": "hand",
                    "calibration": "mag.json", "claims": "maximum:c.csv",
                ], line: index + 1, place: "test", folder: "")
        }
        let trials = try StudyTrials(entries, calibrations: [.manifest, .none])
        #expect(trials.runs.map(\.row.id).prefix(3) == ["t0@manifest", "t0@none", "t1@manifest"])
        #expect(trials.runs[0].row.claims != nil && trials.runs[1].row.claims == nil)
        if case .files(let paths)? = trials.runs[0].row.calibration {
            #expect(paths == ["mag.json"])
        } else {
            Issue.record("the manifest's calibration is lost")
        }
        #expect(trials.runs[1].row.calibration == CalibrationChoice.none)
        let lines = try trials.runs.map {
            lost.contains($0.row.id) ? failure($0.row.id) : try line(Int($0.trial.dropFirst()) ?? 0, $0.calibration)
        }
        try Data(lines.joined()).write(to: URL(fileURLWithPath: scratch.path + "/results.jsonl"))
        return try StudyReport.make(
            of: scratch.path, trials: trials, offline: ["map"], options: [:], tool: ToolSection(version: "1"))
    }

    @Test("errors, the best choice, paired differences and wins, counted by hand")
    func choices() throws {
        let report = try report()
        #expect(report.totals.trials == 10 && report.totals.runs == 20 && report.totals.measured == 10)
        #expect(report.totals.sites == 2 && report.totals.motions == 1 && report.totals.devices == 2)
        // `map` is better and sees the whole recording: no app can choose it.
        #expect(report.best == StudyChoice(filter: "vqf", calibration: "manifest"))
        func error(_ scope: String, _ name: String, _ filter: String, _ calibration: String) throws -> StudyErrors {
            try #require(
                report.errors.first {
                    $0.scope == scope && $0.name == name && $0.filter == filter && $0.calibration == calibration
                })
        }
        let all = try error("all", "all", "vqf", "manifest")
        #expect(all.mean == 5.5 && all.trials == 10 && all.minimum == 1 && all.maximum == 10)
        #expect(try #require(all.low) < 5.5 && (try #require(all.high)) > 5.5)
        #expect(try error("all", "all", "vqf", "none").mean == 11)
        #expect(try error("site", "roof", "vqf", "manifest").mean == 3)
        #expect(try error("motion", "hand", "vqf", "manifest").mean == 5.5)
        #expect(try error("device", "B", "vqf", "manifest").mean == 8.5)
        #expect(try error("device", "B", "vqf", "manifest").low == nil)
        // The device's attitude counts once.
        #expect(report.errors.filter { $0.scope == "all" && $0.kind == "device" }.map(\.calibration) == ["manifest"])
        let worse = try #require(report.differences.first { $0.filter == "vqf" })
        #expect(worse.calibration == "none" && worse.mean == 5.5 && worse.trials == 10)
        let wins = report.wins.map { [$0.filter, $0.calibration, "\($0.wins)", "\($0.meanRank)"] }
        #expect(wins == [["vqf", "manifest", "10", "1.0"], ["vqf", "none", "0", "2.0"]])
        #expect(report.trials.map(\.trial) == (0..<10).map { "t\($0)" })
        #expect(report.trials[3].headingRMSEDegrees == 4 && report.trials[3].sha256 == "s3")
        #expect(report.trials[9].claimedDegrees == 15 && report.trials[9].claimErrorDegrees == 13)
    }

    @Test("a run that failed favours no choice: all are compared on the trials that they have in common")
    func lost() throws {
        // Without its best trial the manifest's calibration is still the best, on the other nine.
        let report = try report(lost: ["t0@manifest"])
        #expect(report.totals.failed == 1 && report.totals.measured == 10 && report.totals.compared == 9)
        #expect(report.best == StudyChoice(filter: "vqf", calibration: "manifest"))
        func mean(_ calibration: String) -> Double? {
            report.errors.first {
                $0.scope == "compared" && $0.filter == "vqf" && $0.calibration == calibration
            }?.mean
        }
        #expect(mean("manifest") == 6 && mean("none") == 12)
        let wins = report.wins.map { [$0.filter, $0.calibration, "\($0.wins)"] }
        #expect(wins == [["vqf", "manifest", "9"], ["vqf", "none", "0"]])
    }

    @Test("a choice that ran on less than half of the trials is not compared")
    func mostlyLost() throws {
        let report = try report(lost: Set((0..<6).map { "t\($0)@manifest" }))
        #expect(report.totals.compared == 10)
        #expect(report.best == StudyChoice(filter: "vqf", calibration: "none"))
        #expect(report.wins.map(\.calibration) == ["none"])
        // Half is enough, and choices without a trial in common are averaged over their own.
        #expect(try self.report(lost: Set((0..<5).map { "t\($0)@manifest" })).totals.compared == 5)
        let apart = try self.report(
            lost: Set((0..<5).map { "t\($0)@manifest" } + (5..<10).map { "t\($0)@none" }))
        #expect(apart.totals.compared == 0 && apart.best?.calibration == "none")
    }

    @Test("claimed 15, actual 2 to 13; sigmas pooled over samples; intervals of time")
    func claims() throws {
        let report = try report()
        let claim = try #require(report.stated.first { $0.scope == "all" && $0.source == "claims" })
        #expect(claim.statedDegrees == 15 && claim.minimum == 2 && (claim.maximum - 13).magnitude < 1e-12)
        #expect(claim.trials == 10 && claim.samples == 1000 && claim.share == 0.96 && claim.promised == 1)
        var squares = 0.0
        for trial in 0..<10 {
            let error = 2 + 11 * Double(trial) / 9
            squares += error * error
        }
        #expect((claim.rmsErrorDegrees - (squares / 10).squareRoot()).magnitude < 1e-12)
        #expect(try #require(claim.shareLow) < 0.96 && (try #require(claim.shareHigh)) <= 1)
        let sigma = try #require(
            report.stated.first { $0.scope == "all" && $0.source == "vqf" && $0.calibration == "manifest" })
        // Of 300 samples of a trial 100 state 4 and 200 state 1; 250 errors are within.
        #expect(sigma.statedDegrees == 2 && (sigma.share - 250.0 / 300).magnitude < 1e-12)
        // The mean square of a trial is (100 * 2 + 200 / 2) / 300 = 1 error squared.
        let mean = 38.5  // of the squares of 1 to 10
        #expect((sigma.rmsErrorDegrees - mean.squareRoot()).magnitude < 1e-12)
        #expect(sigma.minimum == 1 && (sigma.maximum - 10).magnitude < 1e-12)
        let times = report.sinceStart.filter { $0.source == "vqf" && $0.calibration == "manifest" }
        #expect(times.map(\.fromSeconds) == [0, 10] && times.map(\.samples) == [1000, 2000])
        #expect((times[0].rmsErrorDegrees - (2 * mean).squareRoot()).magnitude < 1e-12)
        #expect(times[0].statedDegrees == 4 && times[0].share == 0.5 && times[1].share == 1)
        #expect(report.sinceStart.first { $0.source == "device" }?.statedDegrees == nil)
    }

    /// Twenty trials of 50 to 150 samples whose squared errors share a factor of their trial: samples that were
    /// resampled one by one would give an interval that is far too narrow.
    @Test func intervalsOfRatiosHoldTheTruth() throws {
        var generator = SplitMix64(seed: 5)
        func uniform() -> Double { Double(generator.next(below: 1 << 30)) / Double(1 << 30) }
        let runs = 400
        var held = 0
        for _ in 0..<runs {
            let pairs = (0..<20).map { _ -> (part: Double, whole: Double) in
                let samples = 50 + 100 * uniform()
                // Uniform from 0 to 2 by trial and by sample: the mean square is 1 on average.
                let mean = 2 * uniform() * (0.9 + 0.2 * uniform())
                return (samples * mean, samples)
            }
            let interval = try #require(FleetStatistics.interval(ofRatio: pairs))
            if interval.low <= 1 && interval.high >= 1 { held += 1 }
        }
        // 95 % of 400 with three standard deviations (0.011), and a little for 20 trials.
        #expect((0.90...0.985).contains(Double(held) / Double(runs)), "\(held)")
        #expect(FleetStatistics.interval(ofRatio: [(1, 2), (2, 3), (1, 1), (4, 4)]) == nil)
    }

    @Test("without a choice, the calibrations are those that differ")
    func calibrations() throws {
        let plain = try Manifest.entry(["path": "a.csv"], line: 1, place: "test", folder: "")
        #expect(try StudyTrials([plain]).calibrations == [.auto, .none])
        let named = try Manifest.entry(
            ["path": "b.csv", "calibration": "none"], line: 2, place: "test", folder: "")
        #expect(try StudyTrials([plain, named]).calibrations == [.manifest, .auto, .none])
        #expect(plain.absoluteCells["path"]?.hasPrefix("/") == true)
    }
}
