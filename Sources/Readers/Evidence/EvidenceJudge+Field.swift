import Rotations
import SensorModels
import Vocabulary

/// The unit of a raw magnetometer, by its length and by the field about its offset.
extension EvidenceJudge {
    /// Compares the field about a firm offset with the Earth's.
    /// - Throws: `SensorLabError` (bad data) where it is not the Earth's in the stated unit, but in another one: with
    ///   the offset, the length fitted both.
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

    /// The unit of a raw magnetometer whose length fits several units.
    mutating func fieldUnit(
        _ stream: VectorStream, _ length: MagnitudeEvidence
    ) throws -> StreamClaim.Statement<LogUnit>? {
        let evidence = FieldUnitEvidence(
            stream, plausible: length.plausible,
            hasPhoneStreams: hasPhoneStreams, hardIron: hardIron())
        let choices = length.plausible.map(\.rawValue).joined(separator: " or ")
        let reasons = evidence.reasons.joined(separator: "; ")
        // Beside an accelerometer in counts, whole numbers are counts too.
        let isCounted =
            stream.isWhole && assumptions.countsPerUnit(of: .accelerometer) != nil && hardIron()?.isFirm != true
        guard evidence.units.count == 1, !evidence.reasons.isEmpty, !isCounted else {
            guard !without.contains(.magnetometer) else { return nil }
            let likely = evidence.units.isEmpty ? length.plausible : evidence.units
            throw undecided(
                .magnetometer,
                "its \(length.text) fits \(choices)"
                    + (isCounted
                        ? ", but its whole numbers are counts, as the accelerometer's are"
                        : reasons.isEmpty ? "" : ", which does not decide between them: \(reasons)"),
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
                advice: .fieldUnit)
        }
        return .init(value: unit, by: "\(length.text) fits \(choices); \(reasons)")
    }

    /// The Earth's field with the error of a fit, microtesla; counts of a chip that are read as milligauss may lie just
    /// outside.
    private static let wholeField = 20.0...70

    /// Lengths of an undisturbed field in gauss: the Earth's, with a margin for steel.
    private static let gauss = 0.2...0.75
    /// A shorter field is not the Earth's in microtesla, and in gauss only within `gauss`: boards print readings in any
    /// scale.
    private static let shortest = 15.0

