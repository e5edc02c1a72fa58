import { PRODUCT_NAME, PRODUCT_SLUG } from '@kerf/domain/product'
import type { FoundSession } from '../../ports/accounts.ts'
import type { ClipRecord, DownloadRecord, VideoRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import { done, type Outcome } from '../outcome.ts'
import { pagesOf } from '../pages-of.ts'
import { jsonPieces } from './json-pieces.ts'
import type { LimitAttempts } from './limit-attempts.ts'

export interface ExportedData {
  fileName: string
  /** JSON, to be sent as it comes. */
  pieces: AsyncIterable<string>
}

/** What nobody finds in the file, and why. */
const NOT_IN_HERE = [
  'Your password and your second factor: kept only as a hash and encrypted; they would help nobody but a thief.',
  'What opens your sessions, and the links in our mails: for the same reason.',
  'The network addresses that you came from: they are not kept, but as hashes for an hour where tries are counted.',
  'The clips themselves: download them while they live. What your source said about a video beyond its title and channel is about the video, not about you.',
  'Messages to us and the newsletter, if your email is not confirmed: they might be about somebody else.',
  'Orders for mails to you: the queue forgets each an hour after it was sent.',
]

/** Everything that is stored about somebody, in one document that they can take with them. */
export function exportData(deps: { database: Database; limits: LimitAttempts; clock: Clock }) {
  const { records } = deps.database
  return async ({ account, id: sessionId }: FoundSession): Promise<Outcome<ExportedData>> => {
    const taken = await deps.limits.take([{ kind: 'export', of: account.id }])
    if (!taken.ok) return taken
    const now = deps.clock.now()
    const isTheirs = account.emailVerified
    const sessions = await records.sessions.list(account.id, now)
    const members = {
      about: `What ${PRODUCT_NAME} stores about ${account.email}.`,
      exportedAt: now,
      notInHere: NOT_IN_HERE,
      account,
      sessions: sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
        current: id === sessionId,
        userAgent,
        createdAt,
        lastActive: updatedAt,
      })),
      payments: await records.orders.listFor(account.id),
      ledger: await records.ledger.listFor(account.id),
      quotaUsed: await records.quota.list(account.id),
      messages: isTheirs ? await records.contactMessages.listFrom(account.email) : [],
      newsletter: isTheirs ? await records.newsletter.find(account.email) : null,
      videos: videosOf(account.id),
      downloads: downloadsOf(account.id, now),
    }
    return done({
      fileName: `${PRODUCT_SLUG}_export_${now.toISOString().slice(0, 10)}.json`,
      pieces: jsonPieces(members),
    })
  }

  async function* videosOf(viewerId: string) {
    for await (const page of pagesOf<VideoRecord>((at) => records.videos.listForViewer(viewerId, at)))
      yield* page.map(describeVideo)
  }

  async function* downloadsOf(viewerId: string, now: Date) {
    const pages = pagesOf<DownloadRecord>((at) =>
      records.downloads.listForViewer(viewerId, { ...at, evenDeleted: true }),
    )
    for await (const page of pages) {
      const clipOf = await records.clips.findMany(page.map(({ clipId }) => clipId))
      for (const download of page) {
        const clip = clipOf.get(download.clipId)
        if (clip) yield describeDownload(download, clip, now)
      }
    }
  }
}

function describeVideo({ id, source, link, trim, details, createdAt }: VideoRecord) {
  const { title, channel, durationSeconds } = details
  return { id, source, link, title, channel, durationSeconds, trim, createdAt }
}

/** Its deleted ones too: that they were deleted is stored as well. */
function describeDownload(download: DownloadRecord, clip: ClipRecord, now: Date) {
  const { clipId: _clipId, viewerId: _viewerId, ...stored } = download
  const { ranges, errorCode, sizeBytes, receipt, startedAt, finishedAt, expiresAt } = clip
  const status = downloadStatus(download, clip, now)
  return { ...stored, ranges, status, errorCode, sizeBytes, startedAt, finishedAt, expiresAt, receipt }
}
