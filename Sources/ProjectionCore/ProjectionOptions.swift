import SensorModels
import Vocabulary

/// What the user may choose about a projection; a model reads what concerns it.
public struct ProjectionOptions: Sendable, Hashable {
    /// The largest distance of a visible place, metres (> 0); the model's own where `nil`.
    public var maximumDistance: Double?
    /// Only so many of the nearest places are shown (>= 0); all where `nil`.
    public var nearest: Int?
    /// Only places of these categories are shown; all where empty.
    public var categories: Set<String> = []
    /// How the screen is turned; the models `planar` and `sine` know portrait alone.
    public var screen = ScreenOrientation.portrait
    /// `sine`: half of the angle of view in both directions, degrees, in (0, 90].
    public var visionAngle = 30.0
    /// `scene`: how far the scene is turned by hand, degrees clockwise.
    public var sceneRotation = 0.0
    /// `scene`: how far places of the category `road` are shown, metres.
    public var roadLimit = 50.0
    /// `geodesic`: whether the earth's curvature lowers distant places (0.8 m at 3.2 km, 7.8 m at 10 km).
    public var curvature = true
    /// `geodesic`: the coefficient of refraction, the curvature of light over that of the earth: 0 for none, 0.13 for a usual
    /// day over land (C. F. Gauss). It lifts a place at the distance s by k s / (2 R); only with `curvature`.
    public var refraction = 0.0

    /// Everything as the model has it.
    public init() {}

    /// - Throws: `SensorLabError` (usage) for values out of range and for a turned screen with a model that is portrait only.
    public func validate(for model: ProjectionModel) throws(SensorLabError) {
        func fail(_ option: String, _ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.usage, code: .badProjectionOption, place: option, message: message, advice: advice)
        }
        if let maximumDistance, !(maximumDistance > 0) {
            throw fail("--max-distance \(maximumDistance)", "expected metres above 0", "leave it out for no limit")
        }
        if let nearest, nearest < 0 {
            throw fail("--nearest \(nearest)", "expected a count of 0 or more", "leave it out for all places")
        }
        guard visionAngle > 0, visionAngle <= 90 else {
            throw fail("--vision-angle \(visionAngle)", "expected degrees above 0, at most 90", "the usual one is 30")
        }
        guard sceneRotation.isFinite, roadLimit >= 0, refraction.isFinite, refraction.magnitude < 1 else {
            throw fail(
                "--scene-rotation, --road-limit, --refraction", "expected finite numbers, refraction between -1 and 1",
                "leave them out for the defaults")
        }
        if model.isPortraitOnly && screen != .portrait {
            throw fail(
                "--screen \(screen.rawValue)", "\(model.rawValue) works in portrait only",
                "use --screen portrait, or geodesic")
        }
    }
}
