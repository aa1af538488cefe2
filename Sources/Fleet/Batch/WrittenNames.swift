/// What the lines of a batch call files: as the manifest has them, so that a line is the same wherever manifest and results are.
struct WrittenNames: Sendable {
    private let names: [(path: String, name: String)]

    /// - Parameter names: paths as they are opened, and what they are called.
    init(_ names: [(path: String, name: String)]) {
        // The longest first: a path may be the begin of another.
        self.names = names.filter { !$0.path.isEmpty }.sorted { $0.path.count > $1.path.count }
    }

    /// The text with every path by its name.
    func applied(to text: String) -> String {
        guard names.contains(where: { text.contains($0.path) }) else { return text }
        var (result, rest) = ("", text[...])
        while let character = rest.first {
            if let (path, name) = names.first(where: { rest.hasPrefix($0.path) }) {
                result += name
                rest.removeFirst(path.count)
            } else {
                result.append(character)
                rest.removeFirst()
            }
        }
        return result
    }
}
