import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log's reference as it is compared: without the stretches in which it jumped, with the log's stamps and the
/// device's axes as far as that is wanted (`ReferenceTerms`).
struct ReferencePlacement: Sendable {
    /// The log with the reference.
    private(set) var recording: Recording
    /// What was found and changed.
    private(set) var warnings: [Warning] = []
    /// What was said of the reference.
    let terms: ReferenceTerms
    /// Mount and delay of the reference as the log has it; `nil` where the motion does not determine them, and where
    /// jumps were left out.
    private(set) var fit: ReferenceFit?

    /// - Parameters:
    ///   - recording: with its reference.
    ///   - axis: the axis of headings without an inclination.
    ///   - given: what the user says of it, in place of what the log says; `nil` where that is done.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError` (bad data) where the motion does not determine what is to be fitted.
    init(_ recording: Recording, axis: HeadingAxisChoice, given: ReferenceTerms?, place: String) throws {
        self.recording = recording
        var terms = recording.metadata.reference.overridden(by: given ?? ReferenceTerms())
        let isHeadings = recording.reference.isEmpty && !recording.referenceHeading.isEmpty
        if isHeadings {
            guard terms.parts == nil || terms.parts == .heading else { throw Self.headingsAlone(terms, place) }
            terms.parts = .heading
        }
        self.terms = terms
        guard !recording.reference.isEmpty || isHeadings, given != nil else { return }
        // What is applied here is not to be applied again to the result.
        self.recording.metadata.reference = ReferenceTerms(
            north: terms.parts == .inclination ? .arbitrary : terms.north, parts: terms.parts)
        guard !isHeadings else {
            try placeHeadings(axis, place)
            return
        }
        if !recording.referenceHeading.isEmpty {
            warnings.add(
                .referencePartial, place: place,
                "the reference has orientations and \(recording.referenceHeading.count) headings: errors are those against the "
                    + "orientations", advice: .referenceHeadings)
        }
        if let parts = terms.parts, parts != .orientation {
            warnings.add(
                .referencePartial, place: place,
                "the reference is one of the \(parts.rawValue) alone, and so are errors", advice: .referenceAsItIs)
        }
        let rate = recording.vectors(of: recording.rateSensor)
        // Headings that mean nothing do not turn as the gyroscope does.
        if terms.parts != .inclination { leaveOutJumps(rate, place) }
        defer { if terms.level == .fit { makeLevel(place) } }
        switch (terms.mount ?? .known, terms.delay ?? .seconds(0)) {
        case (.known, .seconds(let delay)):
            if delay != 0, let shift = LogTime.nanoseconds(seconds: delay) {
                self.recording.reference.times = self.recording.reference.times.map { $0 - shift }
            }
        case (let mount, let delay):
            try apply(rate, mount, delay, place)
        }
    }

    /// Headings alone: the log's own inclination stands under them.
    private mutating func placeHeadings(_ axis: HeadingAxisChoice, _ place: String) throws {
        guard terms.mount != .fit, terms.level != .fit else {
            throw SensorLabError(
                .usage, code: .referenceFit, place: "--reference-mount, --reference-level",
                message: "a reference of headings has no axes and no vertical to fit",
                advice: "a constant between it and the device is removed with --reference-north arbitrary")
        }
        let found = try ReferenceOfHeadings(recording, axis: axis, delay: terms.delay ?? .seconds(0), place: place)
        (recording.reference, recording.referenceHeading) = (found.orientations, found.headings)
        warnings.add(.referencePartial, place: place, found.text, advice: .referenceAsItIs)
        guard let late = found.fittedDelay else { return }
        warnings.add(
            .referenceFitted, place: place,
            "the reference is \(Self.text(late.magnitude, 2)) s \(late < 0 ? "early" : "late"), by the turns of its headings "
                + "and of the gyroscope: removed")
    }

