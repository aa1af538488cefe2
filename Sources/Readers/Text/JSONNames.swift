/// Names of members inside of other members' objects.
enum JSONNames {
    /// Both, but for names that say nothing of what is in them: `{"acc": {"values": {"x": 1}}}` has an `acc x`.
    static func joined(_ outer: String, _ own: String) -> String {
        outer.isEmpty || isVague(outer) ? own : isVague(own) ? outer : outer + " " + own
    }

    /// Of three numbers below a name.
    static func axis(_ axis: String, of name: String) -> String {
        let name = withoutAxes(name)
        return name.isEmpty || isVague(name) ? axis : name + " " + axis
    }

    /// `accel_xyz` says that three numbers follow.
    private static func withoutAxes(_ name: String) -> String {
        guard name.lowercased().hasSuffix("xyz") else { return name }
        let rest = name.dropLast(3)
        return String(rest.last.map { $0.isLetter || $0.isNumber } == false ? rest.dropLast() : rest)
    }

    private static func isVague(_ name: String) -> Bool {
        ["values", "value", "data", "reading", "readings", "payload"].contains(name.lowercased())
    }
}
