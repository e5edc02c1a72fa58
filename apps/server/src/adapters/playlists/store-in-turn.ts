import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { StoreSegmentsOptions } from '../../ports/sources.ts'
import { createSlots } from '../slots.ts'
import type { PlaylistFiles } from './playlist-files.ts'

/**
 * Maximum number of renditions of live streams whose segments this process stores at the same time. Each takes up to 64
 * MiB of memory.
 */
const MAX_STORING_RENDITIONS = 6
const MAX_STORING_RENDITIONS_OF_OWNER = 2
const MAX_WAITING_RENDITIONS = 200

const slots = createSlots(MAX_STORING_RENDITIONS, MAX_WAITING_RENDITIONS, {
  maxPerOwner: MAX_STORING_RENDITIONS_OF_OWNER,
})

/**
 * Stores the segments of a clip when it is its owner's turn. If too many clips wait, the segments are not stored, and
 * the cut fetches them.
 */
export async function storeInTurn(
  files: Pick<PlaylistFiles, 'storeSegments'>,
  address: string,
  ranges: readonly TimeRange[],
  options: StoreSegmentsOptions,
): Promise<void> {
  const slot = await slots.take(options.signal)
  if (!slot) return
  try {
    await files.storeSegments(address, ranges, options)
  } finally {
    slot.giveBack()
  }
}
