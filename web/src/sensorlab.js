/**
 * Orientation filters and geomagnetism of SensorLab in WebAssembly: in the browser, in Node and in workers, without dependencies.
 *
 * Conventions: device axes x right, y to the top edge, z out of the screen; the accelerometer is specific force (face up z = +9.81);
 * rad/s, m/s^2, microtesla; quaternions [w, x, y, z] take the device to east-north-up. Stamps are nanoseconds, as BigInt.
 */

/** Numbers per estimate in the module's memory. */
const ROW = 11
/** Numbers of what a filter has learnt. */
const CALIBRATION = 65
/** The order in which the module takes the sensors. */
const OBSTACLES = ["none", "unknown", "uncertain", "disturbed"]
const SENSORS = ["gyroscope", "accelerometer", "gravity", "magnetometer"]

/** How the module parts its texts. */
const [GROUP, RECORD, FIELD] = ["\x1d", "\x1e", "\x1f"]

/** What the module refused, with the code of the command-line tool. */
export class SensorLabError extends Error {
    constructor({ code, place, message, advice }) {
        super([place && `${place}: ${message}` || message, advice].filter(Boolean).join("; "))
        this.name = "SensorLabError"
        Object.assign(this, { code, place, advice })
    }
}

/** A place without the command line: `parameter "vqf.x"` for `--set vqf.x`. */
function argument(place) {
    const [, option, value] = /^--(\S+)(?: (.*))?$/s.exec(place) ?? []
    if (option === undefined) return place
    const name = option === "set" ? "parameter" : option
    return value === undefined ? name : `${name} "${value}"`
}

/** Loads the module. @param {BufferSource | Response | Promise<Response>} source its bytes, or what fetch gives. */
export async function load(source) {
    const given = await source
    const { instance } = given instanceof ArrayBuffer || ArrayBuffer.isView(given)
        ? await WebAssembly.instantiate(given, {})
        : await WebAssembly.instantiateStreaming(given, {})
    return new SensorLab(instance.exports)
}

export class SensorLab {
    #module

    constructor(exports) {
        this.#module = exports
        exports._initialize()
    }

