import { createHash } from 'node:crypto'
import type { createBatch as createBatchCall } from '@kerf/contract/batch'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { isPaying } from '@kerf/domain/access/viewer'
import { chooseClipRenditions } from '@kerf/domain/formats/format-choice'
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
import { sortByRequest } from '../downloads/end-download.ts'
import {
  enqueueCut,
  insertClip,
  insertDownload,
  ownerOf,
  refusedWhenTooManyInWork,
} from '../downloads/insert-download.ts'
import { counterKeysOf, refusedByQuota } from '../downloads/quota.ts'
import type { DownloadWithClip } from '../downloads/request-download.ts'
import { storeLiveSegments } from '../downloads/store-live-segments.ts'
import type { Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSettings, sellsPlans } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { withCurrentPlan } from '../shared/viewer.ts'
import { refusedByLimits, type ViewerLimits, viewerLimits } from '../shared/viewer-limits.ts'
import { findBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteDownloadEnd } from '../webhooks/note-events.ts'
import { type FoundBatch, findBatch } from './describe-batch.ts'

/** Checks all items, then inserts them in one transaction. A repeated request id returns the same batch. */
export async function createBatch(
  deps: Deps<'database' | 'files' | 'clock' | 'presets' | 'ipAddressQuotaKey' | 'sources' | 'log'>,
  { body, viewer, ipAddress }: { body: BodyOf<typeof createBatchCall>; viewer: ViewerRecord | null; ipAddress: string },
): Promise<Outcome<FoundBatch>> {
  const settings = await effectiveSettings(deps.database.records, deps.presets)
  // A visitor without a viewer record has no videos.
  if (!viewer) return refused(sellsPlans(settings) ? 'pro_feature' : 'not_found')
  if (!isPaying(viewer.kind)) return refused('pro_feature')
  const id = body.requestId === undefined ? newId() : idOfRequest(viewer, body.requestId)
  const existingBatch = await findBatch(deps, { id, viewer })
  if (existingBatch.ok) return existingBatch
  const limits = viewerLimits(viewer, settings)
  const items = await judgeItems(deps.database, body.items, {
    viewer,
    refusedFor: (request) => refusedByLimits(limits, request, settings),
  })
  if (!items.ok) return items
  const refusal = await refusedWhenFull(deps.files, bytesOfAll(items.value))
  if (refusal) return refusal
  const batch = { id, viewerId: viewer.id, createdAt: deps.clock.now() }
  const quotaAddress = deps.ipAddressQuotaKey(viewer, ipAddress)
  const insertion = await refuseIfTaken(() =>
    deps.database.transaction((records) => insertBatch(records, batch, items.value, { viewer, limits, quotaAddress })),
  )
  if (!insertion.ok) return insertion
  const foundBatch = await findBatch(deps, { id, viewer })
  if (foundBatch.ok) for (const { clip } of foundBatch.value.downloads) storeLiveSegments(deps, clip)
  return foundBatch
}

/**
 * Derives the batch's id from viewer and request id, so that a repeated request has the same id and other viewers have
 * others.
 */
function idOfRequest(viewer: ViewerRecord, requestId: string): string {
  return createHash('sha256').update(`batch ${viewer.id} ${requestId}`).digest('base64url')
}

function bytesOfAll(items: readonly JudgedItem[]): number {
  return items.reduce((sum, { video, request }) => sum + expectedBytes(video.details, request), 0)
}

/** Turns a RequestTakenError into a refusal, after it has rolled back the transaction. */
async function refuseIfTaken(insert: () => Promise<Outcome<undefined>>): Promise<Outcome<undefined>> {
  try {
    return await insert()
  } catch (error) {
    if (error instanceof RequestTakenError) return refused('busy', { retryAfterSeconds: 1 })
    throw error
  }
}

/** Another transaction has inserted a clip for the same request, and the clip has already ended. */
class RequestTakenError extends Error {
  override name = 'RequestTakenError'
}

/**
 * Inserts a batch within a transaction. Equal requests share a clip. Throws RequestTakenError if it should be retried.
 */
