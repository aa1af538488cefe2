import ArgumentParser
import ProjectionCore
import SensorModels
import Vocabulary

/// Options of the projection models.
struct ProjectionOptionGroup: ParsableArguments {
    @Option(
        help: "Camera of the catalogue, or a .json file with intrinsics (default: the log's device).",
        completion: .camera)
    var camera: String?

    @Option(help: "Orientation of the screen: portrait, right-edge-up, upside-down or left-edge-up.")
    var screen: ScreenOrientation = .portrait

    @Option(parsing: .unconditional, help: "Farthest places to show, metres (default: the limit of the model).")
    var maxDistance: Double?

    @Option(parsing: .unconditional, help: "Number of nearest places to show (default: all).")
    var nearest: Int?

    @Option(help: "Category of places to show (repeatable; default: all).")
    var category: [String] = []

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
    /// - Throws: a usage error for an empty name and for one that is given twice.
    static func names(_ values: [String], option: String) throws -> [String] {
        let names = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
        for (index, name) in names.enumerated() {
            guard !name.isEmpty else { throw ValidationError("\(option): expected names separated by commas") }
            guard !names[..<index].contains(name) else { throw ValidationError("\(option): \(name) is given twice") }
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

extension ScreenOrientation: NameArgument {}
