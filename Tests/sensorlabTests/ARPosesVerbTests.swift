import Foundation
import TestSupport
import Testing

/// `align` on logs with poses of which none is usable.
@Suite("align, without a usable pose")
struct ARPosesVerbTests {
    @Test(
        "poses whose clock is shifted: the offset that puts it right, and with it the answer", arguments: [0.7, 12.5])
    func shiftedClock(late: Double) throws {
        let folder = try TemporaryFolder()
        let session = try Tool.run(
            "simulate", "ar-walking", "--duration", "60", "--ar-session", "30", "--out", folder.path("ar.csv"))
        #expect(session.status == 0, "\(session.messages)")
        let lines = try String(contentsOf: folder.url("ar.csv"), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        let names = lines[0].split(separator: ",").map(String.init)
        let first = try #require(names.firstIndex(of: "artx"))
        let turn = try #require(names.firstIndex(of: "arw"))
        // TUM: time, position, quaternion with w last.
        let rows = lines.dropFirst().compactMap { line -> String? in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard let t = Double(cells[0]), !cells[turn].isEmpty else { return nil }
            let order = [first, first + 1, first + 2, turn + 1, turn + 2, turn + 3, turn]
            return "\(t + late) " + order.map { String(cells[$0]) }.joined(separator: " ")
        }
        let poses = try folder.file("poses.txt", rows.joined(separator: "\n") + "\n")
        let arguments = ["align", folder.path("ar.csv"), "--poses", poses, "--camera-axes", "arkit", "--json"]
        expectError(try Tool.run(arguments), 65, says: "the poses turn \(late) s later", "--poses-offset by -\(late)")
        let right = try Tool.run(arguments + ["--poses-offset", "-\(late)"])
        #expect(right.status == 0, "\(right.messages)")
    }

    @Test("the reading's warnings come first, and the error says why no pose is usable")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let session = try Tool.run(
            "simulate", "ar-walking", "--duration", "20", "--ar-session", "30", "--out", folder.path("ar.csv"))
        #expect(session.status == 0, "\(session.messages)")
        let lines = try String(contentsOf: folder.url("ar.csv"), encoding: .utf8).split(separator: "\n")
        let header = try #require(lines.first { !$0.hasPrefix("#") })
        let names = header.split(separator: ",").map(String.init)
        func edited(_ name: String, _ values: [String: String]) throws -> String {
            let rows = lines.map { line -> String in
                guard !line.hasPrefix("#"), line != header else { return String(line) }
                var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                for (column, value) in values {
                    guard let index = names.firstIndex(of: column), !cells[index].isEmpty else { continue }
                    cells[index] = value
                }
                return cells.joined(separator: ",")
            }
            return try folder.file(name, rows.joined(separator: "\n") + "\n")
        }
        let states = try edited("states.csv", ["arstate": "7"])
        let zeros = try edited("zeros.csv", ["arw": "0", "arx": "0", "ary": "0", "arz": "0"])
        for path in [states, zeros] {
            let outcome = try Tool.run("align", path)
            #expect(outcome.status == 65 && outcome.output.isEmpty)
            let messages = outcome.messages.split(separator: "\n")
            #expect(messages.first?.contains("sensorlab: warning") == true, "\(outcome.messages)")
            let last = try #require(messages.last)
            #expect(last.contains("none of the log's AR poses is usable") && last.contains("out of range"), "\(last)")
        }
        // Rows of poses without a time.
        let column = try #require(names.firstIndex(of: "arw"))
        let timeless = lines.map { line -> String in
            var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == names.count, line != header, !cells[column].isEmpty else { return String(line) }
            cells[0] = ""
            return cells.joined(separator: ",")
        }
        let late = try Tool.run("align", try folder.file("late.csv", timeless.joined(separator: "\n") + "\n"))
        #expect(late.status == 65 && late.messages.contains(" is usable: "), "\(late.messages)")
        #expect(late.messages.contains("row(s) without a readable time"))
        let table = try folder.file("poses.txt", String(repeating: "1 0 0 0 0 0 0 0\n", count: 20))
        expectError(
            try Tool.run("align", folder.path("ar.csv"), "--poses", table), 65, says: "none of 20 poses can be read",
            "line 1")
        let sensors = try folder.file("s.csv", "t,ax,ay,az\n0,0,0,9.8\n1,0,0,9.8\n")
        let none = try Tool.run("align", sensors)
        #expect(none.status == 65 && none.messages.contains("found no AR poses"), "\(none.messages)")
    }
}
