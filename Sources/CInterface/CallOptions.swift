import Analysis
import Calibration
import Evaluation
import JSON
import ProjectionCore
import Readers
import Recordings
import SensorModels
import Vocabulary

/// The options of a call, a JSON object: sensorlab.h describes every member.
struct CallOptions {
    private let members: JSONMembers

    /// The members that each kind of work reads.
    static let site = ["place", "date", "model"]
    static let reading = ["place", "strict", "without", "from", "to", "resample", "columns", "assume", "unit"]
    static let fitting = site + ["method", "alignment"]
    static let fusing = site + ["north", "calibration", "headingAxis"]
    static let analysing = fusing + ["filters", "camera", "jobs", "reference", "deviceAttitude", "tracks"] + terms
    private static let terms = [
        "referenceNorth", "referenceMount", "referenceLevel", "referenceDelay", "referenceParts",
    ]
    static let projection = ["screen", "maximumDistance", "nearest"]

    /// The options of a text; the defaults for NULL.
    /// - Parameter names: the members that the call takes.
    /// - Throws: usage for what is no JSON object and for other members, with the nearest name.
    init(_ text: UnsafePointer<CChar>?, accepting names: [String]) throws(SensorLabError) {
        let text = try Argument.optionalText(text, "options") ?? "{}"
        do {
            members = try JSONMembers(
                JSONValue(parsing: Array(text.utf8), name: "options"), file: "options", code: .badOptions,
                advice: "sensorlab.h describes the options of every function")
        } catch { throw Self.usage(error) }
        guard let unknown = members.names.first(where: { !names.contains($0) }) else { return }
        let nearest = NearestName.of(unknown, in: names).map { "did you mean \($0)?" }
        throw SensorLabError(
            .usage, code: .badOptions, place: "options", message: "this call has no option \"\(unknown)\"",
            advice: nearest ?? "there are \(Set(names).sorted().joined(separator: ", "))")
    }

    private static func usage(_ error: SensorLabError) -> SensorLabError {
        var usage = error
        usage.kind = .usage
        return usage
    }

    private func option<Value: JSONConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(SensorLabError) -> Value? {
        do { return try members.read(name) } catch { throw Self.usage(error) }
    }

    private func refused(_ name: String, expected: String) -> SensorLabError {
        Self.usage(members.fail(name, expected: expected))
    }

