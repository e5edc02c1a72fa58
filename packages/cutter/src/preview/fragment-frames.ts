import type { IndexedByteRange } from '../demux/common/indexed-track.ts'
import type { ReadOptions } from '../io/part-reader.ts'

export interface Estimated {
  fromSeconds: number
  toSeconds: number
  sizeBytes: number
  isSync: boolean
}

/** How many fragments have their own tables read: they show the keyframe sizes of the others. */
const LOOKED_AT = 3

/**
 * The frames of a video's fragments: of some fragments each frame by their tables, of the others the keyframe that they begin with,
 * by those that were seen, and the rest together.
 */
export async function framesOf(
  fragments: readonly IndexedByteRange[],
  timescale: number,
  options: ReadOptions,
): Promise<Estimated[]> {
  const looked = new Map(
    await Promise.all(
      chosenOf(fragments).map(async (fragment) => [fragment, await seenIn(fragment, timescale, options)] as const),
    ),
  )
  // The beginning of a video is often unlike the rest of it.
  const usual = [...looked].filter(([fragment]) => fragment !== fragments[0])
  // A larger fragment has more movement in it, and no larger frame to begin with.
  const keyBytes = mean(usual.map(([, frames]) => frames.find(({ isSync }) => isSync)?.sizeBytes ?? 0))
  return fragments.flatMap(
    (fragment) => looked.get(fragment) ?? parted(fragment, Math.min(keyBytes, fragment.sizeBytes)),
  )
}

/** The first one is in memory: it was read when the video was opened. */
function chosenOf(fragments: readonly IndexedByteRange[]): IndexedByteRange[] {
  const step = Math.max(1, Math.floor(fragments.length / (LOOKED_AT + 1)))
  return Array.from({ length: LOOKED_AT + 1 }, (_, index) => fragments[step * index]).filter(
    (fragment) => fragment !== undefined,
  )
}

async function seenIn(fragment: IndexedByteRange, timescale: number, options: ReadOptions): Promise<Estimated[]> {
  const packets = await fragment.packets(options)
  const frames = packets.map(({ pts, sizeBytes, isSync }) => shownAt(pts / timescale, sizeBytes, isSync))
  const rest = Math.max(0, fragment.sizeBytes - packets.totalBytes)
  return [...frames, { ...fragment, sizeBytes: rest, isSync: false }]
}

function parted(fragment: IndexedByteRange, keyBytes: number): Estimated[] {
  const rest = { ...fragment, sizeBytes: fragment.sizeBytes - keyBytes, isSync: false }
  return [shownAt(fragment.fromSeconds, keyBytes, true), rest]
}

export function shownAt(seconds: number, sizeBytes: number, isSync: boolean): Estimated {
  const fromSeconds = Math.max(0, seconds)
  return { fromSeconds, toSeconds: fromSeconds, sizeBytes, isSync }
}

function mean(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0) / Math.max(1, amounts.length)
}
