import SensorModels

/// What a log or its format's documentation says about the unit and the sign of a stream, before the data are asked.
struct StreamClaim: Sendable {
    /// A statement and where it stands.
    struct Statement<Value: Sendable & Equatable>: Sendable {
        var value: Value
        /// For people, such as `the header "Gyroscope X (deg/s)"`.
        var by: String
    }

    var unit: Statement<LogUnit>?
    var sign: Statement<SignConvention>?
    /// The app writes either sign in one unit, and nothing says which.
    var isOfEitherSign = false
    /// The file or columns.
    var source: String
    /// Whether the device took its own offset out of a magnetic field; `nil` where nothing tells.
    var isCalibrated: Bool?
    /// What else the convention says, for people.
    var note: String?

    init(source: String, unit: Statement<LogUnit>? = nil, sign: Statement<SignConvention>? = nil, note: String? = nil) {
        self.source = source
        self.unit = unit
        self.sign = sign
        self.note = note
    }

    /// A unit and a sign from one place.
    init(source: String, unit: LogUnit?, sign: SignConvention? = nil, by: String, note: String? = nil) {
        self.init(
            source: source, unit: unit.map { Statement(value: $0, by: by) },
            sign: sign.map { Statement(value: $0, by: by) }, note: note)
    }
}
