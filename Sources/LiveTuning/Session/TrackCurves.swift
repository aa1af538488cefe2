import Analysis
import Evaluation
import Figures
import Foundation
import Reporting
import Rotations
import SensorModels
import Vocabulary

/// What the page draws of one filter; degrees over seconds.
struct TrackCurves: Codable, Sendable {
    /// Clockwise from the log's north, 0...360.
    let heading: CurveData
    /// The camera's angle from the zenith, in its classic form.
    let rho: CurveData
    /// Reference heading minus estimated heading; empty without a reference.
    let error: CurveData
    /// The filter's own standard deviation of the heading, the largest of each column; empty if the filter states none.
    let sigma: CurveData
    /// Begin and end of the stretches in which the filter detected a disturbed field.
    let disturbed: [[Double]]

    /// Computes the parts in parallel.
    /// - Parameter interval: the window, nanoseconds of the log's clock.
    init(_ track: OrientationTrack, in log: TrialLog, interval: ClosedRange<Int64>, columns: Int) async {
        async let error = Self.error(of: track, in: log, interval: interval, columns: columns)
        var angles = AngleReducer(log, times: track.times, interval: interval, columns: columns)
        let duration = max(1e-6, Double(interval.upperBound - interval.lowerBound) * 1e-9)
        var states = ColumnStates(duration: duration, columns: columns)
        for index in track.times.indices(in: interval) {
            let (time, estimate) = (track.times[index], track.estimates[index])
            angles.add(time, estimate.orientation)
            states.add(Double(time - interval.lowerBound) * 1e-9, estimate)
        }
        let offset = Double(interval.lowerBound - log.interval.lowerBound) * 1e-9
        (heading, rho) = (angles.heading.finish(), angles.rho.finish())
        let sigmas = states.sigma
        sigma = CurveData(sigmas.contains(where: \.y.isFinite) ? sigmas : [], offset: offset)
        disturbed = states.disturbedSpans.map { [$0.lowerBound + offset, $0.upperBound + offset] }
        self.error = await error
    }

    private static func error(
        of track: OrientationTrack, in log: TrialLog, interval: ClosedRange<Int64>, columns: Int
    ) -> CurveData {
        let times = log.reference.times
        var reducer = WindowReducer(
            interval, origin: log.interval.lowerBound, columns: columns, step: times.meanStep, wrapping: -180...180)
        let reference =
            log.reference.isEmpty || log.motion.parts == .inclination
            ? QuaternionStream() : log.motion.orientations(for: track)
        let comparison = Comparison(
            track: track, reference: reference, indices: Array(times.indices(in: interval)))
        for (time, error) in zip(comparison.times, comparison.errors) {
            reducer.add(time, Angle.degrees(error.heading))
        }
        return reducer.finish()
    }
}

/// The log's own orientations as the page draws them; degrees over seconds.
struct ReferenceCurves: Encodable, Sendable {
    /// The reference's heading, clockwise from the log's north; empty without a reference.
    let heading: CurveData
    /// The camera's angle from the zenith by the reference, in its classic form.
    let rho: CurveData
    /// The attitude that the device computed itself; null where the log has none.
    @Nullable var device: TrackCurves?
    /// Its scores over all of the log.
    @Nullable var deviceScores: TrialScores?

    init(_ log: TrialLog, interval: ClosedRange<Int64>, columns: Int) async {
        let times = log.reference.times
        var angles = AngleReducer(log, times: times, interval: interval, columns: columns)
        for index in times.indices(in: interval) { angles.add(times[index], log.reference.values[index]) }
        (heading, rho) = (angles.heading.finish(), angles.rho.finish())
        guard let track = log.device else { return }
        device = await TrackCurves(track, in: log, interval: interval, columns: columns)
        deviceScores = await TrialScores(track, in: log)
    }
}

/// The input of the filters as the page draws it: the calibrated streams over seconds. A sensor that the log lacks has
/// empty curves.
struct SignalCurves: Encodable, Sendable {
    /// Specific force, x, y, z in the device, m/s^2.
    let force: [CurveData]
    /// Turn rate, x, y, z in the device, degrees per second.
    let turn: [CurveData]
    /// Magnetic field, x, y, z in the device, microtesla.
    let field: [CurveData]
    /// Strength of the field, microtesla.
    let strength: CurveData

