import type { DownloadOption, Sizes, Transcript, Video } from '@kerf/contract/video'
import type { CaptionsChoice } from '@kerf/domain/captions/transcript'
import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'

export const SAMPLE_TITLE = 'One day outside, in six shots'
/** Length of the sample. */
export const SAMPLE_SECONDS = 60
const FREE_QUALITIES: readonly string[] = ['360p', 'audio']

/** The sample as the server describes it to a viewer with these rights. */
export function exampleVideo(viewer: 'anonymous' | 'free' | 'pro', changes: Partial<Video> = {}): Video {
  const lockedAccess = viewer === 'anonymous' ? 'sign_up' : 'upgrade'
  const options = QUALITY_IDS.map((quality): DownloadOption => {
    const { label, height, format, codec, typicalBitrate } = QUALITIES[quality]
    const isFree = FREE_QUALITIES.includes(quality)
    return {
      quality,
      label,
      height,
      format,
      approxSize: (typicalBitrate * SAMPLE_SECONDS) / 8,
      bitrate: typicalBitrate,
      codec,
      isPro: !isFree,
      access: quality === '2160p' ? 'unavailable' : isFree || viewer === 'pro' ? 'allowed' : lockedAccess,
    }
  })
  return {
    id: 'video'.padEnd(22, 'A'),
    source: 'sample',
    title: SAMPLE_TITLE,
    thumbnail: null,
    duration: SAMPLE_SECONDS,
    startTime: 0,
    endTime: SAMPLE_SECONDS,
    youtubeUrl: null,
    url: 'kerf:sample',
    channel: 'Kerf',
    views: null,
    publishedAt: null,
    frameRate: 30,
    animationSources: [{ upToWidth: 1920, frameRate: 30 }],
    aspect: 16 / 9,
    preview: null,
    filmstrip: null,
    waveform: null,
    captions: [],
    chapters: [],
    audioTracks: [],
    options,
    ...changes,
  }
}

/** Data for the estimates of a video with a keyframe every two seconds. */
export function exampleSizes({ duration, options }: Pick<Video, 'duration' | 'options'>): Sizes {
  const secondsPerPiece = 2
  const pieces = Math.ceil(duration / secondsPerPiece)
  return {
    secondsPerPiece,
    frameBytes: Array(pieces).fill(100_000),
    keySeconds: Array.from({ length: pieces }, (_, index) => index * secondsPerPiece),
    keyBytes: Array(pieces).fill(20_000),
    options: options.map(({ quality, format, bitrate }) => ({
      quality,
      format,
      videoShare: 0,
      isReencoded: false,
      headShare: 0,
      headBytes: 0,
      bytesPerSecond: (bitrate ?? 0) / 8,
      baseBytes: 0,
    })),
  }
}

export const ENGLISH_CAPTIONS: CaptionsChoice = { id: 'en', language: 'en', label: 'English', isAutomatic: false }
export const AUTOMATIC_CAPTIONS: CaptionsChoice = {
  id: 'en-auto',
  language: 'en',
  label: 'English (automatic)',
  isAutomatic: true,
}
export const DUBBED_TRACKS: Video['audioTracks'] = [
  { id: 'en', language: 'en', label: 'English', isOriginal: true },
  { id: 'de', language: 'de', label: 'Deutsch', isOriginal: false },
]

/** A transcript in which each sentence is a cue of `secondsEach` seconds. */
export function transcriptOf(sentences: readonly string[], secondsEach: number): Transcript {
  const cues = sentences.map((text, index) => ({
    startTime: index * secondsEach,
    endTime: (index + 1) * secondsEach,
    text,
  }))
  return { language: 'en', cues }
}
