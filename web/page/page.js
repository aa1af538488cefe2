const DEFAULTS = ["lowpass", "complementary", "kalman", "vqf", "sensorlab"]
const COLOURS = matchMedia("(prefers-color-scheme: dark)").matches
    ? ["#5cb8f5", "#ff9a4d", "#3fd0a4", "#ee9cc9", "#e8cd4b", "#a9b3ff"]
    : ["#0067b1", "#c44e00", "#00805c", "#a8457f", "#8a6a00", "#4b5bd6"]
const DASHES = [null, [7, 3], [2, 2], [9, 3, 2, 3]]
const $ = id => document.getElementById(id)

const bytes = Uint8Array.from(atob($("module").textContent), letter => letter.charCodeAt(0))
const lab = await load(bytes)
const catalogue = lab.filters()
const state = { log: null, calibration: null, shown: new Set(DEFAULTS), changes: {}, tracks: new Map(), charts: {} }

// ---- Opening ----

function problem(text) {
    $("problem").hidden = !text
    $("problem").textContent = text ?? ""
}

async function open(name, buffer) {
    problem(null)
    try {
        if (/\.json$/i.test(name)) {
            state.calibration = JSON.parse(new TextDecoder().decode(buffer))
            if (!state.calibration.magnetometer && !state.calibration.gyroscope && !state.calibration.accelerometer)
                throw new LogError(`${name} is no calibration file`)
            if (!state.log) { problem("The calibration is ready; now open a log."); return }
        } else {
            state.log = await readLog(name, buffer)
        }
    } catch (error) {
        // The log that is open stays.
        problem(`${name}: ${error.message}`)
        return
    }
    state.streams = state.calibration ? calibrate(state.log.streams, state.calibration) : state.log.streams
    const { latitude, longitude } = state.log.place ?? {}
    if (latitude !== undefined) [$("latitude").value, $("longitude").value] = [latitude, longitude]
    if (state.log.date) $("date").valueAsDate = state.log.date
    $("north").value = $("latitude").value && $("date").value ? "true" : "magnetic"
    state.axis = mostlyUpright(state.streams) ? "camera" : "top"
    $("axis").value = state.axis
    describe()
    $("bench").hidden = false
    state.tracks.clear()
    refresh()
}

/** Whether the camera lies nearer to the horizon than the top edge, by the median of the force. */
function mostlyUpright({ accelerometer, gravity }) {
    const { values } = accelerometer ?? gravity
    const sines = Float64Array.from({ length: values.length / 3 }, (_, i) => Math.abs(values[3 * i + 2]) / Math.hypot(values[3 * i], values[3 * i + 1], values[3 * i + 2])).sort()
    return sines[sines.length >> 1] < Math.SQRT1_2
}

function describe() {
    const { log } = state
    $("name").textContent = log.name
    const parts = Object.entries(state.streams).map(([sensor, { times }]) => {
        const seconds = Number(times[times.length - 1] - times[0]) / 1e9
        return `${sensor} ${times.length} at ${(times.length / Math.max(seconds, 1e-9)).toFixed(0)} Hz`
    })
    $("facts").textContent = `${log.format}; ${parts.join(", ")}`
    const notes = [...log.notes]
    if (state.calibration) notes.push("The calibration file is applied.")
    $("notes").replaceChildren(...notes.map(text => element("li", text)))
}

function element(tag, text, attributes = {}) {
    const made = document.createElement(tag)
    if (text !== undefined) made.textContent = text
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    return made
}

// ---- Running ----

const usable = ({ needsGyroscope }) => state.streams && (state.streams.gyroscope || !needsGyroscope)

function track(name) {
    const key = JSON.stringify([name, state.changes[name] ?? {}])
    if (state.tracks.get(name)?.key !== key) {
        const start = performance.now()
        const found = lab.fuse(state.streams, name, state.changes[name] ?? {})
        state.tracks.set(name, { key, track: found, milliseconds: performance.now() - start })
    }
    return state.tracks.get(name)
}

/** The declination, degrees; null where place or date are not given. */
function declination() {
    const [latitude, longitude, date] = [$("latitude"), $("longitude"), $("date")].map(input => input.value)
    if (!latitude || !longitude || !date) return null
    try {
        return lab.field(Number(latitude), Number(longitude), 0, new Date(date))
    } catch (error) {
        problem(error.message)
        return null
    }
}

