/// Names of members inside of other members' objects.
enum JSONNames {
    /// Both, but for names that say nothing of what is in them: `{"acc": {"values": {"x": 1}}}` has an `acc x`.
    static func joined(_ outer: String, _ own: String) -> String {
        outer.isEmpty || isVague(outer) ? own : isVague(own) ? outer : outer + " " + own
    }

    /// Of three numbers below a name.
    static func axis(_ axis: String, of name: String) -> String {
        name.isEmpty || isVague(name) ? axis : name + " " + axis
    }

    private static func isVague(_ name: String) -> Bool {
        ["values", "value", "data", "reading", "readings", "payload"].contains(name.lowercased())
    }
}
