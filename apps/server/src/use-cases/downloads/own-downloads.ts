import type { OwnDownload } from '@kerf/contract/user'
import type { DownloadRecord, VideoRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { describeDownload } from './describe-download.ts'
import type { DownloadWithClip } from './request-download.ts'

/** A download with all that it hangs on. */
export interface WholeDownload extends DownloadWithClip {
  video: VideoRecord
}

/** In the same order. */
export async function findWhole(
  { clips, videos }: Pick<Records, 'clips' | 'videos'>,
  downloads: readonly DownloadRecord[],
): Promise<WholeDownload[]> {
  const clipOf = await clips.findMany([...new Set(downloads.map(({ clipId }) => clipId))])
  const videoOf = await videos.findMany([...new Set(downloads.map(({ videoId }) => videoId))])
  return downloads.flatMap((download) => {
    const [clip, video] = [clipOf.get(download.clipId), videoOf.get(download.videoId)]
    return clip && video ? [{ download, clip, video }] : []
  })
}

/** A download as it stands in a list that runs across videos. */
export async function describeOwnDownload(
  deps: Deps<'database' | 'clock' | 'memory'>,
  { download, clip, video }: WholeDownload,
): Promise<OwnDownload> {
  const described = await describeDownload(deps, { download, clip })
  return { ...described, title: video.details.title, url: video.link }
}