function refresh() {
    const names = catalogue.filter(filter => state.shown.has(filter.name) && usable(filter)).map(filter => filter.name)
    const field = declination()
    $("declination").textContent = field
        ? `Declination ${field.declination.toFixed(2)}° (${field.model}), inclination ${field.inclination.toFixed(1)}°, field ${field.f.toFixed(1)} µT.`
        : "With latitude, longitude and date the page knows the declination."
    const turn = $("north").value === "true" ? field?.declination ?? 0 : 0
    if ($("north").value === "true" && !field) $("declination").textContent += " Headings are magnetic until then."
    const origin = (state.streams.gyroscope ?? state.streams.accelerometer ?? state.streams.gravity).times[0]
    const runs = names.map(name => ({ name, ...track(name) }))
    const reference = state.log.reference && referenceHeadings(state.log.reference, $("axis").value)
    const columns = runs.map(({ track }) => ({
        times: Float64Array.from(track.times, time => Number(time - origin) / 1e9),
        headings: track.headings($("axis").value).map(value => (value + turn + 360) % 360),
    }))
    const yardstick = runs.findIndex(run => run.name === "sensorlab")
    const base = reference ?? (yardstick >= 0 ? { times: runs[yardstick].track.times, headings: columns[yardstick].headings } : null)
    const differences = runs.map(({ track }, index) => base ? difference(track.times, columns[index].headings, base) : null)
    $("errorTitle").textContent = reference ? "Heading error" : "Difference from sensorlab"
    $("errorNote").textContent = reference
        ? "Filter minus reference, degrees, clockwise positive."
        : "The log has no reference: where the filters part, at least one is wrong. Degrees, clockwise positive."
    draw("heading", names, columns.map(({ times, headings }) => ({ times, values: headings })), true)
    draw("error", names, columns.map(({ times }, index) => ({ times, values: differences[index] ?? [] })), false)
    table(runs, differences, Boolean(reference))
    chips()
    coverage(field)
    $("command").textContent = "sensorlab fuse LOG --filter " + $("tuned").value
        + Object.entries(state.changes[$("tuned").value] ?? {}).map(([name, value]) => ` --set ${$("tuned").value}.${name}=${value}`).join("")
        // The page calibrates nothing by itself.
        + ` --calibration ${state.calibration ? "CALIBRATION.json" : "none"}`
    document.body.dataset.runs = Number(document.body.dataset.runs ?? 0) + 1
}

function referenceHeadings({ times, values }, axis) {
    return { times, headings: Float64Array.from(times, (_, i) => heading(values.subarray(4 * i, 4 * i + 4), axis)) }
}

/** Second minus first at the first's nearest earlier stamp, wrapped to (-180, 180]; NaN beyond 0.1 s. */
function difference(times, headings, base) {
    let at = 0
    return Float64Array.from(headings, (value, index) => {
        while (at + 1 < base.times.length && base.times[at + 1] <= times[index]) at++
        if (!base.times.length || times[index] - base.times[at] > 100000000n || base.times[at] > times[index]) return NaN
        const apart = (value - base.headings[at] + 540) % 360 - 180
        return apart === -180 ? 180 : apart
    })
}

const rms = values => {
    let sum = 0, count = 0
    for (const value of values) if (!Number.isNaN(value)) { sum += value * value; count++ }
    return count ? Math.sqrt(sum / count) : NaN
}

// ---- Drawing ----

const style = name => {
    const index = catalogue.findIndex(filter => filter.name === name)
    const rank = DEFAULTS.includes(name) ? DEFAULTS.indexOf(name) : DEFAULTS.length + index
    return { color: COLOURS[rank % COLOURS.length], strokePattern: DASHES[Math.floor(rank / COLOURS.length) % DASHES.length] }
}

/** Lowest and highest value per column of the picture would hide single samples when zoomed: dygraphs draws the samples themselves. */
function draw(id, names, curves, wraps) {
    state.charts[id]?.destroy()
    $(id).replaceChildren()
    if (!names.length || !curves.some(curve => curve.values.length)) { $(id).textContent = "Nothing to show."; return }
    // One clock: that of the first curve; others are on the same clock stream.
    const { times } = curves[0]
    const rows = Array.from(times, (time, row) => [time, ...curves.map(({ values }) => {
        const value = values[row]
        return value === undefined || Number.isNaN(value) || wraps && row && Math.abs(value - values[row - 1]) > 180 ? NaN : value
    })])
    state.charts[id] = new Dygraph($(id), rows, {
        labels: ["seconds", ...names], legend: "follow", labelsSeparateLines: true, strokeWidth: 1.4, axisLineColor: "#888", gridLineColor: "#8884",
        xlabel: "", digitsAfterDecimal: 1, connectSeparatedPoints: false, animatedZooms: false,
        series: Object.fromEntries(names.map(name => [name, style(name)])),
        zoomCallback: (from, to) => {
            for (const chart of Object.values(state.charts)) if (chart !== state.charts[id]) chart.updateOptions({ dateWindow: [from, to] })
        },
    })
}

