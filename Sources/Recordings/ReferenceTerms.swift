import Vocabulary

/// What is known of a reference orientation; `nil` where nothing is said.
public struct ReferenceTerms: Sendable, Codable, Hashable {
    /// Which north it has.
    public var north: ReferenceNorth?
    /// Whether its body's axes are those of the device (the default), or are found by the gyroscope.
    public var mount: ReferenceMount?
    /// Whether its vertical is the Earth's (the default), or is found by the accelerometer.
    public var level: ReferenceMount?
    /// How late its stamps are; 0 by default.
    public var delay: ReferenceDelay?
    /// What it is a reference of; the whole orientation by default.
    public var parts: ReferenceParts?

    /// What is said of a reference.
    public init(
        north: ReferenceNorth? = nil, mount: ReferenceMount? = nil, level: ReferenceMount? = nil,
        delay: ReferenceDelay? = nil, parts: ReferenceParts? = nil
    ) {
        (self.north, self.mount, self.level, self.delay, self.parts) = (north, mount, level, delay, parts)
    }

    /// The options that say so on a command line.
    package var words: [String] {
        pairs.flatMap { ["--" + $0.name, $0.value] }
    }

    /// What is said, by the names of options and metadata lines.
    package var pairs: [(name: String, value: String)] {
        [
            ("reference-north", north?.rawValue), ("reference-mount", mount?.rawValue),
            ("reference-level", level?.rawValue), ("reference-delay", delay?.text),
            ("reference-parts", parts?.rawValue),
        ].compactMap { name, value in value.map { (name, $0) } }
    }

    /// With everything that other terms say in place of what these do.
    public func overridden(by other: ReferenceTerms) -> ReferenceTerms {
        ReferenceTerms(
            north: other.north ?? north, mount: other.mount ?? mount, level: other.level ?? level,
            delay: other.delay ?? delay, parts: other.parts ?? parts)
    }
}

/// The north of a reference.
public enum ReferenceNorth: String, Sendable, Codable, CaseIterable {
    /// The geographic north.
    case `true`
    /// The direction of the field's horizontal component.
    case magnetic
    /// None: headings are compared after one constant per log and track is removed.
    case arbitrary

    /// A known north.
    public init(_ north: North) { self = north == .true ? .true : .magnetic }

    /// `nil` for an arbitrary one.
    public var north: North? {
        switch self {
        case .true: .true
        case .magnetic: .magnetic
        case .arbitrary: nil
        }
    }

    /// For messages.
    static let expected = "true, magnetic or arbitrary"
}

/// The axes of a reference's body, or its vertical.
public enum ReferenceMount: String, Sendable, Codable, CaseIterable {
    /// Those of the device, or the Earth's.
    case known
    /// Turned by a constant, which the gyroscope, or the accelerometer, determines.
    case fit
}

/// What a reference is one of.
public enum ReferenceParts: String, Sendable, Codable, CaseIterable {
    /// Heading and inclination.
    case orientation
    /// The heading alone.
    case heading
    /// The inclination alone: its headings mean nothing.
    case inclination
}

/// How late the stamps of a reference are.
public enum ReferenceDelay: Sendable, Codable, Hashable {
    /// By so many seconds of the log's clock; negative where they are early.
    case seconds(Double)
    /// As the gyroscope determines.
    case fit

    /// Reads `fit` or seconds.
    public init?(_ text: String) {
        if text.lowercased() == "fit" {
            self = .fit
        } else {
            guard let seconds = Double(text), seconds.magnitude <= 1e6 else { return nil }
            self = .seconds(seconds)
        }
    }

    /// As it is read.
    public var text: String {
        switch self {
        case .seconds(let seconds): "\(seconds)"
        case .fit: "fit"
        }
    }

    /// A number of seconds, or `fit`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) {
            self = .seconds(seconds)
        } else if try container.decode(String.self) == "fit" {
            self = .fit
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither seconds nor fit")
        }
    }

    /// A number of seconds, or `fit`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .seconds(let seconds): try container.encode(seconds)
        case .fit: try container.encode(text)
        }
    }
}
