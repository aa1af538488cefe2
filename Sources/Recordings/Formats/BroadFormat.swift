import SensorModels

/// The CSV files of the BROAD data set (D. Laidig et al., Data 6(7), 72, 2021): a canonical log without metadata lines.
///
/// Told from other canonical logs by exactly its header and the absence of `#` lines. Its documentation gives the rest:
/// SI and microtesla, the reference against the magnetic north of the place.
enum BroadFormat: RecordingFormat {
    static let name = "broad"
    private static let header = "t,ax,ay,az,gx,gy,gz,mx,my,mz,ref_qw,ref_qx,ref_qy,ref_qz,moving"
    static let usesEvidence = false

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, let header = HeaderLine(lines) else { return false }
        return header.number == 1 && header.text == Self.header
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var recording = try CanonicalFormat.read(input, options)
        recording.metadata.referenceNorth = .magnetic
        for sensor in recording.provenance.keys {
            recording.provenance[sensor]?.decidedBy = "the documentation of BROAD"
        }
        return recording
    }
}
