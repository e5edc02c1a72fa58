import { deletedFrom } from '@kerf/domain/jobs/retention'
import type { ClipRecord } from '../../../ports/clips.ts'
import type { CutWorker } from '../../../ports/cut-worker.ts'
import { PREVIEW_KEY_PREFIX, type StoredFile } from '../../../ports/files.ts'
import type { Deps, SweepReport } from '../../shared/deps.ts'
import { effectiveSettings } from '../../shared/effective-settings.ts'
import { failClip } from '../end-download.ts'

/** A scratch file that nobody has written to for this long was left behind by a process that died. */
const ABANDONED_MILLISECONDS = 60 * 60_000
/** Files that are known by their age alone are deleted so long before their time: sweeps come every few minutes. */
const SWEEP_INTERVAL_MILLISECONDS = 5 * 60_000
/** By so much the clock of a file system may be ahead of ours. */
const CLOCKS_APART_MILLISECONDS = 60 * 60_000
/** What a source said stays useful no longer than its addresses: about six hours for YouTube. */
const RESOLUTION_MILLISECONDS = 12 * 3_600_000

type SweepDeps = Deps<'database' | 'files' | 'clock' | 'presets' | 'caches'> & {
  worker: Pick<CutWorker, 'unfinishedJobIds' | 'describeEnd'>
}

/**
 * No file outlives its retention: deletes the files of clips whose time has come, files that are older than the retention
 * whatever the database says, and files that the database does not know at all. Also ends clips whose job the queue has
 * given up on, so that nobody waits for them for ever and their units come back.
 */
export async function expireClips(deps: SweepDeps, givenUp?: AbortSignal): Promise<SweepReport> {
  const { resolutions, dailyStorage } = deps.database.records
  const now = deps.clock.now()
  const { retentionHours } = await effectiveSettings(deps.database.records, deps.presets)
  const deletion = countDeletions(deps, givenUp)
  // Also where the environment says less than it did, and for what was finished while somebody saved less in the panel.
  await deps.database.records.clips.shortenLives(retentionHours, now)
  const expiredClips = await deleteExpired(deps, deletion)
  const retention = retentionHours * 3_600_000
  const oldest = new Date(now.getTime() - retention)
  const oldestAtNext = new Date(oldest.getTime() + Math.min(SWEEP_INTERVAL_MILLISECONDS, retention / 2))
  const { strayFiles, clipBytes } = await deleteStrayFiles(deps, { oldest, oldestAtNext, now }, deletion)
  const foreign = await deps.files.sweepForeign(oldestAtNext)
  await dailyStorage.note(now.toISOString().slice(0, 10), clipBytes)
  const abandoned = await deps.files.sweepScratch(new Date(now.getTime() - ABANDONED_MILLISECONDS))
  await resolutions.deleteOlderThan(new Date(now.getTime() - RESOLUTION_MILLISECONDS))
  const abandonedClips = await endAbandonedClips(deps)
  deletion.throwFailures()
  return {
    expiredClips,
    strayFiles: strayFiles + foreign.files,
    abandonedScratchFiles: abandoned.files,
    abandonedClips,
    deletedFiles: deletion.files() + foreign.files + abandoned.files,
    freedBytes: deletion.bytes() + foreign.bytes + abandoned.bytes,
  }
}

/** Deletes the files of the clips that expire now, and nothing else. */
export async function expireDueClips(
  deps: Deps<'database' | 'files' | 'clock' | 'caches'>,
  givenUp?: AbortSignal,
): Promise<SweepReport> {
  const deletion = countDeletions(deps, givenUp)
  const expiredClips = await deleteExpired(deps, deletion)
  deletion.throwFailures()
  const counts = { deletedFiles: deletion.files(), freedBytes: deletion.bytes() }
  return { expiredClips, strayFiles: 0, abandonedScratchFiles: 0, abandonedClips: 0, ...counts }
}

