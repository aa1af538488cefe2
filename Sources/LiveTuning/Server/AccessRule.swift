import Vocabulary

/// Who may access the page: this machine's browser, with the address that was printed.
///
/// The token in the path keeps out other users and other pages; the check of `Host` keeps out a foreign name that was
/// made to resolve to 127.0.0.1 (DNS rebinding), that of `Origin` and `Sec-Fetch-Site` requests that another page
/// sends.
struct AccessRule: Sendable {
    /// The secret of this run.
    let token: String
    /// The port that is listened on.
    let port: UInt16

    /// 128 random bits as lower-case hexadecimal.
    static func randomToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int(generator.next() & 15)] })
    }

    /// The hosts, and with `http://` the origins, that are this server.
    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    /// Why a request is refused; `nil` where it is allowed.
    func refusal(_ request: PageRequest) -> (code: ErrorCode, message: String)? {
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            return (.wrongHost, "this page answers to 127.0.0.1 only")
        }
        if let origin = request.headers["origin"]?.lowercased(), !hosts.contains(where: { "http://\($0)" == origin }) {
            return (.wrongOrigin, "another page must not use this page")
        }
        if let site = request.headers["sec-fetch-site"]?.lowercased(), site != "same-origin" && site != "none" {
            return (.wrongOrigin, "another page must not use this page")
        }
        let given = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first ?? ""
        guard isToken(given) else { return (.wrongToken, "the address lacks the token of this run") }
        return nil
    }

    /// Compares in a time that does not depend on the content.
    private func isToken(_ text: Substring) -> Bool {
        let (a, b) = (Array(text.utf8), Array(token.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// What follows the token in a path, without the slash before it.
    func route(of path: String) -> String { String(path.dropFirst(1 + token.count).drop { $0 == "/" }) }
}
