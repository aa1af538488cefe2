import Rotations

#if !hasFeature(Embedded)
    extension FixedLagFilter.State {
        private enum Key: CodingKey {
            case window, seen, readings, isStarted, time, nodeTime, fieldTime, startUp, rate
        }

        /// Reads a state, and refuses one whose counts do not fit together: the solver indexes without checks.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            window = try values.decode(SlidingWindow.self, forKey: .window)
            seen = try values.decode(SeenDirections.self, forKey: .seen)
            readings = try values.decode(Int.self, forKey: .readings)
            isStarted = try values.decode(Bool.self, forKey: .isStarted)
            time = try values.decode(Int64.self, forKey: .time)
            nodeTime = try values.decode(Int64.self, forKey: .nodeTime)
            fieldTime = try values.decode(Int64.self, forKey: .fieldTime)
            startUp = try values.decode(StartUp.self, forKey: .startUp)
            rate = try values.decode(Vector3.self, forKey: .rate)
            guard window.hasConsistentCounts, !isStarted || !window.nodes.isEmpty else {
                throw DecodingError.dataCorruptedError(
                    forKey: .window, in: values, debugDescription: "its counts do not fit together")
            }
        }

        /// Writes what `init(from:)` reads.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(window, forKey: .window)
            try values.encode(seen, forKey: .seen)
            try values.encode(readings, forKey: .readings)
            try values.encode(isStarted, forKey: .isStarted)
            try values.encode(time, forKey: .time)
            try values.encode(nodeTime, forKey: .nodeTime)
            try values.encode(fieldTime, forKey: .fieldTime)
            try values.encode(startUp, forKey: .startUp)
            try values.encode(rate, forKey: .rate)
        }
    }
#endif

extension SlidingWindow {
    /// Whether its arrays have the lengths that the solver expects.
    var hasConsistentCounts: Bool {
        let used = integrals.reduce(0) { $0 + max(0, $1.readings) }
        return integrals.count == nodes.count && noise.roomWeights.count == max(0, nodes.count - 1)
            && used == readings.count && prior.hasConsistentCounts
            && search?.isConsistent ?? true && candidate.nodes.count == (search == nil ? 0 : nodes.count)
            && waiting & ~Retry.allBits == 0 && (-1..<Int.max / 2).contains(turn)
            && candidate.noise.roomWeights.count == max(0, candidate.nodes.count - 1)
    }
}
