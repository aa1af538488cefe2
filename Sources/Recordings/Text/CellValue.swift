/// What a numeric cell of a table holds: a number, or a NaN whose payload says why there is none.
///
/// One comparison (`isFinite`) tells numbers from all the rest, so that the reason costs nothing where all is well.
enum CellValue {
    /// The cell is empty.
    static let missing = Double(nan: 1, signaling: false)
    /// The cell holds text that is no number.
    static let unreadable = Double(nan: 2, signaling: false)
    /// The cell says NaN, null, infinity or the like.
    static let notANumber = Double(nan: 3, signaling: false)

    static func isMissing(_ value: Double) -> Bool { value.bitPattern == missing.bitPattern }
    static func isUnreadable(_ value: Double) -> Bool { value.bitPattern == unreadable.bitPattern }
}
