import CSensorLab
import Foundation
import Vocabulary

/// Where a function of the C interface puts its error.
public typealias ErrorResult = UnsafeMutablePointer<OpaquePointer?>?
/// Where a function of the C interface puts a handle.
public typealias HandleResult = UnsafeMutablePointer<OpaquePointer?>?

/// An error as C sees it: its status and its texts.
struct CError {
    let status: Int32
    let code: CText
    let place: CText
    let message: CText
    let advice: CText

    init(_ error: SensorLabError) {
        status = error.kind.rawValue
        code = CText(error.code.rawValue.utf8)
        place = CText(Self.argument(error.place).utf8)
        message = CText(error.message.utf8)
        advice = CText(error.advice.utf8)
    }

    /// The place of an error without the command line: `filter "klaman"` for `--filter klaman`.
    private static func argument(_ place: String) -> String {
        guard place.hasPrefix("--") else { return place }
        let words = place.dropFirst(2).split(separator: " ", maxSplits: 1)
        guard let option = words.first else { return place }
        let name = option == "set" ? "parameter" : String(option)
        return words.count > 1 ? "\(name) \"\(words[1])\"" : name
    }
}

/// Does the work of one function: what it throws becomes its status, and the error where the caller asked for one.
func call(_ result: ErrorResult, _ work: () throws -> Void) -> sensorlab_status {
    result?.pointee = nil
    do {
        try work()
        return sensorlab_status(SENSORLAB_OK)
    } catch {
        let own =
            error as? SensorLabError
            ?? SensorLabError(.inputOutput, code: .unexpected, message: error.localizedDescription)
        result?.pointee = Handle.make(CError(own))
        return own.kind.rawValue
    }
}

/// Checks of the arguments of C functions.
enum Argument {
    /// What a pointer points to.
    /// - Throws: usage for NULL.
    static func needed<Pointer>(_ pointer: Pointer?, _ name: StaticString) throws(SensorLabError) -> Pointer {
        guard let pointer else { throw refused(name, "found NULL, expected a pointer", "pass the address of a value") }
        return pointer
    }

    /// The text at a pointer.
    /// - Throws: usage for NULL and for bytes that are no UTF-8.
    static func text(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(SensorLabError) -> String {
        guard let text = String(validatingCString: try needed(pointer, name)) else {
            throw refused(name, "the bytes are not UTF-8", "pass UTF-8 with a zero at its end")
        }
        return text
    }

    /// The text at a pointer; `nil` for NULL.
    /// - Throws: usage for bytes that are no UTF-8.
    static func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(SensorLabError) -> String? {
        pointer == nil ? nil : try text(pointer, name)
    }

    /// The elements of an array that the caller owns.
    /// - Throws: usage for a count beyond `SENSORLAB_MOST_SAMPLES`, and for NULL with a count above 0.
    static func elements<Element>(
        _ pointer: UnsafePointer<Element>?, count: Int, _ name: StaticString
    ) throws(SensorLabError) -> UnsafeBufferPointer<Element> {
        try check(count: count, name)
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: try needed(pointer, name), count: count)
    }

    /// An array of the caller to be written to; checks and errors as for `elements`.
    static func room<Element>(
        _ pointer: UnsafeMutablePointer<Element>?, count: Int, _ name: StaticString
    ) throws(SensorLabError) -> UnsafeMutableBufferPointer<Element> {
        UnsafeMutableBufferPointer(mutating: try elements(UnsafePointer(pointer), count: count, name))
    }

    /// - Throws: usage for a negative count (an unsigned one beyond half of the range) and for one that no array has.
    static func check(count: Int, _ name: StaticString) throws(SensorLabError) {
        guard count >= 0, count <= Int(SENSORLAB_MOST_SAMPLES) else {
            throw SensorLabError(
                .usage, code: .tooManySamples, place: "\(name)",
                message: "found the count \(UInt(bitPattern: count)), expected at most \(SENSORLAB_MOST_SAMPLES)",
                advice: "pass the number of elements; pass more of them in parts")
        }
    }

    /// A changes-by-name array as a dictionary.
    /// - Throws: usage for NULL, and for a name that occurs twice.
    static func parameters(
        _ pointer: UnsafePointer<sensorlab_parameter>?, count: Int
    ) throws(SensorLabError) -> [String: Double] {
        var values: [String: Double] = [:]
        for parameter in try elements(pointer, count: count, "parameters") {
            let name = try text(parameter.name, "parameters.name")
            guard values.updateValue(parameter.value, forKey: name) == nil else {
                throw SensorLabError(
                    .usage, code: .parameterTwice, place: name, message: "the parameter is given twice",
                    advice: "give it once")
            }
        }
        return values
    }

    /// An argument that does not fit.
    static func refused(_ name: StaticString, _ message: String, _ advice: String) -> SensorLabError {
        SensorLabError(.usage, code: .illegalArgument, place: "\(name)", message: message, advice: advice)
    }
}

/// Zero-terminated bytes outside of Swift's memory, for callers that keep the pointer.
final class CText {
    /// The first byte.
    let bytes: UnsafePointer<CChar>
    /// How many there are, without the zero.
    let count: Int

    /// A copy of bytes.
    init(_ content: some Collection<UInt8>) {
        count = content.count
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        for (index, byte) in content.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[count] = 0
        bytes = UnsafePointer(copy)
    }

    deinit { bytes.deallocate() }
}

/// A value behind an opaque pointer of the C interface: the caller owns it until `free`.
final class Handle<Value> {
    /// What the functions read and change.
    var value: Value

    private init(_ value: Value) { self.value = value }

    /// A new pointer, owned by the caller.
    static func make(_ value: Value) -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
    }

    /// The handle of a pointer that `make` gave.
    static func at(_ pointer: OpaquePointer) -> Handle {
        Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Releases a pointer; NULL is allowed.
    static func free(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
