/**
 * Reads logs in the browser: the canonical CSV, a Sensor Logger zip, a phyphox export. The command-line tool reads all other formats
 * (`sensorlab convert`). What is not sure is an error that says what to do, never a guess.
 */

/** What a reader refuses: one line with advice. */
export class LogError extends Error {}

const SENSOR_COLUMNS = { accelerometer: "a", gyroscope: "g", magnetometer: "m", gravity: "gr" }

/**
 * @param {string} name the file's name
 * @param {ArrayBuffer} bytes
 * @returns {Promise<{name: string, format: string, streams: object, reference: object|null, place: object|null, notes: string[]}>}
 */
export async function readLog(name, bytes) {
    const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength))
    let files
    if (start[0] === 0x50 && start[1] === 0x4b) files = await unzip(bytes)
    else if (start[0] === 0x1f && start[1] === 0x8b) files = new Map([[name.replace(/\.gz$/, ""), await inflate(bytes, "gzip")]])
    else files = new Map([[name, new Uint8Array(bytes)]])
    const entries = [...files].filter(([path]) => files.size === 1 || /\.csv$/i.test(path) && !/(^|\/)(\.|__MACOSX)/.test(path))
    const texts = new Map()
    for (const [path, data] of entries) {
        const base = path.split("/").pop()
        if (texts.has(base)) throw severalRecordings(base)
        texts.set(base, new TextDecoder().decode(data))
    }
    const firsts = [...texts.values()].map(text => text.replace(/^\ufeff/, "").split("\n", 1)[0].replaceAll('"', "").toLowerCase())
    let log
    if (firsts.some(line => line.startsWith("time,seconds_elapsed"))) log = sensorLogger(texts)
    else if (firsts.some(line => line.startsWith("time (s)"))) log = phyphox(texts)
    else if (texts.size === 1) log = canonical([...texts.values()][0])
    else throw new LogError("the file is no canonical log, no Sensor Logger zip and no phyphox export; convert it with `sensorlab convert`")
    check(log)
    return { name, reference: null, place: null, ...log }
}

/** The tables of one recording have different names. */
function severalRecordings(name) {
    return new LogError(`the zip has more than one ${name}, so it holds several recordings; unpack it and drop one recording at a time`)
}

// ---- Formats ----

/** One table with `t,ax,ay,az,...` and empty cells where a sensor has no sample. */
function canonical(text) {
    const lines = text.split(/\r?\n/)
    const meta = {}
    let row = 0
    for (; lines[row]?.startsWith("#"); row++) {
        const at = lines[row].indexOf(":")
        if (at > 0) meta[lines[row].slice(1, at).trim().toLowerCase()] = lines[row].slice(at + 1).trim()
    }
    const header = (lines[row] ?? "").split(",").map(cell => cell.trim().toLowerCase())
    if (header[0] !== "t" || meta.schema !== "sensorlab.log/1")
        throw new LogError("the table has no line `# schema: sensorlab.log/1`, so units and signs are not known; convert it with `sensorlab convert`")
    const columns = prefix => ["x", "y", "z"].map(axis => header.indexOf(prefix + axis))
    const streams = {}
    const wanted = Object.entries(SENSOR_COLUMNS).map(([sensor, prefix]) => [sensor, columns(prefix)]).filter(([, c]) => !c.includes(-1))
    const collected = new Map(wanted.map(([sensor]) => [sensor, collector()]))
    const turns = ["ref_qw", "ref_qx", "ref_qy", "ref_qz"].map(column => header.indexOf(column))
    const reference = { times: [], values: [] }
    let place = null
    const [latitude, longitude] = [header.indexOf("lat"), header.indexOf("lon")]
    for (row++; row < lines.length; row++) {
        if (!lines[row]) continue
        const cells = lines[row].split(",")
        const time = nanoseconds(cells[0])
        if (time === null) continue
        for (const [sensor, at] of wanted) {
            if (cells[at[0]]) collected.get(sensor).add(time, at.map(column => Number(cells[column])))
        }
        if (!turns.includes(-1) && cells[turns[0]]) {
            reference.times.push(time)
            reference.values.push(...turns.map(column => Number(cells[column])))
        }
        if (!place && latitude >= 0 && cells[latitude]) place = { latitude: Number(cells[latitude]), longitude: Number(cells[longitude]) }
    }
    for (const [sensor, found] of collected) if (found.count) streams[sensor] = found.stream()
    return {
        format: "canonical log", streams, place, date: meta.date ? new Date(meta.date) : null, notes: [],
        reference: reference.times.length ? { times: BigInt64Array.from(reference.times), values: Float64Array.from(reference.values) } : null,
    }
}

