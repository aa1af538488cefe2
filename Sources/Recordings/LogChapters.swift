import SensorModels
import Vocabulary

/// A long log as recordings of one length, one after the other, for work whose memory must not grow with the log's.
///
/// Chapters begin at the log's first stamp and every length after it; those without samples are left out. What is left
/// at the end, if it is shorter than a minute, belongs to the last one.
public final class LogChapters {
    /// A part of a log.
    public struct Chapter: Sendable {
        /// Seconds from the log's first stamp to the chapter's beginning.
        public let startSeconds: Double
        /// Its samples, with what the log states about itself. Its clock is the log's.
        public let recording: Recording
        /// Sensors that stop before the chapter's end, which the log may go on with.
        public let stops: [Warning]
    }

    /// Shortest rest that is a chapter of its own, nanoseconds.
    private static let shortest: Int64 = 60_000_000_000

    private let source: Source
    private let length: Int64
    /// The first stamp of the log, and of the chapter that is next.
    private var origin: Int64?
    private var start = Int64.min
    /// Samples that were read, and belong to no chapter so far.
    private var ahead = Recording()
    private var isAtEnd = false
    private var holes = HolesBetweenParts()

    private enum Source {
        case parts(any RecordingParts)
        case whole
    }

    /// Of a log that is read part by part.
    /// - Parameter seconds: the length of a chapter; at least a minute.
    public init(_ parts: any RecordingParts, seconds: Double) {
        (source, length) = (.parts(parts), Self.nanoseconds(seconds))
        ahead = parts.top
    }

    /// Of a log in memory.
    /// - Parameter seconds: the length of a chapter; at least a minute.
    public init(_ recording: Recording, seconds: Double) {
        (source, length) = (.whole, Self.nanoseconds(seconds))
        (ahead, isAtEnd) = (recording, true)
        if let first = recording.interval?.lowerBound { (origin, start) = (first, first) }
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        max(shortest, LogTime.nanoseconds(seconds: seconds) ?? .max)
    }

    /// The next chapter; `nil` at the end of the log.
    /// - Throws: `SensorLabError` as `RecordingParts.next`.
    public func next() throws -> Chapter? {
        while true {
            try read()
            guard let origin, let last = ahead.interval?.upperBound, last >= start else { return nil }
            var end = LogTime.sum(start, length)
            if isAtEnd, last < LogTime.sum(end, Self.shortest) { end = .max }
            var recording = ahead.clipped(to: start...(end == .max ? .max : end - 1))
            let begin = start
            start = end
            // Samples of a log in memory stay: each chapter is a copy of its own.
            if case .parts = source { ahead = ahead.clipped(to: min(end, .max - 1)...Int64.max) }
            guard !recording.sensors.isEmpty else {
                // A hole may be longer than all of the log: on to the chapter of the next sample.
                if let next = ahead.clipped(to: min(end, .max - 1)...Int64.max).interval?.lowerBound {
                    start = LogTime.sum(start, LogTime.difference(next, start) / length * length)
                }
                continue
            }
            var stops: [Warning] = []
            if case .parts(let parts) = source {
                holes.add(recording)
                recording = try parts.finished(recording)
                stops = HoleReport.stops(of: recording, name: parts.name)
            }
            // A division, since a multiple of 1e-9 is no whole number.
            let seconds = Double(LogTime.difference(begin, recording.start ?? origin)) / 1e9
            return Chapter(startSeconds: seconds, recording: recording, stops: stops)
        }
    }

    /// At the end: what was damaged in parts, holes from one chapter into another, sensors that stop before the others;
    /// empty for a log in memory, whose recording has its warnings.
    /// - Throws: `SensorLabError` (bad data) where nothing usable was in the log.
    public func warnings() throws -> [Warning] {
        guard case .parts(let parts) = source else { return [] }
        return try parts.warnings() + holes.warnings(parts.name)
    }

    /// Reads until the samples of the next chapter, and a minute more, are there.
    private func read() throws {
        guard case .parts(let parts) = source else { return }
        while !isAtEnd {
            if origin != nil, let last = ahead.interval?.upperBound,
                last >= LogTime.sum(LogTime.sum(start, length), Self.shortest)
            {
                return
            }
            guard let part = try parts.next() else {
                isAtEnd = true
                return
            }
            ahead.append(part)
            if origin == nil, let first = ahead.interval?.lowerBound { (origin, start) = (first, first) }
        }
    }
}

/// Whether a log is analysed as a whole, or chapter by chapter.
public enum ChapterLength: Sendable, Hashable, CustomStringConvertible {
    /// A log that would take more than about a gigabyte of memory in chapters of an hour, every other one as a whole.
    case automatic
    /// Every log as a whole.
    case whole
    /// Every log in chapters of so many seconds.
    case seconds(Double)

    /// Seconds of a chapter of a long log.
    public static let ofLongLogs = 3600.0
    /// Seconds of a chapter that can be chosen.
    public static let choice = 60.0...1e7

    /// Reads `auto`, `whole` or seconds.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "auto": self = .automatic
        case "whole": self = .whole
        default:
            guard let seconds = Double(text), Self.choice.contains(seconds) else { return nil }
            self = .seconds(seconds)
        }
    }

    /// The text that it is read from.
    public var text: String {
        switch self {
        case .automatic: "auto"
        case .whole: "whole"
        case .seconds(let seconds): seconds == seconds.rounded() ? "\(Int(clamping: seconds))" : "\(seconds)"
        }
    }

    /// As it is shown in help.
    public var description: String { text }
}
