import Recordings

extension Recording {
    /// Ends the process where the reader breaks a promise.
    func requireOrder() {
        if let broken = brokenPromise { require(false, broken) }
    }
}
