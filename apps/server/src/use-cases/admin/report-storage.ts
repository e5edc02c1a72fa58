import type { StorageUsage } from '@kerf/contract/admin-settings'
import { LARGEST_CLIPS_SHOWN } from '@kerf/domain/site-settings'
import type { Database } from '../../ports/database.ts'
import { FILM_KEY_PREFIX, type FileStore, type StoredFile } from '../../ports/files.ts'

/** What takes up room, as the disk and the database themselves say. */
export function reportStorage({ database, files }: { database: Database; files: FileStore }) {
  return async (): Promise<StorageUsage> => {
    const [stored, scratchBytes, databaseBytes, freeBytes] = await Promise.all([
      files.list(),
      files.scratchBytes(),
      database.sizeBytes().catch(() => null),
      files.freeBytes().catch(() => null),
    ])
    const clips = clipFiles(stored)
    const clipBytes = totalBytes(clips)
    const filmBytes = totalBytes(stored) - clipBytes
    const oldest = clips.reduce<StoredFile | null>((a, b) => (a && a.modifiedAt <= b.modifiedAt ? a : b), null)
    return {
      usedBytes: clipBytes + filmBytes + scratchBytes + (databaseBytes ?? 0),
      clipBytes,
      filmBytes,
      scratchBytes,
      databaseBytes,
      freeBytes,
      clips: clips.length,
      largest: await describeLargest(clips),
      oldestClipAt: oldest?.modifiedAt.toISOString() ?? null,
    }
  }

  async function describeLargest(clips: StoredFile[]): Promise<StorageUsage['largest']> {
    const largest = clips.toSorted((a, b) => b.sizeBytes - a.sizeBytes).slice(0, LARGEST_CLIPS_SHOWN)
    const known = await database.records.clips.describeFiles(largest.map(({ key }) => key))
    return largest.flatMap(({ key, sizeBytes }) => {
      const clip = known.get(key)
      return clip ? [{ ...clip, sizeBytes }] : []
    })
  }
}

/** Finished clips, without what was only read for those who look at them. */
export function clipFiles(stored: readonly StoredFile[]): StoredFile[] {
  return stored.filter(({ key }) => !key.startsWith(FILM_KEY_PREFIX))
}

export function totalBytes(files: readonly StoredFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
