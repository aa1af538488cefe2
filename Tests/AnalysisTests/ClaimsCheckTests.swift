import Evaluation
import Readers
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// A device's headings are compared with the reference's headings of the same axis.
@Suite("Claimed accuracies and the axis of the headings")
struct ClaimsCheckTests {
    /// A log held up in landscape, its reference alone: the headings of both axes differ by a right angle.
    private static func landscape() throws -> (log: PreparedLog, claims: (HeadingAxis) -> [ClaimedHeading]) {
        var recording = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        let roll = Quaternion(angle: -Double.pi / 2, axis: Vector3(0, 0, 1))
        recording.reference.values = recording.reference.values.map { $0 * roll }
        let reference = recording.reference
        var options = AnalysisOptions()
        options.calibration = .none
        options.headingAxis = .camera
        options.north = .magnetic
        recording.metadata.referenceNorth = .magnetic
        let log = try PreparedLog(recording, name: "log", options: options)
        return (
            log,
            { axis in
                reference.times.indices.filter { $0 % 7 == 0 }.compactMap { index in
                    reference.values[index].heading(of: axis).map {
                        ClaimedHeading(
                            time: reference.times[index], heading: $0 + Angle.radians(4), accuracy: Angle.radians(5))
                    }
                }
            }
        )
    }

    /// As Android and Core Location give them, on a log whose own headings are the camera's.
    @Test func ofTheTopEdge() throws {
        let (log, claims) = try Self.landscape()
        let check = try ClaimsCheck(claims(.top), axis: .top, north: .magnetic, log: log, place: "log")
        let total = try #require(check.table?.total)
        #expect((total.rmsErrorDegrees - 4).magnitude < 0.5, "\(total)")
        #expect(try #require(total.withinClaim) > 0.95, "\(total)")
        #expect(check.warnings.isEmpty)
    }

    @Test func ofTheOtherAxis() throws {
        let (log, claims) = try Self.landscape()
        for (own, other) in [(HeadingAxis.top, HeadingAxis.camera), (.camera, .top)] {
            let check = try ClaimsCheck(claims(own), axis: other, north: .magnetic, log: log, place: "log")
            #expect((try #require(check.table?.total.rmsErrorDegrees)) > 60)
            let warning = try #require(check.warnings.first)
            #expect(warning.code == .claimsAxis && warning.advice.contains("--claims-axis \(own.rawValue)"))
        }
    }

    @Test("tables of parts are those of one check each")
    func parts() throws {
        let (log, claims) = try Self.landscape()
        let all = claims(.top)
        let parts = [Array(all.prefix(100)), [], Array(all.dropFirst(100))]
        let tables = try ClaimsCheck.tables(of: parts, axis: .top, north: .magnetic, log: log, place: "log")
        for (part, table) in zip(parts, tables) {
            let check = try ClaimsCheck(part, axis: .top, north: .magnetic, log: log, place: "log")
            #expect(table == check.table && (table == nil) == part.isEmpty)
        }
    }

    /// Bearings are of one axis: headings of the other one have nothing to be compared with.
    @Test func bearingsOfTheOtherAxis() throws {
        let (log, claims) = try Self.landscape()
        let check = try ClaimsCheck(
            claims(.top), named: "claims", north: .magnetic, axis: .top, source: .bearings([], .magnetic),
            sourceAxis: .camera, log: log, interval: 10)
        #expect(check.table == nil && check.warnings.map(\.code) == [.claimsAxis])
    }

    @Test(arguments: [
        ("maximum:a.csv", HeadingAxis.top), ("sigma@camera:a.csv", .camera), ("68%@TOP:C:/a.csv", .top),
    ])
    func theAxisInAManifest(text: String, axis: HeadingAxis) throws {
        let file = try #require(ClaimsFile(text))
        #expect(file.axis == axis && ClaimsFile(file.text) == file)
    }

    @Test(arguments: ["a.csv", "sigma@side:a.csv", "sigma@:a.csv", "@camera:a.csv", "sigma@camera@top:a.csv", "sigma:"])
    func noClaims(text: String) { #expect(ClaimsFile(text) == nil) }
}
