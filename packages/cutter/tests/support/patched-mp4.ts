import { box } from '../../src/bitstream/mp4-boxes.ts'
import { boxesBetween } from '../../src/demux/mp4/boxes.ts'

const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl', 'moof', 'traf'])

/** A copy of a box tree in which every box of a type is replaced. */
export function replaceBoxes(bytes: Buffer, type: string, replace: (old: Buffer) => Buffer): Buffer {
  const parts: Buffer[] = []
  for (const { type: found, start, bodyStart, end } of boxesBetween(bytes, 0, bytes.length)) {
    const whole = bytes.subarray(start, end)
    if (found === type) {
      parts.push(replace(whole))
    } else if (CONTAINERS.has(found)) {
      parts.push(box(found, replaceBoxes(bytes.subarray(bodyStart, end), type, replace)))
    } else {
      parts.push(whole)
    }
  }
  return Buffer.concat(parts)
}

/** Overwrites bytes behind the first occurrence of a box's name; the file keeps its size. */
export function patchAfter(bytes: Buffer, type: string, offset: number, patch: Uint8Array): Buffer {
  const patched = Buffer.from(bytes)
  const at = patched.indexOf(type, 0, 'latin1')
  if (at < 0) throw new Error(`There is no ${type}.`)
  patched.set(patch, at + type.length + offset)
  return patched
}
