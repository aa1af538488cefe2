import RealModule

/// Root mean squares per band of frequency: Welch's method (P. Welch, IEEE Trans. Audio 15(2), 1967) with Hann windows
/// that overlap by half.
enum Spectrum {
    private static let length = 1024

    /// The root mean square of samples in bands (hertz, lower end included).
    static func levels(of samples: [Double], rate: Double, bands: [ClosedRange<Double>]) -> [Double] {
        let window = (0..<length).map { 0.5 - 0.5 * Double.cos(2 * Double.pi * Double($0) / Double(length)) }
        let power = window.reduce(0) { $0 + $1 * $1 }
        var density = [Double](repeating: 0, count: length / 2)
        var segments = 0.0
        for start in stride(from: 0, through: samples.count - length, by: length / 2) {
            let segment = samples[start..<start + length]
            let mean = segment.reduce(0, +) / Double(length)
            let spectrum = transform(zip(segment, window).map { ($0 - mean) * $1 })
            for bin in density.indices {
                density[bin] += 2 * (spectrum.re[bin] * spectrum.re[bin] + spectrum.im[bin] * spectrum.im[bin])
            }
            segments += 1
        }
        let binWidth = rate / Double(length)
        return bands.map { band in
            let bins = density.indices.filter {
                let frequency = Double($0) * binWidth
                return frequency >= band.lowerBound && frequency < band.upperBound
            }
            return (bins.reduce(0) { $0 + density[$1] } / (segments * power * Double(length))).squareRoot()
        }
    }

    /// The discrete Fourier transform of a real series of 2^k samples: Cooley and Tukey, decimation in time.
    static func transform(_ series: [Double]) -> (re: [Double], im: [Double]) {
        let n = series.count
        guard n > 1 else { return (series, [0]) }
        let even = transform(stride(from: 0, to: n, by: 2).map { series[$0] })
        let odd = transform(stride(from: 1, to: n, by: 2).map { series[$0] })
        var (re, im) = ([Double](repeating: 0, count: n), [Double](repeating: 0, count: n))
        for k in 0..<n / 2 {
            let angle = -2 * Double.pi * Double(k) / Double(n)
            let (c, s) = (Double.cos(angle), Double.sin(angle))
            let (x, y) = (c * odd.re[k] - s * odd.im[k], s * odd.re[k] + c * odd.im[k])
            (re[k], im[k]) = (even.re[k] + x, even.im[k] + y)
            (re[k + n / 2], im[k + n / 2]) = (even.re[k] - x, even.im[k] - y)
        }
        return (re, im)
    }
}