async function insertBatch(
  records: Records,
  batch: BatchRecord,
  items: readonly JudgedItem[],
  { viewer, limits, quotaAddress }: { viewer: ViewerRecord; limits: ViewerLimits; quotaAddress: string | null },
): Promise<Outcome<undefined>> {
  // Taken before all other locks, in the same order as callers that add blocks.
  await records.blocklist.hold()
  // Locked before the lookup, so that a double click finds the first click's batch.
  const counterKeys = counterKeysOf({ viewerId: viewer.id, quotaAddress })
  for (const key of counterKeys.toSorted()) await records.quota.lock(key)
  if (await records.batches.find(batch.id, viewer.id)) return done(undefined)
  const { kind } = await withCurrentPlan(records, viewer, batch.createdAt)
  if (!isPaying(kind)) return refused('pro_feature')
  // The viewer may have deleted the account during the wait for the lock.
  const videosById = await records.videos.listMany([...new Set(items.map(({ video }) => video.id))])
  const missingIndex = items.findIndex(({ video }) => videosById.get(video.id)?.viewerId !== viewer.id)
  if (missingIndex >= 0) return withItemNumber(refused('not_found'), missingIndex)
  const blockSubjects = items.map(({ video }) => subjectOf(video))
  const blockedIndex = await findBlocked(records, blockSubjects)
  if (blockedIndex >= 0) return withItemNumber(refused('link_blocked'), blockedIndex)
  const now = batch.createdAt
  const quotaRefusal = await refusedByQuota(records, { limits, counterKeys, count: items.length, now })
  if (quotaRefusal) return quotaRefusal
  const workRefusal = await refusedWhenTooManyInWork(records, viewer.id, items.length)
  if (workRefusal) return workRefusal

  const itemsWithClips = await findOrInsertClips(records, items, now)
  const owner = ownerOf({ viewerId: viewer.id, quotaAddress })
  // Enqueued after all clips are locked: a transaction that locks the queue must not wait for a clip's lock.
  for (const clip of new Map(itemsWithClips.map(({ clip }) => [clip.id, clip])).values())
    await enqueueCut(records, clip, kind, owner)
  await records.batches.insert(batch)
  // Created one millisecond apart, the first as the newest, so that lists from new to old show the batch's order.
  const downloads: DownloadWithClip[] = []
  for (const { position, ...item } of itemsWithClips) {
    const batchPosition = { id: batch.id, position }
    const createdAt = new Date(batch.createdAt.getTime() - position)
    const order = { ...item, viewer, now, createdAt, quotaAddress, batch: batchPosition }
    downloads.push({ download: await insertDownload(records, order), clip: item.clip })
  }
  for (const { download, clip } of downloads)
    if (clip.status === 'completed') await noteDownloadEnd(records, download, clip, now)
  return done(undefined)
}

type ItemWithClip = JudgedItem & { clip: ClipRecord; position: number }

/** Finds or inserts the clip of each item and locks it. Returns the items in their original order. */
async function findOrInsertClips(records: Records, items: readonly JudgedItem[], now: Date): Promise<ItemWithClip[]> {
  const numberedItems = items.map((item, position) => ({ ...item, position }))
  const itemsWithClips: ItemWithClip[] = []
  for (const item of sortByRequest(numberedItems, ({ request }) => request)) {
    const clip = (await records.clips.findLive(item.request, now)) ?? (await insertClip(records, item.request, now))
    if (!clip) throw new RequestTakenError('Another transaction is at the same request.')
    itemsWithClips.push({ ...item, clip })
  }
  return itemsWithClips.sort((a, b) => a.position - b.position)
}

export type BatchItem = BodyOf<typeof createBatchCall>['items'][number]

interface JudgedItem extends Pick<DownloadRecord, 'subtitles'> {
  video: VideoRecord
  request: ClipRequest
}

/** Checks all items. A refusal names the first bad item, counted from 1. */
async function judgeItems(
  database: Database,
  items: readonly BatchItem[],
  context: JudgeContext,
): Promise<Outcome<JudgedItem[]>> {
  const videosById = await database.records.videos.findMany([...new Set(items.map(({ videoId }) => videoId))])
  const judgedItems: JudgedItem[] = []
  for (const [position, item] of items.entries()) {
    const outcome = judgeItem(item, videosById.get(item.videoId), context)
    if (!outcome.ok) return withItemNumber(outcome, position)
    judgedItems.push(outcome.value)
  }
  return done(judgedItems)
}

interface JudgeContext {
  viewer: ViewerRecord
  /** Refusal of a quality or a length under the viewer's limits. */
  refusedFor(request: Pick<ClipRequest, 'quality' | 'ranges'>): Refused | null
}

function judgeItem(
  item: BatchItem,
  video: VideoRecord | undefined,
  { viewer, refusedFor }: JudgeContext,
): Outcome<JudgedItem> {
  const quality = parseQuality(item.quality)
  if (!quality) return refused('unknown_quality')
  if (!video || video.viewerId !== viewer.id) return refused('not_found')
  const trim = decideTrim(item.startTime, item.endTime, video.details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const refusal = refusedFor({ quality, ranges: [trim.range] })
  if (refusal) return refusal
  const form = { quality, format: QUALITIES[quality].format }
  const decision = decideOptions(video.details, form, [trim.range], item)
  if (!decision.ok) return decision
  const { options, subtitles } = decision.value
  if (!chooseClipRenditions(video.details.renditions, form, options)) return refused('quality_unavailable')
  const { source, reference } = video
  return done({ video, request: { source, reference, ranges: [trim.range], ...form, options }, subtitles })
}

/** Adds the item's number to a refusal: `item 3`, `item 3: too_short`. */
function withItemNumber(refusal: Refused, position: number): Refused {
  const item = `item ${position + 1}`
  return { ...refusal, details: refusal.details ? `${item}: ${refusal.details}` : item }
}
