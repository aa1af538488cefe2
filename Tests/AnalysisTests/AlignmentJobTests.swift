import Calibration
import Readers
import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// AR sessions on top of a simulated log, whose reference is exact.
@Suite struct AlignmentJobTests {
    /// The poses of a session whose world needs `offset(seconds)`, radians, to be turned to north.
    static func session(_ offset: (Double) -> Double, tracking: ARTracking = .normal) throws -> Recording {
        var recording = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        let start = try #require(recording.reference.times.first)
        let half = ARPose.worldToLevel.conjugate
        for (time, q) in zip(recording.reference.times, recording.reference.values) {
            // Counter-clockwise in the level frame makes the AR heading smaller than the true one.
            let level = Quaternion.aboutVertical(offset(LogTime.seconds(time - start))) * q
            recording.arPoses.append(
                ARPose(
                    orientation: half * level * ARPose.deviceToCamera.conjugate, position: .zero, tracking: tracking),
                at: time)
        }
        return recording
    }

    private func options() -> AnalysisOptions {
        var options = AnalysisOptions()
        options.filters = [FilterRequest(name: "sensorlab")]
        return options
    }

    @Test func offsetAndJumpOfASimulatedSession() throws {
        let recording = try Self.session { Angle.radians($0 < 25 ? 40 : 60) }
        let job = try AlignmentJob(recording, name: "session", options: options())
        #expect((job.report.offsetDegrees - 60).magnitude < job.report.interval95Degrees)
        #expect(job.report.jumps.count == 1)
        let jump = try #require(job.report.jumps.first)
        #expect((jump.seconds - 25).magnitude < 1 && (jump.sizeDegrees - 20).magnitude < 3)
        #expect(try #require(job.report.tiltDegrees) < 3)
    }

    /// A bearing of the camera in the middle of the session: the reference's heading there plus `angle`, radians.
    private static func bearing(
        in recording: Recording, beside angle: Double, sigmaDegrees: Double
    ) throws -> HeadingReference {
        let index = recording.reference.count / 2
        let heading = try #require(recording.reference.values[index].heading(of: .camera))
        let time = recording.reference.times[index]
        return HeadingReference(
            interval: time...time, heading: heading + angle, sigma: Angle.radians(sigmaDegrees))
    }

    /// A bearing that the reference has at that time: the source without a compass gives the offset to its own sigma.
    @Test func aKnownBearing() throws {
        let recording = try Self.session { _ in Angle.radians(-30) }
        var directions = AlignmentJob.Directions()
        directions.bearings = [try Self.bearing(in: recording, beside: 0, sigmaDegrees: 0.5)]
        let job = try AlignmentJob(recording, name: "session", options: options(), directions: directions)
        let source = try #require(job.report.sources.first { $0.name == "bearings" })
        // The fitted drift, here of a compass that errs, carries it over half of the session.
        #expect((source.offsetDegrees + 30).magnitude < 3 * source.sigmaDegrees)
        let time = directions.bearings[0].interval.lowerBound
        let half = LogTime.seconds(recording.reference.times[recording.reference.count - 1] - time) / 60
        let carried = job.report.driftSigmaDegreesPerMinute * half
        #expect((source.sigmaDegrees - (0.25 + carried * carried).squareRoot()).magnitude < 0.01)
    }

