import SensorModels

/// What the words in names of columns, files and messages mean: the one table of names.
///
/// A name that logs use is one word, or several joined by `_`, in a row here; `rot*` is the beginning of words, `*acc*`
/// a part. Sensors have weights: how much more likely, in nats, columns with such a name are the sensor's than anything
/// else's. Columns of weight 3 and more are read, those of 2 where their readings agree; those below are told or
/// proposed.
enum Lexicon {
    /// What a word says about a column.
    enum Sense: Hashable {
        case sensor(SensorKind)
        /// A chip that measures nothing but a field.
        case fieldChip
        /// What was done to the readings.
        case raw, corrected, smoothed, statistic
        /// The earth's axes, in which no sensor measures.
        case earth
        /// Words beside `gravity`: it is in the acceleration, or is not.
        case including, excluding
        /// Words between the sensor and its axis that say nothing, and behind it.
        case filler, qualifier
        /// A quantity that neither accelerometer, gyroscope nor magnetometer measures.
        case otherQuantity
        /// An angle, and a word beside it that makes it a rate, or a set point.
        case angle, rateOfAngle, target
        /// A column without a reading of its own: a time, an accuracy, a length, a row count.
        case auxiliary
        /// Whether it counts rows: by the sensor, or by a program that writes them.
        case count, rowNumber, besideCount
        /// What identifies devices in cells.
        case device
        /// Names of time columns; words that a time column without a stated unit has.
        case time, ofTime, clockOwner
    }

    /// A row of the table.
    private struct Row {
        let sense: Sense
        var weight = 6.0
        var unit: LogUnit?
        let words: String
    }

    private static func sensor(
        _ sensor: SensorKind, weight: Double = 6, unit: LogUnit? = nil, _ words: String
    ) -> Row {
        Row(sense: .sensor(sensor), weight: weight, unit: unit, words: words)
    }

    private static func words(_ sense: Sense, _ words: String) -> Row { Row(sense: sense, words: words) }

