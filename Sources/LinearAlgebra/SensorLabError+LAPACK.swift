import Vocabulary

/// Errors of linear algebra: bad data whose place is the function or the LAPACK routine. Their codes are
/// `empty-matrix`, `dimension-mismatch`, `not-finite`, `rank-deficient`, `not-positive-definite`, `singular-matrix`,
/// `no-convergence` and `illegal-argument` (LAPACK refused an argument: a defect of this module).
extension SensorLabError {
    /// Whether the error's place is a LAPACK routine: the text then means nothing to the user of the calling function.
    public var isOfRoutine: Bool { Self.routines.contains(place) }

    private static let routines: Set<String> = [
        "dgels", "dgelsd", "dgemm", "dgesv", "dgesvd", "dggev", "dpbtrf", "dpbtrs", "dpotrf", "dpotri",
        "dpotrs", "dsyev",
    ]

    static func emptyMatrix(_ place: String) -> Self {
        .init(
            .badData, code: .emptyMatrix, place: place, message: "the matrix has no rows or no columns",
            advice: "pass at least one row and one column")
    }

    static func dimensions(_ place: String, _ message: String) -> Self {
        .init(
            .badData, code: .dimensionMismatch, place: place, message: message,
            advice: "check the number of rows and columns")
    }

    /// LAPACK's `info`, as its manual explains it: negative = argument -info is illegal, positive = the numerical
    /// failure that `positive` names.
    static func fromInfo(_ info: Int32, routine: String, positive: NumericalFailure) -> Self {
        guard info >= 0 else {
            return .init(
                .badData, code: .illegalArgument, place: routine, message: "argument \(-info) has an illegal value",
                advice: "report this as a defect of LinearAlgebra")
        }
        let (code, message, advice): (ErrorCode, String, String) =
            switch positive {
            case .notPositiveDefinite:
                (
                    .notPositiveDefinite,
                    "the leading minor of order \(info) is not positive, so the matrix is not positive definite",
                    "add information (more or better spread data, a prior) or use a rank-revealing method"
                )
            case .singular:
                (
                    .singularMatrix, "pivot \(info) is exactly zero, so the matrix is singular",
                    "remove dependent equations or use least squares"
                )
            case .rankDeficient:
                (
                    .rankDeficient, "diagonal element \(info) of the triangular factor is zero",
                    "remove dependent columns or use the method .svd"
                )
            case .noConvergence:
                (
                    .noConvergence, "the iteration did not converge (info = \(info))",
                    "scale the columns to similar size and check the data for outliers"
                )
            }
        return .init(.badData, code: code, place: routine, message: message, advice: advice)
    }

    /// What a positive `info` of a LAPACK routine means.
    enum NumericalFailure {
        case notPositiveDefinite, singular, rankDeficient, noConvergence
    }
}
