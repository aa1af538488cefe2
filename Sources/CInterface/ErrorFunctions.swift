import CSensorLab

/// The status that the call returned; SENSORLAB_OK for NULL.
@_cdecl("sensorlab_error_status")
public func errorStatus(_ error: OpaquePointer?) -> sensorlab_status {
    error.map { Handle<CError>.at($0).value.status } ?? sensorlab_status(SENSORLAB_OK)
}

/// The kind of the error, stable across versions: `unknown-filter`.
@_cdecl("sensorlab_error_code")
public func errorCode(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    error.map { Handle<CError>.at($0).value.code.bytes }
}

/// File and line, or the argument; empty where there is no place.
@_cdecl("sensorlab_error_place")
public func errorPlace(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    error.map { Handle<CError>.at($0).value.place.bytes }
}

/// What was found and what was expected.
@_cdecl("sensorlab_error_message")
public func errorMessage(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    error.map { Handle<CError>.at($0).value.message.bytes }
}

/// What to do; may be empty.
@_cdecl("sensorlab_error_advice")
public func errorAdvice(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    error.map { Handle<CError>.at($0).value.advice.bytes }
}

/// Releases an error; NULL is allowed.
@_cdecl("sensorlab_error_free")
public func freeError(_ error: OpaquePointer?) { Handle<CError>.free(error) }

/// The bytes, followed by a zero that is not counted; they live as long as the text.
@_cdecl("sensorlab_text_bytes")
public func textBytes(_ text: OpaquePointer?) -> UnsafePointer<CChar>? {
    text.map { Handle<CText>.at($0).value.bytes }
}

/// How many bytes there are.
@_cdecl("sensorlab_text_count")
public func textCount(_ text: OpaquePointer?) -> Int { text.map { Handle<CText>.at($0).value.count } ?? 0 }

/// Releases a text; NULL is allowed.
@_cdecl("sensorlab_text_free")
public func freeText(_ text: OpaquePointer?) { Handle<CText>.free(text) }
