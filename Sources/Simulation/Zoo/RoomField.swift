import RealModule
import Rotations
import Vocabulary

/// The magnetic surroundings of a motion of the zoo, drawn anew with each seed.
public struct RoomField: Adjustable {
    private enum Kind {
        case even, uneven, magnet
    }

    /// The name on the command line.
    public let name: String
    /// What it is, in a few words.
    public let summary: String
    /// Strength and times.
    public private(set) var parameters: [SimulationParameter]
    private let kind: Kind

    /// All fields.
    public static let all = [
        RoomField(name: "even", summary: "the Earth's field alone", parameters: [], kind: .even),
        RoomField(
            name: "uneven", summary: "three pieces of iron in the room, past which the device is carried",
            parameters: [
                SimulationParameter("moment", 180, "A m^2", 0...10_000, "standard deviation per axis"),
                SimulationParameter("carry", 0.3, "m", 0...1, "how far the device is carried about, beside its motion"),
            ], kind: .uneven),
        RoomField(
            name: "magnet", summary: "a magnet that passes twice",
            parameters: [
                SimulationParameter("strength", 40, "uT", 0...2000, "at its strongest, standard deviation per axis"),
                SimulationParameter("first", 0.35, "", 0...1, "when it passes first, share of the duration"),
                SimulationParameter("second", 0.7, "", 0...1, "when it passes again, share of the duration"),
                SimulationParameter("width", 4, "s", 0.1...3600, "standard deviation of the bell over time"),
            ], kind: .magnet),
    ]

    /// The field of that name, matched without case.
    /// - Throws: `SensorLabError` (usage, `unknown-field`) with the known names.
    public static func named(_ name: String) throws(SensorLabError) -> RoomField {
        try member(name, of: all, "field", .unknownField)
    }

    /// Replaces a value without a check.
    public mutating func replace(at index: Int, with value: Double) { parameters[index].value = value }

    /// What is added to the Earth's field.
    func disturbances(
        along motion: MotionPlan, duration: Double, random: inout RandomGenerator
    ) -> [MagneticDisturbance] {
        switch kind {
        case .even: return []
        case .uneven:
            let (moment, carry) = (value("moment"), value("carry"))
            return [.iron(RoomIron(along: motion, duration: duration, moment: moment, carry: carry, random: &random))]
        case .magnet:
            var magnets: [MagneticDisturbance] = []
            for share in ["first", "second"] {
                let field = value("strength") * random.gaussianVector()
                magnets.append(
                    .passing(PassingMagnet(time: value(share) * duration, width: value("width"), field: field)))
            }
            return magnets
        }
    }
}

/// A magnet that passes slowly, its extra field a bell over time with a constant direction.
public struct PassingMagnet: Sendable, Hashable {
    /// When it is strongest, seconds.
    public var time: Double
    /// Standard deviation of the bell, seconds.
    public var width: Double
    /// The field at its strongest: east, north, up, microtesla.
    public var field: Vector3

    /// The extra field at a time in seconds: east, north, up, microtesla.
    public func field(at time: Double) -> Vector3 {
        let z = (time - self.time) / width
        return Double.exp(-0.5 * z * z) * field
    }
}

/// Iron in the walls and the furniture: dipoles at rest, past which a device is carried by some decimetres.
public struct RoomIron: Sendable {
    /// A dipole.
    public struct Piece: Sendable, Hashable {
        /// East, north, up of the scenario's place, metres.
        public var position: Vector3
        /// East, north, up, A m^2.
        public var moment: Vector3
    }

    /// What is in the room.
    public let pieces: [Piece]
    /// How far the device is carried eastwards and northwards, metres; up 0.4 of it.
    public let carry: Double
    /// Whether the room moves with the device, as a car does: the way of the motion does not count then.
    public let isAboard: Bool

    /// No piece comes nearer than this to any place at a multiple of 0.1 s, metres.
    public static let nearest = 0.5

    init(
        along motion: MotionPlan, duration: Double, moment: Double, carry: Double, random: inout RandomGenerator
    ) {
        self.carry = carry
        isAboard = motion.isAboard
        let path = Self(pieces: [], carry: carry, isAboard: motion.isAboard)
        let way = stride(from: 0, through: duration, by: 0.1).map {
            path.place(at: $0, position: motion.trajectory.position(at: $0))
        }
        pieces = (0..<3).map { _ in
            var spread = 1.0
            while true {
                let draw = random.gaussianVector()
                let position = spread * Vector3(1.5 * draw.x, 1.5 * draw.y + 1.2, 0.5 * draw.z - 0.8)
                if way.allSatisfy({ ($0 - position).length >= Self.nearest }) {
                    return Piece(position: position, moment: moment * random.gaussianVector())
                }
                spread *= 1.1
            }
        }
    }

    private init(pieces: [Piece], carry: Double, isAboard: Bool) {
        (self.pieces, self.carry, self.isAboard) = (pieces, carry, isAboard)
    }

    /// The place in the room: east, north, up, metres.
    func place(at time: Double, position: Vector3) -> Vector3 {
        let carried = Vector3(Double.sin(0.23 * time), Double.sin(0.31 * time + 1), 0.4 * Double.sin(0.17 * time))
        return (isAboard ? .zero : position) + carry * carried
    }

    /// The extra field at a time in seconds on a device at a position (east, north, up of the scenario's place,
    /// metres): east, north, up, microtesla.
    func field(at time: Double, position: Vector3) -> Vector3 {
        let place = place(at: time, position: position)
        return pieces.reduce(Vector3.zero) { $0 + MagneticDipole.field(of: $1.moment, at: place - $1.position) }
    }
}
