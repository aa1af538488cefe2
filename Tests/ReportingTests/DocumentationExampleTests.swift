import Foundation
import OrientationFilters
import Rotations
import SensorModels
import TestSupport
import Testing

/// The examples of the libraries' reference pages are what the test suites compile and run.
@Suite struct DocumentationExampleTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Lines without their indentation.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func files(_ folder: String, ending: String) throws -> [URL] {
        let base = root.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(ending) }
            .sorted().map(base.appendingPathComponent)
    }

    @Test func everyExampleIsCompiled() throws {
        let sources = try Self.files("Tests", ending: "DocumentationExamples.swift").map {
            Self.lines(try String(contentsOf: $0, encoding: .utf8)).joined(separator: "\n")
        }
        #expect(sources.count == 4)
        var count = 0
        for page in try Self.files("Sources", ending: ".md") {
            let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
            for index in stride(from: 1, to: parts.count, by: 2) where parts[index].hasPrefix("swift\n") {
                let example = Self.lines(parts[index].dropFirst(6)).joined(separator: "\n")
                count += 1
                #expect(
                    sources.contains { $0.contains(example) },
                    "no DocumentationExamples.swift holds the example of \(page.lastPathComponent)")
            }
        }
        #expect(count >= 15)
    }

    /// Every module that a program can import has a page.
    @Test func everyModuleHasAPage() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/Sources").sorted()
        for module in modules
        where !["CLAPACK", "CSensorLab", "CSQLite", "CZlib", "Database", "sensorlab"].contains(module) {
            let page = Self.root.path + "/Sources/\(module)/\(module).docc/\(module).md"
            #expect(FileManager.default.fileExists(atPath: page), "\(module)")
        }
    }

    @Test func theExamplesRun() throws {
        // 0.5 rad counter-clockwise about the vertical is 0.5 rad short of a full turn clockwise.
        let heading = try #require(DocumentationExamples.rotations())
        #expect((heading - (2 * Double.pi - 0.5)).magnitude < 1e-12)
        // A line through (0, 1.1), (1, 2.9), (2, 5.0): slope (5.0 - 1.1) / 2, through the mean 3 at 1.
        let line = try DocumentationExamples.linearAlgebra().parameters
        #expect((line[1] - 1.95).magnitude < 1e-12 && (line[0] - 1.05).magnitude < 1e-12)
        #expect(DocumentationExamples.sensorModels() == Vector3(18, 21, -38))
        // The file's bias, subtracted from nothing.
        let file = Self.root.appendingPathComponent("Tests/Data/calibration-files-0.1/gyroscope.json").path
        let bias = Vector3(0.10382417643537416, -0.021484658518607442, 0.019301223306922764)
        #expect(try DocumentationExamples.calibrationFile(file, .zero) == -bias)
        let numbers = FileManager.default.temporaryDirectory.appendingPathComponent("example-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: numbers) }
        try Data(#"{"seconds": 2.5}"#.utf8).write(to: numbers)
        #expect(try DocumentationExamples.json(numbers.path) == (2.5, nil))
        // 0.0286 degrees of latitude are 3.2 km, 0.0254 of longitude here 2.1 km; the Earth curves away by (3.8 km)^2 /
        // 2 R = 1.1 m.
        let way = DocumentationExamples.geodesy()
        #expect((3700...3900).contains(way.distance) && (38...40).contains(way.up))
        #expect(DocumentationExamples.orientationFilters(0))
        // The crust adds tens of nanotesla, of some 46,000.
        let difference =
            try DocumentationExamples.highResolutionField().elements.f
            - DocumentationExamples.geomagnetism().elements.f
        #expect((0.1...300).contains(difference.magnitude))
        let simulated = try DocumentationExamples.simulation()
        let section = DocumentationExamples.calibration(simulated.recording)
        #expect(section.samples > 100)
        let entry = try #require(FilterCatalogue.entry(named: "gyro"))
        let recording = simulated.recording
        let track = try entry.run(
            FilterInput(
                gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
                magnetometer: recording.magnetometer))
        #expect(DocumentationExamples.evaluation(recording, track) != nil)
        #expect(DocumentationExamples.charts().hasPrefix("<svg"))
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("example-\(UUID().uuidString).csv")
            .path
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path
        // Of "abc" (FIPS 180-2, B.1).
        #expect(try DocumentationExamples.files(Array("abc".utf8), copy).hasPrefix("ba7816bf8f01cfea"))
        #expect(try DocumentationExamples.recordings(Vector3(0, 0, 1), 0, copy).gyroscope.count == 1)
        #expect(try DocumentationExamples.readers(demo, copy).gyroscope.count > 1000)
        #expect(try DocumentationExamples.analysis(copy).report.recommendation != nil)
        let positions = try DocumentationExamples.projectionCore(
            [], .init(latitude: 41.4, longitude: 2.1, height: 0), recording.reference.values[0])
        #expect(positions.isEmpty)
    }
}
