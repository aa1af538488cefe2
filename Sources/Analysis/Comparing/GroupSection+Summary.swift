import Evaluation

extension GroupSection {
    /// Means, differences and ranks over a set of recordings.
    /// - Parameter names: the filters, in the order of the tables.
    init(name: String, _ sections: [ComparedRecording], filters names: [String], seed: UInt64) {
        let measured = sections.filter { section in section.filters.contains { $0.errors != nil } }
        let profiles = measured.map { section in
            Dictionary(uniqueKeysWithValues: section.filters.compactMap { f in f.errors.map { (f.name, $0) } })
        }
        func values(_ metric: Metric, _ name: String) -> [Double?] {
            profiles.map { $0[name].flatMap(metric.value) }
        }
        self.name = name
        recordings = measured.count
        let names = names.filter { name in profiles.contains { $0[name] != nil } }
        filters = names.map { name in
            var means: [String: FilterSummary.Mean] = [:]
            for metric in Metric.all {
                let known = values(metric, name).compactMap { $0 }
                guard !known.isEmpty else { continue }
                means[metric.name] = FilterSummary.Mean(
                    mean: known.reduce(0, +) / Double(known.count), recordings: known.count)
            }
            return FilterSummary(name: name, metrics: means)
        }
        // Nothing to compare with.
        guard names.count > 1 else {
            (differences, ranking) = ([], [])
            return
        }
        // Draws are made once per number of recordings.
        var bootstraps: [Int: PairedBootstrap] = [:]
        func interval(_ pairs: [Double]) -> BootstrapInterval? {
            let bootstrap = bootstraps[pairs.count] ?? PairedBootstrap(units: pairs.count, seed: seed)
            bootstraps[pairs.count] = bootstrap
            return bootstrap.interval(ofMean: pairs)
        }
        differences = names.indices.flatMap { a in
            names.indices.dropFirst(a + 1).flatMap { b in
                Metric.principal.compactMap { metric in
                    let pairs = zip(values(metric, names[a]), values(metric, names[b])).compactMap { x, y in
                        x.flatMap { x in y.map { x - $0 } }
                    }
                    guard !pairs.isEmpty else { return nil }
                    return FilterDifference(
                        first: names[a], second: names[b], metric: metric.name,
                        difference: pairs.reduce(0, +) / Double(pairs.count), interval: interval(pairs))
                }
            }
        }
        ranking = Metric.principal.map { metric in
            let columns = names.map { values(metric, $0) }
            return FilterRanking(
                metric: metric, filters: names, values: profiles.indices.map { row in columns.map { $0[row] } })
        }
    }
}
