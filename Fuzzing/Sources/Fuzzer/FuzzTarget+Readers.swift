import Foundation
import Recordings
import Vocabulary

@testable import Readers

/// Readers of logs, by the kind of file that a format is.
extension FuzzTarget {
    static let readers = LogKind.allCases.map { kind in
        FuzzTarget("read-\(kind)", maxLength: 1 << 14, mutation: kind.mutation, seeds: { SeedLogs.all[kind] ?? [] }) {
            bytes in
            // Of some formats the name tells the sensor, so that a name is part of the input.
            let names = kind.names
            let name = names[Int(bytes.first ?? 0) % names.count]
            try RecordingReader.read(bytes: Array(bytes.dropFirst()), name: name).requireOrder()
        }
    }

    /// What packs logs: the bytes of the packing itself, and of what is in it.
    static let containers = [
        FuzzTarget(
            "zip", maxLength: 1 << 15, mutation: .binary,
            seeds: { (SeedLogs.all[.folders] ?? []).map { Array($0.dropFirst()) } },
            run: { try RecordingReader.read(bytes: $0, name: "log.zip", options: limited).requireOrder() }),
        FuzzTarget(
            "gzip", mutation: .gzip, seeds: { try [GzipBytes.packed(ShortLogs.all[0])] },
            run: { try RecordingReader.read(bytes: $0, name: "log.csv.gz", options: limited).requireOrder() }),
    ]

    /// Logs that are read part by part, in chapters; the first byte tells whether the log declares itself.
    static let streams = [
        FuzzTarget(
            "parts", maxLength: 1 << 15, mutation: .text, seeds: { ShortLogs.all.flatMap { [[0] + $0, [1] + $0] } }
        ) { bytes in
            let text = Array(bytes.dropFirst())
            let declared = bytes.first == 0 ? Array("# schema: sensorlab.log/1\n".utf8) + text : text
            let opened = try OpenedLog(bytes: declared, name: "log.csv")
            guard let parts = try opened.parts(least: .init(seconds: 1, samples: 50)) else { return }
            let chapters = LogChapters(parts, seconds: 60)
            while let chapter = try chapters.next() { chapter.recording.requireOrder() }
            _ = try chapters.warnings()
        }
    ]

    /// Cuts of sound logs.
    static let cuts = [
        FuzzTarget(
            "cuts", maxLength: 4, mutation: .bytes,
            seeds: { FormatSamples.all.indices.map { [UInt8(truncatingIfNeeded: $0), 0, 128, 0] } },
            run: { try CutLog($0).test() })
    ]

    private static var limited: ReadOptions {
        var options = ReadOptions()
        options.expandLimit = 64 << 20
        return options
    }
}

/// What kind of file a log is.
enum LogKind: String, CaseIterable, Sendable, CustomStringConvertible {
    /// One CSV with a header.
    case tables
    /// Lines that begin with the sensor's name.
    case lines
    /// JSON of any shape.
    case json
    /// Several files, in a zip file.
    case folders
    /// Records of numbers.
    case binary

    var description: String { rawValue }

    var mutation: Mutation {
        switch self {
        case .tables, .lines, .json: .text
        case .folders: .zip
        case .binary: .binary
        }
    }

    /// The names of the logs of this kind.
    var names: [String] { Array(Set((SeedLogs.samples[self] ?? []).map(\.name))).sorted() }

    /// The kind of a log.
    init(_ sample: FormatSamples.Sample) {
        self = LogKind(sample.bytes, hasTags: FormatSamples.tagged.contains { $0.format == sample.format })
    }

    /// The kind of a log by its first bytes.
    init(_ bytes: [UInt8], hasTags: Bool) {
        if bytes.starts(with: [0x50, 0x4b]) {
            self = .folders
        } else if bytes.contains(0) {
            self = .binary
        } else if let first = bytes.first, "[{".utf8.contains(first) {
            self = .json
        } else {
            self = hasTags ? .lines : .tables
        }
    }
}

/// The first inputs of the readers: every format as its tests write it, and the beginnings of real logs where there are
/// any.
enum SeedLogs {
    static let samples = Dictionary(grouping: FormatSamples.all) { LogKind($0) }

    /// By kind; the first byte is the number of the log's name.
    static let all: [LogKind: [[UInt8]]] = {
        var seeds = samples.mapValues { samples in
            samples.map { sample in [index(of: sample.name, in: LogKind(sample))] + sample.bytes }
        }
        for bytes in realFiles {
            let kind = LogKind(bytes, hasTags: bytes.starts(with: "#\tstart".utf8) || bytes.starts(with: "%".utf8))
            seeds[kind, default: []].append([0] + bytes)
        }
        return seeds
    }()

    private static func index(of name: String, in kind: LogKind) -> UInt8 {
        UInt8(clamping: kind.names.firstIndex(of: name) ?? 0)
    }

    /// Whole lines of the first 8 KiB of every file below `datasets/formats` and `datasets/hostile`.
    private static var realFiles: [[UInt8]] {
        guard let shared = ProcessInfo.processInfo.environment["SENSORLAB_SHARED"] else { return [] }
        return ["formats", "hostile"].flatMap { folder -> [[UInt8]] in
            let root = URL(fileURLWithPath: shared).appendingPathComponent("datasets/\(folder)")
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }.compactMap { url in
                guard ["csv", "txt", "json", "log"].contains(url.pathExtension),
                    let bytes = try? FileHandle(forReadingFrom: url).read(upToCount: 8192),
                    let end = bytes.lastIndex(of: UInt8(ascii: "\n"))
                else { return nil }
                return [UInt8](bytes[...end])
            }
        }
    }
}
