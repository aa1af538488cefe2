import SensorModels
import Vocabulary

/// Options of a projection; each model reads those that concern it.
public struct ProjectionOptions: Sendable, Hashable {
    /// The largest distance of a visible place, metres (> 0); the model's own where `nil`.
    public var maximumDistance: Double?
    /// Places nearer than this have the state `near` and no coordinates, metres (> 0); none where `nil`. With a fix
    /// that is s metres off, the direction of a place at the distance d is off by about s / d radians.
    public var minimumDistance: Double?
    /// The number of places that are shown (>= 0), the nearest ones; all where `nil`.
    public var nearest: Int?
    /// The number of places on the screen that are shown (>= 0), the nearest ones; all where `nil`.
    public var nearestInView: Int?
    /// Whether `nearest` and `nearestInView` keep the places of the highest priorities first, then the nearest.
    public var priorityFirst = false
    /// Only places whose categories match are shown; all where `nil`.
    public var categories: CategoryExpression?
    /// The radius, metres (> 0), around the last query within which places are known; the app queries again when the
    /// observer is half of it away (`QueryArea`). All places are known where `nil`.
    public var queryRadius: Double?
    /// How high places are drawn.
    public var layout = ScreenLayout.direction
    /// `ScreenLayout.farIsHigher`: how far above the horizon the farthest places are, degrees, in (0, 60].
    public var layoutSpan = 15.0
    /// How the size of labels depends on the distance.
    public var scaling = LabelScaling.model
    /// `LabelScaling.inverseDistance`: up to here labels have their full size, metres (> 0).
    public var scaleDistance = 100.0
    /// Labels are not smaller than this, [0, 1].
    public var minimumScale = 0.0
    /// How labels fade with the distance; not at all where `nil`.
    public var fade: DistanceFade?
    /// Labels turn about their own vertical towards the sides of the screen, as if they were on a wall round the
    /// observer: by so many degrees at its edges, [0, 80].
    public var labelTurn = 0.0
    /// A place within this distance, metres (> 0), keeps its direction until a fix puts it outside; directions follow
    /// every fix where `nil`. ARKit-CoreLocation has such a rule for nodes within 100 m
    /// (`continuallyAdjustNodePositionWhenWithinRange = false`).
    public var holdDistance: Double?
    /// Labels that do not overlap, and their size; not placed where `nil`.
    public var labels: LabelRule?
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
    /// `geodesic`: the coefficient of refraction, the curvature of light over that of the earth: 0 for none, 0.13 for a
    /// usual day over land (C. F. Gauss). It lifts a place at the distance s by k s / (2 R); only with `curvature`.
    public var refraction = 0.0

    /// The defaults.
    public init() {}

    /// - Throws: `SensorLabError` (usage) for values out of range and for a turned screen with a
    ///   model that is portrait only.
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
            throw fail("--vision-angle \(visionAngle)", "expected degrees above 0, at most 90", "30 is usual")
        }
        guard sceneRotation.isFinite, roadLimit >= 0, refraction.isFinite, refraction.magnitude < 1 else {
            throw fail(
                "--scene-rotation, --road-limit, --refraction", "expected finite numbers, refraction between -1 and 1",
                "leave them out for the defaults")
        }
        try validateRules(for: model, fail)
        if model.isPortraitOnly && screen != .portrait {
            throw fail(
                "--screen \(screen.rawValue)", "\(model.rawValue) works in portrait only",
                "use --screen portrait, or geodesic")
        }
    }
}

extension ProjectionOptions {
    /// The rules of selection, appearance and placement.
    private func validateRules(
        for model: ProjectionModel, _ fail: (String, String, String) -> SensorLabError
    ) throws(SensorLabError) {
        func distance(_ option: String, _ metres: Double?) throws(SensorLabError) {
            guard let metres, !(metres > 0 && metres.isFinite) else { return }
            throw fail("\(option) \(metres)", "expected metres above 0", "leave it out to switch the rule off")
        }
        try distance("--min-distance", minimumDistance)
        try distance("--query-radius", queryRadius)
        try distance("--hold-within", holdDistance)
        try distance("--scale-distance", scaleDistance)
        if let minimumDistance, let maximumDistance, minimumDistance >= maximumDistance {
            throw fail(
                "--min-distance \(minimumDistance)", "expected less than --max-distance \(maximumDistance)",
                "otherwise no place is left")
        }
        if let nearestInView, nearestInView < 0 {
            throw fail(
                "--nearest-in-view \(nearestInView)", "expected a count of 0 or more", "leave it out for all places")
        }
        guard (0...1).contains(minimumScale) else {
            throw fail("--min-scale \(minimumScale)", "expected 0 to 1", "leave it out for no floor")
        }
        guard layoutSpan > 0, layoutSpan <= 60 else {
            throw fail("--layout-span \(layoutSpan)", "expected degrees above 0, at most 60", "15 is usual")
        }
        if layout == .farIsHigher && (model == .sine || model == .sinePublished) {
            throw fail(
                "--layout \(layout.rawValue)", "\(model.rawValue) draws every place on the horizon",
                "use another projection model")
        }
        if let fade {
            guard fade.start >= 0, fade.end > fade.start, fade.end.isFinite, (0...1).contains(fade.least) else {
                throw fail(
                    "--fade \(fade.start),\(fade.end),\(fade.least)",
                    "expected two rising distances in metres and the least opacity, 0 to 1", "such as 500,3000,0.2")
            }
        }
        guard (0...80).contains(labelTurn) else {
            throw fail("--label-turn \(labelTurn)", "expected 0 to 80 degrees", "30 is usual")
        }
        if let labels {
            let sides = 1.0...10_000
            guard sides.contains(labels.width), sides.contains(labels.height), (0...1000).contains(labels.gap) else {
                throw fail(
                    "--label-size \(labels.width)x\(labels.height)",
                    "expected 1 to 10000 pixels, and a gap of 0 to 1000", "such as 220x48")
            }
        }
    }

    /// Whether places have to be put in order of importance.
    var needsOrder: Bool { nearest != nil || nearestInView != nil || labels != nil }
}
