extension String {
    /// Without surrounding blanks and one pair of quotation marks.
    package var trimmedCell: String { self[...].trimmedCell }
}

extension Substring {
    /// Without surrounding blanks and one pair of quotation marks.
    package var trimmedCell: String {
        var cell = utf8[...]
        func trim() {
            while let first = cell.first, first == 32 || first == 9 || first == 13 { cell = cell.dropFirst() }
            while let last = cell.last, last == 32 || last == 9 || last == 13 { cell = cell.dropLast() }
        }
        trim()
        if let first = cell.first, first == UInt8(ascii: "\""), cell.dropFirst().last == first {
            cell = cell.dropFirst().dropLast()
            trim()
        }
        return String(Substring(cell))
    }
}