/** Sensor Logger: one table per sensor; CoreMotion's signs on iOS unless the export was standardised. */
function sensorLogger(texts) {
    const meta = record(texts.get("Metadata.csv") ?? "")
    const platform = meta.platform?.toLowerCase()
    if (platform !== "ios" && platform !== "android")
        throw new LogError("the recording's Metadata.csv does not say which platform it is from, so signs are not known; export it again as a zip")
    const standardised = meta.standardisation?.toLowerCase() === "true"
    const sign = platform === "ios" && !standardised ? -1 : 1
    const notes = []
    const table = (name, factor = 1) => {
        const text = texts.get(`${name}.csv`)
        if (!text) return null
        const rows = tableOf(text), column = key => rows.header.findIndex(cell => cell.toLowerCase() === key)
        const [time, ...axes] = ["time", "x", "y", "z"].map(column)
        if ([time, ...axes].includes(-1)) return null
        const found = collector()
        for (const cells of rows.rows) {
            const stamp = /^\d+$/.test(cells[time] ?? "") ? BigInt(cells[time]) : null
            if (stamp !== null) found.add(stamp, axes.map(axis => factor * Number(cells[axis])))
        }
        return found.count ? found.stream() : null
    }
    const g = platform === "ios" && !standardised ? 9.80665 : 1
    const streams = {}
    streams.accelerometer = table("TotalAcceleration", sign) ?? table("AccelerometerUncalibrated", sign * g)
    streams.gyroscope = table("Gyroscope") ?? table("GyroscopeUncalibrated")
    streams.gravity = streams.accelerometer ? null : table("Gravity", sign)
    streams.magnetometer = table("Magnetometer")
    if (!streams.magnetometer) {
        streams.magnetometer = table("MagnetometerUncalibrated")
        if (streams.magnetometer) notes.push("The magnetometer is the uncalibrated one: drop a calibration file to calibrate it.")
    }
    return { format: "Sensor Logger", streams: present(streams), date: meta["recording time"] ? new Date(meta["recording time"].slice(0, 10).replaceAll("_", "-")) : null, notes }
}

/** phyphox: `"Time (s)"` and three axes; Android's signs on both platforms. */
function phyphox(texts) {
    const streams = {}
    for (const [name, text] of texts) {
        const rows = tableOf(text)
        if (!/^time \(s\)/i.test(rows.header[0] ?? "") || /linear|without g/i.test(name + rows.header.join(" "))) continue
        const unit = rows.header.slice(1, 4).join(" ")
        const sensor = /m\/s/.test(unit) ? "accelerometer" : /rad\/s/.test(unit) ? "gyroscope" : /[µμu]T/.test(unit) ? "magnetometer" : null
        if (!sensor || streams[sensor]) continue
        const found = collector()
        for (const cells of rows.rows) {
            const time = nanoseconds(cells[0])
            if (time !== null) found.add(time, [1, 2, 3].map(column => Number(cells[column])))
        }
        if (found.count) streams[sensor] = found.stream()
    }
    return { format: "phyphox", streams, date: null, notes: [] }
}

// ---- What the formats have in common ----

/** Lengths tell what a sensor is: something whose median length is far from 9.8 m/s^2 is not specific force. */
function check({ streams, notes }) {
    const force = streams.accelerometer ?? streams.gravity
    if (!force) throw new LogError("the log has no accelerometer and no gravity, so no filter can run")
    const length = medianLength(force)
    if (Math.abs(length - 9.8) > 2)
        throw new LogError(`the accelerometer's median length is ${length.toFixed(2)}, expected 9.8 m/s^2: another unit, or linear acceleration; `
            + "convert the log with `sensorlab convert`, which finds the unit or asks")
    if (streams.magnetometer) {
        const field = medianLength(streams.magnetometer)
        if (field < 15 || field > 100)
            notes.push(`The magnetometer's median length is ${field.toFixed(0)} microtesla, the Earth's field has 22 to 67: it is not calibrated.`)
    } else notes.push("The log has no magnetometer: headings are relative.")
}

export function medianLength({ values }) {
    const lengths = Float64Array.from({ length: values.length / 3 }, (_, i) => Math.hypot(values[3 * i], values[3 * i + 1], values[3 * i + 2])).sort()
    return lengths[lengths.length >> 1] ?? NaN
}

