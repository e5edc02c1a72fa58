import type { AdminJob } from '@kerf/contract/admin-jobs'
import { ownerOf } from '../downloads/insert-download.ts'
import { laterFileKey } from '../downloads/run-cut-job.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-room.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { describeJob, noteJob, whyNotRetried } from './jobs.ts'

/** Queues a failed job again for those who still want it. No unit is taken again. */
export async function retryJob(
  deps: Deps<'database' | 'sources' | 'presets' | 'files' | 'clock' | 'hasPlans'>,
  { id, by }: ById,
): Promise<Outcome<AdminJob>> {
  // Outside: within a transaction only its own records may be asked.
  const sources = await effectiveSources(deps)
  const full = await refusedWhenNoRoom(deps, id)
  return deps.database.transaction(async (records) => {
    // Before any other lock: what is allowed now is still allowed when it is queued.
    await records.blocklist.hold()
    // Locked: of two admins one is first, and a viewer who deletes it comes before or after.
    const clip = await records.clips.lock(id)
    const job = clip && (await records.jobs.find(id))
    if (!job) return refused('not_found')
    const at = deps.clock.now()
    const shut = await whyNotRetried(deps, records, clip, sources)
    if (shut) return shut === 'cut_again' ? refused('job_not_open') : shut
    if (full) return full
    const [request] = await records.downloads.listForClip(id)
    if (!request || !(await records.clips.reopen(clip, at))) return refused('job_not_open')
    const jobId = await records.cutQueue.enqueue(id, clip.queueClass, ownerOf(request))
    // So that its next try is not taken for a first one: a worker that only stood still may wake up in that.
    await records.clips.update(id, ['queued'], { jobId, fileKey: laterFileKey(clip) })
    await noteJob(records, { by, at, action: 'job_retried', job, details: `had failed: ${clip.errorCode}` })
    const retried = await records.jobs.find(id)
    return retried ? done(describeJob(retried)) : refused('not_found')
  })
}

/** Asked before the transaction: what the disk has room for is nothing that the database could hold still. */
async function refusedWhenNoRoom({ database, files }: Deps<'database' | 'files'>, id: string): Promise<Refused | null> {
  const { clips, downloads, videos } = database.records
  const clip = await clips.find(id)
  const [request] = clip ? await downloads.listForClip(id) : []
  const video = request && (await videos.find(request.videoId, request.viewerId))
  return clip && video ? refusedWhenFull(files, expectedBytes(video.details, clip)) : null
}
