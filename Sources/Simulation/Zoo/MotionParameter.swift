/// The numbers of a motion of the zoo. Every such motion has all of them up to `vibration`, the rest where it turns in
/// steps.
enum MotionParameter: String, CaseIterable {
    case heading, rate, amplitude, period
    case tilt, tiltAmplitude, tiltPeriod
    case roll, rollAmplitude, rollPeriod, rollPhase
    case vibration
    case step, spread, pause, move

    /// Unit, range and meaning, with a value.
    func parameter(_ value: Double) -> SimulationParameter {
        let (unit, range, meaning) = description
        return SimulationParameter(rawValue, value, unit, range, meaning)
    }

    /// The value of a motion that does not state it.
    var usual: Double {
        switch self {
        case .period, .tiltPeriod, .rollPeriod: return 10
        default: return 0
        }
    }

    private var description: (unit: String, range: ClosedRange<Double>, meaning: String) {
        let angle = -360.0...360
        let seconds = 0.05...3600.0
        switch self {
        case .heading: return ("deg", angle, "heading of the top edge at the start, clockwise")
        case .rate: return ("deg/s", -360...360, "steady turn, clockwise")
        case .amplitude: return ("deg", 0...360, "of the swing of the heading, which begins clockwise")
        case .period: return ("s", seconds, "of the swing of the heading")
        case .tilt: return ("deg", angle, "0 flat with the screen up, 90 upright")
        case .tiltAmplitude: return ("deg", 0...180, "of the swing of the tilt, which begins upwards")
        case .tiltPeriod: return ("s", seconds, "of the swing of the tilt")
        case .roll: return ("deg", angle, "about the axis from bottom to top edge, right edge down")
        case .rollAmplitude: return ("deg", 0...180, "of the swing of the roll")
        case .rollPeriod: return ("s", seconds, "of the swing of the roll")
        case .rollPhase: return ("deg", angle, "of the swing of the roll at the start")
        case .vibration: return ("m/s^2", 0...100, "faster than the samples: standard deviation per axis and sample")
        case .step: return ("deg", -3600...3600, "each turn, clockwise")
        case .spread: return ("deg", 0...360, "standard deviation of each turn")
        case .pause: return ("s", seconds, "from the start of a turn to the start of the next")
        case .move: return ("s", seconds, "duration of a turn, at most the time to the next one")
        }
    }
}
