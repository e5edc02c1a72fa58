import type { IndexedByteRange } from '../demux/common/indexed-track.ts'
import type { ReadOptions } from '../io/part-reader.ts'

/** The size of a frame, or the estimated size of several frames together. */
export interface SizeEstimate {
  fromSeconds: number
  toSeconds: number
  sizeBytes: number
  isSync: boolean
}

/**
 * Number of fragments, in addition to the first one, whose tables are read to estimate the keyframe sizes of the
 * others.
 */
const SAMPLED_FRAGMENT_COUNT = 3

/**
 * Lists the frame sizes of fragments. Some fragments are read, and each of their frames is listed. The others are
 * listed as an estimated keyframe and the sum of their other frames.
 */
export async function framesOf(
  fragments: readonly IndexedByteRange[],
  timescale: number,
  options: ReadOptions,
): Promise<SizeEstimate[]> {
  const exactFrames = new Map(
    await Promise.all(
      selectFragments(fragments).map(
        async (fragment) => [fragment, await readFrames(fragment, timescale, options)] as const,
      ),
    ),
  )
  // The start of a video often differs from the remainder, so the first fragment does not count.
  const typicalFragments = [...exactFrames].filter(([fragment]) => fragment !== fragments[0])
  // The mean is used for fragments of all sizes: a larger fragment has more motion, but no larger keyframe.
  const keyBytes = mean(typicalFragments.map(([, frames]) => frames.find(({ isSync }) => isSync)?.sizeBytes ?? 0))
  return fragments.flatMap(
    (fragment) => exactFrames.get(fragment) ?? estimateFrames(fragment, Math.min(keyBytes, fragment.sizeBytes)),
  )
}

/** Selects evenly spaced fragments to read, with the first one, which is in memory since the video was opened. */
function selectFragments(fragments: readonly IndexedByteRange[]): IndexedByteRange[] {
  const step = Math.max(1, Math.floor(fragments.length / (SAMPLED_FRAGMENT_COUNT + 1)))
  return Array.from({ length: SAMPLED_FRAGMENT_COUNT + 1 }, (_, index) => fragments[step * index]).filter(
    (fragment) => fragment !== undefined,
  )
}

async function readFrames(
  fragment: IndexedByteRange,
  timescale: number,
  options: ReadOptions,
): Promise<SizeEstimate[]> {
  const packets = await fragment.packets(options)
  const frames = packets.map(({ pts, sizeBytes, isSync }) => frameSizeAt(pts / timescale, sizeBytes, isSync))
  const otherBytes = Math.max(0, fragment.sizeBytes - packets.totalBytes)
  return [...frames, { ...fragment, sizeBytes: otherBytes, isSync: false }]
}

function estimateFrames(fragment: IndexedByteRange, keyBytes: number): SizeEstimate[] {
  const otherFrames = { ...fragment, sizeBytes: fragment.sizeBytes - keyBytes, isSync: false }
  return [frameSizeAt(fragment.fromSeconds, keyBytes, true), otherFrames]
}

export function frameSizeAt(seconds: number, sizeBytes: number, isSync: boolean): SizeEstimate {
  const fromSeconds = Math.max(0, seconds)
  return { fromSeconds, toSeconds: fromSeconds, sizeBytes, isSync }
}

function mean(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0) / Math.max(1, amounts.length)
}
