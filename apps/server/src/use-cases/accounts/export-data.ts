import { PRODUCT_NAME, PRODUCT_SLUG } from '@kerf/domain/site/product'
import type { AccountSession } from '../../ports/accounts.ts'
import type { ClipRecord, DownloadRecord, OwnVideo } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome } from '../shared/outcome.ts'
import { pagesOf } from '../shared/pages.ts'

/** Data that the export leaves out, and why. */
const LEFT_OUT_DATA = [
  'Your password and your second factor: kept only as a hash and encrypted; they would help nobody but a thief.',
  'Your API keys: only their hashes are kept.',
  'The secrets of your webhooks: whoever has them could send in our name.',
  'What opens your sessions, and the links in our mails: for the same reason.',
  'The network addresses that you came from: they are not kept, but as hashes for an hour where tries are counted.',
  'The addresses of your public pages: whoever has one can watch the clip.',
  'The clips themselves: download them while they live. What your source said about a video beyond its title and channel is about the video, not about you.',
  'Messages to us and the newsletter, if your email is not confirmed: they might be about somebody else.',
  'Orders for mails to you: the queue forgets each an hour after it was sent.',
]

export async function exportData(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { account, id: sessionId }: AccountSession,
): Promise<Outcome<{ fileName: string; chunks: AsyncIterable<string> }>> {
  const { records } = deps.database
  const attemptOutcome = await deps.limits.take([{ kind: 'export', of: account.id }])
  if (!attemptOutcome.ok) return attemptOutcome
  const now = deps.clock.now()
  const isConfirmed = account.emailVerified
  const sessions = await records.sessions.list(account.id, now)
  const members = {
    about: `What ${PRODUCT_NAME} stores about ${account.email}.`,
    exportedAt: now,
    notInHere: LEFT_OUT_DATA,
    account,
    identities: await records.accounts.listIdentities(account.id),
    sessions: sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
      current: id === sessionId,
      userAgent,
      createdAt,
      lastActive: updatedAt,
    })),
    apiKeys: (await records.apiKeys.listFor(account.id)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt,
      lastUsedAt,
    })),
    webhooks: (await records.webhooks.listFor(account.id)).map(({ url, events, isOn, createdAt }) => ({
      url,
      events,
      isOn,
      createdAt,
    })),
    payments: await records.orders.listFor(account.id),
    ledger: await records.ledger.listFor(account.id),
    quotaUsed: await records.quota.list(account.id),
    messages: isConfirmed ? await records.contactMessages.listFrom(account.email) : [],
    newsletter: isConfirmed ? await records.newsletter.find(account.email) : null,
    videos: videosOf(records, account.id),
    downloads: downloadsOf(records, account.id, now),
  }
  return done({
    fileName: `${PRODUCT_SLUG}_export_${now.toISOString().slice(0, 10)}.json`,
    chunks: jsonChunks(members),
  })
}

async function* videosOf(records: Records, viewerId: string) {
  for await (const page of pagesOf<OwnVideo>((cursor) => records.videos.listForViewer(viewerId, cursor)))
    yield* page.map(exportedVideo)
}

async function* downloadsOf(records: Records, viewerId: string, now: Date) {
  const pages = pagesOf<DownloadRecord>((cursor) =>
    records.downloads.listForViewer(viewerId, { ...cursor, evenDeleted: true }),
  )
  for await (const page of pages) {
    const clipsById = await records.clips.findMany(page.map(({ clipId }) => clipId))
    for (const download of page) {
      const clip = clipsById.get(download.clipId)
      if (clip) yield describeDownload(download, clip, now)
    }
  }
}

function exportedVideo({ id, source, link, title, channel, durationSeconds, trim, createdAt }: OwnVideo) {
  return { id, source, link, title, channel, durationSeconds, trim, createdAt }
}

/** Describes a download for the export, which includes deleted downloads. */
function describeDownload(download: DownloadRecord, clip: ClipRecord, now: Date) {
  const { clipId: _clipId, viewerId: _viewerId, ...exportedDownload } = download
  const { ranges, options, errorCode, sizeBytes, receipt, startedAt, finishedAt, expiresAt } = clip
  const status = downloadStatus(download, clip, now)
  return {
    ...exportedDownload,
    ranges,
    options,
    status,
    errorCode,
    sizeBytes,
    startedAt,
    finishedAt,
    expiresAt,
    receipt,
  }
}

/** Streams one JSON object in chunks, lists item by item, so that it is never whole in memory. */
export async function* jsonChunks(members: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, value] of Object.entries(members)) {
    yield `${separator}  ${JSON.stringify(name)}: `
    if (isList(value)) yield* listChunks(value)
    else yield JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
    separator = ',\n'
  }
  yield '\n}\n'
}

async function* listChunks(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}\n    ${JSON.stringify(item)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n  ]'
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
