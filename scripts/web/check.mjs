// The module beside the command-line tool: the same orientations, and how long a minute takes. Usage: node check.mjs TOOL LOG...
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { gzipSync } from "node:zlib"

import { readLog } from "../../web/src/readers.js"
import { heading, load, SensorLabError } from "../../web/src/sensorlab.js"

const [tool, ...logs] = process.argv.slice(2)
const module = new URL("../../web/sensorlab.wasm", import.meta.url)
const lab = await load(readFileSync(module))
const work = mkdtempSync(join(tmpdir(), "sensorlab-web-"))
let failures = 0

function check(name, isRight, detail = "") {
    if (!isRight) failures++
    console.log(`${isRight ? "ok " : "BAD"} ${name}${detail === "" ? "" : `: ${detail}`}`)
}

/** The angle between two rotations, radians. */
function angle(a, b) {
    const dot = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])
    const [w, x, y, z] = a, [W, X, Y, Z] = [b[0], -b[1], -b[2], -b[3]]
    const vector = [w * X + x * W + y * Z - z * Y, w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W]
    return 2 * Math.atan2(Math.hypot(...vector), dot)
}

// A page that reads logs should load in a second on a telephone.
const size = statSync(module).size
check("the module is below 480 kB", size < 480_000, `${size} bytes, packed ${gzipSync(readFileSync(module), { level: 9 }).length}`)
check("it imports nothing", WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(module))).length === 0)
const names = lab.filters().map(filter => filter.name)
check("it has the catalogue", names.includes("sensorlab") && names.length >= 19, names.join(" "))

for (const log of logs) {
    const canonical = join(work, "log.csv")
    execFileSync(tool, ["convert", log, "--out", canonical, "--quiet"])
    const { streams } = await readLog("log.csv", readFileSync(canonical).buffer.slice(0))
    let worst = 0, where = ""
    for (const name of names) {
        let native
        try {
            native = execFileSync(tool, ["fuse", canonical, "--filter", name, "--north", "magnetic", "--calibration", "none", "--quiet"], { maxBuffer: 1 << 30 })
        } catch { continue }
        const rows = native.toString().trim().split("\n").slice(1).map(line => line.split(",").slice(1, 5).map(Number))
        const track = lab.fuse(streams, name)
        if (track.length !== rows.length) { worst = Infinity; where = `${name}: ${track.length} rows, ${rows.length} native`; break }
        for (let index = 0; index < rows.length; index++) {
            const apart = angle(track.at(index).orientation, rows[index])
            if (apart > worst) [worst, where] = [apart, name]
        }
    }
    check(`${basename(log)}: every filter as the tool has it, within 1e-6 rad`, worst < 1e-6, `${worst.toExponential(1)} rad ${where}`)
    const start = performance.now()
    lab.fuse(streams, "sensorlab")
    const seconds = (performance.now() - start) / 1000
    const times = (streams.gyroscope ?? streams.accelerometer).times
    const minutes = Number(times[times.length - 1] - times[0]) / 6e10
    check("a minute takes less than 0.2 s", seconds / minutes < 0.2, `${(1000 * seconds / minutes).toFixed(0)} ms`)
    // Sample by sample, as an app feeds it.
    const filter = lab.filter("vqf"), track = lab.fuse(streams, "vqf")
    const order = ["gyroscope", "accelerometer", "gravity", "magnetometer"]
    const next = Object.fromEntries(order.map(sensor => [sensor, 0]))
    for (;;) {
        const first = order.filter(sensor => next[sensor] < (streams[sensor]?.times.length ?? 0))
            .reduce((best, sensor) => best === null || streams[sensor].times[next[sensor]] < streams[best].times[next[best]] ? sensor : best, null)
        // What comes behind the last row is in no row.
        if (first === null || streams[first].times[next[first]] > track.times[track.length - 1]) break
        const at = next[first]++, { times, values } = streams[first]
        filter.update(first, times[at], values[3 * at], values[3 * at + 1], values[3 * at + 2])
    }
    const last = track.at(track.length - 1).orientation
    check("sample by sample gives the same end", angle(filter.estimate.orientation, last) < 1e-9, angle(filter.estimate.orientation, last).toExponential(1))
    filter.free()
    // The gate, row by row.
    const gate = lab.gate(), states = lab.fuse(streams, "kalman")
    const rows = execFileSync(tool, ["fuse", canonical, "--filter", "kalman", "--gate", "--north", "magnetic", "--calibration", "none", "--quiet"],
        { maxBuffer: 1 << 30 }).toString().trim().split("\n").slice(1).map(line => line.split(",")[12] === "1")
    const apart = rows.filter((ready, index) => ready !== gate.update(states.at(index), states.times[index])).length
    check("the gate opens and closes as the tool's", apart === 0, `${rows.filter(ready => ready).length} of ${rows.length} rows ready`)
    gate.free()
}

// Munich, 2026-06-01, by the tool.
const field = lab.field(48.137, 11.575, 0, new Date(Date.UTC(2026, 5, 1)))
const native = JSON.parse(execFileSync(tool, ["declination", "--place", "48.137,11.575,0", "--date", "2026-06-01", "--json"])).geomagnetism
check("the field is the tool's", Math.abs(field.declination - native.declinationDegrees) < 1e-9 && Math.abs(field.f - native.intensityMicrotesla) < 1e-9
    && field.model === native.model, `${field.model} ${field.declination.toFixed(4)}`)
check("face up, top to the east is 90", Math.abs(heading([Math.SQRT1_2, 0, 0, -Math.SQRT1_2]) - 90) < 1e-9)

const still = { gyroscope: { times: BigInt64Array.of(0n), values: Float64Array.of(0, 0, 0) } }
for (const [name, call, kind] of [
    ["an unknown filter", () => lab.fuse(still, "nosuch"), SensorLabError],
    ["an unknown parameter", () => lab.fuse(still, "vqf", { nosuch: 1 }), SensorLabError],
    ["a parameter out of range", () => lab.fuse(still, "vqf", { tauAcc: -1 }), SensorLabError],
    ["stamps that step back", () => lab.fuse({ gyroscope: { times: BigInt64Array.of(2n, 1n), values: new Float64Array(6) } }), RangeError],
    ["too few values", () => lab.fuse({ gyroscope: { times: BigInt64Array.of(2n), values: new Float64Array(2) } }), TypeError],
    ["an unknown sensor", () => lab.fuse({ gyro: still.gyroscope }), TypeError],
    ["a year without a model", () => lab.field(48, 11, 0, 1900), SensorLabError],
]) {
    let error = null
    try { call() } catch (thrown) { error = thrown }
    check(`${name} is an error`, error instanceof kind && !error.message.includes("--"), error?.message)
}
check("readings that are not finite are skipped", lab.fuse({ gyroscope: { times: BigInt64Array.of(0n), values: Float64Array.of(NaN, 0, 0) } }, "gyro").length === 0)
rmSync(work, { recursive: true })
process.exit(failures ? 1 : 0)
