import Foundation
import OrientationFilters
import Recordings
import SensorModels
import Smoothing

/// The choices of an analysis that a command for the same log repeats.
struct CommandChoices {
    /// How the log is read, its place and date, heading axis and north: each option with its value.
    var given: [[String]] = []
    /// The calibration.
    var calibration: CalibrationChoice = .auto
    /// What errors are measured against.
    var reference: ReferenceChoice = .log
    /// What was said of that reference.
    var terms = ReferenceTerms()
}

extension CommandChoices {
    /// Those of some options.
    init(_ options: AnalysisOptions) {
        self.init(
            given: options.given, calibration: options.calibration, reference: options.reference,
            terms: options.referenceTerms)
    }
}

/// The command lines of actions, quoted for a shell.
struct ActionCommands {
    /// The log.
    let path: String
    let choices: CommandChoices

    /// `analyze` of the log, with its calibration and reference.
    /// - Parameters:
    ///   - names: options that the command gives itself.
    ///   - part: seconds of the log's clock; `nil` for the part that was analysed.
    func analyze(without names: Set<String> = [], part: ClosedRange<Double>? = nil) -> String {
        let limits = Self.limits(part?.lowerBound, part?.upperBound)
        return line(
            ["analyze"], without: names.union(limits.map(\.[0])), limits.joined() + reference(of: "analyze"))
    }

    /// `compare`, which prints the errors of filters on the log.
    /// - Parameters:
    ///   - names: the filters.
    ///   - filter: the one whose parameters may differ from its defaults.
    ///   - start, end: of a part, seconds of the log's clock; `nil` for that of the log.
    ///   - files: calibrations to apply beside the log's.
    func compare(
        _ names: [String], _ filter: FilterSection, from start: Double? = nil, to end: Double? = nil,
        calibrations files: [String] = []
    ) -> String {
        let limits = Self.limits(start, end)
        return line(
            ["compare"], without: Set(limits.map(\.[0])),
            limits.joined() + ["--filters", names.joined(separator: ",")] + Self.settings(filter)
                + choices.calibration.words(adding: files) + reference(of: "compare"))
    }

    /// Fits the heading offset of a filter before an instant, and measures the rest of the log with it.
    func headingOffset(of filter: FilterSection, split: Double) -> String {
        let fit = line(
            ["calibrate", "heading"], without: ["--to"],
            ["--to", Self.seconds(split), "--filter", filter.name] + Self.settings(filter)
                + choices.calibration.words() + reference(of: "calibrate heading")
                + ["--out", ActionSection.headingFile])
        return fit + " && "
            + compare([filter.name], filter, from: split, calibrations: [ActionSection.headingFile])
    }

    /// Measures the log by sightings; place and date are asked for where the log has none.
    func sightings(isPlaceKnown: Bool, isDateKnown: Bool) -> String {
        let hasPlace = isPlaceKnown || choices.given.contains { $0[0].hasPrefix("--place") }
        let hasDate = isDateKnown || choices.given.contains { $0[0].hasPrefix("--date") }
        return line(
            ["calibrate", "heading"],
            (hasPlace ? [] : ["--place", "LAT,LON"]) + (hasDate ? [] : ["--date", "YYYY-MM-DD"])
                + choices.calibration.words() + ["--sightings", "SIGHTINGS.csv"])
    }

    /// The deviation curve of the log, as a card.
    func deviation() -> String {
        line(["deviation"], choices.calibration.words() + reference(of: "deviation") + ["--card", "card.svg"])
    }

    private func line(_ verb: [String], without names: Set<String> = [], _ more: [String]) -> String {
        let kept = choices.given.filter { words in
            !names.contains(words[0].split(separator: "=").first.map(String.init) ?? "")
        }
        return (["sensorlab"] + verb + ([path] + kept.joined() + more).map(Self.quoted)).joined(separator: " ")
    }

    /// Which verbs can replace the reference: `deviation` measures against the log's own alone, `calibrate heading`
    /// reads one from a file.
    private func reference(of verb: String) -> [String] {
        let terms = ["analyze", "compare"].contains(verb) ? choices.terms.words : []
        return switch (choices.reference, verb) {
        case (.log, _), (_, "deviation"), (.deviceAttitude, "calibrate heading"): terms
        case (.deviceAttitude, _): ["--device-attitude"] + terms
        case (.file(let path), _): ["--reference", path] + terms
        }
    }

    /// The parameters of a filter that differ from its defaults.
    private static func settings(_ filter: FilterSection) -> [String] {
        let changes = EstimatorCatalogue.entry(named: filter.name)?.changes(in: filter.parameters) ?? [:]
        return changes.sorted { $0.key < $1.key }.flatMap { ["--set", "\(filter.name).\($0.key)=\($0.value)"] }
    }

    private static func limits(_ start: Double?, _ end: Double?) -> [[String]] {
        [start.map { ["--from", seconds($0)] }, end.map { ["--to", seconds($0)] }].compactMap { $0 }
    }

    private static func seconds(_ value: Double) -> String { String(format: "%.1f", value) }

    /// A word, quoted for a shell.
    private static func quoted(_ word: String) -> String {
        let plain = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+,:@%=".unicodeScalars.contains($0)
        }
        guard !plain || word.isEmpty else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
