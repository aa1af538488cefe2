// The readers of the page: what they read, and what they refuse. Usage: node --test web/test/readers.test.mjs
import assert from "node:assert/strict"
import test from "node:test"

import { LogError, readLog } from "../src/readers.js"
import { canonical, phyphox, sensorLogger, zip } from "./logs.mjs"

test("the same samples in every format; a Sensor Logger zip with or without a folder, and macOS' copies beside it", async () => {
    const bytes = new TextEncoder().encode(canonical()).buffer
    const expected = (await readLog("log.csv", bytes)).streams
    for (const [format, members] of [
        ["Sensor Logger", sensorLogger("")], ["Sensor Logger", [...sensorLogger("walk/"), ...sensorLogger("__MACOSX/walk/")]], ["phyphox", phyphox()],
    ]) {
        const log = await readLog("walk.zip", zip(members))
        assert.equal(log.format, format)
        assert.deepEqual(Object.keys(log.streams).sort(), ["accelerometer", "gyroscope", "magnetometer"])
        for (const [sensor, { times, values }] of Object.entries(log.streams)) {
            const first = times[0]
            assert.deepEqual(Array.from(times, time => time - first), [...expected[sensor].times], sensor)
            values.forEach((value, index) => assert.ok(Math.abs(value - expected[sensor].values[index]) < 1e-6, `${format} ${sensor} ${index}`))
        }
    }
})

test("a zip of several recordings is refused, not merged", async () => {
    await assert.rejects(readLog("two.zip", zip([...sensorLogger("a/"), ...sensorLogger("b/")])), error =>
        error instanceof LogError && /more than one Metadata.csv/.test(error.message))
    await assert.rejects(readLog("two.zip", zip([...sensorLogger(""), sensorLogger("")[2]])), error =>
        error instanceof LogError && /more than one Gyroscope.csv/.test(error.message))
})
