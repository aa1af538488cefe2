/// How far a compass can be trusted at a place, by the horizontal intensity H there.
///
/// The limits are those of the WMM Technical Report (NOAA/NCEI and BGS, doi 10.25923/prbc-s316).
public enum CompassZone: String, Sendable, CaseIterable {
    /// H of at least 6,000 nT.
    case normal
    /// H of at least 2,000 but less than 6,000 nT: a compass may be in error.
    case caution
    /// H below 2,000 nT: a compass is not to be used.
    case blackout

    /// The zone of a horizontal intensity in nT.
    @inlinable
    public init(horizontalIntensity h: Double) {
        self = h >= 6000 ? .normal : h >= 2000 ? .caution : .blackout
    }
}
