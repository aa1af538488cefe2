import ArgumentParser
import Reporting

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a report in another format.",
        subcommands: [ExportNotebookCommand.self])
}

struct ExportNotebookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notebook",
        abstract: "Write a Jupyter notebook that loads a report or a comparison and starts an analysis of its own.",
        discussion:
            "The notebook contains its figures and can be read without running it. Running it needs pandas and matplotlib."
    )

    @Argument(help: "Folder written by analyze or compare, or the JSON file of compare.", completion: .file())
    var report: String
    @Option(help: "Folder of the notebook (default: notebooks-export).") var out: OutputPath?
    @Flag(help: "Print no message.") var quiet = false

    func run() throws {
        let path = try NotebookWriter.write(report: report, to: out?.path ?? "notebooks-export")
        Terminal.say("notebook: \(path)", quiet: quiet)
    }
}
