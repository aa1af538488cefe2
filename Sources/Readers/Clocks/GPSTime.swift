/// The time of the Global Positioning System: weeks since 1980-01-06, without leap seconds.
enum GPSTime {
    /// The first Unix second of each difference GPS - UTC, with the difference (IERS Bulletin C).
    private static let leapSeconds: [(from: Double, seconds: Double)] = [
        (1_483_228_800, 18), (1_435_708_800, 17), (1_341_100_800, 16), (1_230_768_000, 15), (1_136_073_600, 14),
        (915_148_800, 13),
    ]

    /// Unix seconds (UTC) of a week and the milliseconds in it.
    static func unixSeconds(week: Double, milliseconds: Double) -> Double {
        let seconds = 315_964_800 + week * 604_800 + milliseconds / 1000
        return seconds - (leapSeconds.first { seconds - $0.seconds >= $0.from }?.seconds ?? 12)
    }
}
