import { randomUUID } from 'node:crypto'
import type { ClipRecord, ClipRequest, DownloadRecord, VideoRecord } from '../../../ports/clips.ts'
import type { ResolvedVideo } from '../../../ports/sources.ts'

export const NOON = new Date('2026-11-20T12:00:00.000Z')

export function minutesAfterNoon(minutes: number): Date {
  return new Date(NOON.getTime() + minutes * 60_000)
}

export function sampleResolvedVideo(title = 'A video'): ResolvedVideo {
  return {
    title,
    durationSeconds: 600.04,
    thumbnailAddress: null,
    channel: 'A channel',
    views: 12,
    publishedAt: '2026-01-02',
    renditions: [],
    filmstrip: null,
    addressesExpireAt: null,
  }
}

export function sampleVideo(change: Partial<VideoRecord> = {}): VideoRecord {
  return {
    id: randomUUID(),
    viewerId: 'anna',
    source: 'youtube',
    reference: 'aaaaaaaaaaa',
    link: 'https://youtu.be/aaaaaaaaaaa',
    trim: { startTime: 1.234, endTime: 61.001 },
    details: {
      title: 'A video',
      durationSeconds: 600.04,
      channel: 'A channel',
      views: 12,
      publishedAt: '2026-01-02',
      hasThumbnail: false,
      renditions: [],
      filmstrip: null,
      waveform: null,
    },
    createdAt: NOON,
    ...change,
  }
}

/** Returns a request that no other test uses. */
export function sampleRequest(change: Partial<ClipRequest> = {}): ClipRequest {
  return {
    source: 'youtube',
    reference: randomUUID(),
    ranges: [{ startTime: 1.234, endTime: 61.001 }],
    quality: '720p',
    format: 'mp4',
    options: {},
    ...change,
  }
}

export function sampleClip(change: Partial<ClipRecord> = {}): ClipRecord {
  return {
    ...sampleRequest(),
    id: randomUUID(),
    jobId: null,
    status: 'queued',
    stage: 'waiting',
    progress: 0,
    etaSeconds: null,
    errorCode: null,
    failureCause: null,
    queueClass: 'ordinary',
    fileKey: null,
    sizeBytes: null,
    receipt: null,
    createdAt: NOON,
    startedAt: null,
    finishedAt: null,
    endedAt: null,
    expiresAt: null,
    ...change,
  }
}

export function sampleDownload(change: Pick<DownloadRecord, 'videoId' | 'clipId'> & Partial<DownloadRecord>) {
  const download: DownloadRecord = {
    id: randomUUID(),
    viewerId: 'anna',
    quality: '720p',
    format: 'mp4',
    subtitles: null,
    quotaDay: '2026-11-20',
    quotaMonth: '2026-11',
    quotaAddress: null,
    batch: null,
    cancelledAt: null,
    deletedAt: null,
    createdAt: NOON,
    ...change,
  }
  return download
}
