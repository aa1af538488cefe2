import Rotations
import SensorModels
import Vocabulary

/// The unit of a raw magnetometer, by its length and by the field about its offset.
extension EvidenceJudge {
    /// The field about a firm offset is none that a place has in the unit that the log states, and the Earth's in another one.
    /// - Throws: `SensorLabError` (bad data) then: with the offset, the length fitted both.
    mutating func compareField(_ said: StreamClaim.Statement<LogUnit>) throws {
        guard claims[.magnetometer]?.isCalibrated != true, said.value != .normalised, let hardIron = hardIron(),
            hardIron.isFirm, !FieldUnitEvidence.conceivable.contains(hardIron.radius * said.value.factor)
        else { return }
        let fitting = LogUnit.units(of: .field).filter {
            $0 != .normalised && FieldUnitEvidence.earth.contains(hardIron.radius * $0.factor)
        }
        guard fitting.count == 1 else { return }
        _ = try compared(
            said, of: .magnetometer, with: fitting,
            by: "\(hardIron.text), \(MagnitudeEvidence.shown(hardIron.radius)) long,")
    }

    /// The unit of a raw magnetometer whose length fits several.
    mutating func fieldUnit(
        _ stream: VectorStream, _ length: MagnitudeEvidence
    ) throws -> StreamClaim.Statement<LogUnit>? {
        let evidence = FieldUnitEvidence(
            stream, plausible: length.plausible,
            hasPhoneStreams: hasPhoneStreams, hardIron: hardIron())
        let choices = length.plausible.map(\.rawValue).joined(separator: " or ")
        let reasons = evidence.reasons.joined(separator: "; ")
        // Beside an accelerometer in counts whole numbers are counts, too.
        let isCounted =
            stream.isWhole && assumptions.countsPerUnit(of: .accelerometer) != nil && hardIron()?.isFirm != true
        guard evidence.units.count == 1, !evidence.reasons.isEmpty, !isCounted else {
            guard !without.contains(.magnetometer) else { return nil }
            let likely = evidence.units.isEmpty ? length.plausible : evidence.units
            throw undecided(
                .magnetometer,
                "its \(length.text) fits \(choices)"
                    + (isCounted
                        ? ", but its whole numbers beside an accelerometer in counts are counts, too"
                        : reasons.isEmpty ? "" : ", and this does not decide it: \(reasons)"),
                isCounted ? [.normalised] + likely : likely)
        }
        let unit = evidence.units[0]
        if stream.isWhole, let hardIron = hardIron(), hardIron.isFirm,
            !Self.wholeField.contains(hardIron.radius * unit.factor)
        {
            guard !without.contains(.magnetometer) else { return nil }
            throw undecided(
                .magnetometer,
                "in \(unit.rawValue) \(hardIron.text) would be \(MagnitudeEvidence.shown(hardIron.radius * unit.factor)) uT, which "
                    + "no place on Earth has: its whole numbers may be the sensor's own counts", [.normalised])
        }
        if !evidence.isByResolutionAlone { warnOfCounts(stream, unit, length) }
        if evidence.isByResolutionAlone {
            warn(
                .unitByResolution,
                "the magnetometer is taken as \(unit.rawValue) since \(reasons); its \(length.text) fits \(choices), and "
                    + "nothing else decides it",
                "if it is wrong, give --assume magnetometer=UNIT")
        }
        return .init(value: unit, by: "\(length.text) fits \(choices); \(reasons)")
    }

    /// The Earth's field with the error of a fit, microtesla: counts of a chip that are read as milligauss may be next to it.
    private static let wholeField = 20.0...70

    /// Lengths of a field in gauss that nothing added to: the Earth's, and some more for steel.
    private static let gauss = 0.2...0.75
    /// A shorter field is not the Earth's in microtesla, and not in gauss but for `gauss`: boards print what they like.
    private static let shortest = 15.0

