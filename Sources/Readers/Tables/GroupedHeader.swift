/// A header of two lines: the sensors, each above the first of its columns, and their axes (`Accelerometer,,,Gyroscope,,` above
/// `x,y,z,x,y,z`), as spreadsheets write merged cells; or bodies above the axes of their sensors (`left,right,left,right,...` above
/// `acc_x,acc_x,acc_y,acc_y,...`), as data frames are written.
enum GroupedHeader {
    /// The names of both lines together; `nil` where they are no such header.
    static func names(_ groups: [String], above axes: [String]) -> [String]? {
        let areBodies = areBodies(groups, above: axes)
        guard groups.count <= axes.count, axes.count > 3, axes.allSatisfy({ Double($0) == nil }),
            areBodies || axes.count(where: isAxis) > 2 && groups.contains(where: namesSensor)
        else { return nil }
        var current = ""
        var result: [String] = []
        for (position, axis) in axes.enumerated() {
            let group = position < groups.count ? groups[position] : ""
            if !group.isEmpty { current = group }
            if isAxis(axis) || areBodies && SensorColumns.isAxis(axis) {
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

    /// Whether the upper names tell apart sensors' axes whose names repeat.
    private static func areBodies(_ groups: [String], above axes: [String]) -> Bool {
        let named = axes.filter(SensorColumns.isAxis)
        return named.count > 5 && Set(named).count < named.count && Set(groups).count > 2
            && groups.allSatisfy { Double($0) == nil && !SensorColumns.isAxis($0) }
    }

    private static func isAxis(_ name: String) -> Bool {
        let column = ColumnName(name)
        return column.axis.map { $0 < 3 } == true && column.stem.isEmpty
    }

    private static func namesSensor(_ name: String) -> Bool {
        ColumnName(name).axis == nil && ColumnAliases.meaning(of: ColumnName(name + " x").stem) != nil
    }
}
