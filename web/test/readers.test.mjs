// The readers of the page: what they read, and what they refuse. Usage: node --test web/test/
import assert from "node:assert/strict"
import test from "node:test"
import { crc32, deflateRawSync } from "node:zlib"

import { LogError, readLog } from "../src/readers.js"

/** A zip of texts by their paths, deflated. */
function zip(members) {
    const locals = [], directory = []
    let offset = 0
    for (const [path, text] of members) {
        const [name, data] = [Buffer.from(path), Buffer.from(text)]
        const packed = deflateRawSync(data)
        const head = Buffer.alloc(26)
        head.writeUInt16LE(20, 0)
        head.writeUInt16LE(8, 4)
        head.writeUInt32LE(crc32?.(data) ?? 0, 10)
        head.writeUInt32LE(packed.length, 14)
        head.writeUInt32LE(data.length, 18)
        head.writeUInt16LE(name.length, 22)
        locals.push(Buffer.from("PK\x03\x04", "latin1"), head, name, packed)
        const rest = Buffer.alloc(14)
        rest.writeUInt32LE(offset, 10)
        directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, rest, name)
        offset += 30 + name.length + packed.length
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(members.length, 8)
    end.writeUInt16LE(members.length, 10)
    end.writeUInt32LE(Buffer.concat(directory).length, 12)
    end.writeUInt32LE(offset, 16)
    const bytes = Buffer.concat([...locals, ...directory, end])
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
}

const metadata = "version,device name,platform\n1,phone,android\n"
const table = vector => "time,seconds_elapsed,z,y,x\n"
    + Array.from({ length: 50 }, (_, i) => `${1_700_000_000_000_000_000n + 10_000_000n * BigInt(i)},${i / 100},${vector.join(",")}\n`).join("")
const recording = folder => [
    [`${folder}Metadata.csv`, metadata], [`${folder}Gyroscope.csv`, table([0, 0, 0])], [`${folder}TotalAcceleration.csv`, table([9.81, 0, 0])],
    [`${folder}Magnetometer.csv`, table([-40, 20, 0])],
]

test("a Sensor Logger zip, with or without a folder, and macOS' copies beside it", async () => {
    for (const folder of ["", "walk/"]) {
        const log = await readLog("walk.zip", zip([...recording(folder), ...recording("__MACOSX/walk/")]))
        assert.equal(log.format, "Sensor Logger")
        assert.deepEqual(Object.keys(log.streams).sort(), ["accelerometer", "gyroscope", "magnetometer"])
        assert.deepEqual([...log.streams.magnetometer.values.slice(0, 3)], [0, 20, -40])
    }
})

test("a zip of several recordings is refused, not merged", async () => {
    await assert.rejects(readLog("two.zip", zip([...recording("a/"), ...recording("b/")])), error =>
        error instanceof LogError && /more than one Metadata.csv/.test(error.message))
    await assert.rejects(readLog("two.zip", zip([...recording(""), ["Gyroscope.csv", table([1, 1, 1])]])), error =>
        error instanceof LogError && /more than one Gyroscope.csv/.test(error.message))
})
