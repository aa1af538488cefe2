import Recordings
import SensorModels
import Vocabulary

/// What `info` shows of a log.
public struct LogOverview: Sendable {
    /// Its streams with rates, defects, units and the evidence for these.
    public private(set) var recording: RecordingSection
    /// The accuracy of its fixes; `nil` where they state none.
    public private(set) var fixes: FixSection?
    /// Delays of sensors against the gyroscope, where the motion determines them.
    public let delays: [SensorDelay]
    /// Its checklist.
    public let checklist: RecordingChecklist
    /// The warnings of its reader, and contradictions between its sensors.
    public private(set) var warnings: [Warning]
    /// Its first stamp, and the last one per sensor, nanoseconds.
    private let origin: Int64
    private var last: [String: Int64]

    /// Seconds of a chapter in which a long log is read.
    public static let chapter = 900.0

    /// Of a log in memory.
    public init(_ log: Recording) {
        recording = RecordingSection(log)
        fixes = FixSection(log)
        delays = log.estimatedDelays()
        checklist = RecordingChecklist(log)
        warnings = log.warnings + log.contradictions
        origin = log.interval?.lowerBound ?? 0
        last = log.lastStamps
    }

    /// Of a long log, in memory that does not grow with its length: samples, gaps, repeats and warnings are those of
    /// all chapters, rates and jitter means over them; evidence, delays and checklist are the first one's.
    /// - Throws: `SensorLabError` as `LogChapters.next`; bad data for a log without samples.
    public init(_ chapters: LogChapters, name: String) throws {
        guard let first = try chapters.next() else { throw SensorLabError.noSamples(in: name) }
        self.init(first.recording)
        let seconds = Int(clamping: recording.durationSeconds.rounded())
        while let next = try chapters.next() { add(next.recording) }
        let closing = try chapters.warnings()
        let decided = closing.first { $0.code == .readAsStream }.map { $0.message + "; " } ?? ""
        warnings += closing.filter { $0.code != .readAsStream }
        warnings.append(
            Warning(
                .readAsStream, place: name,
                decided + "it is read as a stream: evidence, delays and check list are those of its first \(seconds) s")
        )
    }

    private mutating func add(_ log: Recording) {
        let section = RecordingSection(log)
        if let interval = log.interval {
            recording.durationSeconds = LogTime.seconds(interval.upperBound - origin)
            if let next = FixSection(log) {
                fixes = fixes?.followed(by: next, after: LogTime.seconds(interval.lowerBound - origin)) ?? next
            }
        }
        for stream in section.streams {
            guard let index = recording.streams.firstIndex(where: { $0.sensor == stream.sensor }) else {
                recording.streams.append(stream)
                continue
            }
            let sensor = SensorKind(rawValue: stream.sensor)
            let pause = sensor.flatMap { log.times(of: $0).first }.flatMap { first in
                last[stream.sensor].map { LogTime.difference(first, $0) }
            }
            recording.streams[index].add(stream, after: pause ?? 0)
        }
        last.merge(log.lastStamps) { $1 }
        warnings += (log.warnings + log.contradictions).filter { !warnings.contains($0) }
    }
}

extension Recording {
    /// The last stamp per sensor, by its name.
    fileprivate var lastStamps: [String: Int64] {
        Dictionary(
            uniqueKeysWithValues: sensors.compactMap { sensor in
                times(of: sensor).last.map { (sensor.rawValue, $0) }
            })
    }
}

extension StreamSection {
    /// Adds what follows of the same stream.
    /// - Parameter pause: nanoseconds from the last sample to the first one of `next`.
    fileprivate mutating func add(_ next: StreamSection, after pause: Int64) {
        let (own, other) = (Double(samples), Double(next.samples))
        func mean(_ a: Double?, _ b: Double?) -> Double? {
            guard let a, let b else { return a ?? b }
            return (own * a + other * b) / (own + other)
        }
        if let rateHz, StreamGap.isGap(pause, rateHz: rateHz) { gaps += 1 }
        rateHz = mean(rateHz, next.rateHz)
        jitterSeconds = mean(
            jitterSeconds.map { $0 * $0 }, next.jitterSeconds.map { $0 * $0 })?.squareRoot()
        samples += next.samples
        gaps += next.gaps
        duplicates += next.duplicates
        repeatedValues += next.repeatedValues
        clipped += next.clipped
    }
}

extension FixSection {
    /// With the fixes that follow; the median is the mean of both, by their numbers.
    /// - Parameter seconds: from the start of the log to that of `next`.
    fileprivate func followed(by next: FixSection, after seconds: Double) -> FixSection {
        var all = self
        all.fixes += next.fixes
        all.medianMetres =
            (Double(fixes) * medianMetres + Double(next.fixes) * next.medianMetres) / Double(all.fixes)
        for index in all.untilBetter.indices where all.untilBetter[index].seconds == nil {
            all.untilBetter[index].seconds = next.untilBetter[index].seconds.map { $0 + seconds }
        }
        return all
    }
}
