import type { Rendition } from '@kerf/domain/formats/rendition-choice'
import { bytesAt, clipBitrate } from '@kerf/domain/sizes/size-estimate'
import type { ClipRequest } from '../../ports/clips.ts'
import type { FileStore } from '../../ports/files.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'
import { type Refused, refused } from './outcome.ts'

/** Free space below which no new work starts, so that running cuts can finish. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024

/** Free space that a new account requires, many times the size of its rows. */
export const ACCOUNT_BYTES = 4_000_000

/** Refusal if the disk has no room for `expectedBytes` of new clips; null if it has. */
export async function refusedWhenFull(
  files: FileStore,
  expectedBytes = 0,
  spareBytes = MIN_FREE_BYTES,
): Promise<Refused | null> {
  const freeBytes = await files.freeBytes()
  if (freeBytes === null || freeBytes >= spareBytes + expectedBytes) return null
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`
  const cause = `${megabytes(freeBytes)} of disk are free; ${megabytes(spareBytes + expectedBytes)} are needed.`
  return { ...refused('storage_full', { retryAfterSeconds: 600 }), cause }
}

/** Estimated bytes of the clip of a request; 0 if unknown, as for images, which are small. */
export function expectedBytes(
  { renditions, durationSeconds }: Pick<ResolvedVideo, 'durationSeconds'> & { renditions: readonly Rendition[] },
  request: Pick<ClipRequest, 'ranges' | 'quality' | 'format' | 'options'>,
): number {
  const usualBytes = bytesAt(clipBitrate(renditions, request, durationSeconds) ?? 0, request.ranges)
  const { maxBytes = Infinity } = request.options
  // A size-limited cut holds the copy of its ranges and the limited clip, and then writes the result.
  return usualBytes > maxBytes ? usualBytes + 2 * maxBytes : usualBytes
}
