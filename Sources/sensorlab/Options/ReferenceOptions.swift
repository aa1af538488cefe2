import Analysis
import ArgumentParser

/// What errors are measured against, where the log has nothing (or something else is wanted).
struct ReferenceOptions: ParsableArguments {
    @Option(
        help: "A file with the reference orientation (ref_qw..ref_qz or qw..qz) in the log's clock.",
        completion: .file())
    var reference: String?
    @Flag(help: "The device's own attitude is the reference.")
    var deviceAttitude = false

    func validate() throws {
        if reference != nil && deviceAttitude {
            throw ValidationError("--reference and --device-attitude: expected one of the two")
        }
    }

    var choice: ReferenceChoice { deviceAttitude ? .deviceAttitude : reference.map { .file($0) } ?? .log }
}
