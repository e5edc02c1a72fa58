import { pipeline, type Readable, Transform } from 'node:stream'

/** Bytes of one response after which they are counted, so that a running response counts, too. */
const COUNT_STEP_BYTES = 16_000_000

/** Passes a stream on, and reports its bytes in steps, the last ones when the stream ends or is closed. */
export function countedStream(stream: Readable, onBytes: (bytes: number) => void): Readable {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes >= COUNT_STEP_BYTES) {
        onBytes(bytes)
        bytes = 0
      }
      next(null, chunk)
    },
  })
  return pipeline(stream, counter, () => onBytes(bytes))
}
