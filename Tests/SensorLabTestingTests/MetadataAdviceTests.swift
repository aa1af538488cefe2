import Foundation
import SensorLabTesting
import Testing
import Vocabulary

@Suite("The lines that a message says to write")
struct MetadataAdviceTests {
    @Test("place and date into a log whose reference has true north")
    func placeAndDate() throws {
        let path = NSTemporaryDirectory() + "advice-\(UInt64.random(in: 0 ... .max)).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rows = (0..<300).map { row in
            let (t, angle) = (Double(row) / 100, 0.6 * sin(Double(row) / 50))
            let cells = [
                t, 0, 0, 9.81, 0, 0, 1.2 * cos(2 * t), 20 * sin(angle), 20 * cos(angle), -40, cos(angle / 2), 0, 0,
                sin(angle / 2),
            ]
            return cells.map { String($0) }.joined(separator: ",") + "\n"
        }
        let table =
            "time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2),gyro_x (rad/s),gyro_y (rad/s),gyro_z (rad/s),mag_x (uT),"
            + "mag_y (uT),mag_z (uT),ref_qw,ref_qx,ref_qy,ref_qz\n" + rows.joined()
        try ("# north: true\n" + table).write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: SensorLabError.self) { try TestLog(path) }
        #expect(error?.advice.contains("# place: LAT,LON") == true && error?.advice.contains("# date:") == true)
        try ("# north: true\n# place: 47.6,-122.3\n# date: 2024-05-01\n" + table)
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect((try TestLog(path).declination ?? 0).magnitude > 0.1)
    }
}
