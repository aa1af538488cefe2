/// What a solution needs of memory; nothing of it lasts from one node to the next.
///
/// It may cross threads, as only the value that has the one reference to it uses it.
package final class WindowWorkspace: @unchecked Sendable {
    private let capacity: Int
    let chain: ChainSystem
    let interval = IntervalEquations()
    let field = FieldEquations()
    let pair = NeighbourCovariances()
    /// As many as there are constants.
    let numbers = DenseBlock.zeros(TrajectoryLayout.constants)
    /// Twice the negative logarithm of the posterior, without a constant.
    var cost = 0.0
    /// Of the intervals, for the inference.
    var turns: [TurnEquation] = []
    /// Lengths of the magnetometer's residuals, microtesla.
    package var residuals: [Double] = []
    private var sorted: [Double] = []

    /// For a window of these parameters and nodes.
    package init(_ window: SlidingWindow) {
        let parameters = window.parameters
        capacity = max(parameters.mostNodes, window.nodes.count) + 4
        chain = ChainSystem(capacity: capacity)
        turns.reserveCapacity(capacity)
        residuals.reserveCapacity(capacity * parameters.mostReadings)
        sorted.reserveCapacity(capacity * parameters.mostReadings)
    }

    deinit {
        field.deallocate()
        numbers.deallocate()
    }

    /// Whether it is large enough.
    func holds(_ window: SlidingWindow) -> Bool {
        max(window.parameters.mostNodes, window.nodes.count) + 4 <= capacity
    }

    func clearRecords() {
        residuals.removeAll(keepingCapacity: true)
        turns.removeAll(keepingCapacity: true)
        cost = 0
    }

    /// The upper median of the residuals, of which there is one: by C. A. R. Hoare, Algorithm 65: Find,
    /// Communications of the ACM 4(7), 1961.
    var medianResidual: Double {
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: residuals)
        let middle = sorted.count / 2
        var (low, high) = (0, sorted.count - 1)
        while low < high {
            let pivot = sorted[middle]
            var (i, j) = (low, high)
            while i <= j {
                while sorted[i] < pivot { i += 1 }
                while pivot < sorted[j] { j -= 1 }
                if i <= j {
                    sorted.swapAt(i, j)
                    i += 1
                    j -= 1
                }
            }
            if j < middle { low = i }
            if middle < i { high = j }
        }
        return sorted[middle]
    }
}
