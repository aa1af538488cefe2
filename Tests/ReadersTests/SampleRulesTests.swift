import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers

/// What a sample is: the rules per kind of sample, and that tables and tagged lines follow the same ones.
struct SampleRulesTests {
    private static let (missing, text, nan) = (CellValue.missing, CellValue.unreadable, CellValue.notANumber)

    private func fault<Value>(_ reading: Reading<Value>) -> SampleFault? {
        if case .fault(let fault) = reading { return fault }
        return nil
    }

    @Test(arguments: [
        ([1.0, -2, 3], nil as SampleFault?), ([0, 0, 0], nil), ([9.9e6, 0, 0], nil),
        ([missing, missing, missing], .missing), ([1, missing, 3], .incomplete), ([nan, 2, 3], .notANumber),
        ([text, 2, 3], .unreadable), ([nan, text, missing], .unreadable), ([nan, missing, 3], .notANumber),
        ([.infinity, 2, 3], .notANumber), ([1e7, 0, 0], .invalid), ([0, -3e30, 0], .invalid),
    ])
    func vectors(_ numbers: [Double], _ expected: SampleFault?) {
        #expect(fault(SampleRules.vector(numbers[0], numbers[1], numbers[2])) == expected)
        // An orientation's numbers are judged in the same order.
        if let expected, expected != .invalid {
            #expect(fault(SampleRules.orientation(numbers, .vector, turn: nil)) == expected)
            let q = SampleRules.quaternion(numbers[0], numbers[1], numbers[2], numbers[2], turn: nil)
            #expect(fault(q) == expected)
        }
    }

    @Test func limitHoldsInTheUnitOfTheStream() {
        #expect(fault(SampleRules.vector(2e6, 0, 0, factor: 9.80665)) == .invalid)
        #expect(fault(SampleRules.vector(2e7, 0, 0, factor: 0.1)) == nil)
    }

    @Test(arguments: [
        (0.0, nil as SampleFault?), (359.9, nil), (360, nil), (-1, .missing), (missing, .missing), (nan, .notANumber),
        (text, .unreadable), (-0.5, .invalid), (-90, .invalid), (360.1, .invalid),
    ])
    func headings(_ degrees: Double, _ expected: SampleFault?) {
        #expect(fault(SampleRules.heading(degrees: degrees)) == expected)
    }

    @Test(arguments: [(0.0, nil as SampleFault?), (1, nil), (0.5, .invalid), (missing, .missing), (nan, .notANumber)])
    func flags(_ number: Double, _ expected: SampleFault?) { #expect(fault(SampleRules.flag(number)) == expected) }

    @Test(arguments: [
        (48.0, 11.0, nil as SampleFault?), (-90, -180, nil), (90, 360, nil), (90.1, 0, .invalid), (0, -180.1, .invalid),
        (0, 360.1, .invalid), (missing, missing, .missing), (missing, 11, .incomplete), (nan, nan, .notANumber),
        (48, text, .unreadable),
    ])
    func fixes(_ latitude: Double, _ longitude: Double, _ expected: SampleFault?) {
        #expect(fault(SampleRules.fix(latitude: latitude, longitude: longitude)) == expected)
    }

    @Test func optionalNumbersOfAFix() {
        let reading = SampleRules.fix(
            latitude: 48, longitude: 11, altitude: -5, accuracy: -1, speed: 0, course: Self.text,
            courseAccuracy: Self.missing)
        guard case .sample(let fix) = reading else {
            Issue.record("no fix")
            return
        }
        #expect(fix.place.height == -5 && fix.speed == 0)
        #expect(fix.accuracy.isNaN && fix.course.isNaN && fix.courseAccuracy.isNaN)
    }

    /// The same rows as a table and as tagged lines: the same fixes and the same warnings.
    @Test func tablesAndLinesFollowTheSameRules() throws {
        let positions = [
            "48.1,11.5", "91,11.5", "48.1,-200", "48.1,361", "48.1,", "NaN,11.5", "48.1,x", ",", "48.2,11.6",
        ]
        let table =
            "t,ax,ay,az,lat,lon,speed\n"
            + positions.enumerated().map { "\($0.offset),0,0,9.8,\($0.element),-1\n" }.joined()
        let lines =
            "% header\n"
            + positions.enumerated().map { index, position in
                "ACCE;\(index);\(index);0;0;9.8;3\nGNSS;\(index);0;\(position.replacing(",", with: ";"));500;0;5;-1;9;9\n"
            }.joined()
        let logs = try [(table, "log.csv"), (lines, "log.txt")].map { text, name in
            try RecordingReader.read(bytes: Array(text.utf8), name: name)
        }
        #expect(logs[1].metadata.format == "GetSensorData/IPIN")
        for log in logs {
            #expect(log.location.values.map(\.place.latitude) == [48.1, 48.2])
            #expect(log.location.values.allSatisfy { $0.speed.isNaN })
            #expect(log.provenance[.location]?.dropped == 6)
            for (code, count) in [
                (.unreadableCells, 1), (.notANumber, 1), (.incompleteSamples, 1), (.invalidSamples, 3),
            ] as [(DiagnosticCode, Int)] {
                let warnings = log.warnings.filter { $0.code == code }
                #expect(warnings.count == 1 && warnings[0].message.contains("location: \(count) sample(s)"))
            }
        }
    }
}