/** Applies a calibration file of the command-line tool to the streams that it names. */
export function calibrate(streams, file) {
    const result = { ...streams }
    const apply = (sensor, offset, matrix) => {
        if (!result[sensor] || !offset || !matrix) return
        const values = result[sensor].values.slice()
        for (let i = 0; i < values.length; i += 3) {
            const v = [0, 1, 2].map(axis => values[i + axis] - offset[axis])
            for (let axis = 0; axis < 3; axis++) values[i + axis] = matrix[axis][0] * v[0] + matrix[axis][1] * v[1] + matrix[axis][2] * v[2]
        }
        result[sensor] = { times: result[sensor].times, values }
    }
    const rows = matrix => Array.isArray(matrix?.[0]) ? matrix : matrix && [0, 3, 6].map(i => matrix.slice(i, i + 3))
    apply("magnetometer", file.magnetometer?.hardIron, rows(file.magnetometer?.softIron))
    apply("gyroscope", file.gyroscope?.bias, rows(file.gyroscope?.correction) ?? identity)
    apply("accelerometer", file.accelerometer?.bias, rows(file.accelerometer?.correction) ?? identity)
    return result
}

const identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
const present = streams => Object.fromEntries(Object.entries(streams).filter(([, stream]) => stream))

/** Samples in the order of their stamps; what is not finite is left out. */
function collector() {
    const times = [], values = []
    return {
        get count() { return times.length },
        add(time, vector) {
            if (!vector.every(Number.isFinite)) return
            times.push(time)
            values.push(...vector)
        },
        stream() {
            const order = times.map((_, index) => index)
            if (times.some((time, index) => index && time < times[index - 1])) order.sort((a, b) => times[a] < times[b] ? -1 : times[a] > times[b] ? 1 : a - b)
            return {
                times: BigInt64Array.from(order, index => times[index]),
                values: Float64Array.from({ length: 3 * order.length }, (_, i) => values[3 * order[(i / 3) | 0] + i % 3]),
            }
        },
    }
}

/** Decimal seconds, exactly. */
function nanoseconds(text) {
    const match = /^\s*(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?\s*$/i.exec(text ?? "")
    if (!match) return null
    if (match[4]) return BigInt(Math.round(Number(text) * 1e9))
    const value = BigInt(match[2]) * 1000000000n + BigInt((match[3] ?? "").slice(0, 9).padEnd(9, "0"))
    return match[1] ? -value : value
}

/** Rows of a table in any of the usual separators; a decimal comma becomes a point. */
function tableOf(text) {
    const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).filter(line => line && !line.startsWith("#"))
    const separator = [";", "\t", ","].find(candidate => lines[0]?.includes(candidate)) ?? ","
    const cells = line => line.split(separator).map(cell => {
        const plain = cell.replace(/^"|"$/g, "").trim()
        return separator !== "," && /^-?\d+,\d+(e[+-]?\d+)?$/i.test(plain) ? plain.replace(",", ".") : plain
    })
    return { header: cells(lines[0] ?? ""), rows: lines.slice(1).map(cells) }
}

function record(text) {
    const { header, rows } = tableOf(text)
    return Object.fromEntries(header.map((name, index) => [name, rows[0]?.[index] ?? ""]))
}

// ---- Archives ----

async function inflate(bytes, format) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer())
}

/** The members of a zip by its central directory (PKWARE APPNOTE 6.3.10, 4.3). */
async function unzip(bytes) {
    const view = new DataView(bytes), files = new Map()
    let end = bytes.byteLength - 22
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--
    if (end < 0) throw new LogError("the zip file is cut off: it has no directory")
    let at = view.getUint32(end + 16, true)
    for (let count = view.getUint16(end + 10, true); count > 0; count--) {
        if (view.getUint32(at, true) !== 0x02014b50) throw new LogError("the zip file's directory is damaged")
        const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)]
        const [name, extra, comment] = [28, 30, 32].map(offset => view.getUint16(at + offset, true))
        const local = view.getUint32(at + 42, true)
        const path = new TextDecoder().decode(new Uint8Array(bytes, at + 46, name))
        const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
        const content = new Uint8Array(bytes, data, packed)
        if (files.has(path)) throw severalRecordings(path)
        if (/\.csv$/i.test(path)) files.set(path, method === 0 ? content : await inflate(content, "deflate-raw"))
        at += 46 + name + extra + comment
    }
    return files
}
