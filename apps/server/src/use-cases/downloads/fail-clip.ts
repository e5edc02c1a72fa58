import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { Deps } from '../shared/deps.ts'
import { returnQuota } from './quota.ts'

interface FailedClip {
  clipId: string
  errorCode: ErrorCode
  cause?: unknown
  fileKey?: string
}

/** Returns everybody's unit. `cause` is for admins, without secrets. With a file key, only that try may fail it. */
export function failClip(
  { database, clock }: Deps<'database' | 'clock'>,
  { clipId, errorCode, cause = null, fileKey }: FailedClip,
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
