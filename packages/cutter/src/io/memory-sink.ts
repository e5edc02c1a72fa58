import type { ClipSink } from '../api/clip-sink.ts'

const INITIAL_BUFFER_BYTES = 1024 * 1024

/** Stores a short clip in memory. `bytes` is null until the clip is finished. */
export interface MemorySink extends ClipSink {
  readonly bytes: Uint8Array | null
}

export function memorySink(): MemorySink {
  let buffer = Buffer.alloc(0)
  let bytes: Uint8Array | null = null
  return {
    get bytes() {
      return bytes
    },
    async open() {
      bytes = null
      buffer = Buffer.alloc(INITIAL_BUFFER_BYTES)
    },
    async write(position, addedBytes) {
      const end = position + addedBytes.length
      if (end > buffer.length) {
        const largerBuffer = Buffer.alloc(Math.max(end, 2 * buffer.length))
        buffer.copy(largerBuffer)
        buffer = largerBuffer
      }
      buffer.set(addedBytes, position)
    },
    async read(start, end) {
      return Uint8Array.from(buffer.subarray(start, end))
    },
    async finish(sizeBytes) {
      bytes = buffer.subarray(0, sizeBytes)
    },
    async discard() {
      buffer = Buffer.alloc(0)
      bytes = null
    },
  }
}