    /// A member with one of an enumeration's names.
    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(SensorLabError) -> Choice? where Choice.RawValue == String {
        guard let text: String = try option(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw refused(name, expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// The texts of a list.
    private func texts(_ name: String) throws(SensorLabError) -> [String] {
        guard let value = members.value(name) else { return [] }
        guard let elements = value.array, elements.allSatisfy({ $0.string != nil }) else {
            throw refused(name, expected: "a list of texts")
        }
        return elements.compactMap(\.string)
    }

    /// How a log is read.
    func reading(checksum: Bool) throws -> ReadOptions {
        var read = ReadOptions()
        read.checksum = checksum
        read.place = try option("place")
        read.strict = try option("strict") ?? false
        read.from = try instant("from")
        read.to = try instant("to")
        read.resampleHz = try option("resample")
        read.unit = try option("unit")
        let columns = try texts("columns")
        if !columns.isEmpty { read.mapping = try ColumnMapping(columns) }
        for text in try texts("assume") { read.assumptions.append(try Assumption(parsing: text)) }
        for name in try texts("without") {
            guard let sensor = SensorKind(rawValue: name) else {
                let names = SensorKind.allCases.map(\.rawValue)
                throw refused("without", expected: "sensors: " + names.joined(separator: ", "))
            }
            read.without.insert(sensor)
        }
        return read
    }

    private func instant(_ name: String) throws(SensorLabError) -> LogInstant? {
        guard let value = members.value(name) else { return nil }
        let seconds = value.number.flatMap(LogTime.nanoseconds(seconds:)).map(LogInstant.clock)
        guard let instant = seconds ?? value.string.flatMap({ LogInstant($0) }) else {
            throw refused(name, expected: "seconds of the log's clock, or a time such as 2016-06-03T11:34:15Z")
        }
        return instant
    }

    /// How a log is analysed.
    /// - Parameter calibration: where the options name none.
    func analysis(calibration: CalibrationChoice) throws -> AnalysisOptions {
        var options = AnalysisOptions()
        options.source = ReadOptions()
        options.place = try option("place")
        options.date = try option("date")
        options.model = try option("model")
        options.north = try option("north")
        options.camera = try option("camera")
        options.headingAxis = try choice("headingAxis") ?? options.headingAxis
        options.calibration = try self.calibration() ?? calibration
        if let filters = try filters() { options.filters = filters }
        if let reference: String = try option("reference") { options.reference = .file(reference) }
        if try option("deviceAttitude") ?? false { options.reference = .deviceAttitude }
        options.referenceTerms = ReferenceTerms(
            north: try choice("referenceNorth"), mount: try choice("referenceMount"),
            level: try choice("referenceLevel"), delay: try delay(), parts: try choice("referenceParts"))
        options.tracks = try tracks()
        if let jobs: Int = try option("jobs") {
            guard (1...64).contains(jobs) else { throw refused("jobs", expected: "1 to 64") }
            options.jobs = jobs
        }
        return options
    }

    private func delay() throws(SensorLabError) -> ReferenceDelay? {
        guard let value = members.value("referenceDelay") else { return nil }
        guard let delay = ReferenceDelay(value.string ?? value.number.map { "\($0)" } ?? "") else {
            throw refused("referenceDelay", expected: "seconds, or fit")
        }
        return delay
    }

    /// The caller's own filters, by their tracks.
    private func tracks() throws -> [OwnTrack] {
        guard let value = members.value("tracks") else { return [] }
        var tracks: [OwnTrack] = []
        for element in value.array ?? [.null] {
            guard let name = element["name"]?.string, let path = element["path"]?.string else {
                throw refused("tracks", expected: "a list of objects with name and path")
            }
            guard let words = try? TrackWords(parsing: element["convention"]?.string ?? "") else {
                throw refused("tracks", expected: "words of --track-convention for \(name)")
            }
            tracks.append(try OwnTrack(name: name, path: path, words: words))
        }
        return tracks
    }

    private func calibration() throws(SensorLabError) -> CalibrationChoice? {
        switch members.value("calibration")?.string {
        case "auto": return .auto
        case "none": return CalibrationChoice.none
        case .some: throw refused("calibration", expected: "auto, none or a list of files")
        case nil:
            let files = try texts("calibration")
            return members.value("calibration") == nil ? nil : .files(files)
        }
    }

    private func filters() throws(SensorLabError) -> [FilterRequest]? {
        guard let value = members.value("filters") else { return nil }
        guard let elements = value.array, !elements.isEmpty else {
            throw refused("filters", expected: "a list of filters")
        }
        var requests: [FilterRequest] = []
        for element in elements {
            guard let name = element.string ?? element["name"]?.string else {
                throw refused("filters", expected: "names, or objects with a name")
            }
            let parameters = element["parameters"]?.object ?? [:]
            guard parameters.values.allSatisfy({ $0.number != nil }) else {
                throw refused("filters", expected: "numbers for the parameters of \(name)")
            }
            requests.append(FilterRequest(name: name, parameters: parameters.compactMapValues(\.number)))
        }
        return requests
    }

    /// How the magnetometer is fitted.
    func fit() throws(SensorLabError) -> (method: MagnetometerFitMethod, alignment: MagnetometerAlignmentChoice) {
        (try choice("method") ?? .map, try choice("alignment") ?? .auto)
    }

    /// Which places are shown, and how the screen is turned.
    func projection() throws(SensorLabError) -> ProjectionOptions {
        var options = ProjectionOptions()
        options.screen = try choice("screen") ?? options.screen
        options.maximumDistance = try option("maximumDistance")
        options.nearest = try option("nearest")
        return options
    }
}
