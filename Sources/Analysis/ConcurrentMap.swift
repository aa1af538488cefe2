import Dispatch

/// Applies `transform` to every item, on up to `jobs` cores at once, and returns the results in the order of the items.
///
/// The results do not depend on the number of cores.
public func concurrentMap<Item: Sendable, Output: Sendable>(
    _ items: [Item], jobs: Int = .max, _ transform: @Sendable (Item) -> Output
) -> [Output] {
    let workers = min(items.count, max(1, jobs))
    guard workers > 1 else { return items.map(transform) }
    return [Output](unsafeUninitializedCapacity: items.count) { buffer, count in
        // Every worker initialises its own elements and no others, so the shared pointer is not a race.
        nonisolated(unsafe) let slots = buffer
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            for index in stride(from: worker, to: items.count, by: workers) {
                slots.initializeElement(at: index, to: transform(items[index]))
            }
        }
        count = items.count
    }
}
