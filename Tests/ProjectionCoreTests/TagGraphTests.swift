import JSON
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite struct TagGraphTests {
    private func graph(_ text: String) throws -> TagGraph { try TagGraph(parsing: Array(text.utf8), name: "tags.csv") }

    private static let table =
        "tag,parent\npizzeria,restaurant\npizzeria,italian\nrestaurant,food\nitalian,food\nbar,food\n"

    @Test func descendants() throws {
        let graph = try graph(Self.table)
        #expect(graph.family(of: "restaurant") == ["restaurant", "pizzeria"])
        // A diamond: the pizzeria is reached by two ways and is there once.
        #expect(graph.family(of: "food") == ["food", "restaurant", "italian", "bar", "pizzeria"])
        #expect(graph.family(of: "pizzeria") == ["pizzeria"] && graph.family(of: "none") == ["none"])
        let json = try self.graph(
            #"{"pizzeria": ["restaurant", "italian"], "restaurant": "food", "italian": "food", "bar": "food"}"#)
        #expect(json.tags == graph.tags)
        for tag in graph.tags { #expect(Set(json.family(of: tag)) == Set(graph.family(of: tag))) }
    }

    @Test func cycles() throws {
        let graph = try graph("tag,parent\na,b\nb,c\nc,a\nd,d\n")
        for tag in ["a", "b", "c"] { #expect(Set(graph.family(of: tag)) == ["a", "b", "c"]) }
        #expect(graph.family(of: "d") == ["d"])
    }

    @Test func expressions() throws {
        let graph = try graph(Self.table)
        func holds(_ expression: String, _ tags: [String]) throws -> Bool {
            try CategoryExpression(parsing: expression).widened(by: graph).matches(tags)
        }
        #expect(try holds("restaurant", ["pizzeria"]) && !holds("restaurant", ["bar"]))
        #expect(try holds("food AND NOT italian", ["bar"]) && !holds("food AND NOT italian", ["pizzeria", "open"]))
        #expect(try holds("italian AND open", ["open", "pizzeria"]) && !holds("italian AND open", ["pizzeria"]))
        #expect(try holds("museum OR food", ["restaurant"]))
        // What is stored is the text of the wide expression.
        let wide = try CategoryExpression(parsing: "NOT restaurant").widened(by: graph)
        #expect(try CategoryExpression(parsing: wide.description) == wide)
        #expect(try CategoryExpression(parsing: "food AND (a OR NOT b)").names == ["food", "a", "b"])
    }

    @Test(arguments: [
        ("tag;parent\na\n", "line 2"), ("a,b\n", "tag,parent"), ("[1]", "an object"),
        ("{\"a\": 1}", "the parents of a"),
        ("{\"a\": [", "line 1"), ("tag,parent\na,\n", "line 2"), ("", "tag,parent"),
    ])
    func badGraphs(text: String, words: String) {
        #expect { try graph(text) } throws: { error in
            let error = error as? SensorLabError
            return error?.kind == .badData && "\(error?.place ?? "") \(error?.message ?? "")".contains(words)
        }
    }
}
