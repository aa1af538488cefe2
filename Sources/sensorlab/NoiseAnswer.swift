import Calibration

/// `noise --json`.
struct NoiseAnswer: Encodable {
    let schema = "sensorlab.noise/1"
    let sensors: [Sensor]

    struct Sensor: Encodable {
        let sensor: String
        let rateHz: Double
        let axes: [Axis]

        init(_ noise: SensorNoise) {
            sensor = noise.sensor.rawValue
            rateHz = noise.rate
            axes = zip(["x", "y", "z"], noise.axes).map { Axis($0, $1, NoiseUnits.of(noise.sensor)) }
        }
    }

    struct Axis: Encodable {
        let axis: String
        let accepted: Bool
        let reason: String
        let restSeconds: Double
        let coefficients: [Coefficient]
        let curve: [AllanPoint]

        init(_ name: String, _ fit: NoiseFit, _ units: [NoiseUnits]) {
            axis = name
            (accepted, reason, restSeconds, curve) = (fit.verdict.accepted, fit.verdict.reason, fit.duration, fit.curve)
            coefficients =
                fit.verdict.accepted
                ? zip(units, [fit.n, fit.b, fit.k]).map { Coefficient(name: $0.name, unit: $0.si, value: $1) } : []
        }
    }

    struct Coefficient: Encodable {
        let name: String
        let unit: String
        let value: NoiseCoefficient
    }
}
