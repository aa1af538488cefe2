/// Small dense blocks in place, row by row.
///
/// Inlined they are half again as fast; not so in the WebAssembly module, which is to be small.
enum DenseBlock {
    /// Doubles that are indexed without checks.
    typealias Numbers = UnsafeMutablePointer<Double>

    static func zeros(_ count: Int) -> Numbers {
        let result = Numbers.allocate(capacity: count)
        result.initialize(repeating: 0, count: count)
        return result
    }

    /// The Cholesky factor L of a lower triangle of m rows, in its place; false where it is not positive definite.
    #if hasFeature(Embedded)
        @inline(never)
    #else
        @inline(__always)
    #endif
    static func factor(_ a: Numbers, _ m: Int) -> Bool {
        for j in 0..<m {
            let pivot = a + j * m
            var square = pivot[j]
            for k in 0..<j { square -= pivot[k] * pivot[k] }
            guard square > 0 else { return false }
            let root = square.squareRoot()
            pivot[j] = root
            let inverse = 1 / root
            for i in (j + 1)..<max(j + 1, m) {
                let row = a + i * m
                var x = row[j]
                for k in 0..<j { x -= row[k] * pivot[k] }
                row[j] = x * inverse
            }
        }
        return true
    }

    /// b becomes L^-1 b; it has `columns` columns.
    #if hasFeature(Embedded)
        @inline(never)
    #else
        @inline(__always)
    #endif
    static func forward(_ l: UnsafePointer<Double>, _ m: Int, _ b: Numbers, _ columns: Int) {
        for i in 0..<m {
            let row = b + i * columns
            for k in 0..<i {
                let f = l[i * m + k]
                let other = b + k * columns
                for j in 0..<columns { row[j] -= f * other[j] }
            }
            let f = 1 / l[i * m + i]
            for j in 0..<columns { row[j] *= f }
        }
    }

    /// b becomes L^-T b.
    #if hasFeature(Embedded)
        @inline(never)
    #else
        @inline(__always)
    #endif
    static func backward(_ l: UnsafePointer<Double>, _ m: Int, _ b: Numbers, _ columns: Int) {
        for i in (0..<m).reversed() {
            let row = b + i * columns
            for k in (i + 1)..<max(i + 1, m) {
                let f = l[k * m + i]
                let other = b + k * columns
                for j in 0..<columns { row[j] -= f * other[j] }
            }
            let f = 1 / l[i * m + i]
            for j in 0..<columns { row[j] *= f }
        }
    }

    /// (L L^T)^-1 into `result`.
    static func invert(_ l: UnsafePointer<Double>, _ m: Int, into result: Numbers) {
        result.update(repeating: 0, count: m * m)
        for i in 0..<m { result[i * m + i] = 1 }
        forward(l, m, result, m)
        backward(l, m, result, m)
    }

    /// target -= a b, where a is m x k and b is k x c.
    static func subtract(
        _ a: UnsafePointer<Double>, times b: UnsafePointer<Double>, from target: Numbers, _ m: Int, _ k: Int, _ c: Int
    ) {
        for i in 0..<m {
            let row = target + i * c
            for l in 0..<k {
                let x = a[i * k + l]
                let other = b + l * c
                for j in 0..<c { row[j] -= x * other[j] }
            }
        }
    }

    /// target -= a b^T, where a is m x k and b is c x k.
    static func subtract(
        _ a: UnsafePointer<Double>, timesTransposed b: UnsafePointer<Double>, from target: Numbers, _ m: Int, _ k: Int,
        _ c: Int
    ) {
        for i in 0..<m {
            for j in 0..<c {
                var x = 0.0
                for l in 0..<k { x += a[i * k + l] * b[j * k + l] }
                target[i * c + j] -= x
            }
        }
    }
}
