import Vocabulary

/// Limits how far the compressed files of one log may expand, so that a file of a megabyte cannot fill the memory.
///
/// Text of sensors expands about tenfold. The first 256 MiB are not checked for the ratio; beyond it a log may expand
/// to 100 times its size, and to 4 GiB in all, unless the user allows more.
package final class ExpansionLimit {
    /// Bytes, unless the user gives a limit.
    static let usual = 4 << 30
    private static let unsuspected = 256 << 20
    private static let largestRatio = 100

    private let most: Int
    private let isGiven: Bool
    private var stored = 0
    private var expanded = 0

    /// - Parameter bytes: the user's limit; `nil` for the usual limits.
    package init(bytes: Int? = nil) {
        most = bytes ?? Self.usual
        isGiven = bytes != nil
    }

    /// A limit of the same size for bytes that do not count, such as those that are read to recognise a format.
    package var fresh: ExpansionLimit { ExpansionLimit(bytes: isGiven ? most : nil) }

    /// Counts a piece.
    /// - Throws: `SensorLabError` (bad data) beyond a limit.
    func count(stored newStored: Int, expanded newExpanded: Int, of name: String) throws {
        stored += newStored
        expanded += newExpanded
        if expanded > most {
            throw Self.error(name, "it expands to more than \(most >> 20) MiB, the most that is read")
        }
        if !isGiven, expanded > Self.unsuspected, expanded / Self.largestRatio > stored {
            throw Self.error(
                name,
                "\(stored) bytes of it expand to \(expanded) bytes, more than \(Self.largestRatio) times, expected a log"
            )
        }
    }

    private static func error(_ name: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .tooLarge, place: name, message: message,
            advice: "if it is a log, raise the limit with --expand-limit GIB")
    }
}