    private static let rows: [Row] = [
        // Sensors in English.
        sensor(
            .accelerometer,
            "acc accel accelerometer acceleration accelerometer_acceleration total_acceleration "
                + "accelerometer_uncalibrated raw_accelerometer acce ac imu_acc acc_raw accel_raw acceler accl accelero "
                + "specific_force spec_force"),
        sensor(.accelerometer, unit: .gravities, "gf g_force gforce"),
        sensor(.accelerometer, weight: 3, "a"),
        sensor(
            .gyroscope,
            "gy gyr gyro gyroscope angular_velocity angular_rate angular_rotation rotation_rate gyro_rotation omega rate "
                + "gyroscope_uncalibrated angvel gyr_raw gyro_raw angular_speed ang_vel rot_rate body_rate body_rates "
                + "angular_rates rotation_rates rotational_rate rotational_velocity rotation_speed rate_of_rotation "
                + "rate_of_turn turn_rate pqr"),
        sensor(.gyroscope, weight: 3, "g w"),
        sensor(
            .magnetometer,
            "mag magn magnetometer magnetic_field magnetic magneto magnetometer_uncalibrated compass_field mag_raw "
                + "magnet mag_field magfield b_field field compass geomagnetic geomagnetic_field magnetic_flux "
                + "magnetic_flux_density mag_flux_density flux_density mag_flux magnetic_field_strength "
                + "magnetic_field_field magnetic_induction"),
        sensor(.magnetometer, weight: 3, "m b"),
        sensor(
            .gravity,
            "gravity grav grav_acc gravity_acc gravity_accel gravity_acceleration gravitational_acceleration"),
        sensor(
            .linearAcceleration,
            "linear linear_acceleration linear_accelerometer lin_acc linacc linacce lin_acce user_acceleration user_accel "
                + "user_acc user_accelerometer useracc linear_accel lacc la lin"),
        sensor(
            .attitude,
            "q quat quatq quat_q quaternion quaternions cuaternión cuaternion кватернион 四元数 rotation_vector "
                + "rotationvector attitude orientation_quaternion"),
        sensor(.attitude, weight: 3, "rot"),
        sensor(.reference, "opt_q ref_q optq refq ground_truth_q gt_q"),
        // What may be a sensor's, too.
        sensor(.accelerometer, weight: 2, "*acc*"),
        sensor(.gyroscope, weight: 2, "*gyr*"),
        sensor(.magnetometer, weight: 2, "*mag*"),
        sensor(.gyroscope, weight: 1, "rot ang rv rotation"),
        sensor(.attitude, weight: 1, "ori orient orientation"),

        // German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Polish, Czech, Turkish, Russian, Chinese,
        // Japanese and Korean. The readings show whether gravity is in an acceleration.
        sensor(
            .accelerometer,
            "beschleunigung beschl beschleunigungssensor accélération accéléromètre accelerometre aceleración "
                + "aceleracion acelerómetro acelerometro accelerazione accelerometro aceleração aceleracao acelerômetro "
                + "versnelling versnellingsmeter przyspieszenie akcelerometr zrychlení zrychleni ivme ivmeölçer "
                + "ускорение акселерометр акс прискорення acel akcel akc akselerometer akselerasi percepatan "
                + "aksel przysp gyorsulás gyorsulas kiihtyvyys i\u{307}vme ivmeolcer ivme_ölçer 加速度 加速度计 加速计 加速度計 가속도 가속도계"
        ),
        sensor(
            .gyroscope,
            "giro giros drehrate winkelgeschwindigkeit drehgeschwindigkeit gyroskop vitesse_angulaire vitesse_de_rotation "
                + "gyromètre velocidad_angular giroscopio giróscopo giroscopo velocità_angolare velocita_angolare "
                + "velocidade_angular giroscópio hoeksnelheid gyroscoop vinkelhastighet prędkość_kątowa żyroskop "
                + "zyroskop úhlová_rychlost jiroskop açısal_hız гироскоп угловая_скорость гіроскоп giroskop giroszkóp "
                + "giroszkop vel_angular vel_ang vitesse_ang vit_ang predkosc_katowa kecepatan_sudut szögsebesség "
                + "szogsebesseg kulmanopeus 角速度 陀螺仪 陀螺儀 ジャイロ "
                + "자이로 자이로스코프 각속도"),
        sensor(
            .magnetometer,
            "magnetfeld magnetfeldstärke magnetische_flussdichte flussdichte champ_magnétique champ_magnetique "
                + "magnétomètre magnetometre campo_magnético campo_magnetico magnetómetro magnetometro magnetômetro "
                + "magneetveld magnetfält pole_magnetyczne magnetometr magnetické_pole manyetik_alan manyetik "
                + "manyetometre магнитное_поле магнитометр магнит магнітометр campo champ magnetfelt "
                + "magnetisk_felt medan_magnet mágneses_tér 地磁 磁场 磁力计 磁場 地磁気 磁気 자기장 지자기"),
        sensor(
            .linearAcceleration,
            "lineare_beschleunigung accélération_linéaire acceleration_lineaire aceleración_lineal "
                + "aceleracion_lineal accelerazione_lineare aceleração_linear lineaire_versnelling 线性加速度 線形加速度 "
                + "선형가속도"),
        sensor(.gravity, "schwerkraft erdbeschleunigung gravité gravedad gravità gravidade 重力"),

        // Beside the name of a sensor.
        words(.fieldChip, "akm ak09* ak89* akm09* akm89* hmc* qmc* mmc* bmm1* bmm3* lis3mdl* lis2mdl* ist83* rm3100*"),
        words(.raw, "raw uncalibrated uncal unc"),
        words(.corrected, "cal calib calibrated corrected corr compensated comp"),
        words(
            .smoothed,
            "filtered filter filt lp lpf lowpass low-pass smooth smoothed mean avg average averaged kf kalman ema hp "
                + "highpass bandpass"),
        words(
            .statistic,
            "std stdev stddev sd var variance min max rms median skew kurtosis energy entropy jerk offset bias sigma "
                + "error err noise cov valid validity"),
        words(.earth, "earth world global enu ned nwu geographic"),
        words(.including, "including includes included include incl inc with plus and"),
        words(
            .excluding,
            "without no excluding excludes excluded exclude excl ex minus removed less free"),
        words(.filler, "axis value data event element component"),
        words(.qualifier, "adc body"),

        // Anything else.
        words(
            .otherQuantity,
            "p v r e s d o i j k f pos* eul* att* vel* light* off* sig* temp* game* quat* pitch* roll* yaw* heading* "
                + "speed* displ* loc* coord* gps* utm* motor* rc* step* press* humid* pid* set* trans* tx* ty* tz* "
                + "imag* freq* force* torq* joint* gt* ref* mocap* vicon* opti* ground* prox* dist* grav* lin* user* "
                + "free* angle* lat latitude lon longitude alt altitude bat* target* cmd*"),
        words(
            .angle,
            "roll* pitch* yaw* euler* angle* heading* azimuth* bearing* tilt* inclin* orient* quat* lat* lon* alt* "
                + "temp* press* humid* speed* course* dop* sat* bat*"),
        words(.rateOfAngle, "rate rates speed vel velocity"),
        words(.target, "set setpoint sp target desired des cmd command ref"),
        words(
            .auxiliary,
            "time timestamp timestamps date datetime elapsed epoch accuracy absolute total magnitude norm index counter "
                + "sample row covariance"),
        words(
            .count,
            "packet packets pkt sample samples frame frames record message msg seq sequence counter count cnt"),
        words(.rowNumber, "row rows line index idx number no nr num"),
        words(.besideCount, "id n header data"),
        words(
            .device,
            "id device sensor node imu unit board module address addr mac serial tag player type kind position body "
                + "location placement side limb"),

        // The time, preferred names first.
        words(
            .time,
            "seconds_elapsed time timestamp timestamps t time_stamp time_since_start elapsed_time elapsed seconds "
                + "unix_time unixtime epoch milliseconds millis datetime date_time header_stamp sample_time "
                + "timestamp_unix system_time loggingtime ts time_startup timestartup time_elapsed uptime monotonic "
                + "monotonic_time creation_time arrival_time utime date datenum serial_date ticks filetime unix clock "
                + "local_clock host_time gps_tow tow time_of_week gps_time zeit zeitstempel temps horodatage tiempo "
                + "tempo tijd czas čas cas tid aika zaman uhrzeit heure hora время час 时间 时间戳 時間 時刻 시간"),
        words(.ofTime, "time timestamp seconds millis stamp gpst utc"),
        words(
            .clockOwner,
            "sensor phone device event dev host mcu board local system server client pc rtc imu arduino esp"),
    ]

