import Analysis
import Calibration
import Evaluation
import Figures
import Files
import Rotations
import SensorModels

/// What the pictures over time show, reduced to the pixel columns of a wide and a narrow picture, and for the page's
/// script to the samples of a `SampleGrid`. Every sample of the log counts, so that no extreme is missed.
struct ReportSeries: Sendable {
    /// One curve in both widths.
    struct Curve: Sendable {
        var wide: [ChartPoint] = []
        var narrow: [ChartPoint] = []

        /// The lowest and highest value; `nil` without points.
        var range: ClosedRange<Double>? {
            var (low, high) = (Double.infinity, -Double.infinity)
            for point in wide where point.y.isFinite {
                low = min(low, point.y)
                high = max(high, point.y)
            }
            return low <= high ? low...high : nil
        }

        func points(narrow isNarrow: Bool) -> [ChartPoint] { isNarrow ? narrow : wide }
    }

    /// The angles of an orientation over time, degrees.
    struct Angles: Sendable {
        var heading: Curve
        var rho: Curve
        /// The exact zenith angle of the camera; empty where rho is the same.
        var zenith: Curve
        /// Every sample of them.
        var samples: Samples
    }

    /// The samples of the angles, for the page's script; all of the grid's length, the zenith angle's empty where rho
    /// is the same.
    struct Samples: Sendable {
        var grid: SampleGrid
        var heading: [Float]
        var rho: [Float]
        var zenith: [Float]
    }

    /// One filter's curves; degrees.
    struct FilterCurves: Sendable {
        var name: String
        var angles: Angles
        /// The reference's heading minus the estimated one; without a reference, the recommended filter's minus this
        /// one's, and empty for that filter.
        var error: Curve
        /// Every sample of it.
        var errorSamples: SampleBlock.Series
        /// The error at the scored samples of the reference; empty without one.
        var scoredErrors: [Double]
        /// The RMS of that error in each event of the report's timeline; without a reference, of every difference
        /// from the recommended filter.
        var eventErrors: [Double?]
        /// The filter's own standard deviation of the heading, the largest of each column of the wide picture.
        var sigma: [ChartPoint]
        /// Intervals in which the filter detected a disturbed field, and in which it detected rest, seconds.
        var disturbed: [ClosedRange<Double>]
        var rest: [ClosedRange<Double>]
    }

    /// The readings of the sensors over time.
    struct Surroundings: Sendable {
        /// Strength of the calibrated field, microtesla, and its dip by the accelerometer, degrees.
        var field = Curve()
        var dip = Curve()
        /// Degrees per second.
        var turn = Curve()
        /// The length of the specific force, m/s^2.
        var force = Curve()
    }

    /// Seconds.
    let duration: Double
    /// The filters of the report in their order; after them the device's own attitude, if the log has one.
    let filters: [FilterCurves]
    let reference: Angles
    /// The name of what `error` is measured against: `reference`, or the recommended filter; `nil` without either.
    let yardstick: String?
    /// Whether the yardstick is the reference.
    var isMeasured: Bool { yardstick == Self.reference }
    private static let reference = "reference"
    let surroundings: Surroundings
    /// rho from the gravity that the device recorded.
    let recordedRho: Curve
    /// Intervals without samples of a sensor that filters use, seconds.
    let holes: [ClosedRange<Double>]
    /// Intervals in which the strength of the field was not the Earth's, seconds.
    let disturbed: [ClosedRange<Double>]
    /// The stretches of which the page's script gets the lowest and the highest value, seconds; `nil` where it gets
    /// every sample.
    var stretch: Double? { (filters.map(\.angles) + [reference]).compactMap(\.samples.grid.stretch).max() }

    init(_ result: AnalysisResult) {
        let interval = result.recording.interval ?? 0...0
        let clock = SeriesClock(
            start: interval.lowerBound, duration: Double(interval.upperBound - interval.lowerBound) * 1e-9)
        let axis = result.headingAxis
        let reference = result.reference
        let isSideways = result.tracks.last.map { Self.isHeldSideways($0) } ?? false
        duration = clock.duration
        let best = result.tracks.first { $0.name == result.report.recommendation?.filter }
        yardstick = reference.isEmpty ? best.map { PlainText.line($0.name, limit: 40) } : Self.reference
        let truth =
            reference.isEmpty
            ? QuaternionStream(times: best?.times ?? [], values: best?.estimates.map(\.orientation) ?? [])
            : reference
        let isRelative = result.report.recording.referenceNorth == .arbitrary
        let timeline = result.report.timeline
        let window = reference.isEmpty ? nil : ScoringWindow(recording: result.recording)
        filters = concurrentMap(result.tracks + [result.device].compactMap { $0 }, jobs: result.jobs) {
            let isYardstick = reference.isEmpty && $0.name == best?.name
            let own = isRelative ? truth.aligned(to: $0, indices: window?.indices(of: truth)) : truth
            return Self.curves(
                of: $0, axis: axis, reference: isYardstick ? QuaternionStream() : own, scored: window,
                events: timeline, clock: clock, isSideways: isSideways)
        }
        surroundings = Self.surroundings(of: result, clock: clock)
        var angles = AngleReducer(clock, axis: axis, times: reference.times, isSideways: isSideways)
        for (time, orientation) in zip(reference.times, reference.values) {
            angles.add(clock.seconds(time), orientation)
        }
        self.reference = angles.finish()
        recordedRho = Self.rho(of: result.recording.gravity, clock: clock)
        holes = result.recording.sensors.filter(result.recording.isUsed).flatMap { sensor in
            result.recording.times(of: sensor).holes.map { clock.seconds($0.start)...clock.seconds($0.end) }
        }
        disturbed = (result.report.disturbance?.episodes ?? []).map { $0.startSeconds...$0.endSeconds }
    }