function table(runs, differences, isMeasured) {
    const head = ["filter", isMeasured ? "heading error, RMS" : "from sensorlab, RMS", "own sigma, median", "time"]
    const rows = runs.map(({ name, track, milliseconds }, index) => {
        const sigmas = track.column("headingSigma").filter(value => !Number.isNaN(value)).sort()
        const sigma = sigmas.length ? `${(sigmas[sigmas.length >> 1] * 180 / Math.PI).toFixed(1)}°` : "–"
        return [name, differences[index] ? `${rms(differences[index]).toFixed(2)}°` : "–", sigma, `${milliseconds.toFixed(0)} ms`]
    })
    $("table").replaceChildren(...[head, ...rows].map((cells, index) => {
        const line = element("tr")
        line.append(...cells.map((cell, column) => element(index ? "td" : "th", cell, index ? {} : { scope: "col" })))
        return line
    }))
}

function chips() {
    const made = catalogue.filter(usable).map(filter => {
        const chip = element("button", filter.name, { type: "button", "aria-pressed": state.shown.has(filter.name), title: filter.summary })
        if (state.shown.has(filter.name)) chip.style.borderColor = style(filter.name).color
        chip.onclick = () => {
            if (!state.shown.delete(filter.name)) state.shown.add(filter.name)
            refresh()
            $("filters").querySelector(`[title="${CSS.escape(filter.summary)}"]`)?.focus()
        }
        return chip
    })
    $("filters").replaceChildren(...made)
}

/** 300 directions of equal weight on the sphere; one is seen where a reading lies within 12 degrees of it. */
function coverage(field) {
    const magnetometer = state.streams.magnetometer
    const picture = $("sphere").getContext("2d")
    picture.clearRect(0, 0, 480, 240)
    if (!magnetometer) { $("coverage").textContent = "The log has no magnetometer."; return }
    const count = 300, golden = Math.PI * (3 - Math.sqrt(5))
    const directions = Array.from({ length: count }, (_, i) => {
        const z = 1 - (2 * i + 1) / count, r = Math.sqrt(1 - z * z)
        return [r * Math.cos(golden * i), r * Math.sin(golden * i), z]
    })
    const seen = new Uint8Array(count), { values } = magnetometer, step = 3 * Math.max(1, Math.floor(values.length / 3 / 3000))
    for (let i = 0; i < values.length; i += step) {
        const length = Math.hypot(values[i], values[i + 1], values[i + 2])
        directions.forEach((d, k) => { if (d[0] * values[i] + d[1] * values[i + 1] + d[2] * values[i + 2] > length * Math.cos(Math.PI / 15)) seen[k] = 1 })
    }
    // Both halves, equal areas (Lambert).
    directions.forEach(([x, y, z], k) => {
        const scale = 105 / Math.sqrt(1 + Math.abs(z)), [cx, cy] = [z >= 0 ? 120 : 360, 120]
        picture.beginPath()
        picture.arc(cx + scale * x, cy - scale * y, 6, 0, 2 * Math.PI)
        picture.fillStyle = seen[k] ? COLOURS[2] : "#8884"
        picture.fill()
    })
    const share = seen.reduce((sum, value) => sum + value, 0) / count
    const median = medianLength(magnetometer)
    $("coverage").textContent = `The field was seen in ${(100 * share).toFixed(0)} % of all directions of the device (left: towards the screen's side, right: the back). `
        + `Its median length is ${median.toFixed(1)} µT${field ? `, the model has ${field.f.toFixed(1)}` : ""}.`
        + (share < 0.4 ? " For a calibration turn the device through all directions." : "")
}

// ---- Parameters ----

