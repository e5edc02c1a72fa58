import type { DownloadOption, Video } from '@kerf/contract/video'
import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import { PEAKS_PER_SECOND } from '@kerf/domain/ranges/previews'

/** An open local file in the form of a video of the trim screen. Its addresses are blob URLs. */
export function deviceVideo(file: Pick<File, 'name'>, address: string, facts: MediaFacts): Video {
  const { durationSeconds, video, audio, chapters = [] } = facts
  return {
    id: DEVICE_VIDEO_ID,
    source: 'media',
    title: file.name,
    thumbnail: null,
    duration: durationSeconds,
    startTime: 0,
    endTime: durationSeconds,
    youtubeUrl: null,
    url: '',
    channel: null,
    views: null,
    publishedAt: null,
    frameRate: video?.frameRate ?? null,
    aspect: video && displayAspect(video),
    preview: address,
    filmstrip: null,
    waveform: audio && { peaksPerSecond: PEAKS_PER_SECOND, address: '' },
    captions: [],
    chapters,
    audioTracks: [],
    options: [
      ...(video ? [optionOf('video', true, Math.min(video.width, video.height))] : []),
      optionOf('audio', audio !== null, null),
    ],
  }
}

const DEVICE_VIDEO_ID = 'device'

function displayAspect({ width, height, rotation }: NonNullable<MediaFacts['video']>): number {
  return rotation % 180 === 0 ? width / height : height / width
}

/** Option by which the trim screen knows whether the file has video or audio. */
const optionOf = (kind: 'video' | 'audio', isThere: boolean, height: number | null): DownloadOption => ({
  quality: kind === 'video' ? '1080p' : 'audio',
  label: '',
  height,
  format: kind === 'video' ? 'mp4' : 'mp3',
  approxSize: null,
  bitrate: null,
  codec: '',
  isPro: false,
  access: isThere ? 'allowed' : 'unavailable',
})
