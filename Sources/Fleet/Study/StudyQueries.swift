/// The tables of a study as SQL over those of a fleet (`FleetQueries`) and four more: `trials` (trial and calibration
/// of each line of the results), `since_start` (`ErrorsSinceStart`), `row_warnings`, and `estimators` (name and kind:
/// `causal`, `offline`, `device`).
///
/// Views are plain SQL, which any program can query in `study.sqlite`; the queries of the report add intervals by the
/// aggregates of `FleetStatistics` and `StudyStatistics`, which only this program has.
enum StudyQueries {
    /// The metrics of the report; the table `errors` has all.
    static let metrics = [
        "total.rmse", "heading.rmse", "headingAfterOffset.rmse", "inclination.rmse", "inclinationMountRemoved.rmse",
        "heading.p95", "headingOffset", "headingSigma.coverage95", "convergence",
    ]

    /// Largest share of the trials that the comparison may lose because a choice did not run on them.
    static let mostLost = 0.5

    static let tables = """
        CREATE TABLE trials (
            id TEXT PRIMARY KEY NOT NULL, trial TEXT NOT NULL, calibration TEXT NOT NULL, rank INTEGER NOT NULL,
            site TEXT, motion TEXT);
        CREATE TABLE since_start (
            id TEXT NOT NULL, source TEXT NOT NULL, from_seconds REAL NOT NULL, samples INTEGER NOT NULL,
            mean_square REAL NOT NULL, stated INTEGER NOT NULL, stated_degrees REAL, within_stated INTEGER NOT NULL,
            PRIMARY KEY (id, source, from_seconds)) WITHOUT ROWID;
        CREATE TABLE row_warnings (id TEXT NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL, advice TEXT NOT NULL);
        CREATE TABLE estimators (filter TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL);
        """

    /// Name and query of every view; each uses only those before it.
    static let views: [(name: String, query: String)] = [
        (
            // The device's own attitude does not depend on the calibration: it counts once, with the first calibration.
            "measured",
            """
            SELECT errors.id, trials.trial, trials.calibration, trials.rank, errors.filter, estimators.kind,
                errors.metric, errors.value
            FROM errors JOIN trials ON trials.id = errors.id JOIN estimators ON estimators.filter = errors.filter
            WHERE estimators.kind <> 'device' OR trials.rank = 0
            """
        ),
        (
            "means",
            """
            SELECT filter, calibration, rank, kind, metric, COUNT(*) AS trials, AVG(value) AS mean
            FROM measured GROUP BY filter, calibration, rank, kind, metric
            """
        ),
        (
            // Heading errors of the causal filters, which an app can run.
            "choices",
            """
            SELECT trial, filter, calibration, rank, value,
                COUNT(*) OVER (PARTITION BY filter, calibration) AS trials
            FROM measured WHERE metric = 'heading.rmse' AND kind = 'causal'
            """
        ),
        (
            // For each level: the trials on which all choices with at least `level` trials ran.
            "common",
            """
            WITH levels AS (SELECT DISTINCT trials AS level FROM choices),
                counts AS (
                    SELECT level, (SELECT COUNT(DISTINCT filter || '@' || calibration) FROM choices \
            WHERE trials >= level) AS choices
                    FROM levels)
            SELECT counts.level, choices.trial FROM counts JOIN choices ON choices.trials >= counts.level
            GROUP BY counts.level, choices.trial HAVING COUNT(*) = counts.choices
            """
        ),
        (
            // The lowest level with at least half of the trials in common; if there is none, the highest level.
            "level",
            """
            SELECT COALESCE(
                (SELECT MIN(level) FROM (SELECT level, COUNT(*) AS trials FROM common GROUP BY level)
                    WHERE trials >= (1 - \(mostLost)) * (SELECT COUNT(DISTINCT trial) FROM choices)),
                (SELECT MAX(trials) FROM choices)) AS level
            """
        ),
        (
            // The trials that choices are compared on; a trial that one of them lacks is left out for all.
            "compared", "SELECT trial FROM common WHERE level = (SELECT level FROM level)"
        ),
        (
            "best",
            """
            SELECT filter, calibration FROM choices
            WHERE trials >= (SELECT level FROM level)
                AND (trial IN (SELECT trial FROM compared) OR NOT EXISTS (SELECT 1 FROM compared))
            GROUP BY filter, calibration, rank ORDER BY AVG(value), filter, rank LIMIT 1
            """
        ),
        (
            "ranks",
            """
            SELECT trial, filter, calibration, value, RANK() OVER (PARTITION BY trial ORDER BY value) AS place
            FROM choices
            WHERE trials >= (SELECT level FROM level)
                AND (trial IN (SELECT trial FROM compared) OR NOT EXISTS (SELECT 1 FROM compared))
            """
        ),
        (
            "strata",
            """
            SELECT id, 'all' AS scope, 'all' AS name FROM trials
            UNION ALL SELECT id, 'compared' AS scope, 'compared' AS name FROM trials \
            WHERE trial IN (SELECT trial FROM compared)
            UNION ALL SELECT id, 'device' AS scope, device AS name FROM logs WHERE device IS NOT NULL
            UNION ALL SELECT id, 'site' AS scope, site AS name FROM trials WHERE site IS NOT NULL
            UNION ALL SELECT id, 'motion' AS scope, motion AS name FROM trials WHERE motion IS NOT NULL
            UNION ALL SELECT id, 'group' AS scope, log_group AS name FROM logs WHERE log_group IS NOT NULL
            UNION ALL SELECT id, 'app' AS scope, app AS name FROM logs WHERE app IS NOT NULL
            """
        ),
        (
            // The accuracy that an estimator or the device stated on one trial, and the actual error.
            "stated",
            """
            SELECT since_start.id, source, 'sigma' AS kind, SUM(stated) AS samples, SUM(within_stated) AS within_stated,
                SUM(stated * stated_degrees) / SUM(stated) AS stated_degrees,
                SUM(samples * mean_square) / SUM(samples) AS mean_square
            FROM since_start WHERE source IN (SELECT filter FROM estimators)
            GROUP BY since_start.id, source HAVING SUM(stated) > 0
            UNION ALL SELECT id, source, kind, samples, within_claim, claimed, rms_error * rms_error FROM claims
            """
        ),
    ]

