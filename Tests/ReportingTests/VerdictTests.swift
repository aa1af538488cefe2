import Evaluation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Analysis
@testable import Reporting

/// The one verdict, and the actions that follow from it.
@Suite("Verdict and actions") struct VerdictTests {
    private func report(
        _ synthetic: SyntheticResult = SyntheticResult(), _ change: (inout AnalysisReport) -> Void = { _ in }
    ) -> AnalysisReport {
        var report = synthetic.result().report
        change(&report)
        synthetic.conclude(&report)
        return report
    }

    @Test("with a reference: the measured error, what it was before, and what it takes")
    func measured() throws {
        let verdict = try #require(report().verdict)
        #expect(verdict.grade == .usableWith && verdict.isMeasured)
        #expect(verdict.conditions == [.calibration, .filter, .constant])
        #expect(verdict.before?.source == "lowpass")
        let error = try #require(verdict.headingErrorDegrees)
        // 0.04 rad times a sine and noise, after the constant.
        #expect(error > 1 && error < 4)
    }

    @Test("nothing to be done: good") func good() throws {
        let report = report {
            $0.headingOffset = nil
            $0.calibration.magnetometer?.head.source = "day.json"
            $0.filters[0].name = "other"
        }
        let verdict = try #require(report.verdict)
        #expect(verdict.grade == .good && verdict.conditions.isEmpty)
    }

    @Test("without a reference: the prediction, and nothing before it, since nothing is measured")
    func predicted() throws {
        let verdict = try #require(report(SyntheticResult(hasReference: false)).verdict)
        #expect(verdict.grade == .usableWith && !verdict.isMeasured && verdict.conditions == [.calibration])
        #expect(verdict.before == nil)
        // 0.31, 1.4 and 2.2 in quadrature.
        #expect((try #require(verdict.headingErrorDegrees) - 2.626).magnitude < 0.001)
    }

    @Test("what is not known is no number") func unknown() throws {
        let synthetic = SyntheticResult(hasReference: false)
        let unsure = report(synthetic) { $0.calibration.magnetometer?.head.accepted = false }
        let refused = try #require(unsure.verdict)
        #expect(refused.grade == .unknown && refused.headingErrorDegrees == nil)
        #expect(refused.reason.contains("calibration is not determined"))
        #expect(unsure.filters.allSatisfy { unsure.statedSigma(of: $0) == nil })
        #expect(report(synthetic).filters.contains { report(synthetic).statedSigma(of: $0) != nil })
        let result = synthetic.result()
        let first = HeadingSeries(track: result.tracks[2], axis: .camera)
        let apart = HeadingSeries(
            name: "device", samples: first.samples.mappedValues { $0 + Angle.radians(40) })
        let differs = report(synthetic) { $0.agreement = [HeadingAgreement(first, apart)].compactMap { $0 } }
        let differing = try #require(differs.verdict)
        #expect(differing.grade == .unknown && differing.reason.contains("differ by 40\u{B0}"))
        // A heading that the readings refute says nothing of the recommended one.
        let refuted = report(synthetic) {
            let best = $0.recommendation?.filter
            for i in $0.filters.indices {
                $0.filters[i].evidence = TrackEvidence(
                    field: $0.filters[i].name == best ? 1 : 3, turn: 0, explained: 1)
            }
            let other = HeadingSeries(
                name: $0.filters.first { $0.name != best }?.name ?? "",
                samples: first.samples.mappedValues { $0 + Angle.radians(40) })
            $0.agreement = [HeadingAgreement(first, other)].compactMap { $0 }
        }
        #expect(try #require(refuted.verdict).grade != .unknown)
    }

    @Test("readings that cannot be the Earth's field do not matter to a filter that calibrates itself")
    func calibratesItself() throws {
        let absurd = report(SyntheticResult(hasReference: false)) {
            $0.warnings.append(Warning(code: .magnetometerImplausible, message: "", advice: ""))
            for i in $0.filters.indices where $0.filters[i].name == $0.recommendation?.filter {
                $0.filters[i].name = "fixed-lag"
            }
            $0.recommendation?.filter = "fixed-lag"
        }
        #expect(try #require(absurd.verdict).headingErrorDegrees != nil, "\(absurd.verdict?.reason ?? "")")
        #expect(!ReportSummary(absurd).headline.contains("not usable"))
    }

    @Test("a field that dips by 20 degrees more than the Earth's is not the Earth's") func dip() throws {
        let report = report(SyntheticResult(hasReference: false)) {
            let earth = $0.geomagnetism?.inclinationDegrees ?? 0
            $0.disturbance = DisturbanceSection(
                fieldMicrotesla: 46, share: 0, dipDegrees: earth + 25, episodes: [])
        }
        #expect(report.geomagnetism != nil)
        let verdict = try #require(report.verdict)
        #expect(verdict.grade == .unknown && verdict.reason.contains("the dip of the field is"), "\(verdict.reason)")
    }