    /// Every sample of the curves, for the page's script.
    var samples: SampleBlock {
        let angles = [("reference", reference)] + filters.map { ($0.name, $0.angles) }
        return SampleBlock(
            angles.flatMap { name, angles in
                let samples = angles.samples
                return [("heading", samples.heading), ("rho", samples.rho), ("zenith", samples.zenith)]
                    .filter { !$1.isEmpty }
                    .map { SampleBlock.Series(kind: $0, name: name, grid: samples.grid, values: $1) }
            } + filters.map(\.errorSamples).filter { !$0.values.isEmpty })
    }

    /// Whether the classic rho, which ignores lateral tilt, is off by more than two degrees for a fifth of the time.
    private static func isHeldSideways(_ track: OrientationTrack) -> Bool {
        var (off, count) = (0, 0)
        for row in ThinnedSamples.indices(of: track.count) {
            count += 1
            let down = track.estimates[row].orientation.down
            guard let exact = Rho.zenithAngle(down: down) else { continue }
            let classic = Rho.classic(down: down)
            if classic.map({ Angle.degrees(($0 - exact).magnitude) > 2 }) ?? true { off += 1 }
        }
        return 5 * off > count
    }

    /// rho from recorded gravity, whose sign is the accelerometer's.
    private static func rho(of gravity: VectorStream, clock: SeriesClock) -> Curve {
        var recorded = CurveReducer(clock, interval: clock.interval(of: gravity.times))
        for (time, value) in zip(gravity.times, gravity.values) {
            recorded.add(clock.seconds(time), Rho.classic(down: -value).map(Angle.degrees) ?? .nan)
        }
        return recorded.finish()
    }

    /// The curves of the streams that filters got.
    private static func surroundings(of result: AnalysisResult, clock: SeriesClock) -> Surroundings {
        let recording = result.recording
        let field = result.calibratedMagnetometer
        let force = recording.vectors(of: recording.forceSensor)
        let rate = recording.vectors(of: recording.rateSensor)
        func curve(_ stream: VectorStream, _ value: (Int64, Vector3) -> Double?) -> Curve {
            var reducer = CurveReducer(clock, interval: clock.interval(of: stream.times))
            for (time, vector) in zip(stream.times, stream.values) {
                reducer.add(clock.seconds(time), value(time, vector) ?? .nan)
            }
            return reducer.finish()
        }
        return Surroundings(
            field: curve(field) { $1.length },
            dip: curve(field) { time, vector in
                force.value(near: time).map { DisturbanceSection.dipDegrees(of: vector, up: $0) }
            },
            turn: curve(rate) { Angle.degrees($1.length) }, force: curve(force) { $1.length })
    }

    private static func curves(
        of track: OrientationTrack, axis: HeadingAxis, reference: QuaternionStream, scored: ScoringWindow?,
        events: [TimelineEvent], clock: SeriesClock, isSideways: Bool
    ) -> FilterCurves {
        var angles = AngleReducer(clock, axis: axis, times: track.times, isSideways: isSideways)
        var columns = ColumnStates(duration: clock.duration, columns: SeriesClock.wideColumns)
        for (time, estimate) in zip(track.times, track.estimates) {
            let seconds = clock.seconds(time)
            angles.add(seconds, estimate.orientation)
            columns.add(seconds, estimate)
        }
        var error = CurveReducer(clock, wrapping: -180...180, interval: clock.interval(of: reference.times))
        let (times, errors) = Comparison.headingErrors(of: track, to: reference)
        for (time, value) in zip(times, errors) { error.add(clock.seconds(time), Angle.degrees(value)) }
        let name = PlainText.line(track.name, limit: 40)
        let grid = clock.grid(times)
        let samples = errors.map { Float(Angle.degrees($0)) }
        let counted = scored?.indices(of: times) ?? Array(times.indices)
        let countedTimes = counted.map { clock.seconds(times[$0]) }
        return FilterCurves(
            name: name, angles: angles.finish(), error: error.finish(),
            errorSamples: .init(kind: "error", name: name, grid: grid, values: grid.reduced(samples)),
            scoredErrors: scored == nil ? [] : counted.map { Angle.degrees(errors[$0]) },
            eventErrors: events.map { event in
                let first = countedTimes.prefixLength { $0 < event.startSeconds }
                let behind = countedTimes.prefixLength { $0 <= event.endSeconds }
                guard first < behind else { return nil }
                let sum = counted[first..<behind].reduce(0) { $0 + errors[$1] * errors[$1] }
                return Angle.degrees((sum / Double(behind - first)).squareRoot())
            },
            sigma: columns.sigma, disturbed: columns.disturbedSpans, rest: columns.restSpans)
    }
}

