import Rotations

/// The covariance of many error states: its lower triangle, row after row, in one array that is allocated once.
///
/// Updates are scalar and hold for any gain k, the optimal one or not (Joseph's form, written out):
/// P - k p^T - p k^T + s k k^T with p = P h^T and s = h p + r (Bar-Shalom, Li, Kirubarajan 2001, 5.2.3). One update
/// costs 2 n^2 multiplications, a prediction with m rows 2 m n^2 at most.
struct PackedCovariance: FilterState {
    /// Element (i, j) with i >= j is at i (i + 1) / 2 + j.
    private(set) var elements: [Double]

    /// The sparse row h of a scalar measurement, eight elements at most.
    struct Row {
        private(set) var indices = SIMD8<Int>()
        private(set) var values = SIMD8<Double>()
        private(set) var count = 0

        /// Adds an element; zeros are left out.
        @inline(__always)
        mutating func append(_ value: Double, at index: Int) {
            guard value != 0 else { return }
            indices[count] = index
            values[count] = value
            count += 1
        }

        /// Adds three elements from `index` on.
        @inline(__always)
        mutating func append(_ v: Vector3, from index: Int) {
            append(v.x, at: index)
            append(v.y, at: index + 1)
            append(v.z, at: index + 2)
        }
    }

    /// `count` states without variance.
    init(count: Int) { elements = Array(repeating: 0, count: count * (count + 1) / 2) }

    /// The covariance of states i and j.
    subscript(i: Int, j: Int) -> Double {
        @inline(__always) get { elements[Self.index(i, j)] }
        @inline(__always) set { elements[Self.index(i, j)] = newValue }
    }

    /// The 3 x 3 block of rows from i and columns from j.
    subscript(block i: Int, j: Int) -> Matrix3 {
        get { Matrix3(self[row: i, j], self[row: i + 1, j], self[row: i + 2, j]) }
        set {
            for a in 0..<3 { for b in 0..<3 { self[i + a, j + b] = newValue[a, b] } }
        }
    }

    /// Three covariances of the state i, with the states from j.
    subscript(row i: Int, j: Int) -> Vector3 { Vector3(self[i, j], self[i, j + 1], self[i, j + 2]) }

    /// Adds independent noise to three states.
    mutating func addNoise(_ variance: Double, from first: Int) {
        for i in first..<first + 3 { self[i, i] += variance }
    }

    /// P + d d^T: adds a common error of the states along d.
    mutating func spread(along d: Row) {
        for a in 0..<d.count {
            for b in 0..<d.count where d.indices[a] >= d.indices[b] {
                self[d.indices[a], d.indices[b]] += d.values[a] * d.values[b]
            }
        }
    }

    /// Re-initialises some states: no correlation, this variance.
    mutating func reset(_ states: Range<Int>, variance: Double, count: Int) {
        for i in states {
            for j in 0..<count { self[i, j] = 0 }
            self[i, i] = variance
        }
    }

    /// Forgets the correlation of some states with all others.
    mutating func isolate(_ states: Range<Int>, count: Int) {
        for i in states { for j in 0..<count where !states.contains(j) { self[i, j] = 0 } }
    }

    /// h P h^T.
    func variance(along h: Row) -> Double {
        var sum = 0.0
        for a in 0..<h.count {
            for b in 0..<h.count { sum += h.values[a] * h.values[b] * self[h.indices[a], h.indices[b]] }
        }
        return sum
    }

    /// A scalar measurement: y = h . error + noise.
    /// - Parameters:
    ///   - y: the innovation before `correction`.
    ///   - variance: of the noise.
    ///   - held: states that are not corrected (a Schmidt update: their error stays in the covariance).
    ///   - correction: the sum of the corrections by the measurements of one instant, one number per state.
    mutating func update(
        along h: Row, innovation y: Double, variance: Double, holding held: Range<Int> = 0..<0,
        correction: UnsafeMutableBufferPointer<Double>
    ) {
        let count = correction.count
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * count) { scratch in
            guard let p = scratch.baseAddress else { return }
            let (k, u) = (p + count, p + 2 * count)
            p.update(repeating: 0, count: count)
            elements.withUnsafeMutableBufferPointer { m in
                for a in 0..<h.count { Self.add(h.values[a], timesColumn: h.indices[a], of: m, to: p, count) }
                var s = variance
                var residual = y
                for a in 0..<h.count {
                    s += h.values[a] * p[h.indices[a]]
                    residual -= h.values[a] * correction[h.indices[a]]
                }
                let inverse = 1 / s
                for i in 0..<count { k[i] = p[i] * inverse }
                for i in held { k[i] = 0 }
                for i in 0..<count {
                    correction[i] += residual * k[i]
                    u[i] = p[i] - s * k[i]
                }
                var row = 0
                for i in 0..<count {
                    let (ki, pi) = (k[i], p[i])
                    for j in 0...i { m[row + j] -= ki * u[j] + pi * k[j] }
                    row += i + 1
                }
            }
        }
    }

    /// P <- F P F^T for F = I + E, where only the first `rows` rows of E are not zero.
    /// - Parameter e: these rows, one after the other, each of `count` numbers.
    mutating func predict(_ e: UnsafeMutableBufferPointer<Double>, rows: Int, count: Int) {
        StackScratch.withZeros(rows * count) { ep in
            guard let base = ep.baseAddress else { return }
            elements.withUnsafeMutableBufferPointer { m in
                for r in 0..<rows {
                    for column in 0..<count where e[r * count + column] != 0 {
                        Self.add(e[r * count + column], timesColumn: column, of: m, to: base + r * count, count)
                    }
                }
                for r in 0..<rows {
                    for c in 0...r {
                        var sum = ep[r * count + c] + ep[c * count + r]
                        for j in 0..<count { sum += ep[r * count + j] * e[c * count + j] }
                        m[Self.index(r, c)] += sum
                    }
                    for j in rows..<count { m[Self.index(j, r)] += ep[r * count + j] }
                }
            }
        }
    }

    @inline(__always)
    private static func index(_ i: Int, _ j: Int) -> Int { i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i }

    /// p += value P e_column.
    @inline(__always)
    private static func add(
        _ value: Double, timesColumn column: Int, of m: UnsafeMutableBufferPointer<Double>,
        to p: UnsafeMutablePointer<Double>, _ count: Int
    ) {
        let row = column * (column + 1) / 2
        for j in 0...column { p[j] += value * m[row + j] }
        var index = row + column
        var j = column + 1
        while j < count {
            index += j
            p[j] += value * m[index]
            j += 1
        }
    }
}

/// Numbers on the stack for the length of one call.
///
/// `withUnsafeTemporaryAllocation` may take more than a kilobyte from the heap; updates of a filter never allocate.
struct StackScratch {
    /// How many numbers there are.
    static let capacity = 192

    private var storage = (SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero)

    /// Calls `body` with `count` zeros; `count` is at most `capacity`.
    @inline(__always)
    static func withZeros<Result>(_ count: Int, _ body: (UnsafeMutableBufferPointer<Double>) -> Result) -> Result {
        precondition(count <= capacity, "the scratch holds \(capacity) numbers")
        var scratch = StackScratch()
        return withUnsafeMutableBytes(of: &scratch.storage) { bytes in
            body(UnsafeMutableBufferPointer(rebasing: bytes.bindMemory(to: Double.self).prefix(count)))
        }
    }
}
