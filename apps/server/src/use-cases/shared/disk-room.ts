import type { Rendition } from '@kerf/domain/formats/rendition-choice'
import { bytesAt, clipBitrate } from '@kerf/domain/sizes/size-estimate'
import type { ClipRequest } from '../../ports/clips.ts'
import type { FileStore } from '../../ports/files.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'
import { type Refused, refused } from './outcome.ts'

/** Below this much free disk no new work is taken: running cuts still need room to finish. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024

/** What the rows of a new account take, and many times more. */
export const ACCOUNT_BYTES = 4_000_000

/** The refusal when there is no room for new clips of this many bytes in all; null when there is. */
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

/** About how large the clip of a request will be; 0 when nothing is known of it, as of images, which are small. */
export function expectedBytes(
  { renditions, durationSeconds }: Pick<ResolvedVideo, 'durationSeconds'> & { renditions: readonly Rendition[] },
  request: Pick<ClipRequest, 'ranges' | 'quality' | 'format' | 'options'>,
): number {
  const usual = bytesAt(clipBitrate(renditions, request, durationSeconds) ?? 0, request.ranges)
  const { maxBytes = Infinity } = request.options
  // To fit, a clip is made beside what its ranges need of the source, and then written.
  return usual > maxBytes ? usual + 2 * maxBytes : usual
}
