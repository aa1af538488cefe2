import RealModule
import Rotations
import Vocabulary

/// Lays out a motion of the zoo: a steady turn, a sinusoid per angle, turns in steps, and a way.
///
/// The orientation is Rz(-heading) Rx(tilt) Ry(roll), device to east-north-up: a boat whose bow is the top edge of a
/// device that lies flat pitches with the tilt and heels with the roll.
struct ZooPlan: Sendable {
    /// Turns with minimum jerk, in degrees clockwise.
    enum Turns: Sendable {
        case none
        /// Equal ones of `step`, the first after so many seconds.
        case equal(first: Double)
        /// Drawn with the standard deviation `spread`, the first after 5 s.
        case drawn
        /// Those of a list: seconds and difference; of the heading and of the tilt.
        case listed(heading: [(at: Double, by: Double)], tilt: [(at: Double, by: Double)])
    }

    /// The position.
    enum Way: Sendable {
        case none
        /// Up and down by 3 cm twice in the period of the roll, forwards and back by `surge` metres once.
        case steps(surge: Double)
        /// Along the heading at 12 m/s, 4 m/s faster and slower within 63 s.
        case road
        /// Within 3 m east, 2 m north and 0.5 m up; the heading has a second swing of 40 degrees in 20 s.
        case flight
    }

    var turns = Turns.none
    var way = Way.none

    func layOut(_ request: MotionRequest, random: inout RandomGenerator) -> MotionPlan {
        var turning: [ClosedRange<Double>] = []
        let move = request[.move]
        func path(from start: Double, _ moves: [(at: Double, by: Double)]) -> MinimumJerkPath {
            var path = MinimumJerkPath(Angle.radians(start))
            for (index, (time, difference)) in moves.enumerated() where time < request.duration {
                let next = index + 1 < moves.count ? moves[index + 1].at : .infinity
                let seconds = min(move, next - time)
                path.move(by: Angle.radians(difference), at: time, duration: seconds)
                turning.append(time...(time + seconds))
            }
            return path
        }
        let (headings, tilts) = moves(request, &random)
        var trajectory = Trajectory()
        trajectory.heading = swinging(
            path(from: request[.heading], headings), request[.amplitude], request[.period])
        trajectory.heading.slope = Angle.radians(request[.rate])
        // Rx(t) Ry(r) = Rx(t - 90 degrees) Rz(r) Rx(90 degrees).
        trajectory.mount = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
        trajectory.tilt = swinging(
            path(from: request[.tilt] - 90, tilts), request[.tiltAmplitude], request[.tiltPeriod])
        trajectory.roll = swinging(
            MinimumJerkPath(Angle.radians(request[.roll])), request[.rollAmplitude], request[.rollPeriod],
            Angle.radians(request[.rollPhase]))
        place(&trajectory, request)
        var plan = MotionPlan(trajectory: trajectory, vibration: request[.vibration])
        if case .road = way { plan.isAboard = true }
        let swings = [request[.rate], request[.amplitude], request[.tiltAmplitude], request[.rollAmplitude]]
        if case .none = way, swings.allSatisfy({ $0 == 0 }) {
            plan.rests = Self.gaps(between: turning, until: request.duration)
        }
        return plan
    }

    private func moves(
        _ request: MotionRequest, _ random: inout RandomGenerator
    ) -> (heading: [(at: Double, by: Double)], tilt: [(at: Double, by: Double)]) {
        func starts(_ first: Double) -> [Double] {
            Array(stride(from: first, to: request.duration, by: request[.pause]))
        }
        switch turns {
        case .none: return ([], [])
        case .equal(let first): return (starts(first).map { ($0, request[.step]) }, [])
        case .drawn:
            var headings: [(at: Double, by: Double)] = []
            for time in starts(5) { headings.append((time, request[.spread] * random.gaussian())) }
            return (headings, [])
        case .listed(let heading, let tilt): return (heading, tilt)
        }
    }

    private func place(_ trajectory: inout Trajectory, _ request: MotionRequest) {
        switch way {
        case .none: break
        case .steps(let surge):
            let period = request[.rollPeriod]
            trajectory.up.oscillations = [swing(0.03, period / 2)]
            if surge > 0 { trajectory.north.oscillations = [swing(surge, period)] }
        case .road:
            // A spline rests at its ends: it begins and ends a second outside of the recording.
            let (spacing, margin) = (0.1, 1.0)
            var (x, y): ([Double], [Double]) = ([0], [0])
            for index in 0..<Int(clamping: (request.duration + 2 * margin) / spacing) {
                let time = (Double(index) + 0.5) * spacing - margin
                let heading = trajectory.heading.jet(at: time).value
                let metres = (12 + 4 * Double.sin(0.1 * time)) * spacing
                x.append(x[index] + metres * Double.sin(heading))
                y.append(y[index] + metres * Double.cos(heading))
            }
            trajectory.east = Signal(spline: SplinePath(x, start: -margin, spacing: spacing))
            trajectory.north = Signal(spline: SplinePath(y, start: -margin, spacing: spacing))
        case .flight:
            trajectory.heading.oscillations.append(swing(Angle.radians(40), 20))
            trajectory.east.oscillations = [swing(3, 12.6)]
            trajectory.north.oscillations = [swing(2, 15.7, Double.pi / 2)]
            trajectory.up.oscillations = [swing(0.5, 6.3)]
        }
    }

    /// A path in radians and a sinusoid in degrees.
    private func swinging(
        _ path: MinimumJerkPath, _ degrees: Double, _ period: Double, _ phase: Double = 0
    ) -> Signal {
        Signal(path, degrees == 0 ? [] : [swing(Angle.radians(degrees), period, phase)])
    }

    private func swing(_ amplitude: Double, _ period: Double, _ phase: Double = 0) -> Oscillation {
        Oscillation(amplitude, 1 / period, phase, envelope: MinimumJerkPath(1))
    }

    private static func gaps(between moves: [ClosedRange<Double>], until end: Double) -> [ClosedRange<Double>] {
        var rests: [ClosedRange<Double>] = []
        var start = 0.0
        for move in moves.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if move.lowerBound > start { rests.append(start...move.lowerBound) }
            start = max(start, move.upperBound)
        }
        if start < end { rests.append(start...end) }
        return rests
    }
}
