import type { Readable } from 'node:stream'
import { MAX_SHARED_BYTES_A_DAY } from '@kerf/domain/access/share-limits'
import { clipContainer } from '@kerf/domain/formats/clip-format'
import { isShareToken } from '@kerf/domain/site/share-path'
import type { ShareRecord, ShareWithClip } from '../../ports/clips.ts'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import { fileAccess, type OpenedClip, savedNameOf, statOfClip } from '../downloads/files/open-clip.ts'
import { countedStream } from '../shared/counted-stream.ts'
import type { Deps } from '../shared/deps.ts'
import { isSharingOn } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'

type ShareDeps = Deps<'database' | 'clock' | 'files' | 'log'>

/**
 * Finds the clip of a public page. The refusal is the same for a page that is unknown, taken back, expired, blocked, of
 * a suspended account, or on a server that shares no clips.
 */
export async function findShare({ database, clock }: ShareDeps, token: string): Promise<Outcome<ShareWithClip>> {
  const { records } = database
  const details = isShareToken(token) ? await records.shares.find(token) : null
  if (!details || !(await isSharingOn(records))) return refused('not_found')
  const { download, clip, video } = details
  const isLive = download.deletedAt === null && downloadStatus(download, clip, clock.now()) === 'completed'
  if (!isLive || clip.fileKey === null) return refused('not_found')
  const account = await records.accounts.find(download.viewerId)
  const isRefused = account?.isActive === false || (await isBlocked(records, subjectOf(video)))
  return isRefused ? refused('not_found') : done(details)
}

/** Opens the file of a public page. Refuses it once the share has used up its bytes of the day. */
export async function openShare(deps: ShareDeps, token: string): Promise<Outcome<OpenedClip>> {
  const lookup = await findShare(deps, token)
  if (!lookup.ok) return lookup
  const { share, clip, video } = lookup.value
  const now = deps.clock.now()
  if (isUsedUp(share, now)) return refused('too_many_requests', { retryAfterSeconds: secondsLeftOf(now) })
  const file = await statOfClip(deps, clip)
  if (!file) return refused('not_found')
  const { open, addressFor } = fileAccess(deps.files, { key: file.key, expiresAt: clip.expiresAt, now })
  return done({
    sizeBytes: file.sizeBytes,
    container: clipContainer(clip.format, clip.receipt?.container),
    fileName: savedNameOf({ ...lookup.value, video: { ...video, title: video.details.title } }, 'title'),
    etag: clip.id,
    addressFor,
    async open(range) {
      const bytes = await open(range)
      return bytes && countedStream(bytes as Readable, (sentBytes) => noteSent(deps, token, sentBytes))
    },
  })
}

/** Whether a share has used up its bytes of the day. */
export const isUsedUp = ({ sentDay, sentBytes }: ShareRecord, now: Date): boolean =>
  sentDay === dayOf(now) && sentBytes >= MAX_SHARED_BYTES_A_DAY

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Seconds until the next day in UTC, when a share may be sent again. */
export const secondsLeftOf = (now: Date): number =>
  Math.ceil((DAY_MILLISECONDS - (now.getTime() % DAY_MILLISECONDS)) / 1000)

function noteSent({ database, clock, log }: ShareDeps, token: string, bytes: number): void {
  const day = dayOf(clock.now())
  database.records.shares.addSentBytes(token, { day, bytes }).catch((error: unknown) => {
    log.error({ err: error }, 'the bytes of a shared clip were not counted')
  })
}
