import SensorModels
import Vocabulary

extension ParameterFile {
    /// Reads a file.
    /// - Throws: `SensorLabError`: no input, input/output, bad data as `init(parsing:name:)`.
    public init(path: String) throws {
        try self.init(parsing: FileBytes.read(path, kind: "parameter file"), name: path)
    }

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, UTF-8.
    ///   - name: what messages call it.
    /// - Throws: `SensorLabError` (bad data): no JSON, another schema, a newer version of this one, an unknown filter or
    ///   parameter, a value out of range.
    public init(parsing bytes: [UInt8], name: String) throws {
        let json = try JSONValue(parsing: bytes, name: name)
        let reader = MemberReader(json: json, file: name)
        try reader.checkSchema()
        self.init(filter: try reader.text("filter", "name"), parameters: try reader.numbers("filter", "parameters"))
        if let name = try reader.optionalText("projection", "model") {
            guard let model = ProjectionModel(named: name) else {
                throw reader.fail("projection.model is \"\(name)\", which this version does not know")
            }
            self.model = model
        }
        options.curvature = try reader.bool("projection", "curvature") ?? options.curvature
        options.refraction = try reader.number("projection", "refraction") ?? options.refraction
        options.maximumDistance = try reader.number("projection", "maximumDistanceMetres")
        options.nearest = try reader.number("projection", "nearest").map { number in
            guard number >= 0, number == number.rounded(), number < 1e9 else {
                throw reader.fail("projection.nearest is \(number), expected a count")
            }
            return Int(number)
        }
        options.visionAngle = try reader.number("projection", "visionAngleDegrees") ?? options.visionAngle
        options.sceneRotation = try reader.number("projection", "sceneRotationDegrees") ?? options.sceneRotation
        options.roadLimit = try reader.number("projection", "roadLimitMetres") ?? options.roadLimit
        headingOffsetDegrees = try reader.number("heading", "offsetDegrees") ?? 0
        smoothingSeconds = try reader.number("smoothing", "timeConstantSeconds") ?? 0
        worstAccuracyMetres = try reader.number("location", "worstAccuracyMetres") ?? worstAccuracyMetres
        switch try reader.optionalText("declination", "policy") ?? "model" {
        case "model": declination = .model
        case "none": declination = .none
        case "fixed":
            guard let degrees = try reader.number("declination", "degrees") else {
                throw reader.fail("declination.degrees is missing")
            }
            declination = .fixed(degrees)
        case let other: throw reader.fail("declination.policy is \"\(other)\", expected model, fixed or none")
        }
        camera = try json["camera"].map { try Camera(json: $0, file: name) }
        provenance = json["provenance"]?.object?.compactMapValues(\.string) ?? [:]
        try validate(reader)
    }

    private func validate(_ reader: MemberReader) throws {
        guard headingOffsetDegrees.magnitude <= 360 else {
            throw reader.fail("heading.offsetDegrees is \(headingOffsetDegrees), expected -360 to 360")
        }
        guard (0...60).contains(smoothingSeconds) else {
            throw reader.fail("smoothing.timeConstantSeconds is \(smoothingSeconds), expected 0 to 60")
        }
        guard worstAccuracyMetres > 0 else {
            throw reader.fail("location.worstAccuracyMetres is \(worstAccuracyMetres), expected metres above 0")
        }
        do { try options.validate(for: model) } catch let error as SensorLabError {
            throw reader.fail("projection: \(error.message)")
        }
    }
}

/// Members of a parameter file by section and name, with messages that say which one is wrong.
struct MemberReader {
    let json: JSONValue
    let file: String

    func fail(_ message: String, advice: String = "make the file anew with `sensorlab tune`") -> SensorLabError {
        SensorLabError(.badData, code: .badParameterFile, place: file, message: message, advice: advice)
    }

    /// The schema is this one; a newer version is told from something else.
    func checkSchema() throws {
        let expected = ParameterFile.schema
        guard let found = json["schema"]?.string else {
            throw fail("the member schema is missing, expected \"\(expected)\"")
        }
        guard found != expected else { return }
        let (family, own) = Self.parts(expected)
        let (other, version) = Self.parts(found)
        if family == other, let version, let own, version > own {
            throw fail(
                "schema \"\(found)\" is of a newer version, this one reads \"\(expected)\"",
                advice: "update sensorlab or the app, or make the file with the version that the app has")
        }
        throw fail("schema \"\(found)\", expected \"\(expected)\"")
    }

    private static func parts(_ schema: String) -> (family: Substring, version: Int?) {
        let parts = schema.split(separator: "/", maxSplits: 1)
        return (parts.first ?? "", parts.count == 2 ? Int(parts[1]) : nil)
    }

    private func member(_ section: String, _ name: String) throws -> JSONValue? {
        guard let value = json[section] else { return nil }
        guard value.object != nil else { throw fail("\(section) is no object") }
        return value[name]
    }

    func number(_ section: String, _ name: String) throws -> Double? {
        guard let value = try member(section, name) else { return nil }
        guard let number = value.number else { throw fail("\(section).\(name) is no number") }
        return number
    }

    func bool(_ section: String, _ name: String) throws -> Bool? {
        guard let value = try member(section, name) else { return nil }
        guard let bool = value.bool else { throw fail("\(section).\(name) is neither true nor false") }
        return bool
    }

    func optionalText(_ section: String, _ name: String) throws -> String? {
        guard let value = try member(section, name) else { return nil }
        guard let text = value.string else { throw fail("\(section).\(name) is no text") }
        return text
    }

    func text(_ section: String, _ name: String) throws -> String {
        guard let text = try optionalText(section, name) else { throw fail("\(section).\(name) is missing") }
        return text
    }

    func numbers(_ section: String, _ name: String) throws -> [String: Double] {
        guard let value = try member(section, name) else { return [:] }
        guard let members = value.object else { throw fail("\(section).\(name) is no object") }
        return try members.mapValues { value in
            guard let number = value.number else { throw fail("\(section).\(name) holds something that is no number") }
            return number
        }
    }
}