    init(_ log: TrialLog, interval: ClosedRange<Int64>, columns: Int) {
        let streams = log.prepared.streams
        func components(_ stream: VectorStream, _ convert: @escaping @Sendable (Double) -> Double = { $0 })
            -> [CurveData]
        {
            Self.curves(
                of: stream, [{ convert($0.x) }, { convert($0.y) }, { convert($0.z) }], in: log, interval: interval,
                columns: columns)
        }
        force = components(streams.force)
        turn = components(streams.gyroscope) { Angle.degrees($0) }
        field = components(streams.magnetometer)
        strength =
            Self.curves(
                of: streams.magnetometer, [\.length], in: log, interval: interval, columns: columns)[0]
    }

    private static func curves(
        of stream: VectorStream, _ values: [(Vector3) -> Double], in log: TrialLog, interval: ClosedRange<Int64>,
        columns: Int
    ) -> [CurveData] {
        let rows = stream.times.indices(in: interval)
        return values.map { value in
            var reducer = WindowReducer(
                interval, origin: log.interval.lowerBound, columns: columns, step: stream.times.meanStep)
            for row in rows { reducer.add(stream.times[row], value(stream.values[row])) }
            return reducer.finish()
        }
    }
}

/// Reduces heading and rho of orientations.
private struct AngleReducer {
    private let axis: HeadingAxis
    var heading: WindowReducer
    var rho: WindowReducer

    init(_ log: TrialLog, times: [Int64], interval: ClosedRange<Int64>, columns: Int) {
        axis = log.prepared.headingAxis
        let (origin, step) = (log.interval.lowerBound, times.meanStep)
        heading = WindowReducer(interval, origin: origin, columns: columns, step: step, wrapping: 0...360)
        rho = WindowReducer(interval, origin: origin, columns: columns, step: step)
    }

    mutating func add(_ time: Int64, _ orientation: Quaternion) {
        heading.add(time, orientation.heading(of: axis).map(Angle.degrees))
        rho.add(time, Rho.classic(down: orientation.down).map(Angle.degrees))
    }
}

extension [Int64] {
    /// Ascending stamps: the mean interval between them, seconds; 1 with fewer than two.
    fileprivate var meanStep: Double {
        guard count > 1 else { return 1 }
        return Double(self[count - 1] - self[0]) * 1e-9 / Double(count - 1)
    }

    /// Ascending stamps: those inside a closed interval. O(log n).
    fileprivate func indices(in interval: ClosedRange<Int64>) -> Range<Int> {
        let stream = SampleStream(times: self, values: self)
        let start = stream.index(atOrAfter: interval.lowerBound)
        let end = interval.upperBound == .max ? count : stream.index(atOrAfter: interval.upperBound + 1)
        return start..<end
    }
}

/// One curve as the page draws it: reduced to what the pixel columns can show, without losing a spike.
///
/// Both coordinates are sent as 32-bit floating-point numbers, little-endian, in base64: writing them as decimal
/// numbers took longer than running the filter.
struct CurveData: Codable, Sendable {
    /// Seconds since the first sample of the log.
    let x: Data
    /// Degrees; NaN between strokes.
    let y: Data

    init(_ points: [ChartPoint], offset: Double) {
        // A gap is put at the last point before it, so that x ascends throughout.
        var last = 0.0
        x = Self.data(
            points.map { point in
                if point.isFinite { last = point.x }
                return last + offset
            })
        y = Self.data(points.map(\.y))
    }

    private static func data(_ values: [Double]) -> Data {
        values.map { Float($0).bitPattern.littleEndian }.withUnsafeBytes { Data($0) }
    }
}

/// Reduces a series of a log to a window.
struct WindowReducer {
    private var reducer: ColumnReducer
    private let start: Int64
    private let offset: Double

    /// - Parameters:
    ///   - interval: the window, nanoseconds of the log's clock.
    ///   - origin: the first stamp of the log.
    ///   - step: the mean interval of the samples, seconds: a pause longer than ten of them and a second interrupts the
    ///     line.
    ///   - wrapping: for an angle, the degrees between which it jumps.
    init(
        _ interval: ClosedRange<Int64>, origin: Int64, columns: Int, step: Double, wrapping: ClosedRange<Double>? = nil
    ) {
        start = interval.lowerBound
        offset = Double(interval.lowerBound - origin) * 1e-9
        let duration = max(1e-6, Double(interval.upperBound - interval.lowerBound) * 1e-9)
        reducer = ColumnReducer(
            domain: 0...duration, columns: columns, wrapping: wrapping, maximumGap: max(1, 10 * step))
    }

    /// Adds a value, degrees; `nil` where it is undefined.
    mutating func add(_ time: Int64, _ value: Double?) { reducer.add(Double(time - start) * 1e-9, value ?? .nan) }

    mutating func finish() -> CurveData { CurveData(reducer.finish(), offset: offset) }
}
