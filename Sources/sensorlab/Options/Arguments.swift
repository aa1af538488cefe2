import ArgumentParser
import Calibration
import Evaluation
import Geomagnetism
import HighResolutionField
import OrientationFilters
import ProjectionCore
import Readers
import Recordings
import Rotations
import SensorModels
import Simulation
import Smoothing
import Vocabulary

/// Here a flag is one of the command line, not an estimate's.
typealias Flag = ArgumentParser.Flag

/// `LAT,LON[,ALTITUDE]`: the one way in which places of the command line are read, so that every verb accepts the same.
struct PlaceArgument: Sendable {
    let position: GeodeticPosition
    /// Whether it has an altitude.
    let hasHeight: Bool

    /// - Throws: `SensorLabError` (usage) for anything but two or three numbers within the Earth's coordinates.
    init(parsing text: String) throws {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
            Double($0.filter { !$0.isWhitespace })
        }
        let cells = text.count { $0 == "," } + 1
        guard (2...3).contains(cells), numbers.count == cells else {
            throw SensorLabError(
                .usage, code: .badPlace, message: "found \"\(text)\", expected LAT,LON[,ALTITUDE]",
                advice: "give degrees north and east, and metres, such as 48.137,11.575")
        }
        hasHeight = cells == 3
        position = GeodeticPosition(latitude: numbers[0], longitude: numbers[1], height: hasHeight ? numbers[2] : 0)
        try position.validateForField()
    }

    /// As an option's value.
    static func parse(_ text: String) throws -> PlaceArgument {
        try UsageText.of { try PlaceArgument(parsing: $0) }(text)
    }
}

/// YYYY-MM-DD.
extension CalendarDate: ExpressibleByArgument {
    /// `nil` for a text of another form and for a day that does not exist.
    public init?(argument: String) {
        guard argument.count == 10 else { return nil }
        self.init(argument)
    }
}

/// Seconds of the log's clock, or wall-clock time.
extension LogInstant: ExpressibleByArgument {
    /// `nil` for anything that is neither seconds nor a wall-clock time with its offset.
    public init?(argument: String) { self.init(argument) }
}

/// `SENSOR=UNIT,CONVENTION` or `rate=HZ`.
extension Assumption: ExpressibleByArgument {
    /// `nil` for anything but SENSOR=UNIT[,CONVENTION].
    public init?(argument: String) { self.init(argument) }
}

/// A name that is matched without case.
protocol NameArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension NameArgument {
    /// `nil` for an unknown name.
    public init?(argument: String) {
        let name = argument.lowercased()
        guard let value = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
        self = value
    }
}

extension North: NameArgument {}

extension HeadingAxisChoice: NameArgument {}

extension HeadingAxis: NameArgument {}

extension SensorKind: NameArgument {}

/// Sensors separated by commas, in an option that can be repeated too.
struct SensorList: Sendable {
    let sensors: [SensorKind]

    static let names = SensorKind.allCases.map(\.rawValue)

    static var completion: CompletionKind { .list(names) }

    /// - Throws: `ValidationError` for the first that is no sensor, or empty.
    @Sendable static func parse(_ text: String) throws -> SensorList {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        return SensorList(
            sensors: try words.map { word in
                let name = word.trimmingCharacters(in: .whitespaces)
                guard let sensor = SensorKind(argument: name) else {
                    let found = name.isEmpty ? "found an empty name" : "'\(name)' is no sensor"
                    throw ValidationError(
                        "\(found), expected one or several, separated by commas: \(names.joined(separator: ", "))")
                }
                return sensor
            })
    }
}

extension [SensorList] {
    /// The sensors of all of them.
    var sensors: Set<SensorKind> { Set(flatMap(\.sensors)) }
}

extension MagnetometerFitMethod: NameArgument {}

/// A path to write to; not empty, which would be the root folder or the current one by accident.
struct OutputPath: ExpressibleByArgument, Sendable {
    let path: String

    /// `-`.
    static var standardOutput: OutputPath { OutputPath(path: "-") }

    static var defaultCompletionKind: CompletionKind { .file() }

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        path = argument
    }

    init(path: String) { self.path = path }

    var defaultValueDescription: String { path }
}

/// The value of an option that may name files to read.
protocol InputArgument {
    /// The files that it names.
    var inputs: [String] { get }
}

extension Optional: InputArgument where Wrapped: InputArgument {
    var inputs: [String] { self?.inputs ?? [] }
}

extension Array: InputArgument where Element: InputArgument {
    var inputs: [String] { flatMap(\.inputs) }
}

