import type { AdminHealth } from '@kerf/contract/admin-settings'
import { createAllowance } from '@kerf/domain/access/allowance'
import { MAX_SHARED_BYTES_A_DAY, NEW_SHARES } from '@kerf/domain/access/share-limits'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import { Tally } from '@kerf/domain/jobs/tally'
import { BLOCK_KINDS } from '@kerf/domain/moderation/blocking'
import type { AccountSession, FoundApiKey } from '../../ports/accounts.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Database, Records } from '../../ports/database.ts'
import type { MediaSource, ResolvedVideo } from '../../ports/sources.ts'
import { cacheAnswers, shareForASecond } from './cached-answers.ts'
import { createGopCache } from './gop-cache.ts'
import { type Outcome, type Refused, refused } from './outcome.ts'
import { createSegmentBuffer } from './segment-buffer.ts'

/** Longest time that a session is cached. Expiry and last use may be seen this late. */
const SESSION_TTL_MILLISECONDS = 60_000

const MAX_CACHED_VIDEOS = 200

/** Preview allowance of one IP address: a burst of some hours of the smallest rendition, and 16 Mbit/s sustained. */
const PREVIEW_BYTES = { most: 256_000_000, perSecond: 2_000_000 }

/** Lookups of clip URLs by one account: twenty a minute. */
const ADDRESSED_LOOKUPS = { most: 20, perSecond: 1 / 3 }

/** Allowance of an account for its signed clip URLs in this process: as many bytes a day as a public page. */
const ADDRESS_BYTES = { most: MAX_SHARED_BYTES_A_DAY, perSecond: MAX_SHARED_BYTES_A_DAY / 86_400 }

/** Wait for an IP address that has used up its preview allowance. */
const PREVIEW_RETRY_SECONDS = 10

export type Caches = ReturnType<typeof createCaches>

/** Refusal of an IP address that has used up its preview allowance; null where some is left. */
export function refusePreview({ previewBytes }: Pick<Caches, 'previewBytes'>, owner: string): Refused | null {
  return previewBytes.leftOf(owner) > 0
    ? null
    : refused('too_many_requests', { retryAfterSeconds: PREVIEW_RETRY_SECONDS })
}

/** Request of the download that a clip URL names, shared by all calls of this URL. */
export interface AddressedRequest {
  downloadId: Promise<Outcome<string>>
  /** Beginning and end of the time for which it is remembered, in milliseconds since 1970. */
  since: number
  until: number
}

/** State of this process between calls: cached answers and counters. A restart loses nothing that cannot be rebuilt. */
export function createCaches({ records, rowChanges }: Pick<Database, 'records' | 'rowChanges'>) {
  return {
    sessions: cacheAnswers<AccountSession>(rowChanges, ({ id, account }) => [id, account.id], {
      milliseconds: SESSION_TTL_MILLISECONDS,
    }),
    /** API keys by hash. */
    apiKeys: cacheAnswers<FoundApiKey>(rowChanges, ({ key, account }) => [key.id, account.id]),
    strangers: cacheAnswers<ViewerRecord>(rowChanges, ({ id }) => [id]),
    /** Viewers' own videos, until they or any block change. Their details may be large. */
    videos: cacheAnswers<{ video: VideoRecord; isBlocked: boolean }>(
      rowChanges,
      ({ video }) => [video.id, ...BLOCK_KINDS],
      { most: MAX_CACHED_VIDEOS },
    ),
    downloads: cacheAnswers<NonNullable<Awaited<ReturnType<Records['downloads']['findWithClip']>>>>(
      rowChanges,
      ({ download, clip }) => [download.id, clip.id],
    ),
    /** Requests of clips by their URLs, by viewer and URL. */
    addressedRequests: new Map<string, AddressedRequest>(),
    /** Remaining lookups of clip URLs, by account. */
    addressedLookups: createAllowance({ ...ADDRESSED_LOOKUPS, now: () => performance.now() }),
    /** Queue positions by job id, shared by all calls within a second. */
    positions: shareForASecond(
      async () => new Map((await records.cutQueue.listWaiting()).map((id, index) => [id, index + 1])),
    ),
    jobCounts: new Map<JobFilter, { at: number; total: number }>(),
    /** Latest noted views of viewers' files by admins, by admin and job. */
    fileViews: new Map<string, { at: number; noted: Promise<void> }>(),
    zipsBeingSent: new Tally(),
    /** Size of the artwork of an MP3, by video. */
    artworkBytes: new Map<string, number>(),
    /** Resolved videos with their media URLs, by source and reference. */
    locatedVideos: new Map<string, { video: Promise<Outcome<ResolvedVideo>>; until: number }>(),
    previews: new Map<string, { media: Promise<MediaSource>; until: number }>(),
    previewPlaylists: new Map<string, { media: Promise<MediaSource>; until: number }>(),
    /** Preview segments in memory, from the start of reading to the end of sending. */
    previewSegments: createSegmentBuffer(),
    gops: createGopCache(),
    /** Open files for frames and GOPs, by source and media URL. */
    frameFiles: new Map<string, { media: Promise<MediaSource>; until: number }>(),
    /** Remaining preview bytes of each IP address: segments, GOPs and edge previews. */
    previewBytes: createAllowance({ ...PREVIEW_BYTES, now: () => performance.now() }),
    /** Remaining bytes of the signed clip URLs of each account. */
    addressBytes: createAllowance({ ...ADDRESS_BYTES, now: () => performance.now() }),
    /** Remaining new public pages of each viewer. */
    newShares: createAllowance({ ...NEW_SHARES, now: () => performance.now() }),
    pendingDeletions: new Set<string>(),
    engineCheck: null as { check: Promise<AdminHealth['checks']['engine']>; until: number } | null,
  }
}
