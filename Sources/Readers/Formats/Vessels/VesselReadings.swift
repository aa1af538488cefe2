import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What a heading of a vessel's instrument counts from.
enum VesselHeading: Int {
    /// The compass's own reading: its deviation is still in it, or is stated beside it.
    case compass
    /// Magnetic north, whether or not the instrument took its deviation off.
    case magnetic
    /// True north.
    case trueNorth
}

/// What an instrument of a vessel reports at one time.
enum VesselReading {
    /// Degrees clockwise.
    case heading(Double, VesselHeading)
    /// Degrees, east positive: magnetic minus compass heading, as the instrument states it.
    case deviation(Double)
    /// Degrees, east positive: true minus magnetic heading, as the instrument states it.
    case variation(Double)
    /// What a receiver reports of one epoch; what is not there is NaN.
    case fix(VesselFix)
}

/// Position in degrees, height in metres, speed over ground in m/s, course over ground in degrees from true north.
struct VesselFix {
    var latitude = Double.nan
    var longitude = Double.nan
    var height = Double.nan
    var speed = Double.nan
    var course = Double.nan

    /// Takes over what the other one knows and this one does not.
    mutating func fill(from other: VesselFix) {
        for path in [
            \VesselFix.latitude, \.longitude, \.height, \.speed, \.course,
        ] where self[keyPath: path].isNaN { self[keyPath: path] = other[keyPath: path] }
    }
}

/// Gathers the readings of a vessel's instruments, told apart by their sources, and chooses the ones that are read.
///
/// The compass is the source of `--unit`, else the first one of: a compass whose deviation is still in its readings,
/// magnetic headings, true headings; among equals the one with most readings. True headings of a gyrocompass or of a
/// satellite compass are the reference, where there is another heading.
struct VesselReadings {
    private struct Headings {
        var kind: VesselHeading
        var samples: [(time: Int64, degrees: Double, line: Int)] = []
    }

    private var headings: [String: Headings] = [:]
    private var fixes: [String: [(time: Int64, fix: VesselFix, line: Int)]] = [:]
    private var deviations: [String: ClosedRange<Double>] = [:]
    private var variations: [Double] = []
    /// Sources whose true headings are independent of any magnetic compass.
    private let isTruth: (String) -> Bool

    init(isTruth: @escaping (String) -> Bool) { self.isTruth = isTruth }

    /// - Parameters:
    ///   - source: of a heading its instrument, of a fix its receiver.
    ///   - time: nanoseconds since 1970, or of the log's clock.
    mutating func add(_ reading: VesselReading, of source: String, at time: Int64, line: Int) {
        switch reading {
        case .heading(let degrees, let kind):
            headings[source, default: Headings(kind: kind)].samples.append((time, degrees, line))
        case .deviation(let degrees):
            let known = deviations[source] ?? degrees...degrees
            deviations[source] = min(known.lowerBound, degrees)...max(known.upperBound, degrees)
        case .variation(let degrees): variations.append(degrees)
        case .fix(let fix):
            var known = fixes[source] ?? []
            fixes[source] = nil
            if let last = known.indices.last, known[last].time == time {
                known[last].fix.fill(from: fix)
            } else {
                known.append((time, fix, line))
            }
            fixes[source] = known
        }
    }

    /// Puts compass, reference and fixes into a log.
    mutating func finish(
        _ source: ByteSource, _ options: ReadOptions, unreadable: Finding, into log: inout RawLog
    ) throws {
        var report = DamageReport(source, lastLine: LastLineFinding())
        report.addUnreadable(unreadable)
        let names = headings.keys.sorted { order($0) < order($1) }
        let truth = names.first { headings[$0]?.kind == .trueNorth && isTruth($0) }
        let best = names.first.flatMap { headings[$0]?.kind }
        let offered = options.unit != nil ? names : names.filter { headings[$0]?.kind == best }
        if let primary = names.first {
            let name = try log.unit(offered, primary: primary, options, source.name) ?? primary
            try takeHeading(of: name, into: &log, &report)
            if let truth, truth != name { try takeReference(of: truth, into: &log, &report) }
        } else if let unit = options.unit {
            throw UnitChoice.unknown(unit, names, source.name)
        }
        try takeFixes(into: &log, &report)
        if let variation = Percentile.median(variations) {
            log.recording.metadata.other["variation"] = MagnitudeEvidence.shown(variation)
        }
        log.recording.warnings += report.warnings
    }

    private func order(_ name: String) -> (Int, Int, String) {
        (headings[name]?.kind.rawValue ?? 0, -(headings[name]?.samples.count ?? 0), name)
    }

    private func takeHeading(of name: String, into log: inout RawLog, _ report: inout DamageReport) throws {
        guard let found = headings[name] else { return }
        var stream = StreamGatherer<Double>()
        for sample in found.samples {
            stream.add(SampleRules.heading(degrees: sample.degrees), at: sample.time, line: sample.line)
        }
        try log.recording.take(stream.finish(), stream.damage, of: .heading, reporting: &report)
        log.recording.metadata.attitudeNorth = found.kind == .trueNorth ? .true : .magnetic
        let convention =
            switch found.kind {
            case .compass: "clockwise from compass north, deviation not applied"
            case .magnetic: "clockwise from magnetic north"
            case .trueNorth: "clockwise from true north"
            }
        let stated = deviations[name].map {
            "; its stated deviation is \(MagnitudeEvidence.shown($0.lowerBound)) to "
                + "\(MagnitudeEvidence.shown($0.upperBound)) deg, east positive"
        }
        log.notes[.heading] = ("deg", convention + (stated ?? ""), "the format's documentation", name)
    }

    private func takeReference(of name: String, into log: inout RawLog, _ report: inout DamageReport) throws {
        var stream = StreamGatherer<Quaternion>()
        for sample in headings[name]?.samples ?? [] {
            // A level vessel with this heading.
            let reading: Reading<Quaternion> =
                switch SampleRules.heading(degrees: sample.degrees) {
                case .sample(let heading): .sample(.aboutVertical(-heading))
                case .fault(let fault): .fault(fault)
                }
            stream.add(reading, at: sample.time, line: sample.line)
        }
        try log.recording.take(stream.finish(), stream.damage, of: .reference, reporting: &report)
        log.recording.metadata.referenceNorth = .true
        log.notes[.reference] = (
            "deg", "true heading of a level vessel", "its talker: a gyrocompass or satellites", name
        )
    }

    private func takeFixes(into log: inout RawLog, _ report: inout DamageReport) throws {
        func rank(_ name: String) -> (Int, Int, String) {
            let all = fixes[name] ?? []
            return (-all.count { $0.fix.course.isFinite }, -all.count, name)
        }
        guard let name = fixes.keys.min(by: { rank($0) < rank($1) }), let found = fixes[name] else { return }
        var stream = StreamGatherer<LocationFix>()
        for (time, fix, line) in found {
            let reading = SampleRules.fix(
                latitude: fix.latitude, longitude: fix.longitude, altitude: fix.height, speed: fix.speed,
                course: fix.course)
            stream.add(reading, at: time, line: line)
        }
        try log.recording.take(stream.finish(), stream.damage, of: .location, reporting: &report)
        log.notes[.location] = ("deg", "WGS-84", "the format's documentation", name)
    }
}
