/// A computation of linear algebra that has no answer, with the reason and what to do about it.
public struct LinearAlgebraError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: String, Sendable {
        /// A matrix without rows or columns where numbers are needed.
        case empty
        /// Sizes that do not fit together.
        case dimensionMismatch
        /// NaN or infinity among the numbers.
        case notFinite
        /// Columns that depend on each other where independent ones are needed.
        case rankDeficient
        /// A leading minor of a symmetric matrix is not positive.
        case notPositiveDefinite
        /// A square matrix without an inverse.
        case singular
        /// An iteration of LAPACK did not converge.
        case noConvergence
        /// LAPACK refused an argument: a defect of this module.
        case illegalArgument
    }

    /// The kind of failure, stable across versions.
    public let code: Code
    /// Where it happened: the function or the LAPACK routine.
    public let place: String
    /// What was found and what was expected, in one line.
    public let message: String
    /// What to do about it, in one line.
    public let advice: String

    /// An error from its four parts.
    public init(code: Code, place: String, message: String, advice: String) {
        self.code = code
        self.place = place
        self.message = message
        self.advice = advice
    }

    /// The error as one line: place, message, advice.
    public var description: String { "\(place): \(message); \(advice)" }
}

extension LinearAlgebraError {
    static func empty(_ place: String) -> Self {
        .init(
            code: .empty, place: place, message: "the matrix has no rows or no columns",
            advice: "pass at least one row and one column")
    }

    static func dimensions(_ place: String, _ message: String) -> Self {
        .init(code: .dimensionMismatch, place: place, message: message, advice: "check the number of rows and columns")
    }

    /// LAPACK's `info`, as its manual explains it: negative = argument -info is illegal, positive = the numerical
    /// failure that `positive` names.
    static func fromInfo(_ info: Int32, routine: String, positive: Code) -> Self {
        if info < 0 {
            return .init(
                code: .illegalArgument, place: routine, message: "argument \(-info) has an illegal value",
                advice: "report this as a defect of LinearAlgebra")
        }
        switch positive {
        case .notPositiveDefinite:
            return .init(
                code: positive, place: routine,
                message: "the leading minor of order \(info) is not positive, so the matrix is not positive definite",
                advice: "add information (more or better spread data, a prior) or use a rank-revealing method")
        case .singular:
            return .init(
                code: positive, place: routine, message: "pivot \(info) is exactly zero, so the matrix is singular",
                advice: "remove dependent equations or use least squares")
        case .rankDeficient:
            return .init(
                code: positive, place: routine, message: "diagonal element \(info) of the triangular factor is zero",
                advice: "remove dependent columns or use the method .svd")
        default:
            return .init(
                code: positive, place: routine, message: "the iteration did not converge (info = \(info))",
                advice: "scale the columns to similar size and check the data for outliers")
        }
    }
}
