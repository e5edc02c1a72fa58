import { type ByteSource, SourceReadError } from '../../ports/sources.ts'

/**
 * A file whose address may die while it is read: what was being read then is read from the file's new address, and nothing
 * that was read before is asked for again. Once; who dies again is given up.
 * @param renew the same file under an address of today, or null when there is none
 */
export function renewedSource(first: ByteSource, renew: () => Promise<ByteSource | null>): ByteSource {
  let renewing: Promise<ByteSource | null> | null = null
  let current = first
  return {
    sizeBytes: first.sizeBytes,
    ...(first.identity === undefined ? {} : { identity: first.identity }),
    get servedFrom() {
      return current.servedFrom
    },
    async read(start, end, signal, onBytes) {
      if (renewing === null) {
        try {
          return await first.read(start, end, signal, onBytes)
        } catch (error) {
          if (!(error instanceof SourceReadError) || !error.expired || signal?.aborted) throw error
          // Several reads find out at the same time.
          renewing ??= renew()
          if ((await renewing)?.sizeBytes !== first.sizeBytes) throw error
        }
      }
      const second = await renewing
      if (second?.sizeBytes !== first.sizeBytes) throw otherFile()
      current = second
      return second.read(start, end, signal, onBytes).catch((error: unknown) => {
        throw error instanceof SourceReadError && error.expired ? diedAgain(error) : error
      })
    },
  }
}

/** The whole work may still be done with what is there now. */
function otherFile(): SourceReadError {
  return new SourceReadError('source_failed', 'The file that was being read is no longer there.', { expired: true })
}

function diedAgain(cause: SourceReadError): SourceReadError {
  return new SourceReadError(cause.code, 'The address has expired, and so has its successor.', { cause })
}
