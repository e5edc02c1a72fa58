import type { AdminHealth } from '@kerf/contract/admin-settings'
import { createAllowance } from '@kerf/domain/access/allowance'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import { Tally } from '@kerf/domain/jobs/tally'
import type { FoundApiKey, FoundSession } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Database, Records } from '../../ports/database.ts'
import type { MediaSource, ResolvedVideo } from '../../ports/sources.ts'
import { cacheAnswers, onceASecond } from './cached-answers.ts'
import { createGopCache } from './gop-cache.ts'
import { createHeldSegments } from './held-segments.ts'
import type { Outcome } from './outcome.ts'

/** Expiry and last use of a session are noticed up to a minute late. */
const SESSION_CACHED_MILLISECONDS = 60_000

/** Of one address: some hours of the smallest rendition at once, and 16 megabits a second for as long as anybody likes. */
const PREVIEW_BYTES = { most: 256_000_000, perSecond: 2_000_000 }

/** Until an address that has taken all that it may can go on. */
export const PREVIEW_RETRY_SECONDS = 10

export type Caches = ReturnType<typeof createCaches>

/** What a process remembers from one call to the next: cached answers, and counts. All of it can be rebuilt after a restart. */
export function createCaches({ records, rowChanges }: Pick<Database, 'records' | 'rowChanges'>) {
  return {
    sessions: cacheAnswers<FoundSession>(
      rowChanges,
      ({ id, account }) => [id, account.id],
      SESSION_CACHED_MILLISECONDS,
    ),
    /** By their hashes. */
    apiKeys: cacheAnswers<FoundApiKey>(rowChanges, ({ key, account }) => [key.id, account.id]),
    visitors: cacheAnswers<ViewerRecord>(rowChanges, ({ id }) => [id]),
    downloads: cacheAnswers<NonNullable<Awaited<ReturnType<Records['downloads']['findWithClip']>>>>(
      rowChanges,
      ({ download, clip }) => [download.id, clip.id],
    ),
    /** The positions of all jobs that wait, by their ids. Everybody who waits reads the same ones. */
    positions: onceASecond(async () => new Map((await records.cutQueue.listWaiting()).map((id, at) => [id, at + 1]))),
    jobCounts: new Map<JobFilter, { at: number; total: number }>(),
    /** Which files of others' admins look at, by admin and job. */
    fileLooks: new Map<string, { at: number; noted: Promise<void> }>(),
    zipsBeingSent: new Tally(),
    /** Bytes of the image beside an MP3, by video. */
    artworkBytes: new Map<string, number>(),
    /** Videos with their addresses, by source and reference. */
    located: new Map<string, { video: Promise<Outcome<ResolvedVideo>>; until: number }>(),
    previews: new Map<string, { media: Promise<MediaSource>; until: number }>(),
    previewPlaylists: new Map<string, { media: Promise<MediaSource>; until: number }>(),
    /** Segments of previews, from the first byte that is read to the last one that is sent. */
    previewSegments: createHeldSegments(),
    gops: createGopCache(),
    /** Files whose frames are shown, by their addresses. */
    shownFiles: new Map<string, { media: Promise<MediaSource>; until: number }>(),
    /** Bytes of segments and GOPs that an address has had lately. */
    previewBytes: createAllowance({ ...PREVIEW_BYTES, now: () => performance.now() }),
    deletions: new Set<string>(),
    engineCheck: null as { check: Promise<AdminHealth['checks']['engine']>; until: number } | null,
  }
}
