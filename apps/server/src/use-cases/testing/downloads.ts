import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { type DownloadWithClip, requestDownload } from '../downloads/request-download.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { newId } from '../shared/new-id.ts'
import { PRIVATE_IP_ADDRESS, unwrap, type Workbench } from './workbench.ts'

/** Requests a download of this video, in 360p by default. */
export const requestDownloadOf = (
  bench: Workbench,
  { id: videoId }: VideoRecord,
  viewer: ViewerRecord,
  body: Partial<Parameters<typeof requestDownload>[1]['body']> = {},
) => requestDownload(bench, { videoId, body: { quality: '360p', ...body }, viewer, ipAddress: PRIVATE_IP_ADDRESS })

/** Requests a download of the given video, or of a new one. */
export async function createDownload(
  bench: Workbench,
  viewer: ViewerRecord,
  existingVideo?: VideoRecord,
): Promise<DownloadWithClip & { video: VideoRecord }> {
  const video = existingVideo ?? (await bench.video(viewer))
  return { ...unwrap(await requestDownloadOf(bench, video, viewer)), video }
}

/** Requests a download and cuts its clip. */
export async function createFinishedDownload(bench: Workbench, viewer: ViewerRecord, video?: VideoRecord) {
  const request = await createDownload(bench, viewer, video)
  await runCutJob(bench, { clipId: request.clip.id, signal: new AbortController().signal })
  return request
}

/** The same video, processed by another viewer, so that requests of both share clips. */
export async function copyVideo(bench: Workbench, video: VideoRecord, viewer: ViewerRecord): Promise<VideoRecord> {
  const copy = { ...video, id: newId(), viewerId: viewer.id }
  await bench.database.records.videos.insert(copy)
  return copy
}
