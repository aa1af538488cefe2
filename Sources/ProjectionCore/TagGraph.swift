#if !hasFeature(Embedded)
    import JSON
    import Vocabulary

    /// Which tags are kinds of other tags: a pizzeria is a restaurant, a restaurant is a place to eat.
    ///
    /// A tag may have several parents, and cycles do no harm. An expression of categories that is widened by the graph
    /// holds for all descendants of the tags in it, under AND, OR and NOT alike.
    public struct TagGraph: Sendable, Hashable {
        /// The children of each tag, without repetitions, in the order of the file.
        private var children: [String: [String]] = [:]
        /// All tags, parents and children.
        public private(set) var tags: Set<String> = []

        /// From pairs of a tag and its parent.
        public init(_ pairs: [(tag: String, parent: String)]) {
            for (tag, parent) in pairs {
                tags.formUnion([tag, parent])
                if !(children[parent, default: []].contains(tag)) { children[parent, default: []].append(tag) }
            }
        }

        /// Reads a file.
        /// - Throws: `SensorLabError`: no input, input/output, bad data as `init(parsing:name:)`.
        public init(path: String) throws(SensorLabError) {
            try self.init(parsing: FileBytes.read(path, kind: "graph of tags"), name: path)
        }

        /// From a file's content: CSV with the header `tag,parent`, a row per parent, or JSON, an object that has a
        /// parent or a list of parents for each tag.
        ///
        /// - Parameters:
        ///   - bytes: the file's content, UTF-8.
        ///   - name: the file's name in messages.
        /// - Throws: `SensorLabError` (bad data) with the line for what is neither.
        public init(parsing bytes: [UInt8], name: String) throws(SensorLabError) {
            let start = bytes.first { $0 > 32 && $0 < 128 }
            if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
                try self.init(json: JSONValue(parsing: bytes, name: name), name: name)
            } else {
                self.init(try Self.rows(bytes, name))
            }
        }

        /// From an object that has a parent or a list of parents for each tag.
        /// - Throws: `SensorLabError` (bad data) for anything else.
        public init(json: JSONValue, name: String) throws(SensorLabError) {
            guard let members = json.object else { throw Self.bad(name, "expected an object, a tag to its parents") }
            var pairs: [(tag: String, parent: String)] = []
            for (tag, value) in members.sorted(by: { $0.key < $1.key }) {
                let parents = value.array ?? [value]
                for parent in parents {
                    guard let parent = parent.string, !parent.isEmpty else {
                        throw Self.bad(name, "the parents of \(tag): expected a name or a list of names")
                    }
                    pairs.append((tag, parent))
                }
            }
            self.init(pairs)
        }

        private static func rows(_ bytes: [UInt8], _ name: String) throws(SensorLabError) -> [(
            tag: String, parent: String
        )] {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw bad(name, "no UTF-8 text") }
            let separator: Character = text.prefix { !$0.isNewline }.contains(";") ? ";" : ","
            let (records, openQuote) = CSVRecord.list(text, separator: separator)
            if let openQuote { throw bad("\(name), line \(openQuote)", "a quotation mark has no end") }
            guard let header = records.first?.cells.map({ $0.lowercased() }), let tag = header.firstIndex(of: "tag"),
                let parent = header.firstIndex(of: "parent")
            else { throw bad(name, "expected a table with the header tag,parent, or a JSON object") }
            var pairs: [(tag: String, parent: String)] = []
            for record in records.dropFirst() {
                guard record.cells.count == header.count, !record.cells[tag].isEmpty, !record.cells[parent].isEmpty
                else { throw bad("\(name), line \(record.line)", "expected a tag and its parent") }
                pairs.append((record.cells[tag], record.cells[parent]))
            }
            return pairs
        }

        private static func bad(_ place: String, _ message: String) -> SensorLabError {
            SensorLabError(
                .badData, code: .badPlaces, place: place, message: message,
                advice: "docs/guide/project.md shows a graph of tags")
        }

        /// A tag and all its descendants, the tag first, each once.
        public func family(of tag: String) -> [String] {
            var found = [tag]
            var seen: Set = [tag]
            var next = 0
            while next < found.count {
                for child in children[found[next]] ?? [] where seen.insert(child).inserted { found.append(child) }
                next += 1
            }
            return found
        }
    }

    extension CategoryExpression {
        /// The expression in which every name stands for the tag and all its descendants.
        public func widened(by graph: TagGraph) -> CategoryExpression {
            switch self {
            case .name(let name):
                let family = graph.family(of: name)
                return family.count == 1 ? self : .any(family.map { .name($0) })
            case .not(let part): return .not(part.widened(by: graph))
            case .all(let parts): return .all(parts.map { $0.widened(by: graph) })
            case .any(let parts): return .any(parts.map { $0.widened(by: graph) })
            }
        }

        /// The names in it, in their order.
        public var names: [String] {
            switch self {
            case .name(let name): [name]
            case .not(let part): part.names
            case .all(let parts), .any(let parts): parts.flatMap(\.names)
            }
        }
    }
#endif
