import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { HoldOptions } from '../../ports/sources.ts'
import { createSlots } from '../slots.ts'
import type { PlaylistFiles } from './playlist-files.ts'

/** Renditions of live streams whose segments this process stores at the same time, each up to 64 MiB in memory. */
const MAX_HOLDS = 6
const MAX_HOLDS_OF_OWNER = 2
const MAX_WAITING_HOLDS = 200

const slots = createSlots(MAX_HOLDS, MAX_WAITING_HOLDS, { maxPerOwner: MAX_HOLDS_OF_OWNER })

/** Stores segments of a clip once its owner has a turn. If too many wait, they are left to the cut. */
export async function holdInTurn(
  files: Pick<PlaylistFiles, 'holdSegments'>,
  address: string,
  ranges: readonly TimeRange[],
  options: HoldOptions,
): Promise<void> {
  const slot = await slots.take(options.signal)
  if (!slot) return
  try {
    await files.holdSegments(address, ranges, options)
  } finally {
    slot.giveBack()
  }
}
