import Calibration
import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// How well each kind of residual fits.
struct MapTally {
    var turn = Sum()
    var velocity = Sum()
    var bias = Sum()
    var field = Sum()

    /// Squared lengths of three-component residuals, in variances.
    struct Sum {
        private var (count, squares, outliers) = (0, 0.0, 0)

        mutating func add(_ square: Double) {
            count += 1
            squares += square
            if square > 9 { outliers += 1 }
        }

        func misfit(_ kind: RecordingFindings.Misfit.Kind) -> RecordingFindings.Misfit {
            let all = Double(max(1, count))
            return .init(
                kind: kind, count: count, rootMeanSquare: (squares / (3 * all)).squareRoot(),
                outlierShare: Double(outliers) / all)
        }
    }
}

extension MapSolution {
    /// Writes the solution into the findings of its part.
    func describe(in findings: inout RecordingFindings) throws(SensorLabError) {
        let (model, parameters) = (solution.model, problem.parameters)
        findings.refusal = refusal
        findings.doubt = refusal == nil ? doubt : nil
        let covariance = try solution.arrow.sharedCovariance()
        func sigma(_ i: Int) -> Double { max(0, covariance[i, i]).squareRoot() }
        func sigmas(_ i: Int) -> Vector3 { Vector3(sigma(i), sigma(i + 1), sigma(i + 2)) }
        var tally = solution.tally
        findings.misfits = [tally.turn.misfit(.turn), tally.velocity.misfit(.velocity), tally.bias.misfit(.bias)]

        let scale = Matrix3.identity - model.distortion
        let bias = model.nodes.reduce(Vector3.zero) { $0 + $1.bias } / Double(max(1, model.nodes.count))
        findings.gyroscope = GyroscopeModel(bias: (scale.inverse ?? .identity) * bias, scale: scale)
        findings.biasSigma = biasSigma
        findings.accelerometer = AccelerometerModel(bias: model.forceBias)
        findings.forceBiasSigma = sigmas(MapModel.forceBiasIndex)
        guard !problem.samples.field.isEmpty, let inverse = model.softIron.inverse else { return }
        for residual in solution.fieldResiduals {
            let ratio = residual / parameters.magnetometerNoise
            tally.field.add(ratio * ratio)
        }
        findings.misfits.append(tally.field.misfit(.field))
        (findings.readings, findings.disturbedShare) = (problem.samples.field.count, disturbedShare)
        findings.magnetometer = MagnetometerModel(hardIron: model.hardIron, softIron: inverse)
        findings.hardIronSigma = sigmas(MapModel.hardIronIndex)
        (findings.delay, findings.delaySigma) = (model.delay, sigma(MapModel.delayIndex))
        findings.field = model.field
        let heading = IronHeadingSigma(
            softIron: model.softIron, field: model.field, covariance: covariance, first: MapModel.hardIronIndex)
        // The iron is estimated with the field of the room in it, too.
        let room = lastingHeadingSigma
        func lasting(_ sigma: Double) -> Double { (sigma * sigma + room * room).squareRoot() }
        findings.headingSigma = lasting(heading.predict(model.nodes.map(\.orientation)))
        findings.levelHeadingSigma = lasting(heading.level)
        findings.uprightHeadingSigma = lasting(heading.upright)
    }
}
