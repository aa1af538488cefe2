#if !hasFeature(Embedded)
    /// An optional that is written to JSON as `null` instead of being left out, so that every key is always there.
    ///
    /// Non-finite numbers, which JSON does not have, become `null` too. A missing key reads as `nil`.
    @propertyWrapper
    public struct Nullable<Value: Codable & Sendable>: Codable, Sendable {
        /// The value; `nil` is written as null.
        public var wrappedValue: Value?

        /// Wraps a value; a non-finite number becomes `nil`.
        public init(wrappedValue: Value?) {
            if let number = wrappedValue as? Double, !number.isFinite {
                self.wrappedValue = nil
            } else {
                self.wrappedValue = wrappedValue
            }
        }

        /// Reads a value or null.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
        }

        /// Writes the value or null.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let wrappedValue {
                try container.encode(wrappedValue)
            } else {
                try container.encodeNil()
            }
        }
    }

    extension Nullable: Equatable where Value: Equatable {}
    extension Nullable: Hashable where Value: Hashable {}

    extension KeyedDecodingContainer {
        /// Reads a missing key as `nil`; found by the synthesised decoders of types with `@Nullable` properties.
        public func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
            try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
        }
    }
#endif
