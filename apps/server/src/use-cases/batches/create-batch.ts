import { createHash } from 'node:crypto'
import { isPaying } from '@kerf/domain/access/viewer'
import type { ViewerRecord } from '../../ports/clips.ts'
import { expectedBytes, refusedWhenFull } from '../downloads/disk-room.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { type FoundBatch, findBatch } from './find-batch.ts'
import { type BatchItem, type JudgedItem, judgeItems } from './judge-items.ts'
import { RequestTakenError, takeBatch } from './take-batch.ts'

/**
 * A paying viewer asks for several clips in one go. Each is judged before any is taken, and then all of them are, in one
 * transaction. Asked again under the same request id, the batch that there is is the answer.
 */
export async function createBatch(
  deps: Deps<'database' | 'files' | 'clock'>,
  {
    asked,
    viewer,
  }: { asked: { items: readonly BatchItem[]; requestId?: string | undefined }; viewer: ViewerRecord | null },
): Promise<Outcome<FoundBatch>> {
  if (!viewer || !isPaying(viewer.kind)) return refused('pro_feature')
  const id = asked.requestId === undefined ? newId() : idOfRequest(viewer, asked.requestId)
  const earlier = await findBatch(deps, { id, viewer })
  if (earlier.ok) return earlier
  const judged = await judgeItems(deps.database, asked.items, viewer)
  if (!judged.ok) return judged
  const full = await refusedWhenFull(deps.files, bytesOfAll(judged.value))
  if (full) return full
  const batch = { id, viewerId: viewer.id, createdAt: deps.clock.now() }
  const taken = await takeOrGiveUp(() =>
    deps.database.transaction((records) => takeBatch(records, batch, judged.value, viewer)),
  )
  return taken.ok ? findBatch(deps, { id, viewer }) : taken
}

/**
 * The id of the batch that a request makes: the same one for the same request, without anything more to remember. It takes its
 * randomness from the viewer's id, so that no other viewer comes to the same one.
 */
function idOfRequest(viewer: ViewerRecord, requestId: string): string {
  return createHash('sha256').update(`batch ${viewer.id} ${requestId}`).digest('base64url')
}

function bytesOfAll(items: readonly JudgedItem[]): number {
  return items.reduce((sum, { video, request }) => sum + expectedBytes(video.details, request), 0)
}

/** Thrown, so that the transaction leaves nothing behind, and told as a value. */
async function takeOrGiveUp(take: () => Promise<Outcome<undefined>>): Promise<Outcome<undefined>> {
  try {
    return await take()
  } catch (error) {
    if (error instanceof RequestTakenError) return refused('busy', { retryAfterSeconds: 1 })
    throw error
  }
}
