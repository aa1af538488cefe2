#!/usr/bin/env python3
"""A manifest through `sensorlab batch -` on a Spark cluster: lines, tables of the fleet, Parquet.

    spark-submit fleet.py --tool /opt/sensorlab --manifest rows.jsonl --out s3a://bucket/fleet [--partitions 2000] [-- OPTIONS]

The manifest is JSON lines (docs/guide/many-logs.md) on any file system of Spark. A path with a scheme (`s3a://...`) is read by
Spark and given to the tool as a file of its task; any other must be readable on every machine. OPTIONS are those of `batch`.
Rows get their names before they are spread, as `batch` would name them on one machine.
Written: `lines` (text), and one Parquet folder per table and view of docs/reference/fleet.md.
"""
import argparse
import json
import operator
import subprocess
import tempfile
import threading
from pathlib import Path

from pyspark.sql import SparkSession

CLAIM = "struct<source:string,kind:string,samples:bigint,within:bigint,claimedDegrees:double,rmsErrorDegrees:double,p95ErrorDegrees:double>"
CALIBRATION = (
    "struct<sensor:string,stream:string,offset:array<double>,matrix:array<double>,fieldMicrotesla:double,dipDegrees:double,"
    "remainingSigma:double,accepted:boolean,applied:boolean,source:string>"
)
LINE = (
    "id string, path string, device string, `group` string, date string, app string, sha256 string, report string, "
    "tool struct<version:string>, options map<string,string>, failure struct<code:string,message:string>, "
    "result struct<format:string,durationSeconds:double,reference:string,declinationDegrees:double,grade:string,recommendation:string,"
    f"filters:array<struct<name:string,metrics:map<string,double>>>,calibrations:array<{CALIBRATION}>,claims:array<{CLAIM}>,"
    "warnings:array<string>>"
)
TABLES = {
    "logs": """
        SELECT id, path, device, `group` AS log_group, date, CAST(datediff(to_date(date), to_date('1970-01-01')) AS double) AS day, app,
            tool.version AS version, to_json(options) AS options, sha256, failure.code AS code, failure.message AS message,
            result.format AS format, result.durationSeconds AS duration, result.reference AS reference,
            result.declinationDegrees AS declination, result.grade AS grade, result.recommendation AS recommendation, report
        FROM lines""",
    "errors": """
        SELECT id, f.name AS filter, metric, value
        FROM (SELECT id, explode(result.filters) AS f FROM lines) LATERAL VIEW explode(f.metrics) m AS metric, value""",
    "calibrations": """
        SELECT id, c.sensor AS sensor, coalesce(c.stream, c.sensor) AS stream, c.offset[0] AS x, c.offset[1] AS y, c.offset[2] AS z,
            c.matrix[0] AS xx, c.matrix[1] AS xy, c.matrix[2] AS xz, c.matrix[3] AS yx, c.matrix[4] AS yy, c.matrix[5] AS yz,
            c.matrix[6] AS zx, c.matrix[7] AS zy, c.matrix[8] AS zz, c.fieldMicrotesla AS field, c.dipDegrees AS dip,
            c.remainingSigma AS remaining_sigma,
            CAST(c.accepted AS int) AS accepted, CAST(c.applied AS int) AS applied, c.source AS source
        FROM (SELECT id, explode(result.calibrations) AS c FROM lines)""",
    "claims": """
        SELECT id, c.source AS source, c.kind AS kind, c.samples AS samples, c.within AS within_claim, c.claimedDegrees AS claimed,
            c.rmsErrorDegrees AS rms_error, c.p95ErrorDegrees AS p95_error
        FROM (SELECT id, explode(result.claims) AS c FROM lines)""",
    "warnings": "SELECT id, explode(result.warnings) AS code FROM lines",
}


def cells_of(row):
    """A row of the manifest by its columns, without empty cells."""
    return {name.lower(): value for name, value in json.loads(row).items() if value not in (None, "")}


def name_of(cells):
    """The name of a row: its id, else the file's without its endings."""
    if "id" in cells:
        return str(cells["id"])
    name = cells["path"].rstrip("/").rsplit("/", 1)[-1]
    for ending in (".gz", ".csv", ".zip", ".txt", ".json"):
        if name.lower().endswith(ending) and len(name) > len(ending):
            name = name[: -len(ending)]
    return name


def twice(names):
    """Those that are there more than once."""
    return set(names.map(lambda name: (name, 1)).reduceByKey(operator.add).filter(lambda pair: pair[1] > 1).keys().collect())


def named(rows):
    """The rows, each with an id; those without one are called by their paths where their files' names are used twice."""
    cells = rows.map(cells_of)
    shared = twice(cells.map(name_of))

    def with_name(cells):
        name = name_of(cells)
        return {**cells, "id": cells["path"] if "id" not in cells and name in shared else name}

    result = cells.map(with_name)
    again = sorted(twice(result.map(lambda cells: cells["id"])))
    if again:
        raise SystemExit(f"manifest: the name {again[0]} is used twice; give each log a different id")
    return result.map(json.dumps)


