import type { ClipRecord, ClipRequest } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'

/**
 * Locks several clips for this transaction; those that are not there are left out. Whoever needs more than one takes them in
 * the order of their requests, so that two people with the same clips wait for, and never on, each other.
 */
export async function lockClips(records: Records, ids: Iterable<string>): Promise<Map<string, ClipRecord>> {
  const known = await records.clips.findMany([...new Set(ids)])
  const locked = new Map<string, ClipRecord>()
  for (const { id } of inOrderOfRequests([...known.values()], (clip) => clip)) {
    const clip = await records.clips.lock(id)
    if (clip) locked.set(id, clip)
  }
  return locked
}

/** The one order in which clips are locked, be they there already or still to be made. */
export function inOrderOfRequests<T>(things: readonly T[], requestOf: (thing: T) => ClipRequest): T[] {
  const keyed = things.map((thing) => ({ thing, key: keyOf(requestOf(thing)) }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ thing }) => thing)
}

function keyOf({ source, reference, ranges, quality, format }: ClipRequest): string {
  return JSON.stringify([source, reference, ranges, quality, format])
}
