import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// A log that is written and read again gives the same streams, bit for bit.
struct RoundTripTests {
    @Test func everyColumnComesBack() throws {
        let recording = SampleRecording.everything
        let bytes = try CanonicalWriter.bytes(of: recording)
        let back = try RecordingReader.read(bytes: bytes, name: "test.csv")
        expectSameStreams(back, recording)
        var expected = recording.metadata
        expected.format = "canonical"
        #expect(back.metadata == expected)
        #expect(try CanonicalWriter.bytes(of: back) == bytes)
    }

    @Test(arguments: ["plain.csv", "packed.csv.gz"])
    func filesComeBack(_ name: String) throws {
        let path = NSTemporaryDirectory() + "\(UUID().uuidString)-\(name)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try CanonicalWriter.write(SampleRecording.everything, to: path)
        let start = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 2)
        #expect((start == Data([0x1f, 0x8b])) == name.hasSuffix(".gz"))
        expectSameStreams(try RecordingReader.read(path: path), SampleRecording.everything)
    }

    @Test(
        .enabled(if: SharedData.isPresent, "the shared recordings are not there"),
        arguments: [
            "phones/iphone5-guillaume-nodist-ar", "phones/nexus5-jakob-nodist-ar", "phones/calib-acc-nexus5-d4",
            "broad/36_disturbed_attached_magnet_5cm.csv.gz",
        ])
    func realRecordingsComeBack(_ name: String) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset(name).path)
        let back = try RecordingReader.read(bytes: try CanonicalWriter.bytes(of: recording), name: "converted.csv")
        expectSameStreams(back, recording)
        #expect(back.metadata.referenceNorth == recording.metadata.referenceNorth)
        #expect(back.metadata.place == recording.metadata.place)
        #expect(back.metadata.date == recording.metadata.date)
    }

    @Test func nothingIsLeftOfAFileThatCannotBeWritten() throws {
        // A file where a folder is needed.
        let folder = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder))
        do {
            try CanonicalWriter.write(SampleRecording.everything, to: folder + "/x.csv")
            Issue.record("no error")
        } catch let error as SensorLabError {
            #expect(error.kind == .cannotCreate)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder)) == Data("x".utf8))
    }
}

/// Equal stamps and equal bits in every stream.
func expectSameStreams(_ a: Recording, _ b: Recording, sourceLocation: SourceLocation = #_sourceLocation) {
    for sensor in SensorKind.allCases {
        #expect(a.times(of: sensor) == b.times(of: sensor), "\(sensor)", sourceLocation: sourceLocation)
        #expect(bits(a.vectors(of: sensor)) == bits(b.vectors(of: sensor)), "\(sensor)", sourceLocation: sourceLocation)
    }
    #expect(a.attitude.values.map(bits) == b.attitude.values.map(bits), sourceLocation: sourceLocation)
    #expect(a.reference.values.map(bits) == b.reference.values.map(bits), sourceLocation: sourceLocation)
    #expect(
        a.heading.values.map(\.bitPattern) == b.heading.values.map(\.bitPattern), sourceLocation: sourceLocation)
    #expect(a.moving == b.moving, sourceLocation: sourceLocation)
    #expect(a.location.values.map(bits) == b.location.values.map(bits), sourceLocation: sourceLocation)
}

private func bits(_ stream: VectorStream) -> [[UInt64]] {
    stream.values.map { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
}

private func bits(_ q: Quaternion) -> [UInt64] { [q.w, q.x, q.y, q.z].map(\.bitPattern) }

private func bits(_ fix: LocationFix) -> [UInt64] {
    let numbers = [
        fix.place.latitude, fix.place.longitude, fix.place.height, fix.accuracy, fix.speed, fix.course,
        fix.courseAccuracy,
    ]
    return numbers.map { $0.isNaN ? 0 : $0.bitPattern &+ 1 }
}
