import Vocabulary

/// A fuzz target: an entry point of the program for untrusted bytes.
struct FuzzTarget: Sendable {
    let name: String
    /// The largest input, bytes; longer ones are slow and find nothing more.
    let maxLength: Int
    /// How inputs are changed.
    let mutation: Mutation
    /// The first inputs, made by the project's own writers, and real files where `SENSORLAB_SHARED` has them.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Reads an input; may throw `SensorLabError` and must not trap.
    private let run: @Sendable (_ bytes: [UInt8]) throws -> Void

    init(
        _ name: String, maxLength: Int = 1 << 14, mutation: Mutation, seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable (_ bytes: [UInt8]) throws -> Void
    ) {
        (self.name, self.maxLength, self.mutation, self.seeds, self.run) = (name, maxLength, mutation, seeds, run)
    }

    static let all = readers + cuts + containers + streams + files + server + pipeline

    /// Runs an input. Any error but a `SensorLabError` with a message is a finding.
    func test(_ bytes: [UInt8]) {
        do {
            try run(bytes)
        } catch let error as SensorLabError {
            require(!error.message.isEmpty, "an error without a message: \(error.code)")
        } catch {
            fatalError("finding: not an error of the tool: \(error)")
        }
    }
}

/// Ends the process, which libFuzzer takes for a finding.
func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { fatalError("finding: " + message()) }
}
