import Figures

/// Terms of the page in plain words: hints of its tables, and a list at its end.
enum Glossary {
    /// A term and its meaning.
    struct Term {
        let name: String
        let text: String
    }

    static let terms = [
        Term(name: "RMS", text: "root of the mean square: the usual size of an error, large ones weighing more"),
        Term(name: "total", text: "the whole angle between estimated and true orientation, RMS"),
        Term(name: "heading", text: "the part of the error about the vertical: what a compass is off by, RMS"),
        Term(name: "offset", text: "the mean heading error: what adding one number to the heading would remove"),
        Term(name: "heading without it", text: "the heading error after its mean is removed, RMS"),
        Term(name: "inclination", text: "the part of the error that tilts the horizon, RMS"),
        Term(
            name: "rho",
            text:
                "angle of the camera from the zenith: 90\u{B0} looking level, 0\u{B0} to the sky, 180\u{B0} lying face up"
        ),
        Term(name: "median total", text: "half of all orientations are nearer than this"),
        Term(name: "95\u{A0}% total", text: "95 of 100 orientations are nearer than this"),
        Term(name: "worst", text: "the largest error of all"),
        Term(name: "\u{3C3}", text: "sigma, one standard deviation: two of three errors are smaller, if it is right"),
        Term(name: "own \u{3C3}", text: "how large the filter itself says that its heading error is, median"),
        Term(
            name: "in 95\u{A0}% band",
            text:
                "share of heading errors within 1.96 of the filter's own sigmas; right are 95\u{A0}%, fewer mean that it is "
                + "too sure of itself"),
        Term(
            name: "NEES",
            text:
                "normalised error squared: mean of (error / own sigma)\u{B2}; 1 is right, 9 means errors three times as "
                + "large as stated"),
        Term(name: "mean heading", text: "the mean direction on the circle"),
        Term(name: "its spread", text: "how far headings scatter about their mean, one standard deviation"),
        Term(
            name: "heading defined", text: "share of the time in which the axis is not within 5\u{B0} of the vertical"),
        Term(name: "rho \u{2212} recorded, RMS", text: "difference of rho from that of the gravity in the log"),
        Term(name: "jitter", text: "scatter of the intervals between samples, one standard deviation"),
        Term(name: "equal stamps", text: "samples with the time of the one before"),
    ]

    /// The meaning of a column; `nil` for plain words.
    static func hint(_ name: String) -> String? { terms.first { $0.name == name }?.text }
}
