import Foundation

extension Benchmark {
    /// What a study divides a trial by, as cells of a manifest (`device`, `site`, `motion`), as far as the trial's own files say it;
    /// the motion is in what only scoring may read.
    /// - Parameter path: of the trial.
    public static func strata(of path: String) -> [String: String] {
        let meta = read(Meta.self, path + "/meta.json")
        let truth = read(Truth.self, path + "/truth.json")
        return [
            "device": meta?.device, "site": meta?.site?.place, "motion": truth?.motion,
        ].compactMapValues { $0 }
    }

    private struct Meta: Decodable {
        struct Site: Decodable { var place: String? }
        var device: String?
        var site: Site?
    }

    private struct Truth: Decodable {
        var motion: String?
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}
