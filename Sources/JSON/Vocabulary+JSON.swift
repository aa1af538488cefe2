import Vocabulary

extension CalendarDate: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "a day, YYYY-MM-DD" }
    /// `nil` for a value of another kind and for a day that does not exist.
    public init?(json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text)
    }
    /// The value as JSON.
    public var json: JSONValue { .string(text) }
}

extension GeodeticPosition: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "an object with latitude and longitude in degrees and altitude in metres" }
    /// `nil` for a value of another kind.
    public init?(json: JSONValue) {
        guard let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number,
            let height = json["altitude"]?.number
        else { return nil }
        self.init(latitude: latitude, longitude: longitude, height: height)
    }
    /// The value as JSON.
    public var json: JSONValue {
        .object(["latitude": latitude.json, "longitude": longitude.json, "altitude": height.json])
    }
}

extension North: JSONConvertible {}

extension Warning {
    /// Reads a warning; `nil` for an unknown code, which another version may have written.
    /// - Throws: `SensorLabError` (bad data) with the first broken member.
    public init?(_ members: JSONMembers) throws(SensorLabError) {
        let name: String = try members.require("code")
        let (message, advice): (String, String) = (try members.require("message"), try members.require("advice"))
        let (log, place): (String?, String?) = (try members.read("log"), try members.read("place"))
        guard let code = DiagnosticCode(rawValue: name) else { return nil }
        self.init(code: code, place: place, text: message, advice: advice, log: log)
    }

    /// The warning as JSON, with the keys of its `Codable` conformance.
    public var json: JSONValue {
        .object([
            "code": .string(code.rawValue), "severity": .string(code.severity.rawValue),
            "subject": .string(code.subject.rawValue), "log": log.json, "place": (place.isEmpty ? nil : place).json,
            "message": text.json, "advice": advice.json,
        ])
    }
}
