/// A header of two lines: the sensors, each above the first of its columns, and their axes (`Accelerometer,,,Gyroscope,,` above
/// `x,y,z,x,y,z`), as spreadsheets write merged cells.
enum GroupedHeader {
    /// The names of both lines together; `nil` where they are no such header.
    static func names(_ groups: [String], above axes: [String]) -> [String]? {
        guard groups.count <= axes.count, axes.count > 3,
            axes.count(where: { isAxis($0) }) > 2, axes.allSatisfy({ Double($0) == nil }),
            groups.contains(where: namesSensor)
        else { return nil }
        var current = ""
        var result: [String] = []
        for (position, axis) in axes.enumerated() {
            let group = position < groups.count ? groups[position] : ""
            if !group.isEmpty { current = group }
            if isAxis(axis) {
                result.append(current.isEmpty ? axis : current + " " + axis)
            } else if axis.isEmpty || axis.lowercased() == group.lowercased() {
                result.append(group)
                current = ""
            } else if !group.isEmpty, TimeColumn.exponent(ofUnit: axis.lowercased()) != nil {
                result.append("\(group) (\(axis))")
                current = ""
            } else {
                result.append(axis)
                current = ""
            }
        }
        return result
    }

    private static func isAxis(_ name: String) -> Bool {
        let column = ColumnName(name)
        return column.axis.map { $0 < 3 } == true && column.stem.isEmpty
    }

    private static func namesSensor(_ name: String) -> Bool {
        ColumnName(name).axis == nil && ColumnAliases.meaning(of: ColumnName(name + " x").stem) != nil
    }
}
