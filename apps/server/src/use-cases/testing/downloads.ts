import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { type DownloadWithClip, requestDownload } from '../downloads/request-download.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { newId } from '../shared/new-id.ts'
import { ADDRESS, accepted, type Workbench } from './workbench.ts'

/** Asks for this video in 360p, unless told otherwise. */
export const askFor = (
  bench: Workbench,
  { id: videoId }: VideoRecord,
  viewer: ViewerRecord,
  asked: Partial<Parameters<typeof requestDownload>[1]['asked']> = {},
) => requestDownload(bench, { videoId, asked: { quality: '360p', ...asked }, viewer, address: ADDRESS })

/** A download that waits, of a new video or of this one. */
export async function requestedDownload(
  bench: Workbench,
  viewer: ViewerRecord,
  video?: VideoRecord,
): Promise<DownloadWithClip & { video: VideoRecord }> {
  const wanted = video ?? (await bench.video(viewer))
  return { ...accepted(await askFor(bench, wanted, viewer)), video: wanted }
}

/** A download whose clip is finished and has a file. */
export async function finishedDownload(bench: Workbench, viewer: ViewerRecord, video?: VideoRecord) {
  const request = await requestedDownload(bench, viewer, video)
  await runCutJob(bench, { clipId: request.clip.id, signal: new AbortController().signal })
  return request
}

/** The same video, processed by somebody else: their requests are the same. */
export async function sameVideo(bench: Workbench, video: VideoRecord, viewer: ViewerRecord): Promise<VideoRecord> {
  const same = { ...video, id: newId(), viewerId: viewer.id }
  await bench.database.records.videos.insert(same)
  return same
}
