import Judge
import Recordings
import SensorModels
import Vocabulary

/// The unit of every stream, by the posterior and one margin rule.
extension EvidenceJudge {
    /// A unit, rad/s or m/s^2 or microtesla in one reading, and who says so.
    fileprivate struct Decision {
        var unit: LogUnit
        var factor: Double
        var by: String
    }

    /// Terms that a better reason than theirs is looked for: they hold for most logs.
    private static let generalTerms: Set<Term> = [.name, .baseRate, .unit, .family]

    /// Scales these sensors to m/s^2, rad/s and microtesla; units that are asked for are in `questions`.
    mutating func decideUnits(_ quantities: [LogUnit.Quantity]) {
        for sensor in SensorKind.allCases {
            guard let quantity = LogUnit.Quantity(of: sensor), quantities.contains(quantity),
                !recording.vectors(of: sensor).isEmpty
            else { continue }
            let found: Decision?
            do throws(SensorLabError) {
                found = try decision(sensor, quantity)
            } catch {
                questions.append(error)
                found = nil
            }
            guard let found else {
                recording = recording.without(sensor)
                continue
            }
            units[sensor] = .init(value: found.unit, by: found.by)
            scale(sensor, by: found.factor)
            if found.unit == .normalised { warn(.normalisedField, RawLog.withoutUnit(sensor)) }
        }
    }

    /// Multiplies a stream, and notes the factor.
    mutating func scale(_ sensor: SensorKind, by factor: Double) {
        guard let path = Recording.vectorPath(of: sensor) else { return }
        recording[keyPath: path].scale(by: factor)
        factors[sensor, default: 1] *= factor
    }

    /// `nil` for a sensor that is left out.
    private mutating func decision(
        _ sensor: SensorKind, _ quantity: LogUnit.Quantity
    ) throws(SensorLabError) -> Decision? {
        let claim = claims[sensor]
        let marginal = marginal(of: sensor)
        if let unit = assumptions.unit(of: sensor) {
            warnOfMisfit(sensor, unit.rawValue, "--assume", marginal)
            return Decision(
                unit: unit, factor: unit.factor / (assumptions.countsPerUnit(of: sensor) ?? 1), by: "--assume")
        }
        // Counts of an unknown number and a unit of its own are one thing.
        if let said = claim?.unit, said.value == .normalised {
            return Decision(unit: .normalised, factor: 1, by: said.by)
        }
        guard let marginal, let kind = kind(of: sensor) else {
            let unit = claim?.unit?.value ?? quantity.unit
            return Decision(
                unit: unit, factor: (claim?.scale?.factor ?? 1) * unit.factor,
                by: claim?.unit?.by ?? "all readings are zero, so any unit fits")
        }
        let found = marginal.units(of: kind)
        guard let best = found.first else {
            throw question(sensor, quantity, [], marginal)
        }
        let isStated = claim?.unit != nil && judged.stated(origin(of: sensor)).contains { $0.isAbout(best.unit) }
        let margin = Margin(best.probability)
        if var decision = Decision(best.unit, sensor) {
            let reason = marginal.ofUnit.reason(beside: Self.generalTerms)
            decision.by = reason
            if isStated, let said = claim?.unit {
                decision.by = margin == .use && reason != said.by ? "\(said.by); \(reason)" : said.by
                if margin == .use {
                    warnOfMisfit(sensor, best.unit.symbol, said.by, marginal)
                } else if !marginal.ofUnit.objection.isEmpty {
                    warnOfUnit(sensor, found, marginal.ofUnit.objection, claim, isAsSaid: true)
                }
                return decision
            }
            if quantity == .rate, claim?.unit == nil, margin == .ask, !without.contains(sensor),
                let standing = standingClock()
            {
                throw standing
            }
            // No filter needs linear acceleration: it is not asked about.
            let isEnough =
                claim?.unit != nil || claim?.unread != nil
                ? margin == .use : margin != .ask || kind == .linearAcceleration && best.probability > 0.5
            if isEnough {
                if margin != .use || claim?.unit != nil || claim?.unread != nil || best.unit.isCounted {
                    warnOfUnit(sensor, found, reason, claim)
                }
                warnOfMisfit(sensor, best.unit.symbol, "the likeliest unit", marginal)
                return decision
            }
        } else if isStated, claim?.unit?.value == .normalised {
            return Decision(unit: .normalised, factor: 1, by: claim?.unit?.by ?? "")
        }
        guard !without.contains(sensor), !(sensor == .gyroscopeCorrected && without.contains(.gyroscope)) else {
            return nil
        }
        guard sensor != .linearAcceleration else {
            // No filter needs it.
            warn(
                .unitUndecided, "the \(sensor.rawValue) is left out: its unit is not known (\(shares(found)))",
                advice: .unit(of: sensor.rawValue, as: quantity.unit.rawValue))
            return nil
        }
        throw question(sensor, quantity, found, marginal)
    }

