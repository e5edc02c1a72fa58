import { type MediaSource, readingThrough, SourceReadError } from '../../ports/sources.ts'

/** Continues once at the address that `renew` returns (null: none), without reading anything twice. */
export function renewedSource<S extends MediaSource>(first: S, renew: () => Promise<MediaSource | null>): S {
  let renewing: Promise<MediaSource | null> | null = null
  let current: MediaSource = first
  return readingThrough(
    first,
    async (read, _, signal) => {
      if (renewing === null) {
        try {
          return await read(first)
        } catch (error) {
          if (!(error instanceof SourceReadError) || !error.expired || signal?.aborted) throw error
          // Several reads find out at the same time.
          renewing ??= renew()
          if (!isSame(await renewing, first)) throw error
        }
      }
      const second = await renewing
      if (!isSame(second, first)) throw otherSource()
      current = second
      return read(second).catch((error: unknown) => {
        throw error instanceof SourceReadError && error.expired ? diedAgain(error) : error
      })
    },
    () => current.servedFrom,
  )
}

function isSame(found: MediaSource | null, first: MediaSource): found is MediaSource {
  if (!found) return false
  if ('segments' in first) return 'segments' in found && found.segments.length === first.segments.length
  return 'sizeBytes' in found && found.sizeBytes === first.sizeBytes
}

/** The whole work may still be done with what is there now. */
function otherSource(): SourceReadError {
  return new SourceReadError('source_failed', 'The file that was being read is no longer there.', { expired: true })
}

function diedAgain(cause: SourceReadError): SourceReadError {
  return new SourceReadError(cause.code, 'The address has expired, and so has its successor.', { cause })
}
