import { isPaying } from '@kerf/domain/access/viewer'
import type { BatchRecord, ClipRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { asPlanStands } from '../downloads/as-plan-stands.ts'
import { inOrderOfRequests } from '../downloads/lock-clips.ts'
import { enqueueCut, insertClip, insertDownload, refusedWhenTooManyInWork } from '../downloads/request-download.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findBlocked, subjectOf } from '../videos/is-blocked.ts'
import { type JudgedItem, naming } from './judge-items.ts'

/** Somebody else has made, and lost, a clip for one of the requests in this very moment. */
export class RequestTakenError extends Error {
  constructor() {
    super('Another transaction is at the same request.')
    this.name = 'RequestTakenError'
  }
}

/**
 * Within a transaction: the batch, its downloads, their clips and jobs, or nothing of it. Equal requests share a clip, and each
 * is still a download of its own. Throws RequestTakenError when it should be tried again.
 */
export async function takeBatch(
  records: Records,
  batch: BatchRecord,
  items: readonly JudgedItem[],
  viewer: ViewerRecord,
): Promise<Outcome<undefined>> {
  // Before all other locks, as those who block have it.
  await records.blocklist.hold()
  // This lock comes first: a double click must find the batch that the first click made.
  await records.quota.lock(viewer.id)
  if (await records.batches.find(batch.id, viewer.id)) return done(undefined)
  const { kind } = await asPlanStands(records, viewer, batch.createdAt)
  if (!isPaying(kind)) return refused('pro_feature')
  // While it was waited for, the viewer may have deleted their account.
  const videoOf = await records.videos.findMany([...new Set(items.map(({ video }) => video.id))])
  const gone = items.findIndex(({ video }) => videoOf.get(video.id)?.viewerId !== viewer.id)
  if (gone >= 0) return naming(refused('not_found'), gone)
  const blocked = await findBlocked(
    records,
    items.map(({ video }) => subjectOf(video)),
  )
  if (blocked >= 0) return naming(refused('link_blocked'), blocked)
  const tooMany = await refusedWhenTooManyInWork(records, viewer.id, items.length)
  if (tooMany) return tooMany

  const taken = await takeClips(records, items, batch.createdAt)
  // Only now: whoever holds the queue must not wait for a clip that somebody else holds.
  for (const clip of new Map(taken.map(({ clip }) => [clip.id, clip])).values())
    await enqueueCut(records, clip, kind, viewer.id)
  await records.batches.insert(batch)
  // A millisecond apart, the last the oldest: lists that go from new to old have them in the order of the batch.
  for (const { position, ...item } of taken) {
    const place = { id: batch.id, position }
    const createdAt = new Date(batch.createdAt.getTime() - position)
    await insertDownload(records, {
      ...item,
      viewer,
      now: batch.createdAt,
      createdAt,
      quotaAddress: null,
      batch: place,
    })
  }
  return done(undefined)
}

type TakenItem = JudgedItem & { clip: ClipRecord; position: number }

/** The clip of each item, locked: one that there is, or a new one. In the order of the items. */
async function takeClips(records: Records, items: readonly JudgedItem[], now: Date): Promise<TakenItem[]> {
  const placed = items.map((item, position) => ({ ...item, position }))
  const taken: TakenItem[] = []
  for (const item of inOrderOfRequests(placed, ({ request }) => request)) {
    const clip = (await records.clips.findLive(item.request, now)) ?? (await insertClip(records, item.request, now))
    if (!clip) throw new RequestTakenError()
    taken.push({ ...item, clip })
  }
  return taken.sort((one, other) => one.position - other.position)
}
