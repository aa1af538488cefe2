import Foundation
import Rotations

/// A causal estimator over a sliding window: orientation, the gyroscope's bias and distortion, hard and soft iron, the
/// field and how it varies in the room, all at once (`SlidingWindow`). `scripts/studies/fixed-lag` scores it.
///
///     FixedLagStudy [LOG] [NAME=VALUE ...] [--trace]
///
/// LOG is a canonical log, from standard input unless given; NAME one of `Parameters`. Prints a track: stamp, device to
/// earth frame with magnetic north, sigmas in degrees. `--trace` prints a line per node to standard error.
@main
enum FixedLagStudy {
    static let usage = """
        usage: FixedLagStudy [LOG] [NAME=VALUE ...] [--trace]
        names: \(Parameters.names.joined(separator: " "))

        """

    static func main() {
        var parameters = Parameters()
        var (log, trace): (String?, Trace?) = (nil, nil)
        for argument in CommandLine.arguments.dropFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            if argument == "--trace" {
                trace = Trace()
            } else if parts.count == 2, let value = Double(parts[1]), parameters.set(parts[0], to: value) {
                continue
            } else if parts.count == 1, log == nil, !argument.hasPrefix("-") {
                log = argument
            } else {
                stop(usage, code: 64)
            }
        }
        let samples = SampleReader.samples(in: contents(of: log))
        var estimator = Estimator(parameters)
        var track = "t,qw,qx,qy,qz,heading_sigma,inclination_sigma\n"
        for sample in samples {
            switch sample {
            case .force(let time, let force): estimator.add(force: force, at: time)
            case .field(let time, let field): estimator.add(field: field, at: time)
            case .rate(let time, let rate):
                let start = ContinuousClock.now
                guard let (estimate, isNode) = estimator.add(rate: rate, at: time) else { continue }
                if isNode { trace?.print(time, estimator.window, spent: ContinuousClock.now - start) }
                track += row(time, estimate)
            }
        }
        trace?.finish(estimator.window)
        FileHandle.standardOutput.write(Data(track.utf8))
    }

    /// Of standard input without a name.
    private static func contents(of log: String?) -> Data {
        guard let log else { return FileHandle.standardInput.readDataToEndOfFile() }
        guard let data = FileManager.default.contents(atPath: log) else { stop("cannot read \(log)\n", code: 66) }
        return data
    }

    private static func stop(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data(message.utf8))
        exit(code)
    }

    private static let degrees = 57.29578

    private static func row(_ time: Double, _ estimate: Estimator.Estimate) -> String {
        let q = estimate.orientation
        let heading = estimate.headingSigma.map { min($0 * degrees, 180) } ?? 0
        return String(
            format: "%.6f,%.8f,%.8f,%.8f,%.8f,%.3f,%.3f\n", time, q.w, q.x, q.y, q.z, heading,
            estimate.inclinationSigma * degrees)
    }
}