    /** All filters: name, summary, reference, needsGyroscope, needsMagnetometer, parameters. */
    filters() {
        this.#module.catalogue()
        const groups = this.#text().split(GROUP).map(group => group.split(RECORD).map(record => record.split(FIELD)))
        // Two numbers per filter and three per parameter; the first record of a group is the filter's own.
        const count = groups.reduce((sum, records) => sum + 3 * records.length - 1, 0)
        const numbers = new Float64Array(this.#buffer, this.#module.numbers(), count).values()
        const next = () => numbers.next().value
        return groups.map(([[name, summary, reference], ...parameters]) => ({
            name, summary, reference, needsGyroscope: next() > 0, needsMagnetometer: next() > 0,
            parameters: parameters.map(([name, unit, meaning, small, large]) =>
                ({ name, unit, default: next(), minimum: next(), maximum: next(), meaning, small, large })),
        }))
    }

    /**
     * Runs a filter over streams.
     * @param {Object<string, {times: BigInt64Array, values: Float64Array}>} streams gyroscope, accelerometer, gravity, magnetometer:
     *   stamps ascending; x, y, z of each sample one after the other.
     * @returns {Track}
     */
    fuse(streams, filter = "sensorlab", parameters = {}) {
        const unknown = Object.keys(streams).find(name => !SENSORS.includes(name))
        if (unknown !== undefined) throw new TypeError(`streams has ${unknown}, expected ${SENSORS.join(", ")}`)
        const given = SENSORS.map(name => streams[name] ?? { times: new BigInt64Array(0), values: new Float64Array(0) })
        given.forEach(({ times, values }, index) => {
            if (!(times instanceof BigInt64Array) || !(values instanceof Float64Array) || values.length !== 3 * times.length)
                throw new TypeError(`${SENSORS[index]}: expected times as BigInt64Array and three values each as Float64Array`)
            for (let i = 1; i < times.length; i++)
                if (times[i] < times[i - 1]) throw new RangeError(`${SENSORS[index]}: stamp ${i} steps back`)
        })
        const count = given.reduce((sum, { times }) => sum + times.length, 0)
        const [call, changes] = this.#call(filter, parameters)
        const counts = this.#write(Int32Array.from(given, ({ times }) => times.length))
        const times = this.#allocate(8 * count), values = this.#allocate(24 * count)
        try {
            let offset = 0
            for (const stream of given) {
                new BigInt64Array(this.#buffer, times + 8 * offset, stream.times.length).set(stream.times)
                new Float64Array(this.#buffer, values + 24 * offset, stream.values.length).set(stream.values)
                offset += stream.times.length
            }
            const rows = this.#checked(this.#module.run(call.at, call.bytes, changes.at, counts.at, times, values))
            return new Track(
                new BigInt64Array(this.#buffer, this.#module.times(), rows).slice(),
                new Float64Array(this.#buffer, this.#module.numbers(), ROW * rows).slice())
        } finally {
            for (const pointer of [call.at, changes.at, counts.at, times, values]) this.#module.release(pointer)
        }
    }

    /** A filter that is fed sample by sample, for DeviceMotion events and sockets. */
    filter(name = "sensorlab", parameters = {}) {
        const [call, changes] = this.#call(name, parameters)
        try {
            const number = this.#checked(this.#module.create(call.at, call.bytes, changes.at))
            return new Filter(this.#module, number)
        } finally {
            for (const pointer of [call.at, changes.at]) this.#module.release(pointer)
        }
    }

    /** Whether a heading may be shown, with hysteresis; limits: readySigma, lostSigma (rad), readyTime, lostTime, disturbedTime (s). */
    gate(limits = {}) {
        const { readySigma = Math.PI / 36, lostSigma = Math.PI / 18, readyTime = 1, lostTime = 0.5, disturbedTime = 3, ...others } = limits
        const [unknown] = Object.keys(others)
        if (unknown !== undefined) throw new TypeError(`found the limit ${unknown}, expected readySigma, lostSigma, readyTime, lostTime, disturbedTime`)
        return new HeadingGate(this.#module, this.#module.createGate(readySigma, lostSigma, readyTime, lostTime, disturbedTime))
    }

    /** The Earth's field by the World Magnetic Model: degrees, metres above the ellipsoid, decimal year or Date; microtesla. */
    field(latitude, longitude, height = 0, date = new Date()) {
        const year = typeof date === "number" ? date : decimalYear(date)
        this.#checked(this.#module.field(latitude, longitude, height, year))
        const [declination, inclination, h, x, y, z, f, sigma] = new Float64Array(this.#buffer, this.#module.numbers(), 8)
        return { model: this.#text(), declination, declinationSigma: sigma, inclination, h, x, y, z, f }
    }

    get #buffer() { return this.#module.memory.buffer }

    #text() {
        return new TextDecoder().decode(new Uint8Array(this.#buffer, this.#module.text(), this.#module.textLength()).slice())
    }

    #checked(result) {
        if (result < 0) {
            const [code, place, message, advice] = this.#text().split(FIELD)
            throw new SensorLabError({ code, place: argument(place), message, advice })
        }
        return result
    }

    /** A filter and changed parameters in the module's memory. */
    #call(filter, parameters) {
        const text = [filter, ...Object.keys(parameters)].join(FIELD)
        return [this.#write(new TextEncoder().encode(text)), this.#write(Float64Array.from(Object.values(parameters), Number))]
    }

    #allocate(bytes) { return this.#module.allocate(bytes) }

    #write(array) {
        const at = this.#allocate(array.byteLength)
        new Uint8Array(this.#buffer, at, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
        return { at, bytes: array.byteLength }
    }
}

/** The estimates of a filter over a log. */
export class Track {
    #numbers

    constructor(times, numbers) {
        /** Nanoseconds, one per estimate. @type {BigInt64Array} */
        this.times = times
        this.#numbers = numbers
    }

    get length() { return this.times.length }

    /** One estimate. */
    at(index) { return estimate(this.#numbers.subarray(ROW * index, ROW * index + ROW)) }

    /** The heading of an axis over time, degrees clockwise from the track's north, NaN where the axis is vertical. */
    headings(axis = "top") { return Float64Array.from({ length: this.length }, (_, index) => heading(this.at(index).orientation, axis)) }

    /** One number of every estimate: headingSigma, inclinationSigma. */
    column(name) { return Float64Array.from({ length: this.length }, (_, index) => this.at(index)[name]) }
}

/** A running filter; `free` it when it is no longer needed. */
export class Filter {
    #module
    #number

    constructor(module, number) { [this.#module, this.#number] = [module, number] }

    /** @param {"gyroscope"|"accelerometer"|"gravity"|"magnetometer"} sensor @param {bigint} time nanoseconds, ascending */
    update(sensor, time, x, y, z) {
        const index = SENSORS.indexOf(sensor)
        if (index < 0) throw new TypeError(`found the sensor ${sensor}, expected ${SENSORS.join(", ")}`)
        if (this.#number === null) throw new Error("the filter was freed")
        this.#module.update(this.#number, index, time, x, y, z)
    }

    /** The estimate after the samples so far; null until it is defined. */
    get estimate() {
        if (this.#number === null) throw new Error("the filter was freed")
        if (this.#module.estimate(this.#number) < 1) return null
        return estimate(new Float64Array(this.#module.memory.buffer, this.#module.numbers(), ROW).slice())
    }

    /** What the filter has learnt of the sensors so far; null until it has, and for filters that do not calibrate. */
    get calibration() {
        if (this.#number === null) throw new Error("the filter was freed")
        if (this.#module.calibration(this.#number) < 1) return null
        return calibration(new Float64Array(this.#module.memory.buffer, this.#module.numbers(), CALIBRATION).slice())
    }

    free() {
        if (this.#number !== null) this.#module.destroy(this.#number)
        this.#number = null
    }
}

/** Whether an app may show a heading; `free` it when it is no longer needed. */
export class HeadingGate {
    #module
    #number
    #answer = 2 * OBSTACLES.indexOf("unknown")

    constructor(module, number) { [this.#module, this.#number] = [module, number] }

    /** Takes the next estimate of a filter, null where it is not defined; returns `ready`. @param {bigint} time nanoseconds */
    update(estimate, time) {
        if (this.#number === null) throw new Error("the gate was freed")
        const disturbed = estimate?.disturbed == null ? -1 : Number(estimate.disturbed)
        this.#answer = this.#module.updateGate(this.#number, estimate?.headingSigma ?? NaN, disturbed, time)
        return this.ready
    }

    /** Whether the heading may be shown. */
    get ready() { return this.#answer % 2 === 1 }

    /** What speaks against the last estimate: none, unknown, uncertain (turn the device, or wait), disturbed. */
    get obstacle() { return OBSTACLES[this.#answer >> 1] }

    free() {
        if (this.#number !== null) this.#module.destroyGate(this.#number)
        this.#number = null
    }
}

function estimate(row) {
    const flag = value => value < 0 ? null : value > 0
    return {
        orientation: [row[0], row[1], row[2], row[3]], headingSigma: row[4], inclinationSigma: row[5],
        gyroscopeBias: [row[6], row[7], row[8]], rest: flag(row[9]), disturbed: flag(row[10]),
    }
}

function calibration(numbers) {
    let next = 0
    const vector = () => [numbers[next++], numbers[next++], numbers[next++]]
    const matrix = () => [vector(), vector(), vector()]
    return {
        hardIron: vector(), hardIronSigma: vector(), softIron: matrix(), softIronSigma: matrix(),
        gyroscopeBias: vector(), gyroscopeBiasSigma: vector(), gyroscopeDistortion: matrix(), gyroscopeDistortionSigma: matrix(),
        accelerometerBias: vector(), accelerometerBiasSigma: vector(), field: vector(), fieldSigma: vector(),
        magnetometerDelay: numbers[next++], magnetometerDelaySigma: numbers[next++], seenShare: numbers[next++],
        readings: numbers[next++], disturbed: numbers[next] < 0 ? null : numbers[next] > 0,
    }
}

/** The heading of the device's top edge, or of its back camera, degrees [0, 360); NaN within 5 degrees of the vertical. */
export function heading([w, x, y, z], axis = "top") {
    // The columns of the rotation matrix: the device's y, and minus its z, in east-north-up.
    const [east, north] = axis === "top"
        ? [2 * (x * y - w * z), 1 - 2 * (x * x + z * z)]
        : [-2 * (x * z + w * y), -2 * (y * z - w * x)]
    if (Math.hypot(east, north) < Math.sin(Math.PI / 36)) return NaN
    return (Math.atan2(east, north) * 180 / Math.PI + 360) % 360
}

/** The decimal year of a date, UTC. */
export function decimalYear(date) {
    const year = date.getUTCFullYear(), start = Date.UTC(year, 0), end = Date.UTC(year + 1, 0)
    return year + (date.getTime() - start) / (end - start)
}
