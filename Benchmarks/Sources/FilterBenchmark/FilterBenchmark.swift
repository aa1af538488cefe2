import Foundation
import OrientationFilters
import Rotations
import SensorModels

/// Updates per second of the filters on arrays from a file; `scripts/benchmarks/filters` compares them with other
/// packages.
///
///     FilterBenchmark ARRAYS INTERVAL NAME...
///
/// ARRAYS: native doubles, nine per row (gyroscope, accelerometer, magnetometer); INTERVAL in nanoseconds. Prints one
/// line per filter: name, rows per second with the full track (best of seven runs), bytes of the running filter.
@main
enum FilterBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let interval = Int64(arguments[2]) else {
            print("usage: FilterBenchmark ARRAYS INTERVAL NAME...")
            exit(64)
        }
        let input = try arrays(at: arguments[1], interval: interval)
        for name in arguments.dropFirst(3) {
            if name == "lowpass-vectors" {
                let seconds = best { lowPassVectors(input) }
                print(name, 2 * Double(input.accelerometer.count) / seconds)
                continue
            }
            if name == "lowpass-angles" {
                let seconds = best { lowPassAngles(input) }
                print(name, Double(input.accelerometer.count) / seconds)
                continue
            }
            guard let entry = FilterCatalogue.entry(named: name) else {
                print("no filter is named \(name)")
                exit(64)
            }
            let seconds = try best { try entry.run(input).count }
            print(name, Double(input.gyroscope.count) / seconds)
        }
    }

    /// Seconds of processor time of the fastest of seven runs, which other load on the machine affects less than
    /// wall-clock time; the result is used, so that nothing is optimised away.
    static func best(_ work: () throws -> Int) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<7 {
            let start = processorTime
            let count = try work()
            precondition(count >= 0)
            best = min(best, processorTime - start)
        }
        return best
    }

    /// Of this process, s.
    static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }

    /// The classic low-pass of both vectors, without orientation.
    static func lowPassVectors(_ input: FilterInput) -> Int {
        var filter = LowPassFilter()
        for index in 0..<input.accelerometer.count {
            filter.update(accelerometer: input.accelerometer.values[index], at: input.accelerometer.times[index])
            filter.update(magnetometer: input.magnetometer.values[index], at: input.magnetometer.times[index])
        }
        return filter.estimate == nil ? 0 : 1
    }

    /// Per row the low-pass's quaternion, the camera's heading and rho, each into an array.
    static func lowPassAngles(_ input: FilterInput) -> Int {
        let count = input.accelerometer.count
        var filter = LowPassFilter()
        var quaternions: [Quaternion] = []
        var headings: [Double] = []
        var rhos: [Double] = []
        quaternions.reserveCapacity(count)
        headings.reserveCapacity(count)
        rhos.reserveCapacity(count)
        for index in 0..<count {
            filter.update(accelerometer: input.accelerometer.values[index], at: input.accelerometer.times[index])
            filter.update(magnetometer: input.magnetometer.values[index], at: input.magnetometer.times[index])
            guard let orientation = filter.orientation else { continue }
            quaternions.append(orientation)
            headings.append(orientation.heading(of: .camera) ?? .nan)
            rhos.append(Rho.classic(down: orientation.down) ?? .nan)
        }
        return quaternions.count + headings.count + rhos.count
    }

    static func arrays(at path: String, interval: Int64) throws -> FilterInput {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var input = FilterInput()
        data.withUnsafeBytes { bytes in
            let x = bytes.bindMemory(to: Double.self)
            for row in 0..<(x.count / 9) {
                let time = Int64(row) * interval
                let k = 9 * row
                input.gyroscope.append(Vector3(x[k], x[k + 1], x[k + 2]), at: time)
                input.accelerometer.append(Vector3(x[k + 3], x[k + 4], x[k + 5]), at: time)
                input.magnetometer.append(Vector3(x[k + 6], x[k + 7], x[k + 8]), at: time)
            }
        }
        return input
    }
}
