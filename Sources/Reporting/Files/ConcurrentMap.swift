import Dispatch

/// Applies `transform` to every item, on all cores, and returns the results in the order of the items.
func concurrentMap<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ transform: @Sendable (Item) -> Result
) -> [Result] {
    guard items.count > 1 else { return items.map(transform) }
    return [Result](unsafeUninitializedCapacity: items.count) { buffer, count in
        // Every iteration initialises its own element and no other, so the shared pointer is not a race.
        nonisolated(unsafe) let slots = buffer
        DispatchQueue.concurrentPerform(iterations: items.count) { index in
            slots.initializeElement(at: index, to: transform(items[index]))
        }
        count = items.count
    }
}
