/// Samples of one stream that were left out on reading, by reason, and stamps that are odd.
struct StreamDamage: Sendable, Equatable {
    /// A cell says NaN, null or infinity.
    var notANumber = Finding()
    /// A cell holds text that is no number.
    var unreadable = Finding()
    /// Some cells of the sample are empty, others not.
    var incomplete = Finding()
    /// The numbers make no sense together.
    var invalid = Finding()
    /// The stamp is earlier than the one before it.
    var backwards = Finding()
    /// Samples left out so that no stamp is earlier than the one before it.
    var outOfOrder = 0
    /// The stamp equals the one before it (kept).
    var equalStamps = Finding()

    /// Samples that were left out.
    var dropped: Int { notANumber.count + unreadable.count + incomplete.count + invalid.count + outOfOrder }
}
