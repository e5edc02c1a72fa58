import { latestExpiryToDelete } from '@kerf/domain/jobs/retention'
import type { ClipRecord } from '../../../ports/clips.ts'
import type { CutWorker } from '../../../ports/cut-worker.ts'
import { LIVE_KEY_PREFIX, PREVIEW_KEY_PREFIX, type StoredFile } from '../../../ports/files.ts'
import type { Deps, SweepReport } from '../../shared/deps.ts'
import { effectiveSettings } from '../../shared/effective-settings.ts'
import { failClip } from '../end-download.ts'

/** Age of a scratch file's last write from which it counts as abandoned by a dead process. */
const ABANDONED_FILE_AGE_MILLISECONDS = 60 * 60_000
/**
 * Margin for files known only by age, longer than the interval of sweeps. They are deleted this much early, because the
 * next sweep would be too late.
 */
const EARLY_DELETION_MARGIN_MILLISECONDS = 5 * 60_000
/** Tolerance for a file system's clock that is ahead of this process's clock. */
const CLOCK_TOLERANCE_MILLISECONDS = 60 * 60_000
/** Life of a stored segment of a live stream, and of its window. Those of clips in work live longer. */
const LIVE_SEGMENT_TTL_MILLISECONDS = 2 * 3_600_000
/** Life of a cached resolution, beyond that of its addresses: about six hours for YouTube. */
const RESOLUTION_TTL_MILLISECONDS = 12 * 3_600_000

type SweepDeps = Deps<'database' | 'files' | 'clock' | 'presets' | 'caches'> & {
  worker: Pick<CutWorker, 'unfinishedJobIds' | 'describeEnd'>
}

/**
 * Sweeps files so that none outlives its retention. Deletes files of expired clips, files older than the retention, and
 * files that the database does not know. Also fails clips whose job the queue has given up, which returns their quota
 * units.
 */
export async function expireClips(deps: SweepDeps, stopSignal?: AbortSignal): Promise<SweepReport> {
  const { resolutions, dailyStorage } = deps.database.records
  const now = deps.clock.now()
  const { retentionHours } = await effectiveSettings(deps.database.records, deps.presets)
  const deletion = countDeletions(deps, stopSignal)
  // Applies a retention that was shortened in the environment or the admin panel to existing clips.
  await deps.database.records.clips.shortenLives(retentionHours, now)
  const expiredClips = await deleteExpired(deps, deletion)
  const retentionMilliseconds = retentionHours * 3_600_000
  const oldestAllowed = new Date(now.getTime() - retentionMilliseconds)
  const oldestAtNextSweep = new Date(
    oldestAllowed.getTime() + Math.min(EARLY_DELETION_MARGIN_MILLISECONDS, retentionMilliseconds / 2),
  )
  const { strayFiles, clipBytes } = await deleteStrayFiles(
    deps,
    { oldest: oldestAllowed, oldestAtNext: oldestAtNextSweep, now },
    deletion,
  )
  const foreignFiles = await deps.files.sweepForeign(oldestAtNextSweep)
  await dailyStorage.note(now.toISOString().slice(0, 10), clipBytes)
  const scratchFiles = await deps.files.sweepScratch(new Date(now.getTime() - ABANDONED_FILE_AGE_MILLISECONDS))
  await resolutions.deleteOlderThan(new Date(now.getTime() - RESOLUTION_TTL_MILLISECONDS))
  const abandonedClips = await endAbandonedClips(deps)
  deletion.throwFailures()
  return {
    expiredClips,
    strayFiles: strayFiles + foreignFiles.files,
    abandonedScratchFiles: scratchFiles.files,
    abandonedClips,
    deletedFiles: deletion.files() + foreignFiles.files + scratchFiles.files,
    freedBytes: deletion.bytes() + foreignFiles.bytes + scratchFiles.bytes,
  }
}

/** Deletes only the files of clips that are due for expiry. */
export async function expireDueClips(
  deps: Deps<'database' | 'files' | 'clock' | 'caches'>,
  stopSignal?: AbortSignal,
): Promise<SweepReport> {
  const deletion = countDeletions(deps, stopSignal)
  const expiredClips = await deleteExpired(deps, deletion)
  deletion.throwFailures()
  const counts = { deletedFiles: deletion.files(), freedBytes: deletion.bytes() }
  return { expiredClips, strayFiles: 0, abandonedScratchFiles: 0, abandonedClips: 0, ...counts }
}

/** Milliseconds until `expireDueClips` has work; infinite if no clip has an expiry. */
export async function millisecondsToExpiry({ database, clock }: Deps<'database' | 'clock'>): Promise<number> {
  const expiry = await database.records.clips.nextExpiry()
  return expiry ? expiry.getTime() - latestExpiryToDelete(clock.now()).getTime() : Number.POSITIVE_INFINITY
}

