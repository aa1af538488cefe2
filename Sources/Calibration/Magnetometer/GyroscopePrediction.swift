import Rotations
import SensorModels

/// How well the gyroscope's turn over a second predicts the next reading of the field, which needs no attitude and no
/// knowledge of the field: a test of a calibration on readings that it was not made from.
struct GyroscopePrediction {
    private let samples: InUseSamples
    private let strapdown: Strapdown

    /// Seconds between the two readings: long enough to turn, short against the gyroscope's drift.
    static let interval = 1.0

    /// - Parameter bias: the gyroscope's, rad/s.
    init(_ samples: InUseSamples, bias: Vector3) {
        self.samples = samples
        strapdown = Strapdown(samples, bias: bias)
    }

    /// Median length of the difference of predicted and calibrated field, microtesla; infinite without two readings.
    ///
    /// - Parameter delay: by how much the magnetometer's stamps are late, seconds.
    func error(_ model: MagnetometerModel, delay: Double) -> Double {
        let fields = samples.field.map { reading in
            strapdown.orientation(at: samples.reading(reading, earlier: delay)).rotate(model.apply(reading.value))
        }
        let times = samples.field.map { samples.times[$0.index] + $0.lead }
        var errors: [Double] = []
        var next = 0
        for i in fields.indices {
            while next < fields.count, times[next] < times[i] + Self.interval { next += 1 }
            guard next < fields.count else { break }
            errors.append((fields[next] - fields[i]).length)
        }
        return errors.isEmpty ? .infinity : RobustStatistics.median(errors)
    }
}
