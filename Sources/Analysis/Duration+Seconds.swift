extension Duration {
    /// The duration as a floating-point number of seconds.
    public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
