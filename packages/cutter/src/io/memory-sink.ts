import type { ClipSink } from '../api/clip-sink.ts'

const FIRST_BYTES = 1024 * 1024

/** Keeps a clip in memory: `bytes` is the clip once it was cut, and null before. Meant for short ones. */
export interface MemorySink extends ClipSink {
  readonly bytes: Uint8Array | null
}

export function memorySink(): MemorySink {
  let written = Buffer.alloc(0)
  let bytes: Uint8Array | null = null
  return {
    get bytes() {
      return bytes
    },
    async open() {
      bytes = null
      written = Buffer.alloc(FIRST_BYTES)
    },
    async write(position, added) {
      const end = position + added.length
      if (end > written.length) {
        const larger = Buffer.alloc(Math.max(end, 2 * written.length))
        written.copy(larger)
        written = larger
      }
      written.set(added, position)
    },
    async read(start, end) {
      return Uint8Array.from(written.subarray(start, end))
    },
    async finish(sizeBytes) {
      bytes = written.subarray(0, sizeBytes)
    },
    async discard() {
      written = Buffer.alloc(0)
      bytes = null
    },
  }
}
