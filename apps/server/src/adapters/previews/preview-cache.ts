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
  /** Returns the part of an address that never changes; default: the complete address. */
  nameOf?(address: string): string
  make(address: string, filePath: string, signal: AbortSignal): Promise<void>
}

/** Time after a failure in which a preview is not tried again. */
const FAILURE_TTL_MILLISECONDS = 10 * 60_000
const MAX_CACHED_FAILURES = 1000
/** Clips have priority: this is twice the free space that a new clip requires. */
const MIN_FREE_BYTES = 512 * 1024 * 1024
/** Larger previews are cached only while much space is free, because many large transcripts could fill the disk. */
const LARGE_BYTES = 1024 * 1024
const MIN_FREE_BYTES_FOR_LARGE = 4 * 1024 ** 3

/** Reads cached previews, or makes them once for all callers. Throws SourceReadError (`busy`, `source_failed`). */
export function createPreviewCache({ files, clock, make, nameOf = (address) => address }: PreviewCacheOptions) {
  const failedUntil = new Map<string, number>()
  const sharedMaking = createSharedWork(async (address: string, signal: AbortSignal): Promise<Buffer> => {
    const key = previewFileKey(nameOf(address))
    // Another request may have finished it meanwhile.
    const cachedPreview = await readCached(key)
    if (cachedPreview) return cachedPreview
    const freeBytes = await files.freeBytes()
    if (freeBytes !== null && freeBytes < MIN_FREE_BYTES) throw unavailableError('There is no room for it.')
    // The name is unique: another address may make the same preview, or an aborted attempt may still write it.
    const scratch = await files.scratchPath(`${key.replace('/', '-')}-${randomUUID()}`)
    try {
      await make(address, scratch, signal)
      if (freeBytes !== null && freeBytes < MIN_FREE_BYTES_FOR_LARGE && (await stat(scratch)).size > LARGE_BYTES)
        return await readFile(scratch)
      await files.publish(scratch, key)
    } catch (cause) {
      throw explainedError(address, cause, signal)
    } finally {
      await files.discard(scratch)
    }
    const newPreview = await readCached(key)
    if (!newPreview) throw unavailableError('It was deleted again at once.')
    return newPreview
  })

  async function readCached(key: string): Promise<Buffer | null> {
    const stream = await files.read(key)
    return stream && (await buffer(stream))
  }

  /** The error for callers. Remembers failures of the address itself. */
  function explainedError(address: string, cause: unknown, signal: AbortSignal): unknown {
    signal.throwIfAborted()
    if (!(cause instanceof MediaError)) return cause
    if (cause.code === 'busy') return new SourceReadError('busy', 'Others are served first.', { cause })
    rememberFailure(address)
    return unavailableError('It cannot be made.', cause)
  }

  function rememberFailure(address: string): void {
    const now = clock.now().getTime()
    for (const [failedAddress, until] of failedUntil) if (until <= now) failedUntil.delete(failedAddress)
    const [oldestAddress] = failedUntil.keys()
    if (failedUntil.size >= MAX_CACHED_FAILURES && oldestAddress !== undefined) failedUntil.delete(oldestAddress)
    failedUntil.set(address, now + FAILURE_TTL_MILLISECONDS)
  }

  async function makeOnce(address: string, signal: AbortSignal): Promise<Buffer> {
    if ((failedUntil.get(address) ?? 0) > clock.now().getTime())
      throw unavailableError('It could not be made a moment ago.')
    return sharedMaking.join(address, signal)
  }

  return {
    async read(address: string, signal: AbortSignal): Promise<Buffer> {
      return (await readCached(previewFileKey(nameOf(address)))) ?? makeOnce(address, signal)
    },

    /** Streams a preview as it is stored. */
    async open(address: string, signal: AbortSignal): Promise<Readable> {
      return (await files.read(previewFileKey(nameOf(address)))) ?? Readable.from([await makeOnce(address, signal)])
    },
  }
}

/** File key of a preview: a digest, so that it reveals nothing of the address. */
function previewFileKey(name: string): string {
  return PREVIEW_KEY_PREFIX + createHash('sha256').update(name).digest('hex')
}

function unavailableError(message: string, cause?: unknown): SourceReadError {
  return new SourceReadError('source_failed', message, { cause })
}
