import type { ClipRecord, Wish } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'

/**
 * Locks several clips for this transaction; those that are not there are left out. Whoever needs more than one takes them in
 * the order of their wishes, so that two people with the same clips wait for, and never on, each other.
 */
export async function lockClips(records: Records, ids: Iterable<string>): Promise<Map<string, ClipRecord>> {
  const known = await records.clips.findMany([...new Set(ids)])
  const locked = new Map<string, ClipRecord>()
  for (const { id } of inOrderOfWishes([...known.values()], (clip) => clip)) {
    const clip = await records.clips.lock(id)
    if (clip) locked.set(id, clip)
  }
  return locked
}

/** The one order in which clips are locked, be they there already or still to be made. */
export function inOrderOfWishes<T>(things: readonly T[], wishOf: (thing: T) => Wish): T[] {
  const keyed = things.map((thing) => ({ thing, key: keyOf(wishOf(thing)) }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ thing }) => thing)
}

function keyOf({ source, reference, ranges, quality, format }: Wish): string {
  return JSON.stringify([source, reference, ranges, quality, format])
}
