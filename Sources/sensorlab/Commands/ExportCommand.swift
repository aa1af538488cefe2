import ArgumentParser
import Reporting

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "A report in another form.",
        subcommands: [ExportNotebookCommand.self])
}

struct ExportNotebookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notebook",
        abstract: "A Jupyter notebook that loads a report or a comparison and shows how to go on from there.",
        discussion: "It reads well before it is run: the pictures are in it. Running it needs pandas and matplotlib.")

    @Argument(help: "The folder that analyze or compare wrote, or the JSON of compare.", completion: .file())
    var report: String
    @Option(help: "Folder of the notebook (default: notebooks-export).") var out: OutputPath?
    @Flag(help: "No message.") var quiet = false

    func run() throws {
        let path = try NotebookWriter.write(report: report, to: out?.path ?? "notebooks-export")
        Terminal.say("notebook: \(path)", quiet: quiet)
    }
}