    /// Whether the field is not the Earth's in the only unit that its length allows, and the user excludes the sensor.
    /// - Throws: `SensorLabError` (bad data) where the user does not.
    mutating func isTooShort(_ stream: VectorStream, _ unit: LogUnit, _ length: MagnitudeEvidence) throws
        -> Bool
    {
        guard let median = MagnitudeEvidence.medianLength(stream), median < Self.shortest, median >= 0.01,
            unit == .gauss || unit == .microtesla, unit == .microtesla || !Self.gauss.contains(median),
            !(unit == .microtesla && hasPhoneStreams), hardIron()?.isFirm != true
        else { return false }
        // A car's steel attenuates the field.
        if unit == .microtesla, FieldUnitEvidence.conceivable.contains(median) {
            warn(
                .unitByResolution,
                "the magnetometer is taken as uT since its \(length.text) fits nothing else; the Earth's field is 25 to 65 uT "
                    + "long: steel or an offset may have taken the rest, or it may be in the sensor's own counts",
                advice: .fieldUnit)
            return false
        }
        guard !without.contains(.magnetometer) else { return true }
        // Above 2 gauss the device's own field would be several times the Earth's.
        let likely: [LogUnit] = median > 2 ? [.normalised, .microtesla, .gauss] : [.gauss, .normalised]
        throw undecided(
            .magnetometer,
            "its \(length.text) does not fit the Earth's field of 0.25 to 0.65 gauss or 25 to 65 uT: it may have an "
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

    /// Warns of whole numbers that are milligauss or nanotesla by their length, but may be a chip's counts.
    private mutating func warnOfCounts(_ stream: VectorStream, _ unit: LogUnit, _ length: MagnitudeEvidence) {
        guard unit == .milligauss || unit == .nanotesla, stream.isWhole else { return }
        warn(
            .unitByResolution,
            "the magnetometer's whole numbers are taken as \(unit.rawValue) by their \(length.text); if they are the sensor's own counts, "
                + "directions are the same and strengths are not",
            advice: .fieldUnit)
    }

    mutating func hardIron() -> HardIronEvidence? {
        if let known = knownHardIron { return known }
        let found = HardIronEvidence.found(in: recording.magnetometer, rate: recording.gyroscope)
        knownHardIron = .some(found)
        return found
    }

    /// - Parameter candidates: the likeliest units, for the advice.
    func undecided(_ sensor: SensorKind, _ finding: String, _ candidates: [LogUnit]) -> SensorLabError {
        let options = candidates.map { "--assume \(sensor.rawValue)=\($0.rawValue)" }.joined(separator: " or ")
        return SensorLabError(
            .badData, code: .unknownUnit, place: name,
            message: "the unit of the \(sensor.rawValue) is not known: the log does not give it, and \(finding)",
            advice: "give \(options), or leave it out: --without \(sensor.rawValue)")
    }
}

/// The unit of a raw magnetometer whose length fits several: a phone's 450 microtesla, most of them offset, are as long
/// as a field of 450 milligauss.
///
/// Three kinds of evidence each exclude some of the units that the length allows. The rest is the unit; where nothing
/// is left, they contradict each other.
struct FieldUnitEvidence {
    /// The units that are left, in the order of `LogUnit`.
    let units: [LogUnit]
    /// The evidence that excluded a unit, as text for reports.
    let reasons: [String]
    /// Whether only the steps between readings decide: a filter or a finer sensor could have made them.
    let isByResolutionAlone: Bool

    /// - Parameters:
    ///   - plausible: the units that the length allows.
    ///   - hasPhoneStreams: the log has streams that only the API of a phone (or a sensor hub that follows it) gives.
    ///   - hardIron: offset and field, where the log turned enough.
    init(
        _ field: VectorStream, plausible: [LogUnit], hasPhoneStreams: Bool, hardIron: HardIronEvidence?
    ) {
        var (left, reasons) = (plausible, [String]())
        if hasPhoneStreams {
            left.removeAll { $0 != .microtesla }
            reasons.append("the log has gravity or linear acceleration too: a phone's interface, which gives uT")
        }
        if let hardIron, hardIron.isFirm {
            left.removeAll { unit in
                let range = unit == .normalised ? 0.8...1.3 : Self.earth
                return !range.contains(hardIron.radius * unit.factor)
            }
            reasons.append("\(hardIron.text) is \(MagnitudeEvidence.shown(hardIron.radius)) long")
        }
        // A device's own field would make the length vary as it turns.
        if Self.isOfOneLength(field), Self.isTurned(field) {
            left.removeAll { unit in
                let median = MagnitudeEvidence.medianLength(field) ?? 0
                return !(unit == .normalised ? 0.7...1.5 : Self.earth).contains(median * unit.factor)
            }
            reasons.append("all its readings have about the same length, though it turned")
        }
        // The Earth has no field of one gauss.
        if left.contains(.normalised), Self.isOfOneLength(field) {
            left = [.normalised]
            reasons.append("all its readings have a length of about 1")
        }
        isByResolutionAlone = reasons.isEmpty
        switch Resolution(field) {
        case .whole:
            // A phone's API gives floating-point numbers.
            left.removeAll { $0 == .microtesla }
            reasons.append("its readings are whole numbers")
        case .fine:
            // A board's scaled readings have fine steps too: no evidence where the length is the Earth's in milligauss.
            let isEarth = MagnitudeEvidence.medianLength(field).map {
                Self.measured.contains($0 * LogUnit.milligauss.factor)
            }
            if isEarth == true, isByResolutionAlone || left == [.milligauss] { break }
            left.removeAll { $0 == .milligauss }
            reasons.append("its steps are fractions of a unit, finer than those of sensors in milligauss")
        case .coarse: break
        }
        (units, self.reasons) = (left, reasons)
    }

    /// The Earth's field, 22 to 67 microtesla, with a fit's error of some ten per cent.
    static let earth = 18.0...75.0
    /// The Earth's field without a fit, microtesla.
    private static let measured = 22.0...75.0
    /// The field of unscaled sensors, also in cars and near steel, microtesla.
    static let conceivable = 8.0...150.0

    /// Whether all readings have about the same length: a field without offset that turned, or a device that did not
    /// turn.
    private static func isOfOneLength(_ field: VectorStream) -> Bool {
        let lengths = field.values.map(\.length).sorted()
        return Percentile.of(sorted: lengths, 0.9) < 1.15 * Percentile.of(sorted: lengths, 0.1)
    }

    /// Whether the readings point in many directions.
    private static func isTurned(_ field: VectorStream) -> Bool {
        let directions = field.sampledValues().compactMap(\.normalized)
        return (directions.reduce(.zero, +) / Double(max(1, directions.count))).length < 0.7
    }

    /// The steps between a sensor's readings.
    private enum Resolution {
        case whole, fine, coarse

        init(_ field: VectorStream) {
            let readings = field.sampledValues()
            guard readings.count >= 50 else {
                self = .coarse
                return
            }
            if field.isWhole {
                self = .whole
                return
            }
            let axes = (0..<3).map { axis in readings.map { $0[axis] } }
            // The lower quartile of the distances between neighbouring values: the sensor's step where it was crossed
            // often, less where readings were scaled or smoothed.
            let steps: [Double] = axes.compactMap { values in
                let sorted = Set(values).sorted()
                let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.sorted()
                return steps.isEmpty ? nil : Percentile.of(sorted: steps, 0.25)
            }
            self = Percentile.upperMedian(steps).map { $0 < 0.35 } == true ? .fine : .coarse
        }
    }
}
