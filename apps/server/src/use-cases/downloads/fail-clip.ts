import type { ErrorCode } from '@kerf/domain/error-codes'
import { failureCause } from '@kerf/domain/jobs/failure-cause'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { returnQuota } from './return-quota.ts'

/**
 * Ends a clip without a file and gives everybody who waited for it their unit back. `cause` is told to admins, without secrets.
 * With a file key, only the try that has it may say so.
 */
export function failClip(
  { database, clock }: { database: Database; clock: Clock },
  clipId: string,
  errorCode: ErrorCode,
  cause: unknown = null,
  fileKey?: string,
): Promise<void> {
  return database.transaction(async (records) => {
    const end = {
      status: 'failed',
      stage: 'done',
      etaSeconds: null,
      errorCode,
      failureCause: failureCause(cause) || null,
      fileKey: null,
      endedAt: clock.now(),
    } as const
    const failed = await records.clips.update(clipId, ['queued', 'processing'], end, fileKey)
    if (!failed) return
    await returnQuota(records, await records.downloads.listForClip(clipId))
  })
}
