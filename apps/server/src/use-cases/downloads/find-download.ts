import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import type { DownloadWithClip } from './request-download.ts'

/** Finds a viewer's own download together with its clip; another viewer's does not exist for them. */
export async function findDownload(
  { database, memory }: Deps<'database' | 'memory'>,
  { id, viewer }: { id: string; viewer: ViewerRecord | null },
): Promise<Outcome<DownloadWithClip>> {
  const find = (viewerId: string) =>
    memory.downloads(`${viewerId} ${id}`, () => database.records.downloads.findWithClip(id, viewerId))
  const found = viewer && (await find(viewer.id))
  return found ? done(found) : refused('not_found')
}

/** A viewer's own downloads of one video, the newest first. */
export async function listDownloads(
  { database }: Deps<'database'>,
  { videoId, viewer }: { videoId: string; viewer: ViewerRecord | null },
): Promise<Outcome<DownloadWithClip[]>> {
  const { videos, downloads, clips } = database.records
  const video = viewer && (await videos.find(videoId, viewer.id))
  if (!video) return refused('not_found')
  const own = await downloads.listForVideo(video.id, video.viewerId)
  const withClips = await Promise.all(
    own.map(async (download) => ({ download, clip: await clips.find(download.clipId) })),
  )
  return done(withClips.filter((pair): pair is DownloadWithClip => pair.clip !== null))
}
