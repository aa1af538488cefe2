import Foundation
import Testing

@testable import Figures
@testable import Files

/// The samples that a page carries for its script.
@Suite struct SampleBlockTests {
    private func grid(_ count: Int, rate: Double = 100) -> SampleGrid {
        let times = (0..<count).map { Int64(Double($0) / rate * 1e9) }
        return SampleGrid(times, duration: Double(count) / rate) { Double($0) * 1e-9 }
    }

    /// As the script of the page unpacks it.
    private func unpacked(_ block: SampleBlock) throws -> (grids: [[Double]], series: [[Double]]) {
        let packed = [UInt8](try #require(Data(base64Encoded: block.deflated)))
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let inflater = try #require(GzipInflater(raw: true))
        let count = packed.withUnsafeBytes { input in
            bytes.withUnsafeMutableBytes { inflater.inflate(input, into: $0).produced }
        }
        #expect(inflater.end == .complete)
        var at = 0
        func summed(_ count: Int, planes: Int) -> [Double] {
            var sum: UInt64 = 0
            let modulus = UInt64(1) << UInt64(8 * planes)
            let list = (0..<count).map { index -> Double in
                for plane in 0..<planes { sum += UInt64(bytes[at + plane * count + index]) << UInt64(8 * plane) }
                sum %= modulus
                return Double(sum)
            }
            at += planes * count
            return list
        }
        let lines = block.contents.components(separatedBy: "\n")
        let grids = lines.filter { $0.hasPrefix("grid ") }.map { line in
            summed(Int(line.split(separator: " ")[1]) ?? 0, planes: 4).map { $0 * 1e-4 }
        }
        let series = lines.dropFirst(grids.count).map { line -> [Double] in
            let fields = line.components(separatedBy: "\t")
            let (low, step) = (Double(fields[3]) ?? .nan, Double(fields[4]) ?? .nan)
            return summed(grids[Int(fields[2]) ?? 0].count, planes: 2).map { $0 == 0 ? .nan : low + ($0 - 1) * step }
        }
        #expect(at == count)
        return (grids, series)
    }

    /// Every sample comes back within half a hundredth of a degree at its time, what is undefined as undefined; streams
    /// of the same stamps share a grid.
    @Test func samplesComeBack() throws {
        let (fast, slow) = (grid(5000), grid(1000, rate: 20))
        let heading = (0..<5000).map { $0 % 700 == 3 ? Float.nan : Float(180 + 179.9 * sin(Double($0) / 50)) }
        let error = (0..<1000).map { Float(-150 + 0.3 * Double($0)) }
        let curves = [
            SampleBlock.Series(kind: "heading", name: "kalman", grid: fast, values: heading),
            SampleBlock.Series(kind: "error", name: "kalman", grid: slow, values: error),
            SampleBlock.Series(
                kind: "rho", name: "kalman", grid: fast, values: [Float](repeating: .nan, count: 5000)),
        ]
        let block = SampleBlock(curves)
        let (grids, series) = try unpacked(block)
        #expect(grids.map(\.count) == [5000, 1000])
        for (found, exact) in zip(grids[0], fast.seconds) { #expect((found - exact).magnitude <= 0.5e-4 + 1e-12) }
        for (found, exact) in zip(series[0] + series[1], heading + error) {
            #expect(found.isNaN == exact.isNaN && !((found - Double(exact)).magnitude > 0.0051))
        }
        #expect(!series[2].contains { !$0.isNaN })
        #expect(block.deflated == SampleBlock(curves).deflated)
    }

    /// An hour at 100 Hz is reduced, and its one spike stays, in its stretch.
    @Test func spikesStay() throws {
        let hour = grid(360_000)
        var values = [Float](repeating: 1, count: 360_000)
        values[123_456] = 90
        values[200_000] = .nan
        let reduced = hour.reduced(values)
        #expect(reduced.count == hour.seconds.count && reduced.count <= 10_000)
        #expect(hour.seconds == hour.seconds.sorted())
        let spike = try #require(reduced.firstIndex(of: 90))
        #expect((hour.seconds[spike] - 1234.56).magnitude < 3600 / 5000)
        #expect(!reduced.contains { !$0.isFinite }, "a stretch with values has none that is undefined")
    }

    @Test func nothingIsNothing() {
        #expect(grid(0).reduced([]).isEmpty)
        #expect(SampleBlock([]).contents.isEmpty)
    }
}