/// A path to read from.
struct InputPath: ExpressibleByArgument, InputArgument, Sendable {
    let path: String

    static var defaultCompletionKind: CompletionKind { .file() }

    var inputs: [String] { [path] }

    init(argument: String) { path = argument }
}

/// A calibration file, or one of the words `auto` and `none`.
struct CalibrationArgument: ExpressibleByArgument, InputArgument, Sendable {
    let text: String

    var inputs: [String] { ["auto", "none"].contains(text.lowercased()) ? [] : [text] }

    init(argument: String) { text = argument }
}

/// A camera of the catalogue, or a file.
struct CameraArgument: ExpressibleByArgument, InputArgument, Sendable {
    let text: String

    var inputs: [String] { CameraCatalogue.entry(named: text) == nil ? [text] : [] }

    init(argument: String) { text = argument }
}

/// `x,y,z`.
struct Triple: ExpressibleByArgument, Sendable {
    let vector: Vector3

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
        vector = Vector3(numbers[0], numbers[1], numbers[2])
    }
}

/// `filter.parameter=value`.
struct ParameterSetting: ExpressibleByArgument, Sendable {
    /// Empty where only the parameter was given.
    let filter: String
    let parameter: String
    let value: Double
    private let text: String

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let value = Double(sides[1]), value.isFinite else { return nil }
        let names = sides[0].split(separator: ".", maxSplits: 1)
        guard let last = names.last else { return nil }
        filter = names.count == 2 ? String(names[0]) : ""
        parameter = String(last)
        self.value = value
        text = argument
    }

    /// - Throws: a usage error for a parameter without its filter, with the filters that have it, those that run first.
    func checkFilter(among names: [String]) throws {
        guard filter.isEmpty else { return }
        let all = EstimatorCatalogue.entries.filter { $0.parameters.contains { $0.name == parameter } }
            .map(\.information.name)
        let run = all.filter(names.contains)
        let found = (run.isEmpty ? all : run).prefix(3).map { "\($0).\(text)" }.joined(separator: " or ")
        let advice =
            found.isEmpty ? "`sensorlab filters NAME` lists a filter's parameters" : "did you mean \(found)?"
        throw ValidationError("--set \(text): expected FILTER.PARAMETER=VALUE; \(advice)")
    }
}

extension MagnetometerAlignmentChoice: ExpressibleByArgument {}

extension Option {
    /// A repeatable option whose values have a form, such as `sensor=seconds`; they may begin with a minus sign.
    init<Element: ExpressibleByArgument>(wrappedValue: [Element], _ help: String, form: String)
    where Value == [Element] {
        self.init(
            wrappedValue: wrappedValue, parsing: .unconditionalSingleValue,
            help: ArgumentHelp(help, valueName: form))
    }

    /// An option whose value has a form; it may begin with a minus sign.
    init<Content: ExpressibleByArgument>(_ help: String, form: String) where Value == Content? {
        self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: form))
    }
}

/// Shell completions of arguments whose values are names or files; of lists, the first name.
extension CompletionKind {
    /// A filter of the catalogue.
    static var filter: CompletionKind { .list(EstimatorCatalogue.entries.map(\.information.name)) }
    /// Filters of the catalogue.
    static var filters: CompletionKind { .list(["all"] + EstimatorCatalogue.entries.map(\.information.name)) }
    /// A projection model.
    static var projection: CompletionKind { .list(ProjectionModel.allCases.map(\.rawValue)) }
    /// A scenario of `simulate`.
    static var scenario: CompletionKind { .list(Scenario.all.map(\.name)) }
    /// A simulated device.
    static var device: CompletionKind { .list(DeviceModel.all.map(\.name)) }
    /// A camera of the catalogue.
    static var camera: CompletionKind { .list(CameraCatalogue.entries.map(\.name)) }
    /// A geomagnetic model.
    static var geomagneticModel: CompletionKind { .list(GeomagneticCatalogue.names) }
}

extension CommandConfiguration {
    /// A command whose help ends with examples: the most common uses, the simplest first.
    /// - Parameter usage: replaces the parser's line of all options, where that has more than 80 columns.
    init(
        commandName: String, abstract: String, usage: String? = nil, discussion: String = "", examples: [String],
        subcommands: [any ParsableCommand.Type] = []
    ) {
        let commands = "Examples:\n" + examples.map { "  " + $0 }.joined(separator: "\n")
        self.init(
            commandName: commandName, abstract: abstract, usage: usage,
            discussion: discussion.isEmpty ? commands : discussion + "\n\n" + commands, subcommands: subcommands)
    }
}