    @Test("without a reference the filter is recommended from which the readings follow best")
    func evidence() throws {
        var filters = SyntheticResult(hasReference: false).result().report.filters
        for (index, name) in ["map", "vqf", "sensorlab"].enumerated() { filters[index].name = name }
        func recommended(_ misfits: [Double?], doubted: Set<String> = []) -> RecommendationSection? {
            for (index, misfit) in misfits.enumerated() {
                filters[index].evidence = misfit.map { TrackEvidence(field: $0, turn: 0, explained: 1) }
            }
            return Recommendation.section(
                for: Array(filters.prefix(3)), blocks: [:], input: FilterInput(), diverged: [], doubted: doubted)
        }
        let best = try #require(recommended([1, 2, 3]))
        #expect(best.filter == "vqf" && best.offline == "map" && best.why.contains("vqf 2.0, sensorlab 3.0"))
        #expect(recommended([1, 3, 2])?.filter == "sensorlab")
        #expect(recommended([1, 3, 2], doubted: ["map"])?.offline == nil)
        // Without evidence of all, the catalogue's order.
        #expect(recommended([1, 2, nil])?.filter == "sensorlab")
    }

    @Test("without a reference the estimator of the whole recording is the yardstick") func yardstick() throws {
        // What is stated is at least the distance.
        let report = report(SyntheticResult(hasReference: false)) {
            $0.filters[0].name = "map"
            $0.recommendation?.offline = "map"
            let result = SyntheticResult(hasReference: false).result()
            var first = HeadingSeries(track: result.tracks[2], axis: .camera)
            let other = HeadingSeries(
                name: $0.recommendation?.filter ?? "", samples: first.samples.mappedValues { $0 + Angle.radians(9) })
            first = HeadingSeries(name: "map", samples: first.samples)
            $0.agreement = [HeadingAgreement(first, other)].compactMap { $0 }
        }
        let verdict = try #require(report.verdict)
        #expect((try #require(verdict.headingErrorDegrees) - 9).magnitude < 0.01, "\(verdict)")
        #expect(verdict.conditions.contains(.error) && verdict.reason.contains("map"))
    }

    @Test("not usable: no field, no filter, too large an error") func notUsable() throws {
        let field = report {
            $0.warnings.append(Warning(code: .magnetometerImplausible, message: "", advice: ""))
        }
        #expect(field.verdict?.grade == .notUsable)
        let none = report { $0.recommendation = nil }
        #expect(none.verdict?.grade == .notUsable)
        let large = report(SyntheticResult(hasReference: false)) {
            $0.budget[$0.budget.count - 1].sigmaDegrees = 30
        }
        #expect(large.verdict?.grade == .notUsable && large.verdict?.conditions.isEmpty == true)
        let noMagnetometer = report(SyntheticResult(hasMagnetometer: false))
        #expect(noMagnetometer.verdict?.conditions.first == .north)
        #expect(noMagnetometer.actions.first?.kind == .recordMagnetometer)
        // One may be among the columns that are not read.
        let lost = report(SyntheticResult(hasMagnetometer: false)) {
            $0.warnings.append(Warning(code: .incompleteColumns, message: "", advice: ""))
        }
        #expect(!lost.actions.contains { $0.kind == .recordMagnetometer })
    }

    @Test("actions by gain, each above half a degree; a refused calibration first, unless headings are good anyway")
    func actions() throws {
        let actions = report { $0.deviation = nil }.actions
        #expect(actions.map(\.kind) == [.useFilter, .addConstant, .useCalibration])
        let gains = actions.compactMap(\.gain)
        #expect(gains.count == 2 && gains == gains.sorted(by: >))
        #expect(actions[2].file == "calibration.json" && actions[2].swift?.contains("CalibrationFile.read") == true)
        let unmeasured = report(SyntheticResult(hasReference: false)) {
            $0.calibration.magnetometer?.head.accepted = false
        }
        #expect(unmeasured.actions.first?.kind == .recordCalibration)
        let measured = report {
            $0.calibration.magnetometer?.head.accepted = false
            $0.deviation = nil
        }
        #expect(measured.actions.first?.kind == .useFilter)
        #expect(measured.actions.contains { $0.kind == .recordCalibration })
        let exact = report { $0.headingOffset?.offsetDegrees = 0.01 }
        #expect(!exact.actions.contains { $0.kind == .addConstant })
    }

    @Test("an action has errors where its command was run, and only there") func executed() {
        for synthetic in [
            SyntheticResult(), SyntheticResult(hasReference: false), SyntheticResult(hasMagnetometer: false),
        ] {
            let actions = report(synthetic).actions
            #expect(!actions.isEmpty)
            for action in actions {
                #expect((action.executed == true) == (action.afterDegrees != nil), "\(action)")
                #expect((action.beforeDegrees == nil) == (action.afterDegrees == nil), "\(action)")
            }
        }
    }

