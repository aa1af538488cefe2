import LinearAlgebra
import Rotations
import Vocabulary

extension DeviationCurve {
    /// The curve of a vessel that turned: coefficients and covariance of the joint fit with the current, and the exact
    /// form of the same deviations.
    ///
    /// - Parameter course: the joint fit.
    /// - Throws: `SensorLabError` where the exact form cannot be solved.
    public init(_ course: CourseDeviation) throws(SensorLabError) {
        let deviations = try DeviationCurve(course.observations, correlated: true, robust: true)
        coefficients = course.coefficients
        covariance = course.covariance
        sigmas = DeviationCoefficients(course.covariance.diagonal.map { $0.squareRoot() })
        exact = deviations.exact
        // The forms agree to first order, A..E of the exact one in radians.
        exactSigmas = DeviationCoefficients(sigmas.values.map(Angle.radians))
        let squares = course.observations.reduce(0.0) {
            let curve = course.coefficients.approximateDeviation(compassHeadingDegrees: $1.compassHeadingDegrees)
            let difference = Angle.wrapDegrees($1.deviationDegrees - curve)
            return $0 + difference * difference
        }
        residualRMSDegrees = (squares / Double(course.observations.count)).squareRoot()
        exactResidualRMSDegrees = deviations.exactResidualRMSDegrees
        effectiveSampleCount = course.effectiveSampleCount
        distinctHeadings = deviations.distinctHeadings
        largestGapDegrees = deviations.largestGapDegrees
        let covered = Self.judge(distinct: distinctHeadings, gap: largestGapDegrees, rank: 5, redundancy: 1)
        verdict = covered.accepted ? Self.judge(worst: Self.worstSigma(course.covariance)) : covered
    }
}
