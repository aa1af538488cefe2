import ArgumentParser
import ProjectionCore
import Vocabulary

/// Options of the projection models.
struct ProjectionOptionGroup: ParsableArguments {
    @Option(
        help: "Camera of the catalogue, or a .json file with intrinsics (default: the log's device).",
        completion: .camera)
    var camera: CameraArgument?

    @Option(help: "Orientation of the screen: portrait, right-edge-up, upside-down or left-edge-up.")
    var screen: ScreenOrientation = .portrait

    @Option(parsing: .unconditional, help: "Farthest places to show, metres (default: the limit of the model).")
    var maxDistance: Double?

    @Option(parsing: .unconditional, help: "Number of nearest places to show (default: all).")
    var nearest: Int?

    @Option(
        help: ArgumentHelp(
            "Categories of places to show, such as \"food AND (open OR bar)\"; if repeated, places of any of them (default: all).",
            valueName: "expression"))
    var category: [String] = []

    @Option(
        help: ArgumentHelp(
            "Which tags are kinds of others: CSV tag,parent or JSON; --category then shows all descendants.",
            valueName: "file"), completion: .file())
    var tags: InputPath?

    @Flag(inversion: .prefixedNo, help: "--nearest and --nearest-in-view keep higher priorities first (default: off).")
    var priorityFirst: Bool?

    @Option(
        parsing: .unconditional,
        help:
            "Places nearer than this are at the observer and are not drawn, metres, typically 10 to 30 (default: off).")
    var minDistance: Double?

    @Option(parsing: .unconditional, help: "Number of nearest places on the screen to show (default: all).")
    var nearestInView: Int?

    @Option(
        parsing: .unconditional,
        help:
            "Radius of a query for places, metres; a new query follows after half of it (default: off)."
    )
    var queryRadius: Double?

    @Option(help: "Height at which places are drawn: direction, horizon or far-is-higher (default: direction).")
    var layout: ScreenLayout?

    @Option(parsing: .unconditional, help: "far-is-higher: elevation of the farthest places, degrees (default: 15).")
    var layoutSpan: Double?

    @Option(help: "Size of labels with distance: model, inverse-distance or arcl (default: model).")
    var scaling: LabelScaling?

    @Option(parsing: .unconditional, help: "inverse-distance: full size up to here, metres (default: 100).")
    var scaleDistance: Double?