    @Test("what does not beat the recommended filter when its command is run is no action") func losses() {
        let synthetic = SyntheticResult()
        var report = report()
        let error = report.recommendedFilter?.accuracy?.headingRMSEDegrees ?? 0
        report.disturbance = DisturbanceSection(
            fieldMicrotesla: 46, share: 0.2, dipDegrees: nil,
            episodes: [DisturbedEpisode(startSeconds: 12, endSeconds: 14, extremeMicrotesla: 90)])
        func kinds(_ calm: Double, _ offset: Double, deviation: Bool) -> [ActionSection.Kind] {
            var trials = ActionTrials()
            trials.calm = .init(beforeDegrees: error, afterDegrees: calm, part: 5...12)
            trials.offset = .init(beforeDegrees: error, afterDegrees: offset, part: 15...25)
            trials.improvesByDeviation = deviation
            synthetic.conclude(&report, trials: trials)
            return report.actions.map(\.kind)
        }
        let measured: [ActionSection.Kind] = [.avoidMagnets, .addConstant]
        #expect(kinds(0.1, 0.2, deviation: false).filter(measured.contains) == measured)
        #expect(kinds(error + 2, error + 1, deviation: false).allSatisfy { !measured.contains($0) })
        #expect(report.verdict?.conditions.contains(.constant) == false)
        // The compass is never better by its curve's own residual.
        #expect(!kinds(error, error, deviation: false).contains(.correctDeviation))
        report.calibration.magnetometer?.head.source = "day.json"
        #expect(kinds(error, error, deviation: true).contains(.correctDeviation))
    }

    @Test("too short a log has an error, but no grade") func short() throws {
        var report = report()
        var trials = SyntheticResult().trials(of: report)
        trials.isLongEnough = false
        SyntheticResult().conclude(&report, trials: trials)
        let verdict = try #require(report.verdict)
        #expect(verdict.grade == .unknown && verdict.conditions.isEmpty && verdict.reason.contains("needs 25 s"))
    }

    @Test("a command repeats calibration, reference and changed parameters") func choices() {
        var report = report { $0.filters[2].parameters = ["gyroscopeNoise": 0.25] }
        func compare(_ choices: CommandChoices) -> String? {
            SyntheticResult().conclude(&report, choices: choices)
            return report.actions.first { $0.kind == .useFilter }?.command
        }
        let plain =
            "sensorlab compare recordings/barcelona.csv --filters lowpass,kalman --set kalman.gyroscopeNoise=0.25"
        #expect(compare(CommandChoices()) == plain)
        #expect(compare(CommandChoices(calibration: .none)) == plain + " --calibration none")
        #expect(
            compare(CommandChoices(calibration: .files(["a.json", "auto"]), reference: .file("b.csv")))
                == plain + " --calibration a.json --calibration auto --reference b.csv")
        SyntheticResult().conclude(&report, choices: CommandChoices(calibration: .none))
        let offset = report.actions.first { $0.kind == .addConstant }?.command
        #expect(
            offset == "sensorlab calibrate heading recordings/barcelona.csv --to 15.0 --filter kalman "
                + "--set kalman.gyroscopeNoise=0.25 --calibration none --out heading.json && sensorlab compare "
                + "recordings/barcelona.csv --from 15.0 --filters kalman --set kalman.gyroscopeNoise=0.25 "
                + "--calibration heading.json")
    }

    @Test("options that read the log stand in every command for it, but where the command has its own") func given() {
        var report = report()
        report.geomagnetism = nil
        SyntheticResult().conclude(
            &report,
            choices: CommandChoices(
                given: [["--from", "3"], ["--assume", "magnetometer=uT"], ["--comment", "; #"]]))
        let commands = report.actions.map(\.command)
        #expect(
            commands.contains {
                $0.hasPrefix(
                    "sensorlab compare recordings/barcelona.csv --from 3 --assume magnetometer=uT --comment '; #' ")
            }, "\(commands)")
        #expect(
            commands.contains {
                $0.contains("heading recordings/barcelona.csv --from 3 ")
                    && $0.contains(
                        "compare recordings/barcelona.csv --assume magnetometer=uT --comment '; #' --from 15.0")
            }, "\(commands)")
    }

    @Test("paths in commands are quoted for a shell where they must be") func quoted() {
        let plain = report(SyntheticResult(path: "recordings/a-1.csv")).actions
        #expect(
            plain.contains { $0.command.hasPrefix("sensorlab compare recordings/a-1.csv --filters lowpass,kalman ") })
        let odd = report(SyntheticResult(path: "it's a log; rm.csv")).actions
        #expect(
            odd.contains {
                $0.command.hasPrefix("sensorlab compare 'it'\\''s a log; rm.csv' --filters lowpass,kalman ")
            })
    }
}

extension SampleStream {
    fileprivate func mappedValues(_ change: (Value) -> Value) -> SampleStream {
        SampleStream(times: times, values: values.map(change))
    }
}
