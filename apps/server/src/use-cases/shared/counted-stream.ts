import { pipeline, type Readable, Transform } from 'node:stream'

/** Bytes of one answer after which they are counted, so that an answer under way counts too. */
const COUNTED_BYTES = 16_000_000

/** Passes a stream on, and reports its bytes in steps, the last ones when it has ended or was left. */
export function countedStream(stream: Readable, onBytes: (bytes: number) => void): Readable {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes >= COUNTED_BYTES) {
        onBytes(bytes)
        bytes = 0
      }
      next(null, chunk)
    },
  })
  return pipeline(stream, counter, () => onBytes(bytes))
}
