import SensorModels

/// Words in the names of columns beside the English names of sensors (`ColumnAliases`).
enum SensorWords {
    // MARK: What was done to the readings

    /// Whether a word names a treatment of readings and not a sensor.
    static func isTreatment(_ word: String) -> Bool {
        isStatistic(word) || smoothed.contains(word) || corrected.contains(word) || raw.contains(word)
            || isFrame(word)
    }

    /// Whether a word names a statistic of many readings.
    static func isStatistic(_ word: String) -> Bool { statistics.contains(word) }

    private static let statistics: Set<String> = [
        "std", "stdev", "stddev", "sd", "var", "variance", "min", "max", "rms", "median", "skew", "kurtosis",
        "energy", "entropy", "jerk", "offset", "bias", "sigma", "error", "err", "noise", "cov",
    ]

    /// Filtered readings; others are preferred.
    static let smoothed: Set<String> = [
        "filtered", "filter", "filt", "lp", "lpf", "lowpass", "low-pass", "smooth", "smoothed", "mean", "avg",
        "average", "averaged", "kf", "kalman", "ema", "hp", "highpass", "bandpass",
    ]
    /// Readings less the result of a calibration.
    static let corrected: Set<String> = [
        "cal", "calib", "calibrated", "corrected", "corr", "compensated", "comp",
    ]
    static let raw: Set<String> = ["raw", "uncalibrated", "uncal", "unc"]

    // MARK: Axes that are not the device's

    /// Whether a word names the earth's axes: no sensor measures such vectors, and filters must not use them.
    static func isFrame(_ word: String) -> Bool { frames.contains(word) }

    private static let frames: Set<String> = ["earth", "world", "global", "enu", "ned", "nwu", "geographic"]

    /// Whether a name excludes readings in a device's axes.
    static func isNoReading(_ name: String) -> Bool {
        let words = HeaderWords(name, endAtCapitals: true).words
        // Free acceleration is in the earth's axes; 'free of gravity' is something else. The unit may be g.
        let isFree =
            words.contains("free") && !words.contains { $0.hasPrefix("grav") }
            && !ColumnName(name).stem.split(separator: " ").contains("g")
        return isFree || words.contains { isFrame($0) || isStatistic($0) }
    }

    // MARK: Other languages

    /// Names of the time.
    static let time = [
        "zeit", "zeitstempel", "temps", "horodatage", "tiempo", "tempo", "tijd", "czas", "čas", "cas", "tid", "aika",
        "zaman", "uhrzeit", "heure", "hora", "время", "时间", "时间戳", "時間", "時刻", "시간",
    ]

    /// Names of sensors in German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Polish, Czech, Turkish,
    /// Russian, Chinese, Japanese and Korean. The readings show whether gravity is in an acceleration.
    static let inOtherLanguages: KeyValuePairs<SensorKind, [String]> = [
        .accelerometer: [
            "beschleunigung", "beschl", "beschleunigungssensor", "accélération", "accéléromètre", "accelerometre",
            "aceleración", "aceleracion", "acelerómetro", "acelerometro", "accelerazione", "accelerometro",
            "aceleração", "aceleracao", "acelerômetro", "versnelling", "versnellingsmeter", "przyspieszenie",
            "akcelerometr", "zrychlení", "zrychleni", "ivme", "ivmeölçer", "ускорение", "акселерометр",
            "加速度", "加速度计", "加速计", "加速度計", "가속도", "가속도계",
        ],
        .gyroscope: [
            "drehrate", "winkelgeschwindigkeit", "drehgeschwindigkeit", "gyroskop", "vitesse angulaire",
            "vitesse de rotation", "gyromètre", "velocidad angular", "giroscopio", "giróscopo", "giroscopo",
            "velocità angolare", "velocita angolare", "velocidade angular", "giroscópio", "hoeksnelheid",
            "gyroscoop", "vinkelhastighet", "prędkość kątowa", "żyroskop", "zyroskop", "úhlová rychlost",
            "jiroskop", "açısal hız", "гироскоп", "угловая скорость", "角速度", "陀螺仪", "陀螺儀", "ジャイロ",
            "자이로", "자이로스코프", "각속도",
        ],
        .magnetometer: [
            "magnetfeld", "magnetfeldstärke", "magnetische flussdichte", "flussdichte", "champ magnétique",
            "champ magnetique", "magnétomètre", "magnetometre", "campo magnético", "campo magnetico",
            "magnetómetro", "magnetometro", "magnetômetro", "magneetveld", "magnetfält", "pole magnetyczne",
            "magnetometr", "magnetické pole", "manyetik alan", "manyetik", "manyetometre", "магнитное поле",
            "магнитометр", "磁场", "磁力计", "磁場", "地磁気", "磁気", "자기장", "지자기",
        ],
        .linearAcceleration: [
            "lineare beschleunigung", "accélération linéaire", "acceleration lineaire", "aceleración lineal",
            "aceleracion lineal", "accelerazione lineare", "aceleração linear", "lineaire versnelling",
            "线性加速度", "線形加速度", "선형가속도",
        ],
        .gravity: ["schwerkraft", "erdbeschleunigung", "gravité", "gravedad", "gravità", "gravidade", "重力"],
    ]
}
