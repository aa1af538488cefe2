import Analysis
import ArgumentParser

/// The reference that errors are measured against, in place of the log's own.
struct ReferenceOptions: ParsableArguments {
    @Option(
        help: "File with the reference orientation (ref_qw..ref_qz or qw..qz) in the log's clock.",
        completion: .file())
    var reference: String?
    @Flag(help: "Use the device's own attitude as the reference.")
    var deviceAttitude = false

    func validate() throws {
        if reference != nil && deviceAttitude {
            throw ValidationError("--reference and --device-attitude: expected one of the two")
        }
    }

    var choice: ReferenceChoice { deviceAttitude ? .deviceAttitude : reference.map { .file($0) } ?? .log }
}