    @Option(parsing: .unconditional, help: "Smallest size of a label, 0 to 1 (default: 0).")
    var minScale: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Distances in metres up to which places are opaque and from which they have the least opacity (default: 0).",
            valueName: "from,to[,least]")
    )
    var fade: DistanceFade?

    @Option(
        parsing: .unconditional,
        help:
            "Places nearer than this keep their direction while fixes change, metres; 100 in ARKit-CoreLocation (default: off)."
    )
    var holdWithin: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Place labels of this size in pixels without overlap.", valueName: "widthxheight"))
    var labelSize: LabelSize?

    @Option(parsing: .unconditional, help: "Pixels between a place's point and its label (default: 6).")
    var labelGap: Double?

    @Option(
        parsing: .unconditional,
        help: "Turn labels about their vertical by this at the sides of the screen, degrees, typically 30 (default: 0)."
    )
    var labelTurn: Double?

    @Flag(inversion: .prefixedNo, help: "Labels stay on their side of the point while that side is free (default: on).")
    var steadyLabels: Bool?

    @Option(
        parsing: .unconditional,
        help:
            "Height of the observer if it is unknown or 0, metres above the ellipsoid (default: it stays unknown)."
    )
    var floorHeight: Double?

    @Option(parsing: .unconditional, help: "sine: half of the angle of view, degrees (default: 30).")
    var visionAngle: Double?

    @Option(parsing: .unconditional, help: "scene: rotation of the scene, degrees clockwise (default: 0).")
    var sceneRotation: Double?

    @Option(parsing: .unconditional, help: "scene: farthest places of the category road, metres (default: 50).")
    var roadLimit: Double?

    @Flag(inversion: .prefixedNo, help: "geodesic: lower distant places by the Earth's curvature (default: on).")
    var curvature: Bool?

    @Option(parsing: .unconditional, help: "geodesic: coefficient of refraction, typically 0.13 (default: 0).")
    var refraction: Double?

    func validate() throws {
        for (option, count) in [("--nearest", nearest), ("--nearest-in-view", nearestInView)] {
            if let count, count < 1 {
                throw ValidationError("\(option) \(count): expected 1 or more places, or leave it out for all")
            }
        }
        if let floorHeight, !(floorHeight.magnitude <= 100_000) {
            throw ValidationError("--floor-height \(floorHeight): expected metres above the ellipsoid")
        }
    }

    /// The options of a parameter file, with what was given here.
    /// - Parameter places: whose categories `--category` may name, with `--tags`.
    /// - Throws: `SensorLabError` (usage) for what is no expression of categories, for unknown tags, and for options of
    ///   labels without a size.
    func applied(to options: ProjectionOptions, places: [PointOfInterest]) throws -> ProjectionOptions {
        var result = options
        result.screen = screen
        result.maximumDistance = maxDistance ?? result.maximumDistance
        result.nearest = nearest ?? result.nearest
        let wanted = try category.map { try CategoryExpression(parsing: $0) }
        if !wanted.isEmpty { result.categories = wanted.count == 1 ? wanted[0] : .any(wanted) }
        result.categories = try widened(result.categories, places)
        result.priorityFirst = priorityFirst ?? result.priorityFirst
        result.minimumDistance = minDistance ?? result.minimumDistance
        result.nearestInView = nearestInView ?? result.nearestInView
        result.queryRadius = queryRadius ?? result.queryRadius
        result.layout = layout ?? result.layout
        result.layoutSpan = layoutSpan ?? result.layoutSpan
        result.scaling = scaling ?? result.scaling
        result.scaleDistance = scaleDistance ?? result.scaleDistance
        result.minimumScale = minScale ?? result.minimumScale
        result.fade = fade ?? result.fade
        result.holdDistance = holdWithin ?? result.holdDistance
        result.labelTurn = labelTurn ?? result.labelTurn
        if let labelSize {
            var rule = result.labels ?? LabelRule(width: labelSize.width, height: labelSize.height)
            (rule.width, rule.height) = (labelSize.width, labelSize.height)
            result.labels = rule
        }
        if result.labels == nil, labelGap != nil || labelTurn != nil || steadyLabels != nil {
            throw ValidationError("--label-gap, --label-turn and --steady-labels need --label-size, such as 220x48")
        }
        if let labelGap { result.labels?.gap = labelGap }
        if let steadyLabels { result.labels?.isSteady = steadyLabels }
        result.visionAngle = visionAngle ?? result.visionAngle
        result.sceneRotation = sceneRotation ?? result.sceneRotation
        result.roadLimit = roadLimit ?? result.roadLimit
        result.curvature = curvature ?? result.curvature
        result.refraction = refraction ?? result.refraction
        return result
    }
}

extension ProjectionOptionGroup {
    /// The expression with all descendants of its tags.
    private func widened(_ wanted: CategoryExpression?, _ places: [PointOfInterest]) throws -> CategoryExpression? {
        guard let tags else { return wanted }
        guard let wanted else { throw ValidationError("--tags \(tags.path): expected --category too") }
        let graph = try TagGraph(path: tags.path)
        let known = graph.tags.union(places.flatMap(\.categories))
        if let unknown = wanted.names.first(where: { !known.contains($0) && !$0.isEmpty }) {
            let nearest = NearestName.of(unknown, in: known.sorted()).map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("--category \(unknown): neither a tag of \(tags.path) nor of a place\(nearest)")
        }
        return wanted.widened(by: graph)
    }
}

extension ScreenOrientation: NameArgument {}
extension ScreenLayout: NameArgument {}
extension LabelScaling: NameArgument {}

/// `WIDTHxHEIGHT`, pixels.
struct LabelSize: ExpressibleByArgument {
    let width, height: Double

    init?(argument: String) {
        let numbers = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
        (self.width, self.height) = (width, height)
    }
}

extension DistanceFade: ExpressibleByArgument {
    /// `FROM,TO` or `FROM,TO,LEAST`: metres, metres, opacity.
    public init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(numbers.count), let start = numbers[0], let end = numbers[1] else { return nil }
        guard numbers.count == 2 || numbers[2] != nil else { return nil }
        self.init(start: start, end: end, least: numbers.count == 3 ? numbers[2] ?? 0 : 0)
    }
}
