import ArgumentParser
import ProjectionCore
import SensorModels
import Vocabulary

/// What projection models may be told.
struct ProjectionOptionGroup: ParsableArguments {
    @Option(
        help: "A camera of the catalogue, or a file of your own intrinsics (.json); the log's device by default.",
        completion: .camera)
    var camera: String?

    @Option(help: "How the screen is turned: portrait, right-edge-up, upside-down or left-edge-up.")
    var screen: ScreenOrientation = .portrait

    @Option(parsing: .unconditional, help: "Only places up to this distance, metres; the model's own limit by default.")
    var maxDistance: Double?

    @Option(parsing: .unconditional, help: "Only so many of the nearest places.")
    var nearest: Int?

    @Option(help: "Only places of this category. Repeatable.")
    var category: [String] = []

    @Option(parsing: .unconditional, help: "sine: half of the angle of view, degrees (30).")
    var visionAngle: Double?

    @Option(parsing: .unconditional, help: "scene: the scene turned by hand, degrees clockwise (0).")
    var sceneRotation: Double?

    @Option(parsing: .unconditional, help: "scene: how far places of the category road are shown, metres (50).")
    var roadLimit: Double?

    @Flag(inversion: .prefixedNo, help: "geodesic: the earth's curvature lowers distant places (on by default).")
    var curvature: Bool?

    @Option(parsing: .unconditional, help: "geodesic: coefficient of refraction, 0.13 on a usual day (0).")
    var refraction: Double?

    /// The options of a parameter file, with what was given here.
    func applied(to options: ProjectionOptions) -> ProjectionOptions {
        var result = options
        result.screen = screen
        result.maximumDistance = maxDistance ?? result.maximumDistance
        result.nearest = nearest ?? result.nearest
        result.categories = Set(category)
        result.visionAngle = visionAngle ?? result.visionAngle
        result.sceneRotation = sceneRotation ?? result.sceneRotation
        result.roadLimit = roadLimit ?? result.roadLimit
        result.curvature = curvature ?? result.curvature
        result.refraction = refraction ?? result.refraction
        return result
    }
}

/// Names separated by commas, or the option repeated.
enum NameList {
    /// - Throws: a usage error for an empty name and for one that stands twice.
    static func names(_ values: [String], option: String) throws -> [String] {
        let names = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
        for (index, name) in names.enumerated() {
            guard !name.isEmpty else { throw ValidationError("\(option): expected names separated by commas") }
            guard !names[..<index].contains(name) else { throw ValidationError("\(option): \(name) stands twice") }
        }
        return names
    }

    /// - Throws: a usage error that names the nearest model.
    static func models(_ values: [String]) throws -> [ProjectionModel] {
        try names(values, option: "--projection").map { name in
            if let model = ProjectionModel(named: name) { return model }
            let all = ProjectionModel.allCases.map(\.rawValue)
            let advice = NearestName.of(name, in: all).map { "did you mean \($0)?" }
            throw ValidationError(
                "--projection \(name): there is no such model; \(advice ?? "there are \(all.joined(separator: ", "))")")
        }
    }
}

extension ScreenOrientation: ExpressibleByArgument {
    /// By its name, without case.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
