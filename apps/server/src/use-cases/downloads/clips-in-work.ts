import { MAX_CLIPS_IN_WORK } from '@kerf/domain/plans/quota'
import type { Records } from '../../ports/database.ts'
import { type Refused, refused } from '../outcome.ts'

const RETRY_SECONDS = 60

/** Within a transaction that holds the viewer's count: the refusal when so many more would be too many at a time. */
export async function refusedWhenTooManyInWork(
  records: Records,
  viewerId: string,
  more: number,
): Promise<Refused | null> {
  if ((await records.downloads.countInWork(viewerId)) + more <= MAX_CLIPS_IN_WORK) return null
  return refused('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
}
