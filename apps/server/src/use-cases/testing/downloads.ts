import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { type DownloadWithClip, requestDownload } from '../downloads/request-download.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { newId } from '../shared/new-id.ts'
import { PRIVATE_IP_ADDRESS, type TestBackend, unwrap } from './test-backend.ts'

/** Requests a download of this video, in 360p by default. */
export const requestDownloadOf = (
  backend: TestBackend,
  { id: videoId }: VideoRecord,
  viewer: ViewerRecord,
  body: Partial<Parameters<typeof requestDownload>[1]['body']> = {},
) => requestDownload(backend, { videoId, body: { quality: '360p', ...body }, viewer, ipAddress: PRIVATE_IP_ADDRESS })

/** Requests a download of the given video, or of a new one. */
export async function createDownload(
  backend: TestBackend,
  viewer: ViewerRecord,
  existingVideo?: VideoRecord,
): Promise<DownloadWithClip & { video: VideoRecord }> {
  const video = existingVideo ?? (await backend.video(viewer))
  return { ...unwrap(await requestDownloadOf(backend, video, viewer)), video }
}

/** Requests a download and cuts its clip. */
export async function createFinishedDownload(backend: TestBackend, viewer: ViewerRecord, video?: VideoRecord) {
  const request = await createDownload(backend, viewer, video)
  await runCutJob(backend, { clipId: request.clip.id, signal: new AbortController().signal })
  return request
}

/** The same video, processed by another viewer, so that requests of both share clips. */
export async function copyVideo(backend: TestBackend, video: VideoRecord, viewer: ViewerRecord): Promise<VideoRecord> {
  const copy = { ...video, id: newId(), viewerId: viewer.id }
  await backend.database.records.videos.insert(copy)
  return copy
}