/// Seconds since the start of the recording.
struct SeriesClock: Sendable {
    static let wideColumns = 960
    static let narrowColumns = 320

    let start: Int64
    /// Seconds; at least a microsecond, so that a column has a width.
    let duration: Double

    init(start: Int64, duration: Double) {
        self.start = start
        self.duration = max(duration, 1e-6)
    }

    func seconds(_ time: Int64) -> Double { Double(time - start) * 1e-9 }

    /// What a page keeps of samples at these times.
    func grid(_ times: [Int64]) -> SampleGrid { SampleGrid(times, duration: duration, seconds: seconds) }

    /// The mean interval between stamps, seconds.
    func interval(of times: [Int64]) -> Double {
        guard let first = times.first, let last = times.last, times.count > 1 else { return 1 }
        return Double(last - first) * 1e-9 / Double(times.count - 1)
    }
}

/// Reduces the angles of orientations.
private struct AngleReducer {
    private let axis: HeadingAxis
    private let isSideways: Bool
    private var heading: CurveReducer
    private var rho: CurveReducer
    private var zenith: CurveReducer
    private let grid: SampleGrid
    private var samples: (heading: [Float], rho: [Float], zenith: [Float])

    init(_ clock: SeriesClock, axis: HeadingAxis, times: [Int64], isSideways: Bool) {
        self.axis = axis
        self.isSideways = isSideways
        let interval = clock.interval(of: times)
        heading = CurveReducer(clock, wrapping: 0...360, interval: interval)
        rho = CurveReducer(clock, interval: interval)
        zenith = rho
        grid = clock.grid(times)
        samples = ([], [], [])
        samples.heading.reserveCapacity(times.count)
        samples.rho.reserveCapacity(times.count)
    }

    mutating func add(_ seconds: Double, _ orientation: Quaternion) {
        let down = orientation.down
        let angles = (
            heading: orientation.heading(of: axis).map(Angle.degrees) ?? .nan,
            rho: Rho.classic(down: down).map(Angle.degrees) ?? .nan
        )
        heading.add(seconds, angles.heading)
        samples.heading.append(Float(angles.heading))
        rho.add(seconds, angles.rho)
        samples.rho.append(Float(angles.rho))
        guard isSideways else { return }
        let exact = Rho.zenithAngle(down: down).map(Angle.degrees) ?? .nan
        zenith.add(seconds, exact)
        samples.zenith.append(Float(exact))
    }

    mutating func finish() -> ReportSeries.Angles {
        ReportSeries.Angles(
            heading: heading.finish(), rho: rho.finish(), zenith: zenith.finish(),
            samples: .init(
                grid: grid, heading: grid.reduced(samples.heading), rho: grid.reduced(samples.rho),
                zenith: isSideways ? grid.reduced(samples.zenith) : []))
    }
}

/// Reduces one series for both widths at once.
private struct CurveReducer {
    private var wide: ColumnReducer
    private var narrow: ColumnReducer

    /// A pause longer than ten intervals and a second interrupts the line.
    init(_ clock: SeriesClock, wrapping: ClosedRange<Double>? = nil, interval: Double) {
        let gap = max(1, 10 * interval)
        let domain = 0...clock.duration
        wide = ColumnReducer(
            domain: domain, columns: SeriesClock.wideColumns, wrapping: wrapping, maximumGap: gap)
        narrow = ColumnReducer(
            domain: domain, columns: SeriesClock.narrowColumns, wrapping: wrapping, maximumGap: gap)
    }

    mutating func add(_ x: Double, _ y: Double) {
        wide.add(x, y)
        narrow.add(x, y)
    }

    mutating func finish() -> ReportSeries.Curve { ReportSeries.Curve(wide: wide.finish(), narrow: narrow.finish()) }
}
