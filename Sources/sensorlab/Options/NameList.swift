import ArgumentParser
import Foundation
import ProjectionCore
import Vocabulary

/// Names separated by commas, or the option repeated.
enum NameList {
    /// - Throws: a usage error for an empty name and for one that is given twice.
    static func names(_ values: [String], option: String) throws -> [String] {
        let names = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        for (index, name) in names.enumerated() {
            guard !name.isEmpty else {
                throw ValidationError(
                    "\(option) \"\(values.joined(separator: ","))\": expected names separated by commas")
            }
            guard !names[..<index].contains(name) else {
                throw ValidationError("\(option): \(name) is given twice; give it once")
            }
        }
        return names
    }

    /// The filter of a verb that runs one; `nil` where none is given.
    /// - Throws: a usage error for several.
    static func filter(_ values: [String]) throws -> String? {
        let names = try names(values, option: "--filter")
        guard names.count <= 1 else {
            throw ValidationError(
                "--filter \(names.joined(separator: ",")): expected one filter; run the command once for each, or see "
                    + "them side by side: sensorlab compare LOG --filters \(names.joined(separator: ","))")
        }
        return names.first
    }

    /// - Throws: a usage error that names the nearest model.
    static func models(_ values: [String]) throws -> [ProjectionModel] {
        try names(values, option: "--projection").map { name in
            if let model = ProjectionModel(named: name) { return model }
            let all = ProjectionModel.allCases.map(\.rawValue)
            let advice = NearestName.of(name, in: all).map { "did you mean \($0)?" }
            throw ValidationError(
                "--projection \(name): unknown model; \(advice ?? "there are \(all.joined(separator: ", "))")")
        }
    }
}
