import type { CleanupReport, StorageUsage } from '@kerf/contract/admin-settings'
import { MAX_LISTED_CLIPS } from '@kerf/domain/site/site-settings'
import type { Database } from '../../ports/database.ts'
import type { StoredFile } from '../../ports/files.ts'
import { clipFiles, totalBytes } from '../downloads/files/expire-clips.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'

export async function reportStorage({ database, files }: Deps<'database' | 'files'>): Promise<StorageUsage> {
  const [storedFiles, scratchBytes, databaseBytes, freeBytes] = await Promise.all([
    files.list(),
    files.scratchBytes(),
    database.sizeBytes().catch(() => null),
    files.freeBytes().catch(() => null),
  ])
  const clips = clipFiles(storedFiles)
  const clipBytes = totalBytes(clips)
  const previewBytes = totalBytes(storedFiles) - clipBytes
  const oldestClip = clips.reduce<StoredFile | null>((a, b) => (a && a.modifiedAt <= b.modifiedAt ? a : b), null)
  return {
    usedBytes: clipBytes + previewBytes + scratchBytes + (databaseBytes ?? 0),
    clipBytes,
    filmBytes: previewBytes,
    scratchBytes,
    databaseBytes,
    freeBytes,
    clips: clips.length,
    largest: await describeLargest(database, clips),
    oldestClipAt: oldestClip?.modifiedAt.toISOString() ?? null,
  }
}

async function describeLargest({ records }: Database, clips: StoredFile[]): Promise<StorageUsage['largest']> {
  const largestFiles = clips.toSorted((a, b) => b.sizeBytes - a.sizeBytes).slice(0, MAX_LISTED_CLIPS)
  const clipsByKey = await records.clips.describeFiles(largestFiles.map(({ key }) => key))
  return largestFiles.flatMap(({ key, sizeBytes }) => {
    const clip = clipsByKey.get(key)
    return clip ? [{ ...clip, sizeBytes }] : []
  })
}

/** Runs a sweep at once and reports what it deleted. */
export async function cleanUp(
  { database, clock, sweepNow }: Deps<'database' | 'clock' | 'sweepNow'>,
  by: string,
): Promise<CleanupReport> {
  const { deletedFiles, freedBytes } = await sweepNow()
  const details = `${deletedFiles} files deleted, ${freedBytes} bytes freed`
  await database.transaction((records) => noteAction(records, { by, at: clock.now(), action: 'cleanup_run', details }))
  return { deletedFiles, freedBytes }
}