    /// Whether a field is as long as none of the Earth in the only unit that its length allows, and the user does without it.
    /// - Throws: `SensorLabError` (bad data) where the user does not.
    mutating func isTooShort(_ stream: VectorStream, _ unit: LogUnit, _ length: MagnitudeEvidence) throws
        -> Bool
    {
        guard let median = MagnitudeEvidence.medianLength(stream), median < Self.shortest, median >= 0.01,
            unit == .gauss || unit == .microtesla, unit == .microtesla || !Self.gauss.contains(median),
            !(unit == .microtesla && hasPhoneStreams), hardIron()?.isFirm != true
        else { return false }
        // In a car's steel some of the field is left.
        if unit == .microtesla, FieldUnitEvidence.conceivable.contains(median) {
            warn(
                .unitByResolution,
                "the magnetometer is taken as uT since its \(length.text) fits nothing else; the Earth's field is 25 to 65 uT "
                    + "long: steel or an offset may have taken the rest, or it may be in the sensor's own counts",
                "if it is wrong, give --assume magnetometer=UNIT, or a.u. for directions alone")
            return false
        }
        guard !without.contains(.magnetometer) else { return true }
        // Above 2 gauss an own field would be several times the Earth's.
        let likely: [LogUnit] = median > 2 ? [.normalised, .microtesla, .gauss] : [.gauss, .normalised]
        throw undecided(
            .magnetometer,
            "its \(length.text) is that of no field of the Earth, which is 0.25 to 0.65 gauss or 25 to 65 uT long: it may have an "
                + "offset, or be in the sensor's own counts", likely)
    }

    /// Readings in the sensor's own counts may be as long as a field in some unit.
    /// - Throws: `SensorLabError` (bad data) where the field about a fitted offset is not the Earth's in that unit.
    mutating func doubtCounts(_ stream: VectorStream, _ unit: LogUnit, _ length: MagnitudeEvidence) throws {
        if let hardIron = hardIron(), hardIron.isFirm, unit != .normalised,
            !FieldUnitEvidence.conceivable.contains(hardIron.radius * unit.factor)
        {
            guard !without.contains(.magnetometer) else { return }
            let microtesla = MagnitudeEvidence.shown(hardIron.radius * unit.factor)
            throw undecided(
                .magnetometer,
                "its \(length.text) fits \(unit.rawValue) alone, but \(hardIron.text) would be \(microtesla) uT: "
                    + "it may be in the sensor's own counts", [.normalised])
        }
        if stream.isWhole, unit == .milligauss || unit == .nanotesla, hardIron()?.isFirm != true,
            let median = MagnitudeEvidence.medianLength(stream), !Self.wholeField.contains(median * unit.factor),
            !without.contains(.magnetometer)
        {
            throw undecided(
                .magnetometer,
                "its whole numbers would be \(MagnitudeEvidence.shown(median * unit.factor)) uT in \(unit.rawValue), which no place on "
                    + "Earth has: it may have an offset, or be in the sensor's own counts", [.normalised, unit])
        }
        warnOfCounts(stream, unit, length)
    }

    /// Whole numbers are milligauss or nanotesla by their length, or a chip's counts of nearly as much.
    private mutating func warnOfCounts(_ stream: VectorStream, _ unit: LogUnit, _ length: MagnitudeEvidence) {
        guard unit == .milligauss || unit == .nanotesla, stream.isWhole else { return }
        warn(
            .unitByResolution,
            "the magnetometer's whole numbers are taken as \(unit.rawValue) by their \(length.text); if they are the sensor's own counts, "
                + "directions are the same and strengths are not",
            "give the unit, such as --assume magnetometer=uT/10 for ten counts per microtesla, or --assume magnetometer=a.u."
        )
    }

    mutating func hardIron() -> HardIronEvidence? {
        if let known = knownHardIron { return known }
        let found = HardIronEvidence.found(in: recording.magnetometer, rate: recording.gyroscope)
        knownHardIron = .some(found)
        return found
    }
}
