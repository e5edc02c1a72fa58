import type { IndexedStretch } from '../demux/common/indexed-track.ts'
import type { ReadOptions } from '../io/part-reader.ts'

/** What is shown from one moment to another, or at one, and what it takes. */
export interface Weighed {
  fromSeconds: number
  toSeconds: number
  sizeBytes: number
  /** A picture that stands by itself. */
  isSync: boolean
}

/** Fragments whose own tables are looked at: they tell what key pictures of the others take. */
const LOOKED_AT = 3

/**
 * The pictures of a film's fragments: of some fragments each picture by their tables, of the others the key picture that they begin with,
 * by those that were seen, and the rest together.
 */
export async function picturesOf(
  fragments: readonly IndexedStretch[],
  timescale: number,
  options: ReadOptions,
): Promise<Weighed[]> {
  const looked = new Map(
    await Promise.all(
      chosenOf(fragments).map(async (fragment) => [fragment, await seenIn(fragment, timescale, options)] as const),
    ),
  )
  // What a film begins with is often unlike the rest of it.
  const usual = [...looked].filter(([fragment]) => fragment !== fragments[0])
  // A larger fragment has more movement in it, and no larger picture to begin with.
  const keyBytes = mean(usual.map(([, pictures]) => pictures.find(({ isSync }) => isSync)?.sizeBytes ?? 0))
  return fragments.flatMap(
    (fragment) => looked.get(fragment) ?? parted(fragment, Math.min(keyBytes, fragment.sizeBytes)),
  )
}

/** The first one is at hand: it was read when the film was opened. */
function chosenOf(fragments: readonly IndexedStretch[]): IndexedStretch[] {
  const step = Math.max(1, Math.floor(fragments.length / (LOOKED_AT + 1)))
  return Array.from({ length: LOOKED_AT + 1 }, (_, index) => fragments[step * index]).filter(
    (fragment) => fragment !== undefined,
  )
}

/** Each picture, and what else is in the fragment. */
async function seenIn(fragment: IndexedStretch, timescale: number, options: ReadOptions): Promise<Weighed[]> {
  const packets = await fragment.packets(options)
  const pictures = packets.map(({ pts, sizeBytes, isSync }) => shownAt(pts / timescale, sizeBytes, isSync))
  const rest = Math.max(0, fragment.sizeBytes - packets.totalBytes)
  return [...pictures, { ...fragment, sizeBytes: rest, isSync: false }]
}

function parted(fragment: IndexedStretch, keyBytes: number): Weighed[] {
  const rest = { ...fragment, sizeBytes: fragment.sizeBytes - keyBytes, isSync: false }
  return [shownAt(fragment.fromSeconds, keyBytes, true), rest]
}

export function shownAt(seconds: number, sizeBytes: number, isSync: boolean): Weighed {
  const fromSeconds = Math.max(0, seconds)
  return { fromSeconds, toSeconds: fromSeconds, sizeBytes, isSync }
}

function mean(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0) / Math.max(1, amounts.length)
}
