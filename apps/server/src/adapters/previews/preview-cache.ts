import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../ports/clock.ts'
import { type FileStore, PREVIEW_KEY_PREFIX } from '../../ports/files.ts'
import { MediaError, SourceReadError } from '../../ports/sources.ts'
import { createSharedWork } from '../shared-work.ts'

export interface PreviewCacheOptions {
  files: FileStore
  clock: Clock
  /** The stable part of an address, where the rest changes; all of it by default. */
  nameOf?(address: string): string
  make(address: string, filePath: string, signal: AbortSignal): Promise<void>
}

/** After a failure it is not made again for this long. */
const FAILURE_MILLISECONDS = 10 * 60_000
const MOST_FAILURES_CACHED = 1000
/** Disk space is for clips first: this is twice of what has to be free before a clip is accepted. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024
/** Whoever asks for thirty large transcripts a minute must not fill the disk with them: larger ones are cached while much is free only. */
const LARGE_BYTES = 1024 * 1024
const LEAST_FREE_BYTES_FOR_LARGE = 4 * 1024 ** 3

/** Reads or makes a preview, once for all who wait. Throws SourceReadError (`busy`, `source_failed`). */
export function createPreviewCache({ files, clock, make, nameOf = (address) => address }: PreviewCacheOptions) {
  const failedUntil = new Map<string, number>()
  const making = createSharedWork(async (address: string, signal: AbortSignal): Promise<Buffer> => {
    const key = keyOf(nameOf(address))
    // Another request may have finished it meanwhile.
    const cached = await readCached(key)
    if (cached) return cached
    const freeBytes = await files.freeBytes()
    if (freeBytes !== null && freeBytes < LEAST_FREE_BYTES) throw unavailable('There is no room for it.')
    // Its own: the same may be made by another address, or still be in the hands of one that is given up.
    const scratch = await files.scratchPath(`${key.replace('/', '-')}-${randomUUID()}`)
    try {
      await make(address, scratch, signal)
      if (freeBytes !== null && freeBytes < LEAST_FREE_BYTES_FOR_LARGE && (await stat(scratch)).size > LARGE_BYTES)
        return await readFile(scratch)
      await files.publish(scratch, key)
    } catch (cause) {
      throw whatToTell(address, cause, signal)
    } finally {
      await files.discard(scratch)
    }
    const made = await readCached(key)
    if (!made) throw unavailable('It was deleted again at once.')
    return made
  })

  async function readCached(key: string): Promise<Buffer | null> {
    const stream = await files.read(key)
    return stream && (await buffer(stream))
  }

  function whatToTell(address: string, cause: unknown, signal: AbortSignal): unknown {
    signal.throwIfAborted()
    if (!(cause instanceof MediaError)) return cause
    if (cause.code === 'busy') return new SourceReadError('busy', 'Others are served first.', { cause })
    rememberFailure(address)
    return unavailable('It cannot be made.', cause)
  }

  function rememberFailure(address: string): void {
    const now = clock.now().getTime()
    for (const [failed, until] of failedUntil) if (until <= now) failedUntil.delete(failed)
    const [oldest] = failedUntil.keys()
    if (failedUntil.size >= MOST_FAILURES_CACHED && oldest !== undefined) failedUntil.delete(oldest)
    failedUntil.set(address, now + FAILURE_MILLISECONDS)
  }

  async function makeOnce(address: string, signal: AbortSignal): Promise<Buffer> {
    if ((failedUntil.get(address) ?? 0) > clock.now().getTime()) throw unavailable('It could not be made a moment ago.')
    return making.join(address, signal)
  }

  return {
    async read(address: string, signal: AbortSignal): Promise<Buffer> {
      return (await readCached(keyOf(nameOf(address)))) ?? makeOnce(address, signal)
    },

    /** The same as it is stored, for whoever passes it on and needs it nowhere whole. */
    async open(address: string, signal: AbortSignal): Promise<Readable> {
      return (await files.read(keyOf(nameOf(address)))) ?? Readable.from([await makeOnce(address, signal)])
    },
  }
}

/** Nothing of an address may be read from the file's name. */
function keyOf(name: string): string {
  return PREVIEW_KEY_PREFIX + createHash('sha256').update(name).digest('hex')
}

function unavailable(message: string, cause?: unknown): SourceReadError {
  return new SourceReadError('source_failed', message, { cause })
}
