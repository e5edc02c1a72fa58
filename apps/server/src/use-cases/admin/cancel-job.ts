import type { AdminJob } from '@kerf/contract/admin-jobs'
import { stopUnwantedWork } from '../downloads/cancel-download.ts'
import { returnQuota } from '../downloads/return-quota.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { describeJob } from './describe-job.ts'
import { noteJob } from './note-job.ts'

/**
 * An admin ends a job that waits or runs: everybody's download of it is cancelled and their units come back, as if each had
 * done it. What finishes in the same moment is finished, or its file is deleted: the clip's row decides.
 */
export function cancelJob(
  deps: Deps<'database' | 'clock'>,
  { id, by }: { id: string; by: string },
): Promise<Outcome<AdminJob>> {
  return deps.database.transaction(async (records) => {
    // Locked, so that nobody asks for it while it is taken from everybody.
    const clip = await records.clips.lock(id)
    const job = clip && (await records.jobs.find(id))
    if (!job) return refused('not_found')
    if (clip.status !== 'queued' && clip.status !== 'processing') return refused('job_not_open')
    const at = deps.clock.now()
    const wanted = await records.downloads.listForClip(id)
    for (const { id: downloadId } of wanted) await records.downloads.update(downloadId, { cancelledAt: at })
    await returnQuota(records, wanted)
    await stopUnwantedWork(records, clip, at)
    await noteJob(records, { by, at, action: 'job_cancelled', job, details: `was: ${clip.status}` })
    const cancelled = await records.jobs.find(id)
    return cancelled ? done(describeJob(cancelled)) : refused('not_found')
  })
}
