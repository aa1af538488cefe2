import Rotations
import SensorModels
import Vocabulary

/// The unit of a raw magnetometer whose length fits several: a phone's 450 microtesla, most of them its own offset, are as
/// long as a field of 450 milligauss.
///
/// Three kinds of evidence, each of which leaves some of the units that the length allows. What all of them leave is the
/// unit; where they leave none they contradict each other.
struct FieldUnitEvidence {
    /// The units that are left, in the order of `LogUnit`.
    let units: [LogUnit]
    /// Each piece of evidence that left something out, as text for reports.
    let reasons: [String]
    /// Nothing but the steps between readings speaks: a filter or a finer sensor could have made them.
    let isByResolutionAlone: Bool

    /// - Parameters:
    ///   - plausible: the units that the length allows.
    ///   - hasPhoneStreams: the log has what only the interface of a phone (or a sensor hub that follows it) gives.
    ///   - hardIron: offset and field, where the log turned enough.
    init(
        _ field: VectorStream, plausible: [LogUnit], hasPhoneStreams: Bool, hardIron: HardIronEvidence?
    ) {
        var (left, reasons) = (plausible, [String]())
        if hasPhoneStreams {
            left.removeAll { $0 != .microtesla }
            reasons.append("gravity or linear acceleration beside it: a phone's interface, which gives uT")
        }
        if let hardIron, hardIron.isFirm {
            left.removeAll { unit in
                let range = unit == .normalised ? 0.8...1.3 : Self.earth
                return !range.contains(hardIron.radius * unit.factor)
            }
            reasons.append("\(hardIron.text) is \(MagnitudeEvidence.shown(hardIron.radius)) long")
        }
        // A device's own field would make lengths that change as it turns.
        if Self.isOfOneLength(field), Self.isTurned(field) {
            left.removeAll { unit in
                let median = MagnitudeEvidence.medianLength(field) ?? 0
                return !(unit == .normalised ? 0.7...1.5 : Self.earth).contains(median * unit.factor)
            }
            reasons.append("all its readings are about equally long, though it turned")
        }
        // The Earth has no field of one gauss.
        if left.contains(.normalised), Self.isOfOneLength(field) {
            left = [.normalised]
            reasons.append("all its readings are about one unit long")
        }
        isByResolutionAlone = reasons.isEmpty
        switch Resolution(field) {
        case .whole:
            // A phone's interface gives floating-point numbers.
            left.removeAll { $0 == .microtesla }
            reasons.append("its readings are whole numbers")
        case .fine:
            // A board's scaled readings have fine steps too: where the length is the Earth's in milligauss this decides nothing.
            let isEarth = MagnitudeEvidence.medianLength(field).map {
                Self.measured.contains($0 * LogUnit.milligauss.factor)
            }
            if isEarth == true, isByResolutionAlone || left == [.milligauss] { break }
            left.removeAll { $0 == .milligauss }
            reasons.append("its steps are fractions of a unit, finer than sensors of milligauss")
        case .coarse: break
        }
        (units, self.reasons) = (left, reasons)
    }

    /// The Earth's field is 22 to 67 microtesla; a fit errs by some ten per cent.
    static let earth = 18.0...75.0
    /// Without a fit, microtesla.
    private static let measured = 22.0...75.0
    /// Sensors that nobody scaled, cars and steel included, microtesla.
    static let conceivable = 8.0...150.0

    /// Whether all readings are about equally long, as only a field without offset is that turned, or one that did not.
    private static func isOfOneLength(_ field: VectorStream) -> Bool {
        let lengths = field.values.map(\.length).sorted()
        return Percentile.of(sorted: lengths, 0.9) < 1.15 * Percentile.of(sorted: lengths, 0.1)
    }

    /// Whether the readings point into many directions.
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
            // often, less where it was scaled or smoothed.
            let steps: [Double] = axes.compactMap { values in
                let sorted = Set(values).sorted()
                let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.sorted()
                return steps.isEmpty ? nil : Percentile.of(sorted: steps, 0.25)
            }
            self = Percentile.upperMedian(steps).map { $0 < 0.35 } == true ? .fine : .coarse
        }
    }
}
