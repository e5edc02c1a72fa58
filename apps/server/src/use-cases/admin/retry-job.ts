import type { AdminJob } from '@kerf/contract/admin-jobs'
import { ownerOf } from '../downloads/insert-download.ts'
import { retakeQuota } from '../downloads/quota.ts'
import { laterFileKey } from '../downloads/run-cut-job.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { describeJob, findRetryObstacle, noteJob } from './jobs.ts'

/** Queues a failed job again for its remaining downloads, which take their quota units again. */
export async function retryJob(
  deps: Deps<'database' | 'sources' | 'presets' | 'files' | 'clock'>,
  { id, by }: ById,
): Promise<Outcome<AdminJob>> {
  // Read outside the transaction, which may use only its own records.
  const sources = await effectiveSources(deps)
  const spaceRefusal = await refusedWhenNoRoom(deps, id)
  return deps.database.transaction(async (records) => {
    // Taken before any other lock, so that no block is added between the check and the commit.
    await records.blocklist.hold()
    // Locked against concurrent retries and deletions.
    const clip = await records.clips.lock(id)
    const job = clip && (await records.jobs.find(id))
    if (!job) return refused('not_found')
    const at = deps.clock.now()
    const obstacle = await findRetryObstacle(deps, records, clip, sources)
    if (obstacle) return obstacle === 'cut_again' ? refused('job_not_open') : obstacle
    if (spaceRefusal) return spaceRefusal
    const downloads = await records.downloads.listForClip(id)
    const [download] = downloads
    if (!download || !(await records.clips.reopen(clip, at))) return refused('job_not_open')
    await retakeQuota(records, downloads)
    const jobId = await records.cutQueue.enqueue(id, clip.queueClass, ownerOf(download))
    // The new file key protects the retry from a stalled worker that resumes an earlier attempt.
    await records.clips.update(id, ['queued'], { jobId, fileKey: laterFileKey(clip) })
    await noteJob(records, { by, at, action: 'job_retried', job, details: `had failed: ${clip.errorCode}` })
    const retriedJob = await records.jobs.find(id)
    return retriedJob ? done(describeJob(retriedJob)) : refused('not_found')
  })
}

/** Checks disk space before the transaction, whose locks cannot reserve space anyway. */
async function refusedWhenNoRoom({ database, files }: Deps<'database' | 'files'>, id: string): Promise<Refused | null> {
  const { clips, downloads, videos } = database.records
  const clip = await clips.find(id)
  const [download] = clip ? await downloads.listForClip(id) : []
  const video = download && (await videos.find(download.videoId, download.viewerId))
  return clip && video ? refusedWhenFull(files, expectedBytes(video.details, clip)) : null
}
