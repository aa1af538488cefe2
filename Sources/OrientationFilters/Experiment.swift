import Glibc
func experiment(_ name: String, _ standard: Double) -> Double { getenv(name).flatMap { Double(String(cString: $0)) } ?? standard }
