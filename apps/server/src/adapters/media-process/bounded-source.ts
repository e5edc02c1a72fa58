import { type MediaSource, readingThrough, SourceReadError } from '../../ports/sources.ts'

/** The same source, up to a number of bytes: a file can make its reader run in circles. */
export function boundedSource<S extends MediaSource>(source: S, mostBytes: number): S {
  let left = mostBytes
  return readingThrough(source, async (read, bytesOf) => {
    const found = await read(source)
    left -= bytesOf(found)
    if (left < 0) throw new SourceReadError('source_failed', 'Reading it takes too many bytes.')
    return found
  })
}
