import type { AdminJob } from '@kerf/contract/admin-jobs'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { VideoSources } from '../../ports/sources.ts'
import { viewerOf } from '../downloads/decide-request.ts'
import { expectedBytes, refusedWhenFull } from '../downloads/disk-room.ts'
import { ownerOf } from '../downloads/request-download.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { effectiveSources, effectiveTerms } from '../shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'
import { describeJob, noteJob } from './jobs.ts'

/** Queues a failed job again for those who still want it. No unit is taken again. */
export async function retryJob(
  deps: Deps<'database' | 'sources' | 'presets' | 'files' | 'clock'>,
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
    const shut = await refusedAsItStands(records, clip, sources, at)
    if (shut) return shut
    if (full) return full
    const [request] = await records.downloads.listForClip(id)
    if (!request || !(await records.clips.reopen(clip, at))) return refused('job_not_open')
    const jobId = await records.cutQueue.enqueue(id, clip.queueClass, ownerOf(request))
    await records.clips.update(id, ['queued'], { jobId })
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

/** Whatever forbids a clip to be cut again, but for the disk. */
async function refusedAsItStands(
  records: Records,
  clip: ClipRecord,
  sources: VideoSources,
  now: Date,
): Promise<Refused | null> {
  // What was finished and blocked afterwards counts for the day it was finished: whoever wants it asks for it again.
  if (clip.status !== 'failed' || clip.finishedAt !== null) return refused('job_not_open')
  if (!sources[clip.source]) return refused('source_off')
  const wanted = await records.downloads.listForClip(clip.id)
  const [first] = wanted
  if (!first || !(await mayAnyoneHave(records, wanted, clip, now))) return refused('job_not_open')
  const video = await records.videos.find(first.videoId, first.viewerId)
  if (await isBlocked(records, video ? subjectOf(video) : clip)) return refused('link_blocked')
  // Whoever asked for it again has another clip by now.
  return (await records.clips.findLive(clip, now)) ? refused('job_not_open') : null
}

async function mayAnyoneHave(
  records: Records,
  wanted: readonly DownloadRecord[],
  { quality }: ClipRecord,
  now: Date,
): Promise<boolean> {
  const { freeMaxQuality } = await effectiveTerms(records)
  for (const viewerId of new Set(wanted.map((download) => download.viewerId))) {
    const account = await records.accounts.find(viewerId)
    const kind = account ? viewerOf(account, now).kind : 'anonymous'
    if (qualityAccess(kind, quality, freeMaxQuality).allowed) return true
  }
  return false
}