    /// Without a magnetometer the other sources give the offset; the gyroscope has to show the jump after the bearing.
    @Test(arguments: [0.0, 25]) func withoutACompass(jump: Double) throws {
        let whole = try Self.session { Angle.radians($0 < 35 ? -30 : -30 + jump) }
        let recording = whole.without(.magnetometer).without(.magnetometerCorrected)
        var directions = AlignmentJob.Directions()
        directions.bearings = [try Self.bearing(in: whole, beside: 0, sigmaDegrees: 0.5)]
        let job = try AlignmentJob(recording, name: "session", options: options(), directions: directions)
        let report = job.report
        #expect(report.sources.map(\.name) == ["bearings"] && report.filter == nil && report.tiltDegrees == nil)
        #expect((report.offsetDegrees + 30 - jump).magnitude < report.interval95Degrees, "\(report)")
        #expect(report.interval95Degrees < 5 && report.jumps.count == (jump == 0 ? 0 : 1))
        #expect(job.series.differences.isEmpty && job.series.fitted.count == job.series.times.count)
        // The offset is the end of the fitted line.
        #expect((try #require(job.series.fitted.last) - report.offsetDegrees).magnitude < 1e-9)
        // Without a gyroscope jumps cannot be detected, and the report says so.
        let blind = try AlignmentJob(
            recording.without(.gyroscope), name: "session", options: options(), directions: directions)
        #expect(blind.report.smallestJumpDegrees == nil && blind.report.jumps.isEmpty)
        // Without a source of north nothing can be aligned.
        #expect(throws: SensorLabError.self) { try AlignmentJob(recording, name: "session", options: options()) }
    }

    /// Unusable directions are reported with number and reason, and are not used.
    @Test func unusableDirectionsAreNamed() throws {
        var recording = try Self.session { _ in Angle.radians(-30) }
        let plain = try AlignmentJob(recording, name: "session", options: options())
        #expect(!plain.warnings.contains { $0.code == .referenceNotCovered })
        var directions = AlignmentJob.Directions()
        let late = (recording.arPoses.times.last ?? 0) + 300_000_000_000
        directions.bearings = [HeadingReference(interval: late...late, heading: 1, sigma: 0.02)]
        directions.sightings = [
            Sighting(time: late, target: .landmark(GeodeticPosition(latitude: 42, longitude: 2))),
            // Midnight in Barcelona.
            Sighting(time: 0, target: .sun(unixSeconds: 1_434_926_400)),
        ]
        directions.observer = GeodeticPosition(latitude: 41.4, longitude: 2.2)
        for (time, q) in zip(recording.reference.times, recording.reference.values).prefix(100) {
            recording.geospatialPoses.append(
                GeospatialPose(
                    place: GeodeticPosition(latitude: 41.4, longitude: 2.2, height: 0), hasHeight: false,
                    orientation: ARPose.worldToLevel.conjugate * q * ARPose.deviceToCamera.conjugate,
                    yawAccuracy: .nan),
                at: time)
        }
        let job = try AlignmentJob(recording, name: "session", options: options(), directions: directions)
        let said = job.warnings.filter { $0.code == .referenceNotCovered }.map(\.message)
        #expect(said.count == 4, "\(said)")
        for part in ["1 of 1 bearings", "1 of 1 sightings: not within", "1 of 2 sightings: the sun", "100 of 100 geo"] {
            #expect(said.contains { $0.contains(part) }, "\(part)")
        }
        #expect(job.report.sources == plain.report.sources)
    }

    /// A bearing on the other side contradicts the compass: recording for longer would not help.
    @Test func contradictionsAreNamed() throws {
        let recording = try Self.session { _ in Angle.radians(-30) }
        var directions = AlignmentJob.Directions()
        directions.bearings = [try Self.bearing(in: recording, beside: Angle.radians(135), sigmaDegrees: 2)]
        let report = try AlignmentJob(recording, name: "session", options: options(), directions: directions).report
        #expect(report.isContradicted && report.recommendation.contains("contradict"))
        #expect(report.recommendation.contains("bearings") && report.recommendation.contains("compass"))
    }

    /// The errors of the session's own north and of the compass, not only which is smaller.
    @Test func bothErrorsAreGiven() throws {
        var recording = try Self.session { _ in Angle.radians(20) }
        recording.metadata.other["ar-alignment"] = "gravityAndHeading"
        let last = recording.reference.count - 1
        let heading = try #require(recording.reference.values[last].heading(of: .camera))
        let time = recording.reference.times[last]
        var directions = AlignmentJob.Directions()
        directions.bearings = [HeadingReference(interval: time...time, heading: heading, sigma: Angle.radians(0.5))]
        let report = try AlignmentJob(recording, name: "session", options: options(), directions: directions).report
        let nearness = try #require(report.nearness)
        #expect(report.nearer == "compass")
        #expect((nearness.arErrorDegrees - 20).magnitude < 2 && nearness.arSigmaDegrees < 1)
        let compass = try #require(report.sources.first { $0.name == "compass" })
        #expect((nearness.compassErrorDegrees - nearness.arErrorDegrees + compass.offsetDegrees).magnitude < 1e-9)
    }

