import Foundation
import Testing

/// `report.json` as a reader outside of this package sees it.
struct Report {
    let json: [String: Any]

    init(_ path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    struct Note {
        let code: String
        let message: String
    }

    var warnings: [Note] {
        (json["warnings"] as? [[String: Any]] ?? []).map {
            Note(code: $0["code"] as? String ?? "", message: $0["message"] as? String ?? "")
        }
    }

    var filterNames: [String] { (json["filters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String } }

    func filter(_ name: String) throws -> [String: Any] {
        let filters = try #require(json["filters"] as? [[String: Any]])
        return try #require(filters.first { $0["name"] as? String == name })
    }

    /// A number at a path of keys.
    static func number(_ value: Any?, _ keys: String...) -> Double? {
        var value = value
        for key in keys { value = (value as? [String: Any])?[key] }
        return value as? Double
    }
}