def run(command, rows, patience):
    """The lines that a tool prints for rows; it is ended where it is silent for longer than the patience, seconds."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as messages:
        given.write("\n".join(rows))
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=messages, text=True)
        heard, is_silent = threading.Event(), threading.Event()

        def watch():
            while process.poll() is None:
                if not heard.wait(patience):
                    is_silent.set()
                    process.kill()
                    return
                heard.clear()

        threading.Thread(target=watch, daemon=True).start()
        lines = []
        for line in process.stdout:
            heard.set()
            lines.append(line.rstrip("\n"))
        status = process.wait()
        heard.set()
        messages.seek(0)
        said = messages.read().strip()
    if is_silent.is_set():
        raise RuntimeError(f"{command[0]} batch printed nothing for {patience} s after {len(lines)} of {len(rows)} lines. {said}")
    # 1: a log failed, and its line says why. Anything else is the task's failure, which Spark tries again.
    if status not in (0, 1):
        raise RuntimeError(f"{command[0]} batch ended with {status}: {said}")
    if len(lines) != len(rows):
        raise RuntimeError(f"{len(lines)} lines for {len(rows)} rows: {said}")
    return lines


def analyze(rows, arguments):
    """The result lines of manifest rows, by one `sensorlab batch -`; a row may carry the bytes of its log."""
    with tempfile.TemporaryDirectory() as folder:
        manifest, remote = [], {}
        for number, (row, content) in enumerate(rows):
            cells = json.loads(row)
            if content is not None:
                place = Path(folder) / str(number) / cells["path"].rsplit("/", 1)[-1]
                place.parent.mkdir()
                place.write_bytes(content)
                remote[cells["id"]] = (str(place), cells["path"])
                cells["path"] = str(place)
            manifest.append(json.dumps(cells))
        if not manifest:
            return
        limit = ["--timeout", str(arguments.timeout)]
        command = [arguments.tool, "batch", "-", "--jobs", "1", "--quiet", *limit, *arguments.options]
        for line in run(command, manifest, arguments.timeout + arguments.patience):
            here, there = remote.get(json.loads(line)["id"], ("", "")) if remote else ("", "")
            yield line.replace(json.dumps(here)[1:-1], json.dumps(there)[1:-1]) if here else line


def has_ended_early(line):
    """Whether the process of a log crashed or was timed out: perhaps for want of memory beside its neighbours."""
    failure = json.loads(line)["failure"]
    return failure is not None and failure["code"] in ("crashed", "timed-out")


def lines_of(spark, arguments):
    """One line per row; rows whose process ended early are tried once more, each in a task of its own."""
    context = spark.sparkContext
    rows = named(context.textFile(arguments.manifest).filter(lambda row: row.strip() and not row.lstrip().startswith("#")))
    keyed = rows.map(lambda row: (json.loads(row)["path"], row))
    paths = keyed.keys().filter(lambda path: "://" in path).distinct().collect()
    contents = context.emptyRDD()
    if paths:
        files = spark.read.format("binaryFile").load(paths)
        contents = files.rdd.map(lambda file: (file["path"].replace("file:///", "file:/", 1), bytes(file["content"])))
    joined = keyed.map(lambda pair: (pair[0].replace("file:///", "file:/", 1), pair[1])).leftOuterJoin(contents).values()
    work = joined.repartition(arguments.partitions).persist()
    first = work.mapPartitions(lambda part: analyze(part, arguments)).persist()
    early = set(first.filter(has_ended_early).map(lambda line: json.loads(line)["id"]).collect())
    if not early:
        return first
    again = work.filter(lambda row: json.loads(row[0])["id"] in early).repartition(len(early))
    second = again.mapPartitions(lambda part: analyze(part, arguments)).persist()
    done = set(second.map(lambda line: json.loads(line)["id"]).collect())
    return first.filter(lambda line: json.loads(line)["id"] not in done).union(second)


def write_tables(spark, lines, tool, out):
    """Tables and views as Parquet; the views by the tool's own queries."""
    spark.read.json(lines, schema=LINE).createOrReplaceTempView("lines")
    queries = json.loads(subprocess.run([tool, "fleet-queries"], capture_output=True, text=True, check=True).stdout)
    for name, query in [*TABLES.items(), *((view["name"], view["query"]) for view in queries)]:
        table = spark.sql(query)
        if name in TABLES:
            table = table.persist()
        table.createOrReplaceTempView(name)
        table.write.mode("overwrite").parquet(f"{out}/{name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="sensorlab", help="the program, at the same path on every machine")
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--partitions", type=int, default=200, help="tasks: some minutes of work each")
    parser.add_argument("--timeout", type=float, default=600, help="longest time for a log, seconds")
    parser.add_argument("--patience", type=float, default=60, help="seconds more after which a silent tool is ended and its task fails")
    parser.add_argument("options", nargs="*", help="options of sensorlab batch, after --")
    arguments = parser.parse_args()
    if any(option.split("=")[0] == "--timeout" for option in arguments.options):
        parser.error("--timeout stands before --, as fleet.py needs it too")
    spark = SparkSession.builder.appName("sensorlab fleet").getOrCreate()
    lines = lines_of(spark, arguments).persist()
    lines.saveAsTextFile(f"{arguments.out}/lines")
    write_tables(spark, lines, arguments.tool, arguments.out)
    spark.stop()


if __name__ == "__main__":
    main()