    /// A service with an error of 3 degrees and a sigma to match: the offset lies between it and the compass, by their
    /// sigmas.
    @Test func aGeospatialServiceIsASource() throws {
        var recording = try Self.session { _ in Angle.radians(20) }
        for (time, q) in zip(recording.reference.times, recording.reference.values).prefix(3000) {
            let off = Quaternion.aboutVertical(Angle.radians(-3)) * q
            recording.geospatialPoses.append(
                GeospatialPose(
                    place: GeodeticPosition(latitude: 41.4, longitude: 2.2, height: 0), hasHeight: false,
                    orientation: ARPose.worldToLevel.conjugate * off * ARPose.deviceToCamera.conjugate, yawAccuracy: 3),
                at: time)
        }
        let job = try AlignmentJob(recording, name: "session", options: options())
        let source = try #require(job.report.sources.first { $0.name == "geospatial" })
        #expect((source.offsetDegrees - 23).magnitude < 0.5)
        // Many poses of one service are worth no more than one, and the drift carries them to the end.
        #expect(source.sigmaDegrees >= 3 && source.sigmaDegrees < 4)
        let compass = try #require(job.report.sources.first { $0.name == "compass" })
        let ends = [compass.offsetDegrees, source.offsetDegrees].sorted()
        #expect((ends[0]...ends[1]).contains(job.report.offsetDegrees))
    }

    /// A whole session with exact truth, through log and verb: initial heading wrong, drifting, one jump.
    @Test(arguments: [UInt64(3), 4, 5])
    func aSimulatedSession(seed: UInt64) throws {
        var options = SimulationOptions()
        options.seed = seed
        options.arSession = ARSessionModel(
            yaw: Angle.radians(25), drift: Angle.radians(1.5) / 60, jumps: [.init(time: 60, size: Angle.radians(20))])
        let recording = try Scenario.arWalking.simulate(options).recording
        let job = try AlignmentJob(recording, name: "session", options: self.options())
        let end = 25 + 1.5 * LogTime.seconds(recording.arPoses.times.last ?? 0) / 60 + 20
        // Two intervals: one of three seeds may be outside of one.
        #expect((job.report.offsetDegrees - end).magnitude < 2 * job.report.interval95Degrees)
        #expect(job.report.interval95Degrees < 10)
        let jump = try #require(job.report.jumps.first)
        #expect(job.report.jumps.count == 1 && (jump.seconds - 60).magnitude < 1)
    }

    /// A jump is detected against the gyroscope as recorded: with this log's own calibration, whose scale is wrong by
    /// ten per cent, it would be missed.
    @Test func aJumpBesideABadCalibrationInUse() throws {
        var options = SimulationOptions()
        options.seed = 278
        options.duration = 150
        options.device = .nexus5
        options.arSession = ARSessionModel(
            yaw: Angle.radians(-9.9), drift: Angle.radians(0.2) / 60,
            jumps: [.init(time: 65, size: Angle.radians(-18.7))])
        let recording = try Scenario.texting.simulate(options).recording
        let job = try AlignmentJob(recording, name: "session", options: self.options())
        let jump = try #require(job.report.jumps.first)
        #expect(job.report.jumps.count == 1 && (jump.seconds - 65).magnitude < 1)
        #expect((jump.sizeDegrees + 18.7).magnitude < 3)
    }

