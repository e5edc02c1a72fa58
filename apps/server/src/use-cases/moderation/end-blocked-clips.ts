import { type BlockKey, blockKeysOf } from '@kerf/domain/moderation/blocking'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { lockClips } from '../downloads/lock-clips.ts'
import { returnQuota } from '../downloads/return-quota.ts'

const IN_WORK = ['queued', 'processing'] as const

/**
 * Within a transaction that has the blocklist for itself: what waits or runs of what is blocked fails, its media processes stop
 * and its units come back; what is finished is gone. Admins read the reason. Answers the keys of files, to be deleted after the commit.
 */
export async function endBlockedClips(
  records: Records,
  blocked: readonly BlockKey[],
  end: { reason: string; at: Date },
): Promise<string[]> {
  const clips = await lockClips(records, await findClips(records, blocked))
  const fileKeys: string[] = []
  const waited: DownloadRecord[] = []
  for (const clip of clips.values()) {
    if (await fail(records, clip, IN_WORK, end)) {
      waited.push(...(await records.downloads.listForClip(clip.id)))
      if (clip.jobId) await records.cutQueue.cancel(clip.jobId)
    } else if ((await fail(records, clip, ['completed'], end)) && clip.fileKey) fileKeys.push(clip.fileKey)
  }
  await returnQuota(records, waited)
  return fileKeys
}

/** What was finished keeps the moment when it was: it counts for that day. */
function fail(
  records: Records,
  clip: ClipRecord,
  from: readonly ClipRecord['status'][],
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  return records.clips.update(clip.id, from, {
    status: 'failed',
    stage: 'done',
    etaSeconds: null,
    errorCode: 'link_blocked',
    failureCause: reason,
    endedAt: at,
    fileKey: null,
    expiresAt: null,
  })
}

async function findClips(records: Records, blocked: readonly BlockKey[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const block of blocked)
    for (const { clipId, subject } of await records.blocklist.listSuspects(block))
      if (blockKeysOf(subject).some(({ kind, key }) => kind === block.kind && key === block.key)) found.add(clipId)
  return found
}
