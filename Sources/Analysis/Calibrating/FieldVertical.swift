import Calibration
import Foundation
import Recordings
import SensorModels

/// The dip of a log's field by gravity, against that of the geomagnetic model: what a fit to few directions gets wrong first.
struct FieldVertical {
    private let readings: VectorStream
    private let force: VectorStream
    private let field: GeomagnetismSection?

    /// - Parameter field: of the geomagnetic model; `nil` where it is not known.
    init(_ recording: Recording, field: GeomagnetismSection?) {
        readings = recording.vectors(of: recording.fieldSensor)
        force = recording.vectors(of: recording.forceSensor)
        self.field = field
    }

    /// Why a calibration that gives another dip is not used; `nil` where the dip is right or not known.
    func refusal(of model: MagnetometerModel) -> CalibrationVerdict? {
        guard let field else { return nil }
        let section = DisturbanceAnalysis.section(
            readings.mapped { model.apply($0) }, force: force, expected: field.intensityMicrotesla, origin: 0)
        guard let dip = section?.dipDegrees,
            (dip - field.inclinationDegrees).magnitude > DisturbanceSection.largestDipError
        else { return nil }
        return .refused(
            String(
                format: "by gravity the field that it gives dips by %.0f degrees, the Earth's there by %.0f", dip,
                field.inclinationDegrees),
            advice: "turn the device through all directions, away from magnets and iron")
    }
}

extension MagnetometerFit {
    /// Takes back an acceptance, where there is a reason to.
    mutating func refuse(for reason: CalibrationVerdict?) {
        if verdict.accepted, let reason { verdict = reason }
    }
}
