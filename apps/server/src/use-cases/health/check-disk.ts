import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { FileStore } from '../../ports/files.ts'
import type { AdminChecks } from './admin-checks.ts'
import { FULL_DISK_BYTES, LOW_DISK_BYTES } from './disk-levels.ts'

/** The disk of the data directory: clips, the database and letters are all on it. */
export async function checkDisk(files: Pick<FileStore, 'diskSpace'>): Promise<AdminChecks['disk']> {
  const space = await files.diskSpace().catch(() => null)
  if (!space)
    return {
      ...failing(say('disk_unreadable')),
      freeBytes: null,
      totalBytes: null,
    }
  return { ...judge(space.freeBytes), ...space }
}

function judge(freeBytes: number) {
  if (freeBytes < FULL_DISK_BYTES) return failing(say('disk_full'), say('disk_advice'))
  if (freeBytes < LOW_DISK_BYTES) return degraded(say('disk_low'), say('disk_advice'))
  return ok(say('disk_ok'))
}
