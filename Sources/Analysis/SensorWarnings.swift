import Recordings
import SensorModels
import Vocabulary

/// What a log's missing sensors cost.
enum SensorWarnings {
    static func of(_ recording: Recording) -> [Warning] {
        var warnings: [Warning] = []
        if recording.gyroscope.isEmpty && recording.gyroscopeCorrected.isEmpty {
            warnings.append(
                Warning(
                    code: "no-gyroscope",
                    message:
                        "the log has no gyroscope: orientation follows gravity and the field through a motion model, "
                        + "so fast turns lag, accelerations of the hand tilt the estimate and magnets are hard to recognise",
                    advice:
                        "record the gyroscope too: it brings the error of a moving phone from tens of degrees to a few")
            )
        }
        if recording.accelerometer.isEmpty && !recording.gravity.isEmpty {
            warnings.append(
                Warning(
                    code: "gravity-only",
                    message:
                        "the log has no accelerometer: the device's own gravity is used instead, with its unknown filter",
                    advice: "record the accelerometer too"))
        }
        if recording.magnetometer.isEmpty && recording.magnetometerCorrected.isEmpty {
            warnings.append(
                Warning(
                    code: "no-magnetometer",
                    message: "the log has no magnetometer: headings are relative to the start",
                    advice: "record the magnetometer for headings against north"))
        } else if recording.magnetometer.isEmpty {
            warnings.append(
                Warning(
                    code: "magnetometer-corrected-only",
                    message: "the log has only the magnetometer that the device corrected, whose corrections may jump",
                    advice: "record the raw (uncalibrated) magnetometer too"))
        }
        return warnings
    }
}