    static let totals = """
        SELECT COUNT(DISTINCT trial) AS trials, COUNT(*) AS runs, COUNT(code) AS failed,
            (SELECT COUNT(DISTINCT trial) FROM measured) AS measured, (SELECT COUNT(*) FROM compared) AS compared,
            TOTAL(CASE WHEN rank = 0 THEN duration END) / 3600 AS hours,
            COUNT(DISTINCT device) AS devices, COUNT(DISTINCT site) AS sites, COUNT(DISTINCT motion) AS motions,
            COUNT(DISTINCT date) AS days
        FROM trials JOIN logs ON logs.id = trials.id
        """

    static let errors = """
        SELECT strata.scope, strata.name, filter, calibration, kind, metric, COUNT(*) AS trials, AVG(value) AS mean,
            mean_low(value) AS low, mean_high(value) AS high, MIN(value) AS minimum, MAX(value) AS maximum
        FROM measured JOIN strata ON strata.id = measured.id
        WHERE metric IN (\(metrics.map { "'\($0)'" }.joined(separator: ", ")))
        GROUP BY strata.scope, strata.name, filter, calibration, rank, kind, metric
        ORDER BY strata.scope, strata.name, metric, rank, filter
        """

    static let differences = """
        SELECT a.filter, a.calibration, COUNT(*) AS trials, AVG(a.value - b.value) AS mean,
            mean_low(a.value - b.value) AS low, mean_high(a.value - b.value) AS high
        FROM measured AS a JOIN best JOIN measured AS b
            ON b.trial = a.trial AND b.metric = a.metric AND b.filter = best.filter AND b.calibration = best.calibration
        WHERE a.metric = 'heading.rmse' AND (a.filter <> best.filter OR a.calibration <> best.calibration)
        GROUP BY a.filter, a.calibration, a.rank ORDER BY mean, a.filter, a.rank
        """

