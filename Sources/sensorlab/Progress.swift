import Analysis
import Figures
import Foundation

/// A progress line at the foot of the terminal, redrawn at most ten times a second and at least twice a second.
final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    private var work = ""
    private var unit = ""
    private var done = 0
    private var total = 0
    private var start = ContinuousClock.now
    private var drawn = ContinuousClock.now
    private var ticks: (any DispatchSourceTimer)?

    /// A monitor that draws on the terminal; none if messages go to a file or are not wanted.
    static func monitor(quiet: Bool) -> WorkMonitor {
        guard !quiet, Terminal.isInteractive else { return .none }
        let progress = Progress()
        return WorkMonitor(begin: progress.begin, advance: progress.advance, end: progress.end)
    }

    private func begin(_ work: String, _ unit: String, _ total: Int) {
        lock.withLock {
            (self.work, self.unit, self.total, done) = (work, unit, total, 0)
            start = .now
            // Work of unknown length is shown once it takes long.
            if total > 0 { draw() }
            let timer = DispatchSource.makeTimerSource()
            timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500))
            timer.setEventHandler { [weak self] in self?.tick() }
            timer.resume()
            ticks?.cancel()
            ticks = timer
        }
    }

    private func tick() {
        lock.withLock {
            if ticks != nil { draw() }
        }
    }

    private func end() {
        lock.withLock {
            ticks?.cancel()
            ticks = nil
        }
        Terminal.clearFoot()
    }

    private func advance() {
        lock.withLock {
            done += 1
            if drawn.duration(to: .now) >= .milliseconds(100) { draw() }
        }
    }

    private func draw() {
        drawn = .now
        let seconds = start.duration(to: drawn) / .seconds(1)
        Terminal.showFoot { width in
            ProgressText.line(work, unit: unit, done: done, total: total, seconds: seconds, width: width)
        }
    }
}
