import Foundation
import LibFuzzer

/// Gives the bytes of libFuzzer to one target, whose name is in the environment variable `FUZZ_TARGET`: `make fuzz`.
///
///     Fuzzer list                               the targets' names
///     FUZZ_TARGET=zip Fuzzer seeds FOLDER       writes the target's first inputs
///     FUZZ_TARGET=zip Fuzzer FOLDER -runs=1000  options of libFuzzer, see `-help=1`
///
/// The name is no argument because libFuzzer starts the program anew with its own arguments.
@main
struct Fuzzer {
    /// The chosen target; ends the program where there is none of that name.
    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            FileHandle.standardError.write(
                Data(
                    "FUZZ_TARGET=\(name): expected one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))\n".utf8)
            )
            exit(64)
        }
        return target
    }()

    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "list": for target in FuzzTarget.all { print(target.name, target.maxLength) }
        case "seeds": try writeSeeds(to: CommandLine.arguments.dropFirst(2).first ?? ".")
        default:
            var count = CommandLine.argc
            var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
            _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
                Fuzzer.target.test(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            }
        }
    }

    private static func writeSeeds(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, seed) in try target.seeds().enumerated() where !seed.isEmpty {
            try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
        }
    }
}

/// libFuzzer's hook for mutations: a mutation of the target's kind, or libFuzzer's own of the bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: CUnsignedInt) -> Int {
    var random = MutationRandom(seed: UInt64(seed))
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    // Bytes without structure are inputs too.
    guard random.below(4) > 0, let changed = Fuzzer.target.mutation.apply(to: bytes, &random), changed.count <= capacity
    else { return LLVMFuzzerMutate(data, size, capacity) }
    for (index, byte) in changed.enumerated() { data[index] = byte }
    return changed.count
}
