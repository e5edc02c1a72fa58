import type { OwnDownload } from '@kerf/contract/user'
import type { DownloadRecord, VideoRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
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
export function describeOwnDownload(deps: { database: Database; clock: Clock }) {
  const describe = describeDownload(deps)
  return async ({ download, clip, video }: WholeDownload): Promise<OwnDownload> => ({
    ...(await describe({ download, clip })),
    title: video.details.title,
    url: video.link,
  })
}
