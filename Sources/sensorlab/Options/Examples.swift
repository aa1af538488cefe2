import ArgumentParser

extension CommandConfiguration {
    /// A command whose help ends with examples: what most users type, the simplest first.
    init(
        commandName: String, abstract: String, discussion: String = "", examples: [String],
        subcommands: [any ParsableCommand.Type] = []
    ) {
        let commands = "Examples:\n" + examples.map { "  " + $0 }.joined(separator: "\n")
        self.init(
            commandName: commandName, abstract: abstract,
            discussion: discussion.isEmpty ? commands : discussion + "\n\n" + commands, subcommands: subcommands)
    }
}
