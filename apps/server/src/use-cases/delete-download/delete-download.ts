import type { Clock, Database, FileStore, ViewerRecord } from '../../ports.ts'
import { stopUnwantedWork } from '../cancel-download/cancel-download.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { returnQuota } from '../return-quota.ts'

/** Delete now: the download is gone for its viewer at once, and the file with it unless another viewer still wants it. */
export function deleteDownload(deps: { database: Database; files: FileStore; clock: Clock }) {
  return async (id: string, viewer: ViewerRecord): Promise<Outcome<undefined>> => {
    const fileKey = await deps.database.transaction(async (records) => {
      await records.quota.lock(viewer.id)
      const download = await records.downloads.find(id, viewer.id)
      const clip = download && (await records.clips.find(download.clipId))
      if (!download || !clip) return undefined
      await records.downloads.update(download.id, { deletedAt: deps.clock.now() })
      if (clip.status === 'queued' || clip.status === 'processing') await returnQuota(records, download)
      await stopUnwantedWork(records, clip.id, clip.jobId)
      const wanted = await records.downloads.listForClip(clip.id)
      if (
        wanted.length > 0 ||
        !(await records.clips.update(clip.id, ['completed'], { status: 'expired', fileKey: null }))
      )
        return null
      return clip.fileKey
    })
    if (fileKey === undefined) return refused('not_found')
    // After the commit: a crash in between leaves a file that the database does not know, which the sweep deletes.
    if (fileKey !== null) await deps.files.delete(fileKey)
    return done(undefined)
  }
}
