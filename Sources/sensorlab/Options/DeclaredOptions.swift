import ArgumentParser

/// An option, a flag or an argument of a command, found by reflection, so that its declaration is the only place that
/// names it. Options have the names that the parser makes of their properties.
struct DeclaredOption {
    /// `--places-out` for the property `placesOut`.
    let name: String
    /// Its property wrapper, such as `Option<Int>`.
    let wrapper: Any

    /// - Parameter label: of the wrapper's storage, such as `_placesOut`.
    fileprivate init(label: String, wrapper: Any) {
        name = "--" + label.drop { $0 == "_" }.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
        self.wrapper = wrapper
    }
}

extension ParsableArguments {
    /// The options of a command or group and of the groups in it, in the order of their declaration.
    var declaredOptions: [DeclaredOption] {
        Mirror(reflecting: self).children.flatMap { label, value in
            (value as? any ArgumentGroup)?.arguments.declaredOptions
                ?? [DeclaredOption(label: label ?? "", wrapper: value)]
        }
    }

    /// Whether the command, or a group of its options, was given `--quiet`.
    var isQuiet: Bool {
        declaredOptions.contains { $0.name == "--quiet" && ($0.wrapper as? Flag<Bool>)?.wrappedValue == true }
    }
}

/// The options of some groups that are on the command line.
struct GivenOptions {
    /// Each with its value, as it was written, in the order of the command line.
    let words: [[String]]
    /// Their names, in the order of their declaration.
    let names: [String]

    init(of groups: any ParsableArguments...) {
        let declared = groups.flatMap(\.declaredOptions)
        var found: [(name: String, words: [String])] = []
        var rest = CommandLine.arguments.dropFirst()
        while let word = rest.popFirst(), word != "--" {
            let name = String(word.prefix { $0 != "=" })
            guard let option = declared.first(where: { $0.name == name }) else { continue }
            let value = name == word && option.wrapper is any ValueOption ? rest.popFirst() : nil
            found.append((name, [word] + [value].compactMap { $0 }))
        }
        words = found.map(\.words)
        names = declared.map(\.name).filter { name in found.contains { $0.name == name } }
    }
}

/// An option that is followed by a value.
private protocol ValueOption {}

extension Option: ValueOption {}

/// A group of options, whatever they are.
private protocol ArgumentGroup {
    var arguments: any ParsableArguments { get }
}

extension OptionGroup: ArgumentGroup {
    fileprivate var arguments: any ParsableArguments { wrappedValue }
}
