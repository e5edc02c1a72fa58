/** Media that is fast to fetch and slow to read: a healthy fragmented MP4, then a million fragments of a frame each. */
export function costlyMedia(healthyMedia: Buffer): { sizeBytes: number; bytes(start: number, end: number): Buffer } {
  const box = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts)
    return Buffer.concat([uint32Bytes(body.length + 8), Buffer.from(type), body])
  }
  const trackBoxes = [
    box('tfhd', uint32Bytes(0x20000, 1)),
    box('tfdt', uint32Bytes(0, 0)),
    box('trun', uint32Bytes(1, 1, 0)),
  ]
  const fragment = box('moof', box('mfhd', uint32Bytes(0, 1)), box('traf', ...trackBoxes))
  return {
    sizeBytes: healthyMedia.length + Math.floor(COSTLY_BYTES / fragment.length) * fragment.length,
    bytes(start, end) {
      const phase = Math.max(0, start - healthyMedia.length) % fragment.length
      const tail = Buffer.alloc(end - start, Buffer.concat([fragment.subarray(phase), fragment.subarray(0, phase)]))
      return start >= healthyMedia.length
        ? tail
        : Buffer.concat([healthyMedia.subarray(start, end), tail]).subarray(0, end - start)
    },
  }
}

const COSTLY_BYTES = 92_000_000

function uint32Bytes(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