async function deleteExpired({ database, clock }: Deps<'database' | 'clock'>, deletion: Deletion): Promise<number> {
  const { clips } = database.records
  let expiredClips = 0
  for (const clip of await clips.listExpired(clock.now())) {
    // The file is deleted before the row changes. After a crash in between, the next sweep repeats both.
    if (clip.fileKey && !(await deletion.delete(clip.fileKey))) continue
    if (await clips.update(clip.id, ['completed'], { status: 'expired', fileKey: null })) expiredClips += 1
  }
  return expiredClips
}

async function deleteStrayFiles(
  { database, files }: SweepDeps,
  { oldest, oldestAtNext, now }: { oldest: Date; oldestAtNext: Date; now: Date },
  deletion: Deletion,
): Promise<{ strayFiles: number; clipBytes: number }> {
  // Files are listed before the keys are read, so that the keys include a clip published in between.
  const storedFiles = await files.list()
  const fileKeys = await database.records.clips.listFileKeys()
  // A preview has no row, so only its age decides.
  const isPreview = ({ key }: StoredFile) => key.startsWith(PREVIEW_KEY_PREFIX)
  const latestTime = new Date(now.getTime() + CLOCK_TOLERANCE_MILLISECONDS)
  // A preview with a time in the future has no known age and is deleted; it can be read again.
  const clipsInWork = await database.records.clips.listByStatus(['queued', 'processing'])
  const liveClips = clipsInWork.filter(({ options }) => options.liveWindow !== undefined)
  const oldestUse = Math.min(now.getTime(), ...liveClips.map(({ createdAt }) => createdAt.getTime()))
  const oldestSegment = new Date(Math.max(oldestAtNext.getTime(), oldestUse - LIVE_SEGMENT_TTL_MILLISECONDS))
  const oldestOf = ({ key }: StoredFile) => (key.startsWith(LIVE_KEY_PREFIX) ? oldestSegment : oldestAtNext)
  const isStrayFile = (file: StoredFile) =>
    isPreview(file)
      ? file.modifiedAt < oldestOf(file) || file.modifiedAt > latestTime
      : !fileKeys.has(file.key) || file.modifiedAt < oldest
  const strays = storedFiles.filter(isStrayFile)
  for (const file of strays) await deletion.delete(file.key)
  const remainingFiles = storedFiles.filter((file) => !isStrayFile(file))
  return { strayFiles: strays.length, clipBytes: totalBytes(clipFiles(remainingFiles)) }
}

async function endAbandonedClips(deps: SweepDeps): Promise<number> {
  // Clips are listed before jobs. If a job ends in between, its clip has already left these states and is not failed.
  const clipsInWork = await deps.database.records.clips.listByStatus(['queued', 'processing'])
  const jobIds = await deps.worker.unfinishedJobIds()
  const abandonedClips = clipsInWork.filter((clip) => clip.jobId === null || !jobIds.has(clip.jobId))
  for (const clip of abandonedClips) {
    const { id: clipId, jobId } = clip
    // The job id guards against an admin who has queued the clip again meanwhile.
    await failClip(deps, { clipId, errorCode: 'cut_failed', cause: await causeOfAbandonment(deps, clip), jobId })
  }
  return abandonedClips.length
}

async function causeOfAbandonment({ worker }: SweepDeps, { jobId }: ClipRecord): Promise<Error> {
  const end = jobId === null ? null : await worker.describeEnd(jobId)
  if (!end) return new Error('The queue knows nothing of its job any more.')
  const tries = end.tries === 1 ? 'one try' : `${end.tries} tries`
  return new Error(`The queue gave up after ${tries}.`, { cause: end.lastError })
}

type Deletion = ReturnType<typeof countDeletions>

/**
 * Deletes files and counts them. Errors and pending deletions of earlier sweeps are collected and do not stop the
 * others.
 */
function countDeletions(
  { files: store, caches: { pendingDeletions: pending } }: Deps<'files' | 'caches'>,
  stopSignal: AbortSignal | undefined,
) {
  let files = 0
  let bytes = 0
  const failures: unknown[] = []
  return {
    async delete(key: string): Promise<boolean> {
      stopSignal?.throwIfAborted()
      if (pending.has(key)) {
        failures.push(new Error('An earlier deletion of this file has not been answered by the file store.'))
        return false
      }
      pending.add(key)
      try {
        const freedBytes = await store.delete(key)
        if (freedBytes !== null) files += 1
        bytes += freedBytes ?? 0
        return true
      } catch (error) {
        failures.push(error)
        return false
      } finally {
        pending.delete(key)
      }
    },
    throwFailures(): void {
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files could not be deleted.`)
    },
    files: () => files,
    bytes: () => bytes,
  }
}

export function clipFiles(storedFiles: readonly StoredFile[]): StoredFile[] {
  return storedFiles.filter(({ key }) => !key.startsWith(PREVIEW_KEY_PREFIX))
}

export function totalBytes(files: readonly StoredFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