    /// The poses pause, as in an app that is left and resumed, while the gyroscope goes on: a jump during the pause is
    /// found and does not enter the drift, and no other jump is found.
    @Test(arguments: [12.0, 20, 40], [0.0, 20]) func aPauseOfThePoses(seconds: Double, degrees: Double) throws {
        var options = SimulationOptions()
        options.seed = 3
        options.duration = 150
        options.arSession = ARSessionModel(
            yaw: Angle.radians(37), drift: Angle.radians(2) / 60,
            jumps: [.init(time: 75, size: Angle.radians(degrees))])
        var recording = try Scenario.arWalking.simulate(options).recording
        let pause = 75 - seconds / 2...75 + seconds / 2
        let kept = recording.arPoses.times.indices.filter {
            !pause.contains(LogTime.seconds(recording.arPoses.times[$0]))
        }
        recording.arPoses = SampleStream(
            times: kept.map { recording.arPoses.times[$0] }, values: kept.map { recording.arPoses.values[$0] })
        let report = try AlignmentJob(recording, name: "session", options: self.options()).report
        #expect((report.driftDegreesPerMinute - 2).magnitude < 2 * 1.96 * report.driftSigmaDegreesPerMinute)
        #expect((report.offsetDegrees - 37 - 5 - degrees).magnitude < 2 * report.interval95Degrees)
        #expect(report.jumps.count == (degrees == 0 ? 0 : 1) && report.pauses.count == (degrees == 0 ? 1 : 0))
        if let jump = report.jumps.first {
            #expect(pause.contains(jump.seconds) && (jump.sizeDegrees - degrees).magnitude < 3 * jump.sigmaDegrees)
        }
        if let found = report.pauses.first { #expect(found.largestJumpDegrees < 12) }
    }

    /// The section of a report is the verb's answer for the recommended filter.
    @Test func theReportHasTheSession() throws {
        let recording = try Self.session { Angle.radians($0 < 25 ? 40 : 60) }
        var options = options()
        let result = try Analyzer(options: options).analyze(
            recording, input: InputSection(path: "session", format: "canonical", sha256: ""),
            tool: ToolSection(version: "0"))
        let session = try #require(result.report.arSession)
        let job = try AlignmentJob(recording, name: "session", options: options)
        #expect(session == job.report)
        let series = try #require(result.alignment)
        #expect(series.fitted.count == series.times.count)
        let last = try #require(series.fitted.last)
        #expect((last - session.offsetDegrees).magnitude < 0.5)
        // Poses in other frames drop the section, with a warning.
        var turned = recording
        for i in turned.arPoses.values.indices {
            turned.arPoses.values[i].orientation = ARPose.worldToLevel * turned.arPoses.values[i].orientation
        }
        options.filters = [FilterRequest(name: "vqf")]
        let without = try Analyzer(options: options).analyze(
            turned, input: InputSection(path: "session", format: "canonical", sha256: ""),
            tool: ToolSection(version: "0"))
        #expect(without.report.arSession == nil && without.alignment == nil)
        #expect(without.report.warnings.contains { $0.code == .alignmentRefused })
    }

    @Test func badSessionsAreNamed() throws {
        let plain = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        for recording in [plain, try Self.session({ _ in 0 }, tracking: .relocalizing)] {
            #expect(throws: SensorLabError.self) {
                try AlignmentJob(recording, name: "session", options: options())
            }
        }
        // Headings that count from the start of the log are no compass.
        let relative = try Self.session { _ in 0 }.without(.magnetometer).without(.magnetometerCorrected)
        #expect(throws: SensorLabError.self) { try AlignmentJob(relative, name: "session", options: options()) }
        // A world whose z is up, taken for ARKit's.
        var turned = try Self.session { _ in 0 }
        for i in turned.arPoses.values.indices {
            let q = turned.arPoses.values[i].orientation
            turned.arPoses.values[i].orientation = ARPose.worldToLevel * q
        }
        #expect(throws: SensorLabError.self) { try AlignmentJob(turned, name: "session", options: options()) }
    }

    @Test func twoWorlds() throws {
        let recording = try Self.session { Angle.radians($0 < 20 ? 0 : 120) }
        let job = try AlignmentJob(recording, name: "session", options: options())
        #expect(job.warnings.contains { $0.code == .severalWorlds })
        #expect(job.report.newWorldsSeconds.count == 1 && (job.report.newWorldsSeconds[0] - 20).magnitude < 1)
        #expect((job.report.offsetDegrees - 120).magnitude < job.report.interval95Degrees)
    }
}
