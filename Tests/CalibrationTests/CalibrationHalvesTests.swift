import Calibration
import Readers
import Rotations
import SensorModels
import TestSupport
import Testing

/// The two halves of a calibration recording against the whole (shared/datasets/phones).
@Suite(.enabled(if: SharedData.isPresent, "the phone recordings are not here"))
struct CalibrationHalvesTests {
    /// The hard iron of the whole lies within each half's own 95 % interval, or the half is refused for the directions
    /// that it lacks. Half and whole differ by the noise of the part that they do not share, whose variance is the
    /// difference of the two (Hausman, Econometrica 46(6), 1978), and by the wander of the hard iron, whose mean over a
    /// half differs from that over the whole as much as it moves within the half (`HardIronWander`): the half's
    /// interval holds both. Of 54 axes 5 % may lie outside by chance; more than six do so with a probability of 2 %.
    @Test func halvesAgreeWithTheWhole() throws {
        var (outside, count) = (0, 0)
        var farthest: [String] = []
        for name in [
            "nexus5-d1", "nexus5-d2", "nexus5-d3", "nexus5-d4", "iphone5-d3", "iphone5-d4", "iphone4s-d2",
            "iphone4s-d3", "iphone4s-d4",
        ] {
            let recording = try RecordingReader.read(path: SharedData.dataset("phones/calib-mag-" + name).path)
            let samples = MagnetometerSamples(
                magnetometer: recording.magnetometer, accelerometer: recording.accelerometer)
            let whole = MagnetometerFit(samples: samples)
            let middle = samples.field.count / 2
            for range in [0..<middle, middle..<samples.field.count] {
                let half = MagnetometerFit(
                    samples: MagnetometerSamples(
                        field: Array(samples.field[range]), down: Array(samples.down[range]),
                        times: samples.times.map { Array($0[range]) }))
                guard half.verdict.accepted else {
                    #expect(half.verdict.reason.contains("sigma"), "\(name): \(half.verdict)")
                    continue
                }
                let difference = half.model.hardIron - whole.model.hardIron
                for axis in 0..<3 {
                    let ratio = difference[axis].magnitude / half.hardIronSigma[axis]
                    count += 1
                    if ratio > 1.96 { outside += 1 }
                    if ratio > 4 { farthest.append("\(name), axis \(axis): \(difference[axis]), \(ratio) sigmas") }
                }
            }
        }
        #expect(count >= 48 && outside <= 6, "\(outside) of \(count)")
        #expect(farthest.isEmpty, "\(farthest)")
    }
}
