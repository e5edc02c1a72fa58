import type { CutMethod, OriginalContainer } from './cut-plan.ts'
import type { TimeRange } from './time-range.ts'

/**
 * A part of the media that clips do not contain: the transparency of its frames, audio tracks other than the chosen
 * one, or subtitles.
 */
export type LeftOut = 'alpha' | 'other_audio' | 'subtitles'

/**
 * A property of the media that the clip depends on.
 * - audio_changes: channels or sample rate of the audio change inside a range; all audio is re-encoded in the first
 * format
 * - begins_later: the first frame that can be decoded comes after the start of its range
 * - ends_earlier: the media breaks off before the end of a range
 */
export interface MediaNote {
  kind: 'audio_changes' | 'begins_later' | 'ends_earlier'
  /** Time on the media's timeline. */
  seconds: number
}

export interface CutLimits {
  /** A larger clip ends as CutterError('too_large'). */
  maxClipBytes?: number
  /** Threads of the video encoder; by default 4, which is also the maximum for a source larger than 1080p. */
  encoderThreads?: number
}

/** The facts of a finished clip, and its cost. */
export interface CutReceipt {
  frames: number
  /** Times of the clip's first and last frame on the media's timeline; null for audio-only clips. */
  firstFrameSeconds: number | null
  lastFrameSeconds: number | null
  framesCopied: number
  framesReencoded: number
  /**
   * Largest delay of the audio relative to the frames, over all ranges; negative if the audio is early. null unless the
   * clip has both tracks.
   */
  soundOffsetMilliseconds: number | null
  durationSeconds: number
  /** Bytes read for this cut and its plan, without the index, which is read once for all cuts. */
  bytesFetched: number
  /** Total size of the packets that the ranges need: the GOPs that they touch, and the audio. */
  bytesCovered: number
  clipBytes: number
  /** Actual start and end of each range on the media's timeline, by its frames, or by its audio if it has no frames. */
  shown?: TimeRange[]
  /** Numbers of cues and chapters in the clip; absent if none were requested. */
  cues?: number
  chapters?: number
  /** Displayed size of the frames. Absent for audio-only clips, and for images that were not cropped. */
  size?: { width: number; height: number }
  /** Set for an audio-only clip whose packets were copied except at the edges. Absent if all of it was encoded. */
  isAudioCopied?: true
  /** Loudness in LUFS, if one was requested; absent where the audio is silent. */
  loudness?: { before: number; after: number }
  wallMilliseconds: number
  way: CutMethod
  /** Container of a clip in the media's own codecs; absent for all other clips. */
  container?: OriginalContainer
  /** Absent when nothing was left out. */
  leftOut?: LeftOut[]
  /** Notes in the order of their times; absent if there are none. */
  notes?: MediaNote[]
}

/** The progress of a cut. */
export interface CutProgress {
  /** Completed share of the whole cut, from 0 to 1. It never falls. */
  done: number
  stage: 'reading' | 'encoding' | 'writing'
}
