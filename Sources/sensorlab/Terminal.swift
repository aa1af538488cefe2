import Figures
import Files
import Foundation
import Vocabulary

/// Output: messages to standard error, data to standard output.
enum Terminal {
    static func error(_ message: String) {
        let mark = style(of: STDERR_FILENO).failure("error:")
        write("sensorlab: \(mark) \(RelativePaths.applied(to: PlainText.oneLine(message)))\n", to: .standardError)
    }

    /// Shows warnings, the gravest first, those that several logs share once.
    static func warn(_ warnings: [Warning], quiet: Bool) {
        guard !quiet else { return }
        for warning in warnings.merged {
            let mark = style(of: STDERR_FILENO).caution(warning.code.severity == .note ? "note:" : "warning:")
            let line = RelativePaths.applied(to: PlainText.oneLine("\(warning.text); \(warning.advice)"))
            write("sensorlab: \(mark) \(line) [\(warning.code)]\n", to: .standardError)
        }
    }

    /// Writes a message to standard error.
    static func say(_ message: String, quiet: Bool = false) {
        guard !quiet else { return }
        write(RelativePaths.applied(to: message) + "\n", to: .standardError)
    }

    /// Writes a command for GitHub's runner to standard error; every other line that begins as one is changed.
    static func command(_ line: String) {
        write(Data((RelativePaths.applied(to: line) + "\n").utf8), to: .standardError)
    }

    /// Writes text for people to standard output: lines of at most 80 columns, paths relative to the working directory
    /// where that is shorter; of control sequences only the tool's styles stay.
    static func output(_ text: String) {
        put(Data(PlainText.withoutCommands(PlainText.fitted(RelativePaths.applied(to: PlainText.visible(text)))).utf8))
    }

    /// Writes data to standard output; on a terminal, without control sequences.
    static func output(_ data: Data) {
        guard isatty(STDOUT_FILENO) == 1 else { return put(data) }
        put(Data(PlainText.visible(String(decoding: data, as: UTF8.self), keepsStyles: false).utf8))
    }

    /// Writes a value as JSON, else as text, to standard output.
    static func output(
        _ value: some Encodable, asJSON: Bool, quiet: Bool = false, _ text: @autoclosure () -> String
    ) throws {
        if asJSON { output(try JSONText.data(value)) } else if !quiet { output(text()) }
    }

    /// Writes to standard output; a failure, such as a full disk, ends the program.
    private static func put(_ data: Data) {
        clearFoot()
        do {
            try OutputFile.writeToStandardOutput(data)
        } catch {
            UnfinishedFiles.discard()
            Terminal.error("\(error)")
            Foundation.exit(SensorLabError.Kind.inputOutput.rawValue)
        }
    }

    /// Rows for standard output; on a terminal, without control sequences.
    static func shown(_ rows: [UInt8]) -> [UInt8] {
        guard isatty(STDOUT_FILENO) == 1 else { return rows }
        let lines = String(decoding: rows, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.map { PlainText.oneLine(String($0)) }.joined(separator: "\n").utf8)
    }

    /// The style of text on standard output: colour only on a terminal.
    static var outputStyle: TextStyle { style(of: STDOUT_FILENO) }

    /// Whether messages go to a terminal that can redraw a line.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 && canMoveCursor }

    /// Shows a line below the messages until the next one, or until it is cleared.
    /// - Parameter line: made for a number of columns.
    static func showFoot(_ line: (_ width: Int) -> String) {
        let text = line(columns - 1)
        lock.withLock {
            hasFoot = true
            put(Data("\r\u{1B}[K\(text)".utf8), to: .standardError)
        }
    }

    /// Clears that line.
    static func clearFoot() { lock.withLock { eraseFoot() } }

    /// The same before exiting, when a hanging write must not block.
    static func abandonFoot() { if lock.try() { eraseFoot() } }

    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var hasFoot = false

    private static var canMoveCursor: Bool {
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        return !name.isEmpty && name != "dumb"
    }

    /// Colours on a terminal, unless NO_COLOR is set to anything (https://no-color.org).
    private static func style(of descriptor: Int32) -> TextStyle {
        let refusal = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
        return isatty(descriptor) == 1 && canMoveCursor && refusal.isEmpty ? .terminal : .plain
    }

    /// The terminal's width; 80 if unknown.
    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Messages are lines for other programs, except on a terminal, which would break them inside words.
    private static func write(_ text: String, to handle: FileHandle) {
        let text = isatty(handle.fileDescriptor) == 1 ? PlainText.fitted(text) : text
        write(Data(PlainText.withoutCommands(text).utf8), to: handle)
    }

    private static func write(_ data: Data, to handle: FileHandle) {
        clearFoot()
        put(data, to: handle)
    }

    private static func eraseFoot() {
        guard hasFoot else { return }
        hasFoot = false
        put(Data("\r\u{1B}[K".utf8), to: .standardError)
    }

    private static func put(_ data: Data, to handle: FileHandle) {
        // A closed pipe (`sensorlab ... | head`) is not an error.
        try? handle.write(contentsOf: data)
    }
}

/// Text in a column.
enum TextCell {
    static func left(_ text: String, _ width: Int) -> String {
        text.padding(toLength: width, withPad: " ", startingAt: 0)
    }

    /// At least one blank before the text.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
