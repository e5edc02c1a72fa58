import { box } from '../../src/bitstream/mp4-boxes.ts'
import { boxesBetween } from '../../src/demux/mp4/boxes.ts'

const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl', 'moof', 'traf'])

/** Copies a box tree and replaces every box of a type. */
export function replaceBoxes(bytes: Buffer, type: string, replace: (old: Buffer) => Buffer): Buffer {
  const parts: Buffer[] = []
  for (const { type: boxType, start, bodyStart, end } of boxesBetween(bytes, 0, bytes.length)) {
    const boxBytes = bytes.subarray(start, end)
    if (boxType === type) {
      parts.push(replace(boxBytes))
    } else if (CONTAINERS.has(boxType)) {
      parts.push(box(boxType, replaceBoxes(bytes.subarray(bodyStart, end), type, replace)))
    } else {
      parts.push(boxBytes)
    }
  }
  return Buffer.concat(parts)
}

/** Copies a file and overwrites bytes at an offset after the first occurrence of a box's name. */
export function patchAfter(bytes: Buffer, type: string, offset: number, patch: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(type, 0, 'latin1')
  if (at < 0) throw new Error(`There is no ${type}.`)
  copy.set(patch, at + type.length + offset)
  return copy
}
