import SensorModels
import Vocabulary

extension Recording {
    /// Takes over the reference orientation of another recording, whose clock is the same.
    /// - Parameters:
    ///   - other: a log with a reference, in the same clock.
    ///   - place: what messages call the other recording.
    /// - Throws: `SensorLabError` (bad data) where the other one has no reference, or none at these times.
    public mutating func takeReference(of other: Recording, place: String) throws {
        guard !other.reference.isEmpty else {
            throw SensorLabError(
                .badData, code: .noReference, place: place, message: "the file holds no reference orientation",
                advice: "give a log with the columns t,ref_qw,ref_qx,ref_qy,ref_qz")
        }
        if let own = interval, let first = other.reference.times.first, let last = other.reference.times.last,
            last < own.lowerBound || first > own.upperBound
        {
            throw SensorLabError(
                .badData, code: .referenceElsewhere, place: place,
                message: "the reference does not overlap the log in time", advice: "give both in the same clock")
        }
        reference = other.reference
        metadata.referenceNorth = other.metadata.referenceNorth
    }
}
