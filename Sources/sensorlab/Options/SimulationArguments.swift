import ArgumentParser
import Rotations
import SensorModels
import Simulation

extension DeviceEffect: NameArgument {}

/// `SENSOR=NUMBER[,NUMBER...]`.
struct SensorSetting: ExpressibleByArgument, Sendable {
    let sensor: SensorKind
    let values: [Double]

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, let sensor = SensorKind(argument: String(sides[0])),
            let numbers = NumberList(argument: String(sides[1]))
        else { return nil }
        self.sensor = sensor
        values = numbers.values
    }

    /// One number.
    func scalar(_ option: String) throws -> Double {
        guard values.count == 1 else { throw expected("one number", option) }
        return values[0]
    }

    /// One number for all axes, or three.
    func vector(_ option: String) throws -> Vector3 {
        switch values.count {
        case 1: return Vector3(values[0], values[0], values[0])
        case 3: return Vector3(values[0], values[1], values[2])
        default: throw expected("one number or three", option)
        }
    }

    /// From when to when.
    func interval(_ option: String) throws -> ClosedRange<Double> {
        guard values.count == 2, values[0] < values[1] else { throw expected("FROM,TO with FROM before TO", option) }
        return values[0]...values[1]
    }

    private func expected(_ what: String, _ option: String) -> ValidationError {
        ValidationError("\(option) \(sensor.rawValue)=...: found \(values.count) numbers, expected \(what)")
    }
}

/// `NUMBER[,NUMBER...]`, all finite.
struct NumberList: ExpressibleByArgument, Sendable {
    let values: [Double]

    init?(argument: String) {
        let cells = argument.split(separator: ",", omittingEmptySubsequences: false)
        values = cells.compactMap { Double($0) }
        guard !values.isEmpty, values.count == cells.count, values.allSatisfy(\.isFinite) else { return nil }
    }

    /// The numbers, whose count must be one of `counts`.
    func expect(_ counts: [Int], _ option: String, _ form: String) throws -> [Double] {
        guard counts.contains(values.count) else {
            throw ValidationError("\(option): found \(values.count) numbers, expected \(form)")
        }
        return values
    }
}
