import { clipFileName } from '@kerf/domain/formats/file-name'
import { type DeliveryEvent, TEST_EVENT, type WebhookEvent } from '@kerf/domain/webhooks/webhook'
import { ERROR_MEANINGS } from '@kerf/messages/error-meanings'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import { newId } from '../shared/new-id.ts'

/** Adds webhook deliveries for all downloads of an ended clip, within the transaction that ends it. */
export async function noteClipEnd(records: Records, clipId: string, now: Date): Promise<void> {
  const clip = await records.clips.find(clipId)
  if (!clip) return
  for (const download of await records.downloads.listForClip(clipId))
    await noteDownloadEnd(records, download, clip, now)
}

/** Adds webhook deliveries for one ended download, which may have been complete when it was requested. */
export async function noteDownloadEnd(
  records: Records,
  download: DownloadRecord,
  clip: ClipRecord,
  now: Date,
): Promise<void> {
  const event = clip.status === 'completed' ? 'download.completed' : 'download.failed'
  await noteEvent(records, download.viewerId, event, () => downloadData(download, clip), now)
  await noteBatchEnd(records, download, now)
}

/** Adds webhook deliveries for a batch if its last download has ended, even by cancellation. */
export async function noteBatchEnd(
  records: Records,
  { batch, viewerId }: Pick<DownloadRecord, 'batch' | 'viewerId'>,
  now: Date,
): Promise<void> {
  if (batch === null || (await records.webhooks.listSubscribed([viewerId], 'batch.completed')).length === 0) return
  // The lock makes concurrent ends of two downloads see each other.
  const lockedBatch = await records.batches.lock(batch.id)
  if (!lockedBatch || lockedBatch.endedAt !== null) return
  const downloads = await records.batches.listDownloads(batch.id)
  const clips = await records.clips.findMany(downloads.map(({ clipId }) => clipId))
  const outcomes = downloads.map((download) => outcomeOf(download, clips.get(download.clipId)))
  if (outcomes.length === 0 || outcomes.includes(null)) return
  const count = (end: string) => outcomes.filter((candidate) => candidate === end).length
  const data = {
    id: batch.id,
    completed: count('completed'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    downloads: downloads.map(({ id }) => id),
  }
  await records.batches.noteEnd(batch.id, now)
  await noteEvent(records, viewerId, 'batch.completed', () => data, now)
}

/** How a download ended; null while it is in work. An expired clip counts as completed. */
function outcomeOf(
  { cancelledAt }: DownloadRecord,
  clip: ClipRecord | undefined,
): 'completed' | 'failed' | 'cancelled' | null {
  if (cancelledAt !== null || !clip || clip.status === 'cancelled') return 'cancelled'
  if (clip.status === 'queued' || clip.status === 'processing') return null
  return clip.status === 'failed' ? 'failed' : 'completed'
}

async function noteEvent(
  records: Records,
  accountId: string,
  event: WebhookEvent,
  describe: () => object,
  now: Date,
): Promise<void> {
  const listeningWebhooks = await records.webhooks.listSubscribed([accountId], event)
  if (listeningWebhooks.length === 0) return
  const data = describe()
  await records.webhookDeliveries.insert(listeningWebhooks.map((webhook) => newDelivery(webhook, event, data, now)))
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

/** Data of a download in a webhook's body: see docs/api.md. */
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
