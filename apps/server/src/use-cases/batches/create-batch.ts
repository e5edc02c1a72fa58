import { createHash } from 'node:crypto'
import type { createBatch as createBatchCall } from '@kerf/contract/batch'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import { isPaying } from '@kerf/domain/access/viewer'
import { chooseForm } from '@kerf/domain/formats/format-choice'
import { parseQuality, QUALITIES } from '@kerf/domain/formats/quality'
import { decideTrim } from '@kerf/domain/ranges/time-range'
import type {
  BatchRecord,
  ClipRecord,
  ClipRequest,
  DownloadRecord,
  VideoRecord,
  ViewerRecord,
} from '../../ports/clips.ts'
import type { Database, Records } from '../../ports/database.ts'
import { decideOptions } from '../downloads/decide-options.ts'
import { inOrderOfRequests } from '../downloads/end-download.ts'
import { enqueueCut, insertClip, insertDownload, refusedWhenTooManyInWork } from '../downloads/insert-download.ts'
import type { DownloadWithClip } from '../downloads/request-download.ts'
import type { Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-room.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { asPlanStands } from '../shared/viewer.ts'
import { findBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteDownloadEnd } from '../webhooks/note-events.ts'
import { type FoundBatch, findBatch } from './describe-batch.ts'

/** Judges every item before taking any, in one transaction. A repeated request id returns the same batch. */
export async function createBatch(
  deps: Deps<'database' | 'files' | 'clock' | 'hasPlans'>,
  { asked, viewer }: { asked: BodyOf<typeof createBatchCall>; viewer: ViewerRecord | null },
): Promise<Outcome<FoundBatch>> {
  // Who has started nothing has no video either.
  if (!viewer) return refused(deps.hasPlans ? 'pro_feature' : 'not_found')
  if (!isPaying(viewer.kind)) return refused('pro_feature')
  const id = asked.requestId === undefined ? newId() : idOfRequest(viewer, asked.requestId)
  const earlier = await findBatch(deps, { id, viewer })
  if (earlier.ok) return earlier
  const judged = await judgeItems(deps.database, asked.items, viewer)
  if (!judged.ok) return judged
  const full = await refusedWhenFull(deps.files, bytesOfAll(judged.value))
  if (full) return full
  const batch = { id, viewerId: viewer.id, createdAt: deps.clock.now() }
  const taken = await takeOrGiveUp(() =>
    deps.database.transaction((records) => takeBatch(records, batch, judged.value, viewer)),
  )
  return taken.ok ? findBatch(deps, { id, viewer }) : taken
}

/** The same id for the same request. Derived from the viewer's id, so other viewers cannot get the same. */
function idOfRequest(viewer: ViewerRecord, requestId: string): string {
  return createHash('sha256').update(`batch ${viewer.id} ${requestId}`).digest('base64url')
}

function bytesOfAll(items: readonly JudgedItem[]): number {
  return items.reduce((sum, { video, request }) => sum + expectedBytes(video.details, request), 0)
}

/** Thrown inside, so that the transaction is rolled back; a refusal outside. */
async function takeOrGiveUp(take: () => Promise<Outcome<undefined>>): Promise<Outcome<undefined>> {
  try {
    return await take()
  } catch (error) {
    if (error instanceof RequestTakenError) return refused('busy', { retryAfterSeconds: 1 })
    throw error
  }
}

/** Somebody else has made, and lost, a clip for one of the requests in this very moment. */
class RequestTakenError extends Error {
  override name = 'RequestTakenError'
}

/** In a transaction. Equal requests share a clip. Throws RequestTakenError when it should be tried again. */
async function takeBatch(
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
  const videoOf = await records.videos.listMany([...new Set(items.map(({ video }) => video.id))])
  const gone = items.findIndex(({ video }) => videoOf.get(video.id)?.viewerId !== viewer.id)
  if (gone >= 0) return naming(refused('not_found'), gone)
  const subjects = items.map(({ video }) => subjectOf(video))
  const blocked = await findBlocked(records, subjects)
  if (blocked >= 0) return naming(refused('link_blocked'), blocked)
  const tooMany = await refusedWhenTooManyInWork(records, viewer.id, items.length)
  if (tooMany) return tooMany

  const taken = await takeClips(records, items, batch.createdAt)
  // Only now: whoever holds the queue must not wait for a clip that somebody else holds.
  for (const clip of new Map(taken.map(({ clip }) => [clip.id, clip])).values())
    await enqueueCut(records, clip, kind, viewer.id)
  await records.batches.insert(batch)
  // A millisecond apart, the last the oldest: lists that go from new to old have them in the order of the batch.
  const inserted: DownloadWithClip[] = []
  for (const { position, ...item } of taken) {
    const place = { id: batch.id, position }
    const createdAt = new Date(batch.createdAt.getTime() - position)
    const taking = { ...item, viewer, now: batch.createdAt, createdAt, quotaAddress: null, batch: place }
    inserted.push({ download: await insertDownload(records, taking), clip: item.clip })
  }
  for (const { download, clip } of inserted)
    if (clip.status === 'completed') await noteDownloadEnd(records, download, clip, batch.createdAt)
  return done(undefined)
}

type TakenItem = JudgedItem & { clip: ClipRecord; position: number }

/** The clip of each item, locked: one that there is, or a new one. In the order of the items. */
async function takeClips(records: Records, items: readonly JudgedItem[], now: Date): Promise<TakenItem[]> {
  const placed = items.map((item, position) => ({ ...item, position }))
  const taken: TakenItem[] = []
  for (const item of inOrderOfRequests(placed, ({ request }) => request)) {
    const clip = (await records.clips.findLive(item.request, now)) ?? (await insertClip(records, item.request, now))
    if (!clip) throw new RequestTakenError('Another transaction is at the same request.')
    taken.push({ ...item, clip })
  }
  return taken.sort((one, other) => one.position - other.position)
}

export type BatchItem = BodyOf<typeof createBatchCall>['items'][number]

interface JudgedItem extends Pick<DownloadRecord, 'subtitles'> {
  video: VideoRecord
  request: ClipRequest
}

/** Looks at every item before any of them is taken; a refusal names the first that cannot be, counted from 1. */
async function judgeItems(
  database: Database,
  items: readonly BatchItem[],
  viewer: ViewerRecord,
): Promise<Outcome<JudgedItem[]>> {
  const videoOf = await database.records.videos.findMany([...new Set(items.map(({ videoId }) => videoId))])
  const judged: JudgedItem[] = []
  for (const [position, item] of items.entries()) {
    const outcome = judge(item, videoOf.get(item.videoId), viewer)
    if (!outcome.ok) return naming(outcome, position)
    judged.push(outcome.value)
  }
  return done(judged)
}

function judge(item: BatchItem, video: VideoRecord | undefined, viewer: ViewerRecord): Outcome<JudgedItem> {
  const quality = parseQuality(item.quality)
  if (!quality) return refused('unknown_quality')
  if (!video || video.viewerId !== viewer.id) return refused('not_found')
  const trim = decideTrim(item.startTime, item.endTime, video.details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const access = qualityAccess(viewer.kind, quality)
  if (!access.allowed) return refused(access.reason)
  const form = { quality, format: QUALITIES[quality].format }
  const decided = decideOptions(video.details, form, [trim.range], item)
  if (!decided.ok) return decided
  const { options, subtitles } = decided.value
  if (!chooseForm(video.details.renditions, form, options)) return refused('quality_unavailable')
  const { source, reference } = video
  return done({ video, request: { source, reference, ranges: [trim.range], ...form, options }, subtitles })
}

/** Adds which item it is about: `item 3`, `item 3: too_short`. */
function naming(refusal: Refused, position: number): Refused {
  const item = `item ${position + 1}`
  return { ...refusal, details: refusal.details ? `${item}: ${refusal.details}` : item }
}
