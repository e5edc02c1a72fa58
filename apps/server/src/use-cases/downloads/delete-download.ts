import type { ClipRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { stopUnwantedWork } from './cancel-download.ts'
import { returnQuota } from './return-quota.ts'

/** Delete now: the download is gone for its viewer at once, and the file with it unless another viewer still wants it. */
export async function deleteDownload(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, viewer }: { id: string; viewer: ViewerRecord },
): Promise<Outcome<undefined>> {
  const fileKey = await deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const download = await records.downloads.find(id, viewer.id)
    const clip = download && (await records.clips.lock(download.clipId))
    if (!download || !clip) return undefined
    const deletedAt = deps.clock.now()
    await records.downloads.update(download.id, { deletedAt })
    if (clip.status === 'queued' || clip.status === 'processing') await returnQuota(records, [download])
    return dropUnwantedClip(records, clip, deletedAt)
  })
  if (fileKey === undefined) return refused('not_found')
  // After the commit: a crash in between leaves a file that the database does not know, which the sweep deletes.
  if (fileKey !== null) await deps.files.delete(fileKey)
  return done(undefined)
}

/** Stops or ends a locked clip if nobody wants it any more; answers the key of a file that is to be deleted after the commit. */
export async function dropUnwantedClip(records: Records, clip: ClipRecord, at: Date): Promise<string | null> {
  await stopUnwantedWork(records, clip, at)
  const wanted = await records.downloads.listForClip(clip.id)
  if (wanted.length > 0) return null
  const ended = await records.clips.update(clip.id, ['completed'], { status: 'expired', fileKey: null })
  return ended ? clip.fileKey : null
}