function parameters() {
    const name = $("tuned").value, filter = catalogue.find(entry => entry.name === name)
    const changes = state.changes[name] ?? {}
    $("parameters").replaceChildren(...filter.parameters.map(parameter => {
        const row = element("div", undefined, { class: "parameter" })
        const value = changes[parameter.name] ?? parameter.default
        // A logarithmic slider where the range spans decades.
        const low = Math.max(parameter.minimum, parameter.maximum * 1e-6), decades = parameter.maximum / low > 100 && parameter.default > 0
        const place = number => decades ? Math.log(Math.max(number, low) / low) / Math.log(parameter.maximum / low) : (number - parameter.minimum) / (parameter.maximum - parameter.minimum)
        const at = share => decades ? low * (parameter.maximum / low) ** share : parameter.minimum + share * (parameter.maximum - parameter.minimum)
        const id = `p-${parameter.name}`
        const slider = element("input", undefined, { type: "range", min: 0, max: 1, step: 0.001, id })
        const number = element("input", undefined, { type: "number", step: "any", min: parameter.minimum, max: parameter.maximum, "aria-label": `${parameter.name} as a number` })
        slider.value = place(value)
        number.value = value
        const set = chosen => {
            if (!(chosen >= parameter.minimum && chosen <= parameter.maximum)) return
            state.changes[name] = { ...state.changes[name], [parameter.name]: chosen }
            if (chosen === parameter.default) delete state.changes[name][parameter.name]
            state.shown.add(name)
            refresh()
        }
        slider.oninput = () => { number.value = Number(at(Number(slider.value)).toPrecision(4)); set(Number(number.value)) }
        number.onchange = () => { slider.value = place(Number(number.value)); set(Number(number.value)) }
        row.append(element("label", parameter.name + (parameter.unit ? `, ${parameter.unit}` : ""), { for: id }), slider, number,
            element("small", `${parameter.meaning}. Small: ${parameter.small}. Large: ${parameter.large}.`))
        return row
    }))
}

// ---- Saving ----

function save(name, type, text) {
    const link = element("a", undefined, { download: name, href: URL.createObjectURL(new Blob([text], { type })) })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

$("tracks").onclick = () => {
    const lines = ["filter,t,qw,qx,qy,qz,heading_sigma"]
    for (const name of state.shown) {
        const found = state.tracks.get(name)?.track
        if (!found) continue
        for (let index = 0; index < found.length; index++) {
            const { orientation, headingSigma } = found.at(index)
            lines.push([name, Number(found.times[index]) / 1e9, ...orientation.map(value => value.toFixed(9)), Number.isNaN(headingSigma) ? "" : headingSigma.toFixed(6)].join(","))
        }
    }
    save("tracks.csv", "text/csv", lines.join("\n") + "\n")
}
$("options").onclick = () => save("parameters.json", "application/json", JSON.stringify(state.changes, null, 2) + "\n")

/** A phone that is panned about the vertical, its top edge up, with noise: what the page shows without a log. */
$("example").onclick = () => {
    const lines = ["# schema: sensorlab.log/1", "# date: 2026-06-01", "t,ax,ay,az,gx,gy,gz,mx,my,mz,lat,lon"]
    let seed = 1
    const noise = () => { let sum = 0; for (let i = 0; i < 6; i++) { seed = seed * 1103515245 + 12345 & 0x7fffffff; sum += seed / 0x7fffffff - 0.5 } return sum }
    for (let row = 0; row < 6000; row++) {
        const t = row / 100, yaw = 1.2 * Math.sin(0.5 * t), rate = 0.6 * Math.cos(0.5 * t), magnet = t > 25 && t < 32 ? 15 : 0
        const field = [21 * Math.sin(yaw) + magnet, -43, -21 * Math.cos(yaw)]
        lines.push([t, ...[0, 9.81, 0].map(v => v + 0.05 * noise()), ...[0, rate, 0].map(v => v + 0.004 * noise() + 0.002),
            ...(row % 4 ? ["", "", ""] : field.map(v => v + 0.5 * noise())), row ? "" : 48.137, row ? "" : 11.575].join(","))
    }
    open("a simulated phone, panned, with a magnet from 0:25 to 0:32", new TextEncoder().encode(lines.join("\n")).buffer)
}

// ---- Events ----

$("file").onchange = async event => { for (const file of event.target.files) await open(file.name, await file.arrayBuffer()) }
for (const type of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(type, async event => {
        event.preventDefault()
        document.body.classList.toggle("over", type === "dragover")
        if (type === "drop") for (const file of event.dataTransfer.files) await open(file.name, await file.arrayBuffer())
    })
}
for (const id of ["axis", "north", "latitude", "longitude", "date"]) $(id).addEventListener("change", () => { problem(null); refresh() })
$("tuned").append(...catalogue.map(({ name }) => element("option", name, { value: name })))
$("tuned").value = "sensorlab"
$("tuned").onchange = () => { parameters(); refresh() }
$("defaults").onclick = () => { delete state.changes[$("tuned").value]; parameters(); refresh() }
parameters()
document.body.dataset.ready = "true"
