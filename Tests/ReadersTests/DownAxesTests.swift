import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Tables of inertial navigation systems, whose axes are forward, right and down.
struct DownAxesTests {
    private func read(
        _ text: String, mapping: String? = nil, assume: String? = nil
    ) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try mapping.map { try ColumnMapping([$0]) }
        options.assumptions = try assume.map { [try Assumption(parsing: $0)] } ?? []
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// A level device that turns once in 20 s, in axes forward, right, down.
    /// - Parameter sign: of the accelerometer.
    private func table(_ names: String = "t,ax,ay,az,mx,my,mz", sign: Double = 1, hasField: Bool = true) -> String {
        names + "\n"
            + (0..<1000).map { row -> String in
                let heading = Double(row) * 0.1 * .pi / 50
                let field = hasField ? ",\(20 * cos(heading)),\(-20 * sin(heading)),42.5" : ""
                return "\(Double(row) / 50),\(sign * 0.3),\(sign * -0.2),\(sign * -9.8)\(field)\n"
            }.joined()
    }

    private func warning(_ recording: Recording) -> Warning? {
        recording.warnings.first { $0.code == .frameUndecided }
    }

    @Test("z down in the whole log is warned of, and the option turns all sensors")
    func turned() throws {
        let warning = try #require(warning(try read(table())))
        #expect(warning.message.contains("forward, right, down"))
        #expect(warning.message.contains("accelerometer, magnetometer"))
        let option = "t=1,ax=3,ay=2,az=-4,mx=6,my=5,mz=-7"
        #expect(warning.advice.contains("--columns \(option)"))
        let mapped = try read(table(), mapping: option)
        #expect(self.warning(mapped) == nil)
        #expect(mapped.accelerometer.values[0] == Vector3(-0.2, 0.3, 9.8))
        // Facing north: the field is along the top edge, and down.
        #expect(mapped.magnetometer.values[0] == Vector3(0, 20, -42.5))
    }

    @Test("without a field the other sign is possible as well")
    func withoutField() throws {
        let text = table("t,ax,ay,az", hasField: false)
        let warning = try #require(warning(try read(text)))
        #expect(warning.message.contains("or the accelerometer has the other sign"))
        #expect(warning.advice.contains("--columns t=1,ax=3,ay=2,az=-4"))
        let other = try read(text, assume: "accelerometer=ios")
        #expect(self.warning(other) == nil)
        #expect(other.accelerometer.values[0].z == 9.8)
    }

    @Test("z up, and an accelerometer that the field says is reversed, are no such axes")
    func others() throws {
        let up = try read(table(sign: -1).replacing(",42.5", with: ",-42.5"))
        #expect(warning(up) == nil)
        let reversed = try read(table().replacing(",42.5", with: ",-42.5"))
        #expect(warning(reversed) == nil)
        #expect(reversed.warnings.contains { $0.code == .signUndecided })
    }

    @Test("a phone's gravity beside it says which way is up")
    func phone() throws {
        let text =
            "t,ax,ay,az,gravx,gravy,gravz\n"
            + (0..<400).map { "\(Double($0) / 50),0.3,-0.2,-9.8,0.3,-0.2,-9.8\n" }.joined()
        #expect(warning(try read(text)) == nil)
    }
}
