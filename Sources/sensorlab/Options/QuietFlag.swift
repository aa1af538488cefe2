import ArgumentParser

extension ParsableArguments {
    /// Whether the command, or a group of its options, was given `--quiet`.
    var isQuiet: Bool {
        Mirror(reflecting: self).children.contains { child in
            switch child.value {
            case let flag as Flag<Bool>: child.label == "_quiet" && flag.wrappedValue
            case let group as any ArgumentGroup: group.arguments.isQuiet
            default: false
            }
        }
    }
}
