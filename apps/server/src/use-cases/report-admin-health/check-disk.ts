import type { FileStore } from '../../ports.ts'
import { FULL_DISK_BYTES, LOW_DISK_BYTES } from '../report-health/disk-levels.ts'
import { type AdminChecks, degraded, failing, ok } from './admin-checks.ts'

/** The disk of the data directory: clips, the database and letters are all on it. */
export async function checkDisk(files: Pick<FileStore, 'diskSpace'>): Promise<AdminChecks['disk']> {
  const space = await files.diskSpace().catch(() => null)
  if (!space)
    return {
      ...failing('The data directory cannot be read. Check that DATA_DIR is there and belongs to whoever runs Kerf.'),
      freeBytes: null,
      totalBytes: null,
    }
  return { ...judge(space.freeBytes), ...space }
}

function judge(freeBytes: number) {
  const advice = 'Run the cleanup, shorten the retention in the settings, or move DATA_DIR to a larger disk.'
  if (freeBytes < FULL_DISK_BYTES) return failing(`The disk is full: new downloads are refused. ${advice}`)
  if (freeBytes < LOW_DISK_BYTES) return degraded(`Less than 2 GB are free. ${advice}`)
  return ok('There is room on the disk.')
}
