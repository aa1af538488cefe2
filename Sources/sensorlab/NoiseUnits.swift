import Foundation
import SensorModels

/// The units of a sensor's noise coefficients: SI, and those of the data sheets (IEEE Std 952-1997).
struct NoiseUnits {
    let name: String
    let si: String
    let customary: String
    /// From SI to the customary unit.
    let factor: Double

    /// N, B, K of a gyroscope (rad/s) or an accelerometer (m/s^2).
    static func of(_ sensor: SensorKind) -> [NoiseUnits] {
        if sensor == .accelerometer {
            return [
                NoiseUnits(name: "N", si: "m/s^2/sqrt(Hz)", customary: "m/s/sqrt(h)", factor: 60),
                NoiseUnits(name: "B", si: "m/s^2", customary: "mg", factor: 1000 / 9.80665),
                NoiseUnits(name: "K", si: "m/s^2/sqrt(s)", customary: "m/s^2/sqrt(h)", factor: 60),
            ]
        }
        let degrees = 180 / Double.pi
        return [
            NoiseUnits(name: "N", si: "rad/s/sqrt(Hz)", customary: "deg/sqrt(h)", factor: 60 * degrees),
            NoiseUnits(name: "B", si: "rad/s", customary: "deg/h", factor: 3600 * degrees),
            NoiseUnits(name: "K", si: "rad/s/sqrt(s)", customary: "deg/h/sqrt(h)", factor: 3600 * 60 * degrees),
        ]
    }
}
