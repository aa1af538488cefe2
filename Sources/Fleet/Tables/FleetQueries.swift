/// The tables of a fleet as SQL that both SQLite and Spark understand, so that one machine and a cluster compute the
/// same.
///
/// They are views of the tables `logs` (one row per log), `errors` (log, filter, metric, value), `calibrations`,
/// `claims` and `warnings` (docs/reference/fleet.md).
public enum FleetQueries {
    /// A log is an outlier if its error exceeds this many times the median of its filter.
    static let outlierFactor = 3

    /// Name and query of every view; each uses only those before it.
    public static let views: [(name: String, query: String)] = [
        (
            "scopes",
            """
            SELECT id, 'all' AS scope, 'all' AS name FROM logs
            UNION ALL SELECT id, 'device' AS scope, device AS name FROM logs WHERE device IS NOT NULL
            UNION ALL SELECT id, 'group' AS scope, log_group AS name FROM logs WHERE log_group IS NOT NULL
            UNION ALL SELECT id, 'app' AS scope, app AS name FROM logs WHERE app IS NOT NULL
            """
        ),
        (
            "filter_errors",
            """
            SELECT scopes.scope, scopes.name, errors.filter, errors.metric, COUNT(*) AS logs,
                AVG(errors.value) AS mean, MIN(errors.value) AS minimum, MAX(errors.value) AS maximum
            FROM scopes JOIN errors ON errors.id = scopes.id
            GROUP BY scopes.scope, scopes.name, errors.filter, errors.metric
            """
        ),
        (
            "filter_ranks",
            """
            SELECT id, filter, value, RANK() OVER (PARTITION BY id ORDER BY value) AS place
            FROM errors WHERE metric = 'heading.rmse'
            """
        ),
        (
            "filter_wins",
            """
            SELECT scopes.scope, scopes.name, filter_ranks.filter, COUNT(*) AS logs,
                SUM(CASE WHEN filter_ranks.place = 1 THEN 1 ELSE 0 END) AS wins, AVG(filter_ranks.place) AS mean_rank
            FROM scopes JOIN filter_ranks ON filter_ranks.id = scopes.id
            GROUP BY scopes.scope, scopes.name, filter_ranks.filter
            """
        ),
        (
            "calibration_means",
            """
            SELECT logs.device, calibrations.sensor, calibrations.stream, COUNT(*) AS logs, MIN(logs.day) AS first_day,
                MAX(logs.day) AS last_day, AVG(logs.day) AS mean_day, AVG(calibrations.x) AS x,
                AVG(calibrations.y) AS y, AVG(calibrations.z) AS z,
                AVG(calibrations.xx) AS xx, AVG(calibrations.xy) AS xy, AVG(calibrations.xz) AS xz, \
            AVG(calibrations.yx) AS yx, AVG(calibrations.yy) AS yy,
                AVG(calibrations.yz) AS yz, AVG(calibrations.zx) AS zx, AVG(calibrations.zy) AS zy, \
            AVG(calibrations.zz) AS zz,
                AVG(calibrations.field) AS field, AVG(calibrations.dip) AS dip
            FROM logs JOIN calibrations ON calibrations.id = logs.id
            WHERE calibrations.accepted = 1 AND calibrations.source = 'log' AND logs.device IS NOT NULL
            GROUP BY logs.device, calibrations.sensor, calibrations.stream
            """
        ),
        (
            "calibration_drift",
            """
            SELECT means.device, means.sensor, means.stream, means.logs, means.first_day, means.last_day, \
            means.x, means.y, means.z,
                AVG((calibrations.x - means.x) * (calibrations.x - means.x)) AS variance_x,
                AVG((calibrations.y - means.y) * (calibrations.y - means.y)) AS variance_y,
                AVG((calibrations.z - means.z) * (calibrations.z - means.z)) AS variance_z,
                SUM((logs.day - means.mean_day) * (calibrations.x - means.x))
                    / NULLIF(SUM((logs.day - means.mean_day) * (logs.day - means.mean_day)), 0.0) AS drift_x,
                SUM((logs.day - means.mean_day) * (calibrations.y - means.y))
                    / NULLIF(SUM((logs.day - means.mean_day) * (logs.day - means.mean_day)), 0.0) AS drift_y,
                SUM((logs.day - means.mean_day) * (calibrations.z - means.z))
                    / NULLIF(SUM((logs.day - means.mean_day) * (logs.day - means.mean_day)), 0.0) AS drift_z
            FROM calibration_means AS means
            JOIN logs ON logs.device = means.device
            JOIN calibrations ON calibrations.id = logs.id AND calibrations.sensor = means.sensor
                AND calibrations.stream = means.stream
            WHERE calibrations.accepted = 1 AND calibrations.source = 'log'
            GROUP BY means.device, means.sensor, means.stream, means.logs, means.first_day, means.last_day,
                means.x, means.y, means.z
            """
        ),
        (
            "device_means",
            """
            SELECT means.device, means.sensor, means.stream, means.logs, means.x, means.y, means.z, means.xx, means.xy,
                means.xz, means.yx, means.yy, means.yz, means.zx, means.zy, means.zz, means.field, means.dip,
                drift.variance_x, drift.variance_y, drift.variance_z
            FROM calibration_means AS means
            JOIN calibration_drift AS drift ON drift.device = means.device AND drift.sensor = means.sensor
                AND drift.stream = means.stream
            WHERE means.xx IS NOT NULL
            """
        ),
        (
            "claim_coverage",
            """
            SELECT scopes.scope, scopes.name, claims.source, claims.kind, COUNT(*) AS logs,
                SUM(claims.samples) AS samples, SUM(claims.within_claim) AS within_claim,
                SUM(claims.within_claim) * 1.0 / SUM(claims.samples) AS share, AVG(claims.claimed) AS claimed,
                SUM(claims.samples * claims.rms_error * claims.rms_error) / SUM(claims.samples) AS mean_square_error
            FROM scopes JOIN claims ON claims.id = scopes.id
            GROUP BY scopes.scope, scopes.name, claims.source, claims.kind
            """
        ),
        (
            "filter_medians",
            """
            SELECT filter, AVG(value) AS median, MAX(logs) AS logs
            FROM (
                SELECT filter, value, ROW_NUMBER() OVER (PARTITION BY filter ORDER BY value) AS place,
                    COUNT(*) OVER (PARTITION BY filter) AS logs
                FROM errors WHERE metric = 'heading.rmse'
            ) AS ordered
            WHERE 2 * place BETWEEN logs AND logs + 2
            GROUP BY filter
            """
        ),
        (
            "outliers",
            """
            SELECT errors.id, errors.filter, errors.value, filter_medians.median, logs.device, logs.report
            FROM errors
            JOIN filter_medians ON filter_medians.filter = errors.filter
            JOIN logs ON logs.id = errors.id
            WHERE errors.metric = 'heading.rmse' AND filter_medians.logs >= 5
                AND errors.value > \(outlierFactor) * filter_medians.median
            """
        ),
        (
            "failure_counts",
            "SELECT code, COUNT(*) AS logs FROM logs WHERE code IS NOT NULL GROUP BY code"
        ),
        (
            "warning_counts",
            "SELECT code, COUNT(*) AS logs FROM warnings GROUP BY code"
        ),
    ]
}
