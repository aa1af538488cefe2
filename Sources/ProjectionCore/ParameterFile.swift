import JSON
import Vocabulary

/// The parameters that were tuned in the laboratory and ship with the app: `projection-core.json`.
///
/// Written by `sensorlab tune`, read by `ProjectionCore.load`; docs/guide/projection-core.md describes every member.
public struct ParameterFile: Sendable, Hashable {
    /// The schema that this version reads and writes.
    public static let schema = "sensorlab.projection/1"

    /// The filter's name in the catalogue.
    public var filter: String
    /// Its parameters that differ from the defaults, by name.
    public var parameters: [String: Double]
    /// The projection model.
    public var model = ProjectionModel.geodesic
    /// The model's options; `screen` is the app's own and not stored.
    public var options = ProjectionOptions()
    /// true heading = estimated heading + offset, degrees, clockwise positive.
    public var headingOffsetDegrees = 0.0
    /// How the app finds true north.
    public var declination = DeclinationPolicy.model
    /// The camera; `nil` where the app brings its own.
    public var camera: Camera?
    /// The time constant of the drawn orientation's low-pass, seconds; 0 for none.
    public var smoothingSeconds = 0.0
    /// Fixes with a worse horizontal accuracy, metres, are ignored.
    public var worstAccuracyMetres = 100.0
    /// The observer's height where the fix has none or 0, metres above the ellipsoid; the fix's own where `nil`.
    public var floorHeightMetres: Double?
    /// Where it came from: texts by name, such as `tool`, `logs`, `objective`; not read by the app.
    public var provenance: [String: String] = [:]

    /// A filter with its changed parameters, everything else at its default.
    public init(filter: String = "sensorlab", parameters: [String: Double] = [:]) {
        (self.filter, self.parameters) = (filter, parameters)
    }
}

/// How the app gets from magnetic to true north.
public enum DeclinationPolicy: Sendable, Hashable {
    /// The World Magnetic Model at the observer's position and the day's date.
    case model
    /// A constant, degrees east of north.
    case fixed(Double)
    /// The filter's north is taken for true north.
    case none

    var name: String {
        switch self {
        case .model: return "model"
        case .fixed: return "fixed"
        case .none: return "none"
        }
    }
}

extension ParameterFile {
    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, UTF-8.
    ///   - name: the file's name in messages.
    /// - Throws: `SensorLabError` (bad data): no JSON, another schema, a newer version of this one, an unknown filter
    ///   or parameter, a value out of range.
    public init(parsing bytes: [UInt8], name: String) throws(SensorLabError) {
        let file = try JSONMembers(
            JSONValue(parsing: bytes, name: name), file: name, code: .badParameterFile,
            advice: "make a new file with `sensorlab tune`")
        try file.checkSchema(
            Self.schema, update: "update sensorlab or the app, or make the file with the version that the app has")
        guard let filter = try file.section("filter") else { throw file.fail("filter", expected: "an object") }
        self.init(filter: try filter.require("name"))
        if let section = try filter.section("parameters") {
            for name in section.names { parameters[name] = try section.require(name) }
        }
        if let section = try file.section("projection") { try read(projection: section) }
        headingOffsetDegrees = try file.section("heading")?.read("offsetDegrees") ?? 0
        smoothingSeconds = try file.section("smoothing")?.read("timeConstantSeconds") ?? 0
        worstAccuracyMetres = try file.section("location")?.read("worstAccuracyMetres") ?? worstAccuracyMetres
        floorHeightMetres = try file.section("location")?.read("floorHeightMetres")
        if let section = try file.section("declination") {
            switch try section.read("policy", as: String.self) ?? "model" {
            case "model": declination = .model
            case "none": declination = .none
            case "fixed": declination = .fixed(try section.require("degrees"))
            default: throw section.fail("policy", expected: "model, fixed or none")
            }
        }
        if let json = file.value("camera") { camera = try Camera(json: json, file: name) }
        if let section = try file.section("provenance") {
            for name in section.names { provenance[name] = section.value(name)?.string }
        }
        try validate(file)
    }

    private mutating func read(projection section: JSONMembers) throws(SensorLabError) {
        if let name: String = try section.read("model") {
            guard let model = ProjectionModel(named: name) else {
                throw section.fail("model", expected: "a model of this version")
            }
            self.model = model
        }
        options.curvature = try section.read("curvature") ?? options.curvature
        options.refraction = try section.read("refraction") ?? options.refraction
        options.maximumDistance = try section.read("maximumDistanceMetres")
        options.nearest = try section.read("nearest")
        if let count = options.nearest, count < 0 { throw section.fail("nearest", expected: "a count") }
        options.visionAngle = try section.read("visionAngleDegrees") ?? options.visionAngle
        options.sceneRotation = try section.read("sceneRotationDegrees") ?? options.sceneRotation
        options.roadLimit = try section.read("roadLimitMetres") ?? options.roadLimit
        try read(rules: section)
    }