    /// - Parameter isAsSaid: the log states the unit.
    private mutating func warnOfUnit(
        _ sensor: SensorKind, _ found: [(unit: ReadingUnit, probability: Double)], _ reason: String,
        _ claim: StreamClaim?, isAsSaid: Bool = false
    ) {
        let best = found[0]
        let said = claim?.unit.flatMap { said in found.first { $0.unit.symbol == said.value.rawValue } }
        let other = [said].compactMap { $0 } + found
        let offered = other.first { $0.unit != best.unit && isOffered($0.unit, of: sensor) }?.unit.symbol
        let advice = Advice.otherUnit(of: sensor.rawValue, as: offered ?? "UNIT")
        if isAsSaid {
            warn(
                .unitUndecided,
                "the \(sensor.rawValue) is read as \(best.unit.symbol), as \(claim?.unit?.by ?? "the log") says, but that is "
                    + "\(Margin.shown(best.probability)) probable: \(reason)",
                advice: advice)
            return
        }
        let statement =
            claim?.unit.map { "\($0.by) says \($0.value.rawValue), but the" }
            ?? claim?.unread.map { "\($0.by) says \"\(HeaderLine.shown($0.value))\", which is no unit here; the" }
            ?? "the"
        warn(
            .unitUndecided,
            "\(statement) \(sensor.rawValue) is taken to be in \(best.unit.symbol), which is \(Margin.shown(best.probability)) probable: "
                + reason,
            advice: advice)
    }

    /// Whether a unit may be offered.
    private func isOffered(_ unit: ReadingUnit, of sensor: SensorKind) -> Bool {
        guard LogUnit.counted(unit.symbol, of: sensor) != nil, let kind = kind(of: sensor) else { return false }
        return judged.isOffered(unit, of: origin(of: sensor), as: kind)
    }

    /// Warns of a unit by the user or the log in which the readings are too long or too short; they are read in it.
    private mutating func warnOfMisfit(_ sensor: SensorKind, _ unit: String, _ by: String, _ marginal: Marginal?) {
        guard let misfit = marginal?.misfit else { return }
        warn(
            .unitUndecided,
            "the \(sensor.rawValue) is read as \(unit) (\(by)), but its readings do not fit that: \(misfit)",
            advice: .countsPerUnit(of: sensor.rawValue))
    }

    private func shares(_ found: [(unit: ReadingUnit, probability: Double)]) -> String {
        found.prefix(2).filter { $0.probability >= 0.01 }
            .map { "\($0.unit.symbol) \(Margin.shown($0.probability))" }.joined(separator: ", ")
    }

    /// Whether readings are whole numbers that a chip of 16 bits does not count to.
    private func isBeyondCounts(_ sensor: SensorKind) -> Bool {
        let axes = recording.vectors(of: sensor).values.flatMap { [$0.x, $0.y, $0.z] }
        return axes.allSatisfy { $0 == $0.rounded() } && axes.contains { $0.magnitude > 32_768 }
    }

    /// The question for a unit: the two best, with their reasons and the option for each.
    private func question(
        _ sensor: SensorKind, _ quantity: LogUnit.Quantity, _ found: [(unit: ReadingUnit, probability: Double)],
        _ marginal: Marginal
    ) -> SensorLabError {
        let claim = claims[sensor]
        let said =
            claim?.unit.map { "\($0.by) says \($0.value.rawValue)" }
            ?? claim?.unread.map { "\($0.by) says \"\(HeaderLine.shown($0.value))\"" } ?? "the log does not give it"
        let likely = found.filter { $0.probability >= 0.01 && isOffered($0.unit, of: sensor) }.prefix(2).map(
            \.unit.symbol)
        let example =
            switch quantity {
            case .acceleration: "g/COUNTS with the counts per g (16384 for a range of 2 g in 16 bits)"
            case .rate: "deg/s/COUNTS with the counts per deg/s (131 for a range of 250 deg/s in 16 bits)"
            case .field:
                "uT/COUNTS with the counts per microtesla"
                    + (likely.contains(LogUnit.normalised.rawValue)
                        ? "" : ", or --assume \(sensor.rawValue)=a.u. for directions alone")
            }
        let options = likely.map { "--assume \(sensor.rawValue)=\($0)" }
        let isCounts =
            found.isEmpty
            || found.contains { ($0.unit.factor == nil || $0.unit.isCounted) && $0.probability >= 0.02 }
        return SensorLabError(
            .badData, code: claim?.unit == nil ? .unknownUnit : .contradiction, place: name,
            message: "the unit of the \(sensor.rawValue) is not known: \(said); most probable: \(shares(found)) "
                + marginal.ofUnit.reasons(beside: Self.generalTerms),
            advice: (isBeyondCounts(sensor)
                ? "export the log again if a spreadsheet took its decimal points for separators of thousands; else give "
                : "give ")
                + (options + (isCounts || options.isEmpty ? ["--assume \(sensor.rawValue)=\(example)"] : []))
                .joined(separator: " or ") + ", or leave it out: --without \(sensor.rawValue)")
    }
}

extension EvidenceJudge.Decision {
    /// `nil` for counts of an unknown number per unit.
    fileprivate init?(_ unit: ReadingUnit, _ sensor: SensorKind) {
        if unit.symbol == ReadingUnit.normalised {
            self.init(unit: .normalised, factor: 1, by: "")
        } else if let factor = unit.factor, let (known, _) = LogUnit.counted(unit.symbol, of: sensor) {
            self.init(unit: known, factor: factor, by: "")
        } else {
            return nil
        }
    }
}

extension SensorLabError {
    /// All questions as one; `nil` for none.
    static func all(_ questions: [SensorLabError]) -> SensorLabError? {
        guard var error = questions.first else { return nil }
        error.message = questions.map(\.message).joined(separator: "; ")
        error.advice = questions.map(\.advice).joined(separator: "; and ")
        return error
    }
}
