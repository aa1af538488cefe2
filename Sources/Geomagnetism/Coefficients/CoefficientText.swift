/// The official coefficient files, each as one constant string.
///
/// A `StaticString` compiles in a moment and lies in the read-only data of the binary; an array literal of the same
/// numbers takes the compiler minutes.
enum CoefficientText {}
