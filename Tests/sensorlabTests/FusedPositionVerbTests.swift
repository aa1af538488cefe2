import Foundation
import TestSupport
import Testing

/// `project --fuse-position` on the log of a car with an AR session.
@Suite struct FusedPositionVerbTests {
    @Test("--fuse-position places the observer by AR poses and fixes, and says what that changes")
    func fusedPosition() throws {
        let folder = try TemporaryFolder()
        let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path
        let log = folder.path("car.csv")
        let simulated = try Tool.run(
            "simulate", "car", "--sensors", "calibrated", "--rate", "25", "--magnetometer-rate", "25", "--duration",
            "60", "--seed", "7", "--ar-session", "20,1", "--out", log)
        #expect(simulated.status == 0, "\(simulated.messages)")
        let places = try folder.file(
            "near.csv", "id,lat,lon,alt\na,45.1880,5.7356,265\nb,45.1867,5.7330,265\nc,45.1890,5.7340,265\n")
        func position(_ options: String...) throws -> [String: Any]? {
            let outcome = try Tool.run(
                ["project", log, "--places", places, "--rate", "2", "--json", "--quiet"] + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
            return try json(outcome.output)["position"] as? [String: Any]
        }
        #expect(try position() == nil)
        let found = try #require(try position("--fuse-position"))
        func number(_ key: String) throws -> Double { try #require(found[key] as? Double, "\(key)") }
        // The fixes state 6.1 m (68 % of a circle): 4 m per axis.
        #expect(try (number("statedSigmaMetres") - 4).magnitude < 0.05)
        #expect(try number("sigmaMetres") < number("fixSigmaMetres") && number("movedMetres") < 10)
        #expect(try number("afterPixels") < number("beforePixels"))
        let text = try Tool.run(
            "project", log, "--places", places, "--rate", "2", "--out", folder.path("f.csv"), "--fuse-position")
        #expect(text.messages.contains("with AR displacement ("), "\(text.messages)")
        expectError(
            try Tool.run("project", log, "--places", places, "--fuse-position", "--place", "45.1,5.7"), 64,
            says: "--fuse-position needs the log's fixes")
        expectError(
            try Tool.run("project", demo, "--places", places, "--fuse-position"), 65, says: "found no AR poses")
    }
}
