/// Every key is always there, null where unknown; the laboratory writes it with sorted keys.
extension ParameterFile: Encodable {
    private enum Key: String, CodingKey {
        case schema, filter, projection, heading, declination, camera, smoothing, location, provenance
    }

    private struct Filter: Encodable {
        let name: String
        let parameters: [String: Double]
    }

    private enum ProjectionKey: String, CodingKey {
        case model, curvature, refraction, maximumDistanceMetres, nearest, visionAngleDegrees, sceneRotationDegrees
        case roadLimitMetres
    }

    private enum DeclinationKey: String, CodingKey { case policy, degrees }

    /// The members that `init(parsing:name:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(Filter(name: filter, parameters: parameters), forKey: .filter)
        var projection = container.nestedContainer(keyedBy: ProjectionKey.self, forKey: .projection)
        try projection.encode(model, forKey: .model)
        try projection.encode(options.curvature, forKey: .curvature)
        try projection.encode(options.refraction, forKey: .refraction)
        try projection.encode(options.maximumDistance, forKey: .maximumDistanceMetres)
        try projection.encode(options.nearest, forKey: .nearest)
        try projection.encode(options.visionAngle, forKey: .visionAngleDegrees)
        try projection.encode(options.sceneRotation, forKey: .sceneRotationDegrees)
        try projection.encode(options.roadLimit, forKey: .roadLimitMetres)
        try container.encode(["offsetDegrees": headingOffsetDegrees], forKey: .heading)
        var north = container.nestedContainer(keyedBy: DeclinationKey.self, forKey: .declination)
        switch declination {
        case .model:
            try north.encode("model", forKey: .policy)
            try north.encodeNil(forKey: .degrees)
        case .fixed(let degrees):
            try north.encode("fixed", forKey: .policy)
            try north.encode(degrees, forKey: .degrees)
        case .none:
            try north.encode("none", forKey: .policy)
            try north.encodeNil(forKey: .degrees)
        }
        try container.encode(camera, forKey: .camera)
        try container.encode(["timeConstantSeconds": smoothingSeconds], forKey: .smoothing)
        try container.encode(["worstAccuracyMetres": worstAccuracyMetres], forKey: .location)
        try container.encode(provenance, forKey: .provenance)
    }
}
