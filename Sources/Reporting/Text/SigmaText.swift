import Analysis
import Figures

/// Uncertain angles.
extension NumberText {
    /// Shown in place of a value that was refused or is too uncertain.
    static let undetermined = "not determined"

    /// The sigma of a direction, degrees; `undetermined` above 60 degrees.
    static func sigma(_ value: Double?, decimals: Int = 1) -> String {
        let isLost = value.map { $0 > RecommendationSection.largestSigmaDegrees } == true
        return isLost ? undetermined : degrees(value, decimals: decimals)
    }

    /// The same with a plus-minus sign.
    static func plusMinus(_ value: Double?) -> String {
        let text = sigma(value)
        return text == undetermined || text == none ? text : "\u{B1}\u{2009}" + text
    }

    /// A rate in hertz: one decimal, below 1 Hz two digits that are not zero.
    static func rate(_ hertz: Double) -> String { hertz < 1 ? general(hertz, digits: 2) : fixed(hertz, decimals: 1) }

    /// An angle, degrees, as pixels in the middle of a camera's picture.
    static func pixels(_ degrees: Double?, _ camera: CameraSection?) -> String {
        guard let degrees, let camera else { return none }
        return with(" px", fixed(degrees * camera.pixelsPerDegree, decimals: 0))
    }
}
