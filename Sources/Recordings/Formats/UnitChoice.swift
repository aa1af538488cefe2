import SensorModels
import Vocabulary

/// Several sensor units (bodies) in one file: which one is read.
enum UnitChoice {
    static func warning(_ names: [String], used: String, _ place: String) -> Warning {
        Warning(
            code: .severalUnits,
            message: "\(place): the file holds \(names.joined(separator: ", ")); \(used) is used",
            advice: "choose another one with --unit NAME")
    }

    static func unknown(_ name: String, _ names: [String], _ place: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .unknownUnitName, place: place,
            message: "--unit \(name): expected one of \(names.joined(separator: ", "))", advice: "choose one of these")
    }
}
