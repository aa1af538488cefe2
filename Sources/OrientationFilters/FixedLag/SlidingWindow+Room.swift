import Rotations

/// The field of the room as the readings say it.
extension SlidingWindow {
    /// Of Weiszfeld.
    private static let medianSteps = 10
    /// What counts as a distance, microtesla.
    private static let leastDistance = 1.0

    /// Puts into the nodes' rooms what the magnetometer reads with their orientations and the iron as it is, however
    /// far from the mean field: losses cut off what is far from where a search begins.
    ///
    /// The mean field is the geometric median of what the nodes see, which a magnet that passes does not move (E.
    /// Weiszfeld, Sur le point pour lequel la somme des distances de n points donnes est minimum, Tohoku Mathematical
    /// Journal 43, 1937). A node without readings sees what the one before does.
    mutating func readRoom() {
        var (first, seen) = (0, constants.field)
        for k in nodes.indices {
            if k < nodes.count - 1, integrals[k].readings > 0 {
                let last = first + integrals[k].readings
                seen = .zero
                for reading in readings[first..<last] {
                    seen += reading.orientation.rotate(constants.withoutIron(reading.value))
                }
                seen = nodes[k].orientation.rotate((1 / Double(last - first)) * seen)
                first = last
            }
            solution.nodes[k].room = seen
        }
        for _ in 0..<Self.medianSteps {
            var (sum, weights) = (Vector3.zero, 0.0)
            for node in nodes {
                let weight = 1 / max(Self.leastDistance, (node.room - constants.field).length)
                sum += weight * node.room
                weights += weight
            }
            solution.constants.field = (1 / weights) * sum
        }
        for k in nodes.indices { solution.nodes[k].room -= constants.field }
        for k in noise.roomWeights.indices {
            let innovation = nodes[k + 1].room - noise.persistence * nodes[k].room
            solution.noise.roomWeights[k] = roomWeight(innovation.lengthSquared)
        }
    }

    /// Of an innovation of this square, microtesla^2: Student's t.
    func roomWeight(_ square: Double) -> Double {
        let freedom = parameters.roomDegreesOfFreedom
        return freedom > 0 ? (freedom + 3) / (freedom + square / noise.roomVariance) : 1
    }
}
