import type { Download } from '@kerf/contract/download'
import type { DownloadOption } from '@kerf/contract/video'

/** Example download for tests. */
export function exampleDownload(parts: Partial<Download> = {}): Download {
  return {
    id: 'download-1-of-a-test-xx',
    videoId: 'video-1-of-a-test-xxxxx',
    status: 'processing',
    quality: '360p',
    format: 'mp4',
    startTime: 10,
    endTime: 20,
    ranges: null,
    progress: 0,
    stage: 'waiting',
    etaSeconds: null,
    position: null,
    fileName: 'kerf_360p.mp4',
    fileSize: null,
    expiresAt: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    audioTrack: null,
    subtitles: null,
    receipt: null,
    ...parts,
  }
}

export function exampleOption(parts: Partial<DownloadOption> = {}): DownloadOption {
  return {
    quality: '360p',
    label: '360p',
    height: 360,
    format: 'mp4',
    approxSize: 600_000,
    bitrate: 480_000,
    codec: 'H.264',
    isPro: false,
    access: 'allowed',
    ...parts,
  }
}
