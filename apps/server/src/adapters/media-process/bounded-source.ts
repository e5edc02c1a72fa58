import { type ByteSource, SourceReadError } from '../../ports/sources.ts'

/** The same bytes, up to a number of them: a file can make its reader run in circles. */
export function boundedSource(source: ByteSource, mostBytes: number): ByteSource {
  let left = mostBytes
  return {
    sizeBytes: source.sizeBytes,
    ...(source.identity === undefined ? {} : { identity: source.identity }),
    async read(start, end, signal, onBytes) {
      left -= Math.max(0, end - start)
      if (left < 0) throw new SourceReadError('source_failed', 'Reading it takes too many bytes.')
      return source.read(start, end, signal, onBytes)
    },
  }
}
