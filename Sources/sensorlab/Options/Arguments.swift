import Analysis
import ArgumentParser
import Evaluation
import Recordings
import SensorModels

/// LAT,LON[,ALTITUDE] in degrees and metres.
extension Place: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.filter { !$0.isWhitespace })
        }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...360).contains(longitude)
        else { return nil }
        var altitude = 0.0
        if numbers.count == 3 {
            guard let number = numbers[2], number.isFinite else { return nil }
            altitude = number
        }
        self.init(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}

/// YYYY-MM-DD.
extension CalendarDate: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        guard argument.count == 10 else { return nil }
        self.init(argument)
    }
}

extension North: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension HeadingAxisChoice: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// A sensor by its name, matched without case.
extension SensorKind: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        guard let kind = Self.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self = kind
    }
}

/// `filter.parameter=value`.
struct ParameterSetting: ExpressibleByArgument, Sendable {
    let filter: String
    let parameter: String
    let value: Double

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let value = Double(sides[1]), value.isFinite else { return nil }
        let names = sides[0].split(separator: ".", maxSplits: 1)
        guard names.count == 2 else { return nil }
        filter = String(names[0])
        parameter = String(names[1])
        self.value = value
    }
}