    /// The rules of selection, appearance and placement; older files have none of them.
    private mutating func read(rules section: JSONMembers) throws(SensorLabError) {
        options.minimumDistance = try section.read("minimumDistanceMetres")
        options.nearestInView = try section.read("nearestInView")
        if let text: String = try section.read("categories") {
            do { options.categories = try CategoryExpression(parsing: text) } catch {
                throw section.fail("categories", expected: "names with AND, OR, NOT: \(error.message)")
            }
        }
        #if !hasFeature(Embedded)
            if let tags = section.value("tags"), tags != .null {
                options.categories = options.categories?.widened(by: try TagGraph(json: tags, name: section.file))
            }
        #endif
        options.priorityFirst = try section.read("priorityFirst") ?? false
        options.queryRadius = try section.read("queryRadiusMetres")
        if let name: String = try section.read("layout") {
            guard let layout = ScreenLayout(rawValue: name) else {
                throw section.fail("layout", expected: "direction, horizon or far-is-higher")
            }
            options.layout = layout
        }
        options.layoutSpan = try section.read("layoutSpanDegrees") ?? options.layoutSpan
        if let name: String = try section.read("scaling") {
            guard let scaling = LabelScaling(rawValue: name) else {
                throw section.fail("scaling", expected: "model, inverse-distance or arcl")
            }
            options.scaling = scaling
        }
        options.scaleDistance = try section.read("scaleDistanceMetres") ?? options.scaleDistance
        options.minimumScale = try section.read("minimumScale") ?? options.minimumScale
        options.labelTurn = try section.read("labelTurnDegrees") ?? options.labelTurn
        options.holdDistance = try section.read("holdDistanceMetres")
        if let fade = try section.section("fade") {
            options.fade = DistanceFade(
                start: try fade.require("startMetres"), end: try fade.require("endMetres"),
                least: try fade.read("leastOpacity") ?? 0)
        }
        if let labels = try section.section("labels") {
            var rule = LabelRule(width: try labels.require("widthPixels"), height: try labels.require("heightPixels"))
            rule.gap = try labels.read("gapPixels") ?? rule.gap
            rule.isSteady = try labels.read("steady") ?? rule.isSteady
            options.labels = rule
        }
    }

    private func validate(_ file: JSONMembers) throws(SensorLabError) {
        guard headingOffsetDegrees.magnitude <= 360 else {
            throw file.fail("heading.offsetDegrees is \(headingOffsetDegrees), expected -360 to 360")
        }
        guard (0...60).contains(smoothingSeconds) else {
            throw file.fail("smoothing.timeConstantSeconds is \(smoothingSeconds), expected 0 to 60")
        }
        guard worstAccuracyMetres > 0 else {
            throw file.fail("location.worstAccuracyMetres is \(worstAccuracyMetres), expected metres above 0")
        }
        if let floorHeightMetres, !(floorHeightMetres.magnitude <= 100_000) {
            throw file.fail("location.floorHeightMetres is \(floorHeightMetres), expected metres above the ellipsoid")
        }
        do { try options.validate(for: model) } catch { throw file.fail("projection: \(error.message)") }
    }

    /// The file as JSON: every member is there, null where unknown.
    public var json: JSONValue {
        var degrees: Double?
        if case .fixed(let value) = declination { degrees = value }
        let text = options.categories?.description ?? ""
        let fade: JSONValue =
            options.fade.map {
                .object(["startMetres": $0.start.json, "endMetres": $0.end.json, "leastOpacity": $0.least.json])
            } ?? .null
        let labels: JSONValue =
            options.labels.map {
                .object([
                    "widthPixels": $0.width.json, "heightPixels": $0.height.json, "gapPixels": $0.gap.json,
                    "steady": $0.isSteady.json,
                ])
            } ?? .null
        return .object([
            "schema": Self.schema.json,
            "filter": .object(["name": filter.json, "parameters": .object(parameters.mapValues { .number($0) })]),
            "projection": .object([
                "model": .string(model.rawValue), "curvature": options.curvature.json,
                "refraction": options.refraction.json, "maximumDistanceMetres": options.maximumDistance.json,
                "nearest": options.nearest.json, "visionAngleDegrees": options.visionAngle.json,
                "sceneRotationDegrees": options.sceneRotation.json, "roadLimitMetres": options.roadLimit.json,
                "minimumDistanceMetres": options.minimumDistance.json, "nearestInView": options.nearestInView.json,
                "priorityFirst": options.priorityFirst.json,
                "categories": text.isEmpty ? .null : text.json, "queryRadiusMetres": options.queryRadius.json,
                "layout": .string(options.layout.rawValue), "layoutSpanDegrees": options.layoutSpan.json,
                "scaling": .string(options.scaling.rawValue), "scaleDistanceMetres": options.scaleDistance.json,
                "minimumScale": options.minimumScale.json, "holdDistanceMetres": options.holdDistance.json,
                "labelTurnDegrees": options.labelTurn.json, "fade": fade, "labels": labels,
            ]),
            "heading": .object(["offsetDegrees": headingOffsetDegrees.json]),
            "declination": .object(["policy": declination.name.json, "degrees": degrees.json]),
            "camera": camera?.json ?? .null,
            "smoothing": .object(["timeConstantSeconds": smoothingSeconds.json]),
            "location": .object([
                "worstAccuracyMetres": worstAccuracyMetres.json, "floorHeightMetres": floorHeightMetres.json,
            ]),
            "provenance": .object(provenance.mapValues { $0.json }),
        ])
    }
}

#if !hasFeature(Embedded)
    extension ParameterFile: Encodable {
        /// Reads a file.
        /// - Throws: `SensorLabError`: no input, input/output, bad data as `init(parsing:name:)`.
        public init(path: String) throws(SensorLabError) {
            try self.init(parsing: FileBytes.read(path, kind: "parameter file"), name: path)
        }

        /// The members of `json`.
        public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
    }
#endif
