import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { JobFilter } from '@kerf/domain/admin-job'
import type { FoundSession } from '../ports/accounts.ts'
import type { ViewerRecord } from '../ports/clips.ts'
import type { Database, Records } from '../ports/database.ts'
import type { ByteSource } from '../ports/sources.ts'
import { cacheAnswers } from './cached-answers.ts'
import { onceASecond } from './once-a-second.ts'

/** What ends by the clock alone, a session unused for weeks, is seen so much later at most, and so is that it is used. */
const SESSION_CACHED_MILLISECONDS = 60_000

export type Memory = ReturnType<typeof createMemory>

/** What a process remembers from one call to the next. Nothing of it is lost with the process. */
export function createMemory({ records, writes }: Pick<Database, 'records' | 'writes'>) {
  const readQueue = async () => new Map((await records.cutQueue.line()).map((id, position) => [id, position]))
  const cachedQueue = cacheAnswers<Map<string, number>>(writes.queue, () => null)
  return {
    /** Sessions by their ticket. */
    sessions: cacheAnswers<FoundSession | null>(
      writes.people,
      (found) => found && [found.id, found.account.id],
      SESSION_CACHED_MILLISECONDS,
    ),
    /** Strangers by their token. */
    visitors: cacheAnswers<ViewerRecord | null>(writes.people, (found) => found && [found.id]),
    /** Downloads with their clips, by viewer and id. */
    downloads: cacheAnswers<Awaited<ReturnType<Records['downloads']['findWithClip']>>>(
      writes.downloads,
      (found) => found && [found.download.id, found.clip.id],
    ),
    /** The positions of all jobs that wait, by their ids, as long as nothing happens in the queue. */
    queue: () => cachedQueue('queue', readQueue),
    /** The same where other processes change it unseen. */
    queueOfThisSecond: onceASecond(readQueue),
    /** Long counts of jobs. */
    jobCounts: new Map<JobFilter, { at: number; total: number }>(),
    /** Which files of others' admins look at, by admin and job. */
    fileLooks: new Map<string, { at: number; noted: Promise<void> }>(),
    /** How many zips each viewer is being sent. */
    zipsBeingSent: new Map<string, number>(),
    /** Bytes of the image beside an MP3, by video. */
    artworkBytes: new Map<string, number>(),
    /** Files of previews that are open, by video. */
    previews: new Map<string, { bytes: Promise<ByteSource>; until: number }>(),
    /** Keys of files that are being deleted. */
    deletions: new Set<string>(),
    engineCheck: null as { check: Promise<AdminHealth['checks']['engine']>; until: number } | null,
  }
}
