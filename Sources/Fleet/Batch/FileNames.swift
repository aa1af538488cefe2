import Files

/// Names of files for names of logs.
public enum FileNames {
    private static let longest = 80

    /// The name itself where it has only letters, digits and `-_.` and does not begin with a dot; else the others replaced
    /// by `_`, with the begin of the name's checksum, so that different names stay different.
    public static func name(for id: String) -> String {
        let plain = String(id.unicodeScalars.prefix(longest).map { isPlain($0) ? Character($0) : "_" })
        guard plain != id || plain.hasPrefix(".") else { return plain }
        return (plain.hasPrefix(".") ? "_" + plain : plain) + "-" + SHA256.hexadecimal(of: id).prefix(8)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}
