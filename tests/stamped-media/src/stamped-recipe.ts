import type { StampedAudioCodec, StampedChannels } from './audio/encode-audio.ts'

/** Text that is shown beside the frames. */
export interface StampedText {
  codec: 'mov_text' | 'subrip' | 'webvtt'
  /** ISO 639-2. */
  language: string
  title?: string
  cues: readonly { startTime: number; endTime: number; text: string }[]
}

/** What a stamped file is made of. Frame n of it carries the number n and is shown at n / frameRate seconds, unless `shownAt` says when. */
export interface StampedRecipe {
  width: number
  height: number
  /** Frames a second as a fraction, e.g. [30, 1] or [30000, 1001]. */
  frameRate: readonly [number, number]
  frames: number
  /** When each frame is shown, in frames of the rate, where some stand for longer: [0, 1, 2, 90]. Absent: one after the other. */
  shownAt?: readonly number[]
  /** Fixed distance between keyframes; there are no scene cuts. */
  gopFrames: number
  bFrames: number
  /** null: audio only. */
  video: 'h264' | 'vp8' | 'vp9' | 'hevc' | 'av1' | null
  /** Frames are painted in 8-bit 4:2:0, the default, and stored so. gbrp: grey, and VP9 only. */
  pixelFormat?: 'yuv420p' | 'yuv420p10' | 'yuv422p' | 'gbrp'
  /** Frames say that black is 0 and white is 255. They are painted as always. */
  isFullRange?: boolean
  /** HDR: the frames say that they are PQ or HLG in the colours of BT.2020. Absent: BT.709. */
  hdr?: 'pq' | 'hlg'
  /** Further parameters for x264, as its command line spells them: 'aud=1:slices=2'. */
  x264?: string
  /** x264 profile; default 'high'. */
  profile?: 'baseline' | 'main' | 'high'
  /** x264's open-gop: keyframes after the first are recovery points instead of IDR frames. */
  openGop?: boolean
  videoBitrate?: number
  /** The least size of H.264 frames, reached with ignored SEI messages: small frames, which are quick to make, get the size of large ones. */
  frameBytes?: { key: number; other: number }
  audio: StampedAudioCodec | null
  /** Default 44100, for opus 48000. */
  sampleRate?: number
  /** Default 2. */
  channels?: StampedChannels
  /** Every channel also holds a quiet tone of its own (`channelTones`), so that none can be lost or swapped unnoticed. */
  hasTones?: boolean
  /** Audio with silence between sentences (`SPEECH`), that tells its time plus so many seconds. */
  speech?: { aheadSeconds: number }
  /** When the audio begins and ends, if not with the frames; its stamps still tell the video's time. */
  audioFromSeconds?: number
  audioToSeconds?: number
  /** Default 128000. */
  audioBitrate?: number
  /** ISO 639-2, of the audio. */
  audioLanguage?: string
  /** A second audio track in the same codec, whose stamps tell a time that is so much later. */
  otherAudio?: { laterSeconds: number; language: string; title?: string }
  texts?: readonly StampedText[]
  /**
   * plain: one MP4, moov first. moov-last: the same with moov at the end. mov: a QuickTime video, moov at the end. fragmented: one fragmented MP4 without sidx.
   * dash-pair: video-only and audio-only fragmented MP4, each with a global sidx. webm: WebM (Matroska where the codec
   * asks for it) with cues in front. ts: an MPEG transport stream. wav, flac, ogg, mp3, adts: audio alone, of a codec that suits the file. hls, hls-mp4: a playlist of a segment for each GOP, in
   * a directory of their own; the segments are transport streams, or fragments of an MP4.
   */
  layout:
    | 'plain'
    | 'moov-last'
    | 'mov'
    | 'wav'
    | 'flac'
    | 'ogg'
    | 'mp3'
    | 'adts'
    | 'fragmented'
    | 'dash-pair'
    | 'webm'
    | 'ts'
    | 'hls'
    | 'hls-mp4'
  /** More options for the muxer, e.g. `live: '1'` for a Matroska without cues and sizes. */
  muxerOptions?: Readonly<Record<string, string>>
  /** Fragment length of fragmented layouts in seconds; default: the GOP for video, 5 s for audio alone. */
  fragmentSeconds?: number
  /** Busier frames (moving texture), so that sizes are realistic; default true. */
  texture?: boolean
}

/** A recipe that is quick to make; pass what the test is about. */
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

/** How long the frames of a recipe last; its audio lasts as long, to the sample. */
export function durationSeconds(recipe: Pick<StampedRecipe, 'frames' | 'frameRate'>): number {
  const [numerator, denominator] = recipe.frameRate
  return (recipe.frames * denominator) / numerator
}