/** How long until `expireDueClips` has something to do. */
export async function millisecondsToExpiry({ database, clock }: Deps<'database' | 'clock'>): Promise<number> {
  const next = await database.records.clips.nextExpiry()
  return next ? next.getTime() - deletedFrom(clock.now()).getTime() : Number.POSITIVE_INFINITY
}

async function deleteExpired({ database, clock }: Deps<'database' | 'clock'>, deletion: Deletion): Promise<number> {
  const { clips } = database.records
  let expiredClips = 0
  for (const clip of await clips.listExpired(clock.now())) {
    // The file first: if this process dies in between, the next sweep finds the clip still expired and does it again.
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
  // Listed before the keys are read, so that a clip published in between is in the keys.
  const stored = await files.list()
  const known = await database.records.clips.listFileKeys()
  // A preview has no row; only its age is known.
  const isPreview = ({ key }: StoredFile) => key.startsWith(PREVIEW_KEY_PREFIX)
  const ahead = new Date(now.getTime() + CLOCKS_APART_MILLISECONDS)
  // Made while the clock was ahead, nobody knows how old it is, and it can be read again.
  const isStray = (file: StoredFile) =>
    isPreview(file)
      ? file.modifiedAt < oldestAtNext || file.modifiedAt > ahead
      : !known.has(file.key) || file.modifiedAt < oldest
  const stray = stored.filter(isStray)
  for (const file of stray) await deletion.delete(file.key)
  const remaining = stored.filter((file) => !isStray(file))
  return { strayFiles: stray.length, clipBytes: totalBytes(clipFiles(remaining)) }
}

async function endAbandonedClips(deps: SweepDeps): Promise<number> {
  // Clips first: one whose job ends in between has changed its own state before, and is then left alone.
  const inWork = await deps.database.records.clips.listByStatus(['queued', 'processing'])
  const unfinished = await deps.worker.unfinishedJobIds()
  const abandoned = inWork.filter((clip) => clip.jobId === null || !unfinished.has(clip.jobId))
  for (const clip of abandoned) {
    const { id: clipId, jobId } = clip
    // With its job: an admin may have queued it again meanwhile.
    await failClip(deps, { clipId, errorCode: 'cut_failed', cause: await whyAbandoned(deps, clip), jobId })
  }
  return abandoned.length
}

async function whyAbandoned({ worker }: SweepDeps, { jobId }: ClipRecord): Promise<Error> {
  const end = jobId === null ? null : await worker.describeEnd(jobId)
  if (!end) return new Error('The queue knows nothing of its job any more.')
  const tries = end.tries === 1 ? 'one try' : `${end.tries} tries`
  return new Error(`The queue gave up after ${tries}.`, { cause: end.lastError })
}

type Deletion = ReturnType<typeof countDeletions>

/** Deletes and counts. Errors, and deletions that an earlier sweep still waits for, do not stop the rest. */
function countDeletions(
  { files: store, caches: { deletions: underWay } }: Deps<'files' | 'caches'>,
  givenUp: AbortSignal | undefined,
) {
  let files = 0
  let bytes = 0
  const failures: unknown[] = []
  return {
    async delete(key: string): Promise<boolean> {
      givenUp?.throwIfAborted()
      if (underWay.has(key)) {
        failures.push(new Error('An earlier deletion of this file has not been answered by the file store.'))
        return false
      }
      underWay.add(key)
      try {
        const freed = await store.delete(key)
        if (freed !== null) files += 1
        bytes += freed ?? 0
        return true
      } catch (error) {
        failures.push(error)
        return false
      } finally {
        underWay.delete(key)
      }
    },
    throwFailures(): void {
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files could not be deleted.`)
    },
    files: () => files,
    bytes: () => bytes,
  }
}

export function clipFiles(stored: readonly StoredFile[]): StoredFile[] {
  return stored.filter(({ key }) => !key.startsWith(PREVIEW_KEY_PREFIX))
}

export function totalBytes(files: readonly StoredFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
