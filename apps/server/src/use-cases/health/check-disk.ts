import type { AdminHealth } from '@kerf/contract/admin-settings'
import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { FileStore } from '../../ports/files.ts'

/** Below this the operator should make room: a single long 4K clip is of this size. */
export const LOW_DISK_BYTES = 2 * 1024 ** 3
/** Below this new downloads are refused. */
export const FULL_DISK_BYTES = 256 * 1024 ** 2

/** The disk of the data directory: clips, the database and emails are all on it. */
export async function checkDisk(files: Pick<FileStore, 'diskSpace'>): Promise<AdminHealth['checks']['disk']> {
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
