import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Columns that may be a sensor's and that nothing reads, and axes whose sensor only the file's name says.
@Suite("Columns that are lost")
struct LostColumnsTests {
    private func read(_ text: String, _ name: String = "log.csv") throws -> Recording {
        var options = ReadOptions()
        options.assumptions = try ["gyroscope=rad/s", "magnetometer=uT"].map(Assumption.init)
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    private func log(_ names: String) throws -> Recording {
        try read(
            "time (s),ax,ay,az,\(names)\n"
                + (0..<300).map { row in
                    // Fields are 20 long, rates small.
                    let cells = names.split(separator: ",").enumerated().map { column, name in
                        "\((name.lowercased().contains("ma") ? 20.0 : 0) + 0.1 * Double((row * (column + 3)) % 17))"
                    }
                    return "\(Double(row) / 50),0.1,-0.2,9.\(75 + row % 9),\(cells.joined(separator: ","))\n"
                }.joined())
    }

    @Test(
        "three columns whose names may be a missing sensor's are a warning with their names",
        arguments: [
            ("ang_x,ang_y,ang_z", SensorKind.gyroscope), ("rot0,rot1,rot2,x,y,z,w", .gyroscope),
            ("gx,gy,gz,MAFIX,MAFIY,MAFIZ", .magnetometer), ("gx,gy,gz,magA,magB,magC", .magnetometer),
        ])
    func named(_ names: String, _ sensor: SensorKind) throws {
        let recording = try log(names)
        #expect(recording.lostSensors.contains(sensor))
        let lost = names.split(separator: ",").filter { !"gxgygzw".contains($0) }.joined(separator: ", ")
        let warnings = recording.warnings.filter { $0.code == .incompleteColumns }
        #expect(warnings.count == 1 && warnings[0].message.contains(lost), "\(warnings)")
        #expect(!recording.warnings.contains { $0.code == .unknownColumns && $0.message.contains(lost) })
    }

    @Test(
        "what no sensor measures, quaternions and a second device are a note",
        arguments: [
            "pos_x,pos_y,pos_z", "vx,vy,vz", "roll,pitch,yaw", "temp1,temp2,temp3", "x,y,z,w",
            "acc_earth_x,acc_earth_y,acc_earth_z",
            "gx,gy,gz,mx,my,mz,hx,hy,hz", "Ang X (deg),Ang Y (deg),Ang Z (deg)",
        ])
    func others(_ names: String) throws {
        let recording = try log(names)
        #expect(!recording.warnings.contains { $0.code == .incompleteColumns })
        #expect(recording.lostSensors.isEmpty)
    }

    @Test(
        "the name of the file, or of its folder, says what bare axes are",
        arguments: [
            ("gforces.csv", 9.80665), ("Accelerometers.csv", 9.80665), ("Acceleration/data.csv", 9.80665),
            ("other.csv", nil),
        ])
    func files(_ name: String, _ scale: Double?) throws {
        let text = "time (s),x,y,z\n" + (0..<300).map { "\(Double($0) / 50),0.25,-0.5,0.8\($0 % 7)\n" }.joined()
        guard let scale else {
            #expect(throws: SensorLabError.self) { try read(text, name) }
            return
        }
        #expect(((try read(text, name).accelerometer.values.first?.y ?? 0) + 0.5 * scale).magnitude < 1e-9)
    }
}
