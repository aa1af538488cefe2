/// Scores that were computed, so that folds which ask for the same point share them.
struct ScoreTable {
    private struct Key: Hashable {
        let trial: Int
        let point: [Double]
    }

    private let tuning: Tuning
    private let trials: [TuningTrial]
    private let map: Tuning.Mapper
    private var known: [Key: TuningScore] = [:]

    init(tuning: Tuning, trials: [TuningTrial], map: @escaping Tuning.Mapper) {
        (self.tuning, self.trials, self.map) = (tuning, trials, map)
    }

    /// The mean of the objective over the recordings at each point.
    mutating func values(at points: [[Double]], of indices: [Int]) -> [Double] {
        compute(points, indices)
        return points.map { point in
            indices.reduce(0) { $0 + (known[Key(trial: $1, point: point)]?.value ?? .infinity) } / Double(indices.count)
        }
    }

    /// The scores of the recordings at one point, in their order.
    mutating func scores(at point: [Double], of indices: [Int]) -> [TuningScore] {
        compute([point], indices)
        return indices.compactMap { known[Key(trial: $0, point: point)] }
    }

    private mutating func compute(_ points: [[Double]], _ indices: [Int]) {
        var keys: [Key] = []
        var asked: Set<Key> = []
        for point in points {
            for trial in indices {
                let key = Key(trial: trial, point: point)
                if known[key] == nil, asked.insert(key).inserted { keys.append(key) }
            }
        }
        let tuning = tuning
        let work = keys.map { Tuning.Work(trial: trials[$0.trial], point: $0.point) }
        for (key, score) in zip(keys, map(work, { tuning.score($0.trial, at: $0.point) })) { known[key] = score }
    }
}
