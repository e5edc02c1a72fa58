import type { ErrorCode } from '@kerf/domain/error-codes'
import type { Database } from '../../ports.ts'
import { returnQuota } from '../return-quota.ts'

/** Ends a clip without a file and gives everybody who waited for it their unit back. */
export function failClip(database: Database, clipId: string, errorCode: ErrorCode): Promise<void> {
  return database.transaction(async (records) => {
    const failed = await records.clips.update(clipId, ['queued', 'processing'], {
      status: 'failed',
      stage: 'done',
      etaSeconds: null,
      errorCode,
      fileKey: null,
    })
    if (!failed) return
    await returnQuota(records, await records.downloads.listForClip(clipId))
  })
}
