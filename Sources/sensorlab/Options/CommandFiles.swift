import ArgumentParser
import Files

/// The files that the words of a command name: what it writes must be neither what it reads nor written twice.
///
/// Found by the types of the options, so that a new verb is covered: an output is an `OutputPath`, an input an
/// `InputArgument` or a text behind no option, such as a log. Any other text is a name, even if a file has that name.
struct CommandFiles {
    private(set) var outputs: [(option: String, path: String)] = []
    private(set) var inputs: [String] = []

    init(_ command: any ParsableArguments) {
        for declared in command.declaredOptions {
            switch declared.wrapper {
            case let option as Option<OutputPath>: outputs.append((declared.name, option.wrappedValue.path))
            case let option as Option<OutputPath?>:
                if let path = option.wrappedValue?.path { outputs.append((declared.name, path)) }
            case let option as any InputOption: inputs += option.inputs
            case let argument as Argument<String>: inputs.append(argument.wrappedValue)
            case let argument as Argument<[String]>: inputs += argument.wrappedValue
            default: break
            }
        }
    }

    /// Protects the inputs from everything that is written, and refuses two outputs of one name.
    /// - Parameter replaced: inputs that the command may replace because that is what it is asked for.
    /// - Throws: `SensorLabError` (cannot create) for an output that is an input; a usage error for two outputs of one
    ///   name.
    func protect(replaced: [String] = []) throws {
        let inputs = inputs.filter { !replaced.contains($0) }
        ReadFiles.protect(inputs)
        var names: [FileIdentity: String] = [:]
        var isPrinted: String?
        for (option, path) in outputs {
            if ReadFiles.contains(path) { throw ReadFiles.refusal(of: path, option: option) }
            if path == "-" {
                if let other = isPrinted {
                    throw ValidationError(
                        "\(other) and \(option): both name standard output; give a file to one of them")
                }
                isPrinted = option
            }
            guard let identity = FileIdentity(path: path) else { continue }
            if let other = names.updateValue(option, forKey: identity) {
                throw ValidationError("\(other) and \(option): both name the file \(path); give two files")
            }
        }
    }
}

/// An option that may name files to read.
private protocol InputOption {
    var inputs: [String] { get }
}

extension Option: InputOption where Value: InputArgument {
    fileprivate var inputs: [String] { wrappedValue.inputs }
}

extension Argument: InputOption where Value: InputArgument {
    fileprivate var inputs: [String] { wrappedValue.inputs }
}
