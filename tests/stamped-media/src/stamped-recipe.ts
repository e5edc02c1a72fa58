import type { StampedAudioCodec, StampedChannels } from './audio/encode-audio.ts'

/** A subtitle track. */
export interface StampedText {
  codec: 'mov_text' | 'subrip' | 'webvtt'
  /** ISO 639-2. */
  language: string
  title?: string
  cues: readonly { startTime: number; endTime: number; text: string }[]
}

/**
 * Recipe of a stamped file. Frame n has the number n and the time n / frameRate seconds, unless `shownAt` changes it.
 */
export interface StampedRecipe {
  width: number
  height: number
  /** Frames per second as a fraction, e.g. [30, 1] or [30000, 1001]. */
  frameRate: readonly [number, number]
  frames: number
  /** Times of the frames, as multiples of the frame duration: [0, 1, 2, 90]. Absent: one after the other. */
  shownAt?: readonly number[]
  /** Exact distance between keyframes. */
  gopFrames: number
  bFrames: number
  /** null: audio only. */
  video: 'h264' | 'vp8' | 'vp9' | 'hevc' | 'av1' | null
  /** Pixel format of the file. Default 8-bit 4:2:0, in which frames are painted. gbrp: grey, and VP9 only. */
  pixelFormat?: 'yuv420p' | 'yuv420p10' | 'yuv422p' | 'gbrp'
  /** Signals full range (black 0, white 255). The pixels themselves do not change. */
  isFullRange?: boolean
  /** Signals HDR with PQ or HLG and the colours of BT.2020. Absent: BT.709. */
  hdr?: 'pq' | 'hlg'
  /** Further x264 parameters in the syntax of its command line: 'aud=1:slices=2'. */
  x264?: string
  /** x264 profile; default 'high'. */
  profile?: 'baseline' | 'main' | 'high'
  /** x264's open-gop: keyframes after the first are recovery points instead of IDR frames. */
  openGop?: boolean
  videoBitrate?: number
  /** Minimum bytes of an H.264 frame. Ignored SEI messages fill small frames, which are fast to encode. */
  frameBytes?: { key: number; other: number }
  audio: StampedAudioCodec | null
  /** Default 44100, for opus 48000. */
  sampleRate?: number
  /** Default 2. */
  channels?: StampedChannels
  /** Adds a quiet tone to each channel (`channelTones`), to detect lost and swapped channels. */
  hasTones?: boolean
  /** Audio with silence between sentences (`SPEECH`). Its stamps encode the video's time plus `aheadSeconds`. */
  speech?: { aheadSeconds: number }
  /** Start and end of the audio if they differ from the video's. Its stamps still encode the video's time. */
  audioFromSeconds?: number
  audioToSeconds?: number
  /** Default 128000. */
  audioBitrate?: number
  /** Language of the audio, ISO 639-2. */
  audioLanguage?: string
  /** A second audio track in the same codec. Its stamps encode a time that is later by `laterSeconds`. */
  otherAudio?: { laterSeconds: number; language: string; title?: string }
  texts?: readonly StampedText[]
  /**
   * plain: one MP4, moov first. moov-last: the same with moov at the end. mov: a QuickTime file, moov at the end.
   * fragmented: one fragmented MP4 without sidx. dash-pair: video-only and audio-only fragmented MP4, each with a
   * global sidx. webm: WebM (Matroska if the codec needs it) with cues first. ts: an MPEG transport stream. wav, flac,
   * ogg, mp3, mp2, adts: audio only, in a suitable codec. hls, hls-mp4: a playlist with one segment for each GOP, in a
   * directory of its own; segments are transport streams or fragmented MP4.
   */
  layout:
    | 'plain'
    | 'moov-last'
    | 'mov'
    | 'wav'
    | 'flac'
    | 'ogg'
    | 'mp3'
    | 'mp2'
    | 'adts'
    | 'fragmented'
    | 'dash-pair'
    | 'webm'
    | 'ts'
    | 'hls'
    | 'hls-mp4'
  /** More options for the muxer, e.g. `live: '1'` for a Matroska without cues and sizes. */
  muxerOptions?: Readonly<Record<string, string>>
  /** Length of fragments in seconds. Default: one GOP for video, 5 s for audio only. */
  fragmentSeconds?: number
  /** Moving texture, so that sizes are realistic; default true. */
  texture?: boolean
}

/** A recipe that is fast to encode. `changes` has the properties that a test needs. */
export function smallRecipe(changes: Partial<StampedRecipe> = {}): StampedRecipe {
  return {
    width: 384,
    height: 216,
    frameRate: [30, 1],
    frames: 180,
    gopFrames: 50,
    bFrames: 2,
    video: 'h264',
    audio: 'aac',
    layout: 'plain',
    ...changes,
  }
}

/** Duration of a recipe's frames. The audio has the same duration, to the sample. */
export function durationSeconds(recipe: Pick<StampedRecipe, 'frames' | 'frameRate'>): number {
  const [numerator, denominator] = recipe.frameRate
  return (recipe.frames * denominator) / numerator
}
