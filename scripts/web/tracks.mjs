// Logs for the check of the page, and the tracks that Node makes of them as the page saves them. Usage:
//   node tracks.mjs logs FOLDER
//   node tracks.mjs tracks LOG PARAMETERS NAME...      (PARAMETERS: what the page saves as parameters.json)
import { readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"

import { readLog } from "../../web/src/readers.js"
import { load } from "../../web/src/sensorlab.js"
import { canonical, phyphox, sensorLogger, zip } from "../../web/test/logs.mjs"

const [task, path, changes, ...names] = process.argv.slice(2)
if (task === "logs") {
    writeFileSync(join(path, "canonical.csv"), canonical())
    writeFileSync(join(path, "sensor-logger.zip"), new Uint8Array(zip(sensorLogger("walk/"))))
    writeFileSync(join(path, "phyphox.zip"), new Uint8Array(zip(phyphox())))
    writeFileSync(join(path, "two.zip"), new Uint8Array(zip([...sensorLogger("a/"), ...sensorLogger("b/")])))
} else {
    const lab = await load(readFileSync(new URL("../../web/sensorlab.wasm", import.meta.url)))
    const bytes = readFileSync(path)
    const { streams } = await readLog(basename(path), bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    const lines = []
    for (const name of names) {
        const track = lab.fuse(streams, name, JSON.parse(changes)[name] ?? {})
        for (let index = 0; index < track.length; index++)
            lines.push([name, Number(track.times[index]) / 1e9, ...track.at(index).orientation].join(","))
    }
    console.log(lines.join("\n"))
}
