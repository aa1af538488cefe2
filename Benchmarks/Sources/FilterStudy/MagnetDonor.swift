import Foundation
import Rotations
import SensorModels
import Vocabulary

/// The magnets of one recording, to be put beside the device of another: in the earth frame, what the field was beside
/// its own median, at the same time after the start of the log.
///
/// An undisturbed recording of one phone and motion so becomes a disturbed one with the magnets that really passed
/// another phone. The reference says where the device's axes were; where it is missing in either recording, there is no
/// magnet.
struct MagnetDonor {
    private var field = VectorStream()

    init(_ donor: StudyRecording) {
        let start = donor.input.gyroscope.times.first ?? 0
        let pose = ReferencePose(donor)
        for (time, value) in zip(donor.input.magnetometer.times, donor.input.magnetometer.values) {
            if let q = pose.known(at: time) { field.append(q.rotate(value), at: time - start) }
        }
        func median(_ values: [Double]) -> Double { Percentile.upperMedian(values) ?? 0 }
        let usual = Vector3(
            median(field.values.map(\.x)), median(field.values.map(\.y)), median(field.values.map(\.z)))
        field.values = field.values.map { $0 - usual }
    }

    func disturb(_ recording: StudyRecording) -> StudyRecording {
        guard !field.isEmpty else { return recording }
        let start = recording.input.gyroscope.times.first ?? 0
        let pose = ReferencePose(recording)
        var result = recording
        for (index, time) in recording.input.magnetometer.times.enumerated() {
            let nearest = min(field.index(atOrAfter: time - start), field.count - 1)
            guard (field.times[nearest] - (time - start)).magnitude < ReferencePose.longestGap,
                let q = pose.known(at: time)
            else { continue }
            result.input.magnetometer.values[index] += q.unrotate(field.values[nearest])
        }
        return result
    }

    /// Replaces each undisturbed recording of a phone by one with the magnets of another phone's disturbed recording;
    /// leaves the others out.
    static func disturbed(_ recordings: [StudyRecording], turn: Int) -> [StudyRecording] {
        func phone(_ r: StudyRecording) -> Substring { r.trial.prefix { $0 != "-" } }
        let donors = recordings.filter { $0.group == "phones-dist" }
        var result: [StudyRecording] = []
        for (index, recording) in recordings.enumerated() where recording.group.hasSuffix("-nodist") {
            let others = donors.filter { phone($0) != phone(recording) }
            guard !others.isEmpty else { continue }
            result.append(MagnetDonor(others[(7 * index + 5 * turn) % others.count]).disturb(recording))
        }
        return result
    }
}

/// The device's orientation by the reference at any time, mount included; held before its first and after its last row.
struct ReferencePose {
    /// Nanoseconds.
    static let longestGap: Int64 = 300_000_000

    private let reference: QuaternionStream
    private let mount: Quaternion

    init(_ recording: StudyRecording) { (reference, mount) = (recording.reference, recording.mount) }

    /// `nil` where no row of the reference is near.
    func known(at time: Int64) -> Quaternion? {
        let after = reference.index(atOrAfter: time)
        guard after > 0, after < reference.count,
            reference.times[after] - reference.times[after - 1] < Self.longestGap
        else { return nil }
        return at(time)
    }

    func at(_ time: Int64) -> Quaternion {
        guard !reference.isEmpty else { return mount }
        let after = min(reference.index(atOrAfter: time), reference.count - 1)
        let before = max(0, after - 1)
        let span = reference.times[after] - reference.times[before]
        let fraction = span > 0 ? min(1, max(0, Double(time - reference.times[before]) / Double(span))) : 1
        return reference.values[before].slerp(to: reference.values[after], fraction: fraction) * mount
    }
}
