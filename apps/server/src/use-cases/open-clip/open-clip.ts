import { type ClipContainer, clipContainer } from '@kerf/domain/clip-format'
import { clipFileName } from '@kerf/domain/file-name'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { FileStore } from '../../ports/files.ts'
import { isBlocked, subjectOf } from '../blocking/is-blocked.ts'
import { downloadStatus, findDownload } from '../describe-download/describe-download.ts'
import { done, type Outcome, refused } from '../outcome.ts'

export interface OpenedClip {
  sizeBytes: number
  container: ClipContainer
  fileName: string
  etag: string
  open(range: { start: number; end: number }): Promise<NodeJS.ReadableStream | null>
}

/** The file of a viewer's finished download, while it lives. */
export function openClip(deps: { database: Database; files: FileStore; clock: Clock }) {
  const { records } = deps.database
  const find = findDownload(deps)
  return async (id: string, viewer: ViewerRecord | null): Promise<Outcome<OpenedClip>> => {
    const found = viewer ? await find(id, viewer) : refused('not_found')
    if (!found.ok) return found
    const { download, clip } = found.value
    const status = downloadStatus(download, clip, deps.clock.now())
    if (status === 'processing') return refused('not_ready')
    if (status === 'expired') return refused('expired')
    if (status === 'cancelled') return refused('cancelled')
    if (status === 'failed' && clip.errorCode === 'link_blocked') return refused('link_blocked')
    if (status === 'failed' || clip.fileKey === null) return refused('cut_failed')
    const video = (await records.videos.findMany([download.videoId])).get(download.videoId)
    if (!video) return refused('not_found')
    if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
    const file = await deps.files.stat(clip.fileKey)
    // The database says it is there and the disk says it is not: to the viewer that is a clip past its time.
    if (!file) return refused('expired')
    const key = clip.fileKey
    return done({
      sizeBytes: file.sizeBytes,
      container: clipContainer(clip.format, clip.receipt?.container),
      fileName: clipFileName({ ...clip, container: clip.receipt?.container }),
      etag: clip.id,
      open: (range) => deps.files.read(key, range),
    })
  }
}