    /// The meaning of a sensor's name.
    struct Sensor {
        var kind: SensorKind
        /// Nats.
        var weight: Double
        /// A unit that is part of the name.
        var unit: LogUnit?
    }

    /// Least weight of columns that are read, and of those that are read where their readings agree.
    static let (read, hint) = (3.0, 2.0)

    /// All words of a sense, in the order of the table; names of several words with blanks.
    private static let table: [Sense: [String]] = rows.reduce(into: [:]) { table, row in
        table[row.sense, default: []] += row.words.split(separator: " ").map { $0.map { $0 == "_" ? " " : $0 } }
            .map { String($0) }
    }
    private static let whole: [Sense: Set<String>] = table.mapValues { Set($0.filter { $0.last != "*" }) }
    private static let beginnings: [Sense: [String]] = table.mapValues { words in
        words.filter { $0.last == "*" }.map { String($0.dropLast()) }
    }
    private static let sensors: [String: [Sensor]] = rows.reduce(into: [:]) { sensors, row in
        guard case .sensor(let kind) = row.sense else { return }
        for word in row.words.split(separator: " ") {
            let name = String(word.map { $0 == "_" ? " " : $0 })
            sensors[name, default: []].append(Sensor(kind: kind, weight: row.weight, unit: row.unit))
        }
    }

    private static let sensorParts = sensors.filter { $0.key.last == "*" }.map {
        (word: String($0.key.dropFirst().dropLast()), sensors: $0.value)
    }

    /// All names of a sense, preferred ones first.
    static func names(_ sense: Sense) -> [String] { table[sense] ?? [] }

    /// Whether a word has one of some senses.
    static func isWord(_ word: some StringProtocol, _ senses: Sense...) -> Bool {
        senses.contains { sense in
            whole[sense]?.contains(String(word)) == true
                || beginnings[sense]?.contains { word.hasPrefix($0) } == true
        }
    }

    /// The sensor that a name of one or several words is read as; also its plural.
    static func sensor(_ name: String) -> Sensor? {
        if let found = sensors[name]?.first, found.weight >= read { return found }
        guard name.count > 4, name.last == "s" else { return nil }
        return sensors[String(name.dropLast())]?.first { $0.weight > read }
    }

    /// The sensors that words may mean, each with its largest weight.
    static func hints(_ words: [String]) -> [SensorKind: Double] {
        words.reduce(into: [:]) { hints, word in
            let parts = sensorParts.filter { word.firstRange(of: $0.word) != nil }.flatMap(\.sensors)
            for sensor in (sensors[word] ?? []) + parts {
                hints[sensor.kind] = max(hints[sensor.kind] ?? 0, sensor.weight)
            }
        }
    }
}
