import { ERROR_MEANINGS } from '@kerf/domain/errors/error-meanings'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { type DeliveryEvent, TEST_EVENT, type WebhookEvent } from '@kerf/domain/webhooks/webhook'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import { newId } from '../shared/new-id.ts'

/** Within the transaction that ends a clip: tells everybody who wanted it. */
export async function noteClipEnd(records: Records, clipId: string, now: Date): Promise<void> {
  const clip = await records.clips.find(clipId)
  if (!clip) return
  for (const download of await records.downloads.listForClip(clipId))
    await noteDownloadEnd(records, download, clip, now)
}

/** The same for one download: also for one that was finished when it was requested. */
export async function noteDownloadEnd(
  records: Records,
  download: DownloadRecord,
  clip: ClipRecord,
  now: Date,
): Promise<void> {
  const event = clip.status === 'completed' ? 'download.completed' : 'download.failed'
  await note(records, download.viewerId, event, () => downloadData(download, clip), now)
  await noteBatchEnd(records, download, now)
}

/** Where it was the last of its batch, which is also so when it was cancelled. */
export async function noteBatchEnd(
  records: Records,
  { batch, viewerId }: Pick<DownloadRecord, 'batch' | 'viewerId'>,
  now: Date,
): Promise<void> {
  if (batch === null || (await records.webhooks.listening([viewerId], 'batch.completed')).length === 0) return
  // Of two that end at once, the second has to see the first.
  const locked = await records.batches.lock(batch.id)
  if (!locked || locked.endedAt !== null) return
  const downloads = await records.batches.listDownloads(batch.id)
  const clips = await records.clips.findMany(downloads.map(({ clipId }) => clipId))
  const ends = downloads.map((download) => endOf(download, clips.get(download.clipId)))
  if (ends.length === 0 || ends.includes(null)) return
  const count = (end: string) => ends.filter((one) => one === end).length
  const data = {
    id: batch.id,
    completed: count('completed'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    downloads: downloads.map(({ id }) => id),
  }
  await records.batches.noteEnd(batch.id, now)
  await note(records, viewerId, 'batch.completed', () => data, now)
}

/** null while it is in work. What has expired since was completed. */
function endOf(
  { cancelledAt }: DownloadRecord,
  clip: ClipRecord | undefined,
): 'completed' | 'failed' | 'cancelled' | null {
  if (cancelledAt !== null || !clip || clip.status === 'cancelled') return 'cancelled'
  if (clip.status === 'queued' || clip.status === 'processing') return null
  return clip.status === 'failed' ? 'failed' : 'completed'
}

async function note(
  records: Records,
  accountId: string,
  event: WebhookEvent,
  describe: () => object,
  now: Date,
): Promise<void> {
  const listening = await records.webhooks.listening([accountId], event)
  if (listening.length === 0) return
  const data = describe()
  await records.webhookDeliveries.insert(listening.map((webhook) => newDelivery(webhook, event, data, now)))
}

function newDelivery({ id }: Pick<WebhookRecord, 'id'>, event: DeliveryEvent, data: object, now: Date): DeliveryRecord {
  return {
    id: `msg_${newId()}`,
    webhookId: id,
    event,
    body: JSON.stringify({ type: event, timestamp: now.toISOString(), data }),
    status: 'waiting',
    tries: 0,
    statusCode: null,
    milliseconds: null,
    createdAt: now,
    lastTryAt: null,
    nextTryAt: now,
  }
}

export const newTest = (webhook: Pick<WebhookRecord, 'id'>, now: Date): DeliveryRecord =>
  newDelivery(webhook, TEST_EVENT, {}, now)

/** What a webhook says of a download: see docs/api.md. */
function downloadData(download: DownloadRecord, clip: ClipRecord) {
  const { errorCode } = clip
  const isCompleted = clip.status === 'completed'
  return {
    id: download.id,
    videoId: download.videoId,
    batchId: download.batch?.id ?? null,
    status: clip.status,
    quality: download.quality,
    format: download.format,
    ranges: clip.ranges,
    ...(isCompleted && {
      fileName: clipFileName(clip),
      fileSize: clip.sizeBytes,
      expiresAt: clip.expiresAt,
      receipt: clip.receipt,
    }),
    ...(!isCompleted && errorCode && { code: errorCode, error: ERROR_MEANINGS[errorCode] }),
  }
}