    private static func headingsAlone(_ terms: ReferenceTerms, _ place: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .referenceFit, place: place,
            message: "reference-parts is '\(terms.parts?.rawValue ?? "")', but the reference has headings alone",
            advice: "leave --reference-parts out, or record the reference's orientation")
    }

    static func undetermined(_ place: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .referenceFit, place: place,
            message: "the gyroscope does not determine mount or delay of the reference: the log is too short, "
                + "hardly turns, or turns otherwise than the reference",
            advice: "give --reference-mount known and --reference-delay SECONDS")
    }

    private mutating func leaveOutJumps(_ rate: VectorStream, _ place: String) {
        fit = ReferenceFit(gyroscope: rate, reference: recording.reference, mount: .fit)
        guard let jumps = ReferenceJumps(recording.reference, gyroscope: rate, fit: fit) else { return }
        let seconds = jumps.stretches.reduce(0) { $0 + LogTime.seconds($1.upperBound - $1.lowerBound) }
        let first = jumps.stretches.first.map { ", the first at t = \(LogTime.text($0.lowerBound)) s" } ?? ""
        warnings.add(
            .referenceJumps, place: place,
            "the reference jumps otherwise than the gyroscope turns: \(jumps.stretches.count) stretch(es) of "
                + "\(Self.text(seconds, 1)) s in all\(first), are left out")
        (recording.reference, fit) = (jumps.kept, nil)
    }

    private mutating func apply(
        _ rate: VectorStream, _ mount: ReferenceMount, _ delay: ReferenceDelay, _ place: String
    ) throws {
        var known: Double?
        if case .seconds(let seconds) = delay { known = seconds }
        let clock = known == nil ? ReferenceClock(gyroscope: rate, reference: recording.reference) : nil
        let guess = clock.flatMap { $0.isShifted ? $0.delaySeconds : nil } ?? 0
        func fit(_ delay: Double?) -> ReferenceFit? {
            ReferenceFit(gyroscope: rate, reference: recording.reference, mount: mount, delay: delay, guess: guess)
        }
        // A delay that is wrong by a sample turns the mount by a degree: both are found, the known delay is applied.
        let found = known.flatMap { known in mount == .fit ? fit(nil)?.delayed(by: known) : nil } ?? fit(known)
        guard let found else { throw Self.undetermined(place) }
        recording.reference = found.applied(to: recording.reference)
        let parts = [mount == .fit ? found.mountText : nil, known == nil ? found.delayText : nil].compactMap { $0 }
        warnings.add(.referenceFitted, place: place, parts.joined(separator: "; ") + ": removed")
    }

    /// Turns the reference so that the mean specific force points up: accelerations cancel, since the device ends about
    /// as slow as it began.
    private mutating func makeLevel(_ place: String) {
        let (reference, force) = (recording.reference, recording.vectors(of: .accelerometer))
        var sum = Vector3.zero
        for (time, value) in zip(force.times, force.values) {
            guard let orientation = reference.value(near: time) else { continue }
            sum += orientation.rotate(value)
        }
        guard let up = sum.normalized else { return }
        let turn = Quaternion(from: up, to: Vector3(0, 0, 1))
        recording.reference.values = reference.values.map { turn * $0 }
        warnings.add(
            .referenceFitted, place: place,
            "the reference is tilted by \(Self.text(Angle.degrees(turn.rotationVector.length), 1)) degrees against the mean "
                + "force: removed")
    }

    static func text(_ value: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return "\((value * scale).rounded() / scale)"
    }
}

extension ReferenceFit {
    /// As text for messages.
    var delayText: String {
        "the reference is \(ReferencePlacement.text(delaySeconds.magnitude, 3)) s \(delaySeconds < 0 ? "early" : "late") "
            + "(sigma \(ReferencePlacement.text(delaySigma, 4)) s)"
    }

    /// As text for messages.
    var mountText: String {
        let axis = mount.rotationVector.normalized ?? .zero
        let shown = (0..<3).map { ReferencePlacement.text(axis[$0], 2) }.joined(separator: ", ")
        return
            "the body of the reference is turned by \(ReferencePlacement.text(Angle.degrees(mountAngle), 1)) "
            + "degrees about (\(shown)) in device axes (sigma \(ReferencePlacement.text(Angle.degrees(mountSigma), 2)) degrees)"
    }
}

extension PreparedLog {
    /// The warning that the log's reference disagrees with the gyroscope in time or axes, with the gain in a track's
    /// error; `nil` where there is none.
    /// - Parameter track: of the best filter, turned to the log's north.
    func doubtAboutReference(
        _ track: OrientationTrack, definition: ErrorDefinition, scored: ClosedRange<Int64>?
    ) -> Warning? {
        guard referenceTerms.parts ?? .orientation == .orientation else { return nil }
        let isOpen = referenceTerms.mount == nil && referenceTerms.delay == nil
        guard referenceTerms.mount == nil || referenceTerms.delay == nil, !recording.reference.isEmpty,
            let doubt = (isOpen ? referenceFit : nil)
                ?? ReferenceFit(
                    gyroscope: recording.vectors(of: recording.rateSensor), reference: recording.reference,
                    mount: referenceTerms.mount ?? .fit, delay: referenceTerms.delay == nil ? nil : 0)
        else { return nil }
        func error(_ reference: QuaternionStream) -> Double? {
            var log = recording
            log.reference = reference
            let scored = self.reference(definition, of: log, scored: scored)
            return TrackErrors(track: track, reference: scored, axis: headingAxis).accuracy?.totalRMSEDegrees
        }
        guard let before = error(recording.reference) else { return nil }
        let candidates: [(isFound: Bool, fit: ReferenceFit, text: String, words: String)] = [
            (doubt.isDelayed, doubt.withoutMount, doubt.delayText, "`--reference-delay fit`"),
            (
                doubt.isDelayed || doubt.isTurned, doubt,
                [doubt.isDelayed && doubt.delaySeconds.magnitude > 0.001 ? doubt.delayText : nil, doubt.mountText]
                    .compactMap { $0 }.joined(separator: "; "),
                "`--reference-delay fit --reference-mount fit`"
            ),
        ]
        var best: (error: Double, text: String, words: String)?
        for candidate in candidates where candidate.isFound {
            guard let after = error(candidate.fit.applied(to: recording.reference)),
                ActionSection.isGain(from: best?.error ?? before, to: after)
            else { continue }
            best = (after, candidate.text, candidate.words)
        }
        guard let best else { return nil }
        return Warning(
            .referenceDisagrees, place: name,
            "\(best.text), by the rates of the gyroscope; without it the total error of \(track.name) is "
                + "\(ReferencePlacement.text(best.error, 1)) instead of \(ReferencePlacement.text(before, 1)) degrees",
            advice: .referenceOptions(best.words))
    }
}
