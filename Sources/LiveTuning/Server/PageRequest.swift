import Foundation

/// A request as the routes see it, whatever library brought it.
struct PageRequest: Sendable {
    /// `GET`, `POST`, ...
    var method: String
    /// As sent, percent-encoded, without the query.
    var path: String
    /// Decoded names and values.
    var query: [String: String] = [:]
    /// By lower-case name.
    var headers: [String: String] = [:]
    /// The announced length of the body; `nil` where it was not.
    var bodyLength: Int?
    /// The body, or `nil` where it is longer than a limit; what is beyond the limit is not read.
    var body: @Sendable (_ limit: Int) async throws -> Data?
}

/// An answer of the routes.
struct PageResponse: Sendable {
    var status: Int
    var contentType: String
    var body: Data
    var headers: [String: String] = [:]

    static let json = "application/json; charset=utf-8"
    static let html = "text/html; charset=utf-8"
}
