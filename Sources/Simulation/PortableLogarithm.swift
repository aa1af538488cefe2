/// The natural logarithm by the four operations of IEEE 754 alone, hence with the same bits on every machine.
enum PortableLogarithm {
    /// ln x for finite x > 0, within 4 units of the last place.
    ///
    /// x = m 2^k with m in [sqrt(1/2), sqrt(2)), ln m = 2 artanh((m - 1) / (m + 1)). With |argument| <= 0.1716 the term of
    /// order 21 is the last one above 2^-53 of the first.
    static func log(_ x: Double) -> Double {
        var m = x.significand
        var k = Double(x.exponent)
        if m > 1.414_213_562_373_095_1 {
            m /= 2
            k += 1
        }
        let z = (m - 1) / (m + 1)
        let square = z * z
        var sum = 0.0
        var order = 21.0
        while order >= 3 {
            sum = square * (sum + 1 / order)
            order -= 2
        }
        return k * 0.693_147_180_559_945_3 + 2 * (z + z * sum)
    }
}
