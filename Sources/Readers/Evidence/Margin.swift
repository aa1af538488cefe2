import Judge

/// What is done with a hypothesis of this probability: the one rule by which readings are used, doubted or asked for.
///
/// Of the streams that are stated above 0.99 hardly any is read wrongly; of those between 0.75 and 0.99 one in
/// twenty (docs/reference/reading.md).
enum Margin: Comparable {
    case ask, warn, use

    init(_ probability: Double) { self = probability >= 0.99 ? .use : probability >= 0.75 ? .warn : .ask }

    /// As text for messages: a probability is never stated as certain.
    static func shown(_ probability: Double) -> String {
        probability > 0.995 ? "over 99 %" : "\(Int(clamping: (100 * probability).rounded())) %"
    }
}

extension [Evidence] {
    /// The strongest reason for the first of two hypotheses, if possible not by these terms.
    func reason(beside terms: Set<Term>) -> String {
        let speaking = filter { $0.nats > 0 }
        return (speaking.first { !terms.contains($0.term) } ?? speaking.first)?.reason ?? "most logs have it so"
    }

    /// The strongest reason for the other one; empty where there is none.
    var objection: String { first { $0.nats < -0.5 }?.reason ?? "" }

    /// Both, in brackets.
    func reasons(beside terms: Set<Term>) -> String {
        "(\(reason(beside: terms))\(objection.isEmpty ? "" : "; against it: \(objection)"))"
    }
}