    static let wins = """
        SELECT filter, calibration, COUNT(*) AS trials, SUM(place = 1) AS wins, AVG(place) AS meanRank
        FROM ranks GROUP BY filter, calibration ORDER BY wins DESC, meanRank, filter, calibration
        """

    /// Claims of the device and the sigma of the best choice in every scope; the sigma of the other estimators over all
    /// trials only.
    static let stated = """
        SELECT strata.scope, strata.name, source, trials.calibration, stated.kind, COUNT(*) AS trials,
            SUM(samples) AS samples, AVG(stated_degrees) AS statedDegrees,
            square_root(SUM(samples * mean_square) / SUM(samples)) AS rmsErrorDegrees,
            square_root(ratio_low(samples * mean_square, samples)) AS low,
            square_root(ratio_high(samples * mean_square, samples)) AS high,
            square_root(MIN(mean_square)) AS minimum, square_root(MAX(mean_square)) AS maximum,
            SUM(within_stated) * 1.0 / SUM(samples) AS share, ratio_low(within_stated, samples) AS shareLow,
            ratio_high(within_stated, samples) AS shareHigh, promised_share(stated.kind) AS promised
        FROM stated JOIN trials ON trials.id = stated.id JOIN strata ON strata.id = stated.id
        LEFT JOIN estimators ON estimators.filter = source
        WHERE strata.scope <> 'compared' AND (estimators.filter IS NULL OR strata.scope = 'all'
            OR (source, trials.calibration) IN (SELECT filter, calibration FROM best))
        GROUP BY strata.scope, strata.name, source, trials.calibration, rank, stated.kind
        ORDER BY strata.scope, strata.name, rank, source
        """

    static let sinceStart = """
        SELECT source, trials.calibration, from_seconds AS fromSeconds, COUNT(*) AS trials, SUM(samples) AS samples,
            square_root(SUM(samples * mean_square) / SUM(samples)) AS rmsErrorDegrees,
            square_root(ratio_low(samples * mean_square, samples)) AS low,
            square_root(ratio_high(samples * mean_square, samples)) AS high,
            SUM(stated * stated_degrees) / NULLIF(SUM(stated), 0) AS statedDegrees,
            SUM(within_stated) * 1.0 / NULLIF(SUM(stated), 0) AS share
        FROM since_start JOIN trials ON trials.id = since_start.id
        LEFT JOIN estimators ON estimators.filter = source
        WHERE trials.rank = 0 OR estimators.kind <> 'device'
        GROUP BY source, trials.calibration, rank, from_seconds ORDER BY rank, source, from_seconds
        """

    static let trials = """
        SELECT trials.trial, device, site, motion, log_group AS "group", app, date, duration AS durationSeconds, sha256,
            code AS failure, message,
            (SELECT value FROM measured JOIN best ON best.filter = measured.filter
                AND best.calibration = measured.calibration
                WHERE measured.trial = trials.trial AND metric = 'heading.rmse') AS headingRMSEDegrees,
            (SELECT stated_degrees FROM stated JOIN trials AS others ON others.id = stated.id
                JOIN best ON best.filter = stated.source AND best.calibration = others.calibration
                WHERE others.trial = trials.trial) AS sigmaDegrees,
            (SELECT stated_degrees FROM stated WHERE stated.id = trials.id AND source = 'claims') AS claimedDegrees,
            (SELECT square_root(mean_square) FROM stated WHERE stated.id = trials.id AND source = 'claims')
                AS claimErrorDegrees
        FROM trials JOIN logs ON logs.id = trials.id WHERE trials.rank = 0 ORDER BY trials.rowid
        """

    static let failures = """
        SELECT trial, calibration, code, message FROM trials JOIN logs ON logs.id = trials.id
        WHERE code IS NOT NULL ORDER BY trials.rowid
        """

    static let rowWarnings = """
        SELECT trial, code, message, advice FROM trials JOIN row_warnings ON row_warnings.id = trials.id
        GROUP BY trial, code, message, advice ORDER BY MIN(trials.rowid), code, message
        """
}
