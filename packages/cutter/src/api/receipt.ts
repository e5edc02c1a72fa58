import type { CutWay, OriginalContainer } from './cut-plan.ts'
import type { TimeRange } from './time-range.ts'

/**
 * What the media has and its clips have not: the transparency of its frames, audio tracks beside the chosen one,
 * subtitles.
 */
export type LeftOut = 'alpha' | 'other_audio' | 'subtitles'

/**
 * A property of the media that the clip depends on.
 * - audio_changes: channels or rate of the audio change inside a range; the audio is re-encoded in its first form
 * - begins_later: the first frame that can be decoded comes after the start of the first range
 * - ends_earlier: the media breaks off before the end of the last range
 */
export interface MediaNote {
  kind: 'audio_changes' | 'begins_later' | 'ends_earlier'
  /** Media timeline. */
  seconds: number
}

export interface CutLimits {
  /** A larger clip ends as CutterError('too_large'). */
  maxClipBytes?: number
  /** Threads of the H.264 encoder; 4 by default, and at most for a source larger than 1080p. */
  encoderThreads?: number
}

/** The facts of a finished clip, and its cost. */
export interface CutReceipt {
  frames: number
  /** Times of the clip's first and last frame on the media's timeline; null for audio alone. */
  firstFrameSeconds: number | null
  lastFrameSeconds: number | null
  framesCopied: number
  framesReencoded: number
  /** How much later than the frames the audio is, at the joint of ranges where it is off most; null without both. */
  soundOffsetMilliseconds: number | null
  durationSeconds: number
  /** Bytes read for this cut, including planning, but not the index, which is read once for all cuts. */
  bytesFetched: number
  /** The bytes of the packets that the range needs: the GOPs it touches, and their audio. */
  bytesCovered: number
  clipBytes: number
  /** Where each range of the clip begins and ends on the media's timeline: by its frames, or by its audio if it has no frames. */
  shown?: TimeRange[]
  /** How many cues and chapters are in the clip; absent if it was not asked for any. */
  cues?: number
  chapters?: number
  /** Of its frames, as they are shown. Absent for audio alone, and for images that were not cropped. */
  size?: { width: number; height: number }
  /** Of audio alone: copied, only the edges re-encoded. Absent where all of it was encoded. */
  isAudioCopied?: true
  /** LUFS, if a loudness was asked for; absent where the audio is silent. */
  loudness?: { before: number; after: number }
  wallMilliseconds: number
  way: CutWay
  /** The format of a clip in the media's own codecs; absent for all others. */
  container?: OriginalContainer
  /** Absent when nothing was left out. */
  leftOut?: LeftOut[]
  /** In the order of their times; absent if there are none. */
  notes?: MediaNote[]
}

/** How a cut is getting on. */
export interface CutProgress {
  /** 0..1 over the whole cut, never falling. */
  done: number
  stage: 'reading' | 'encoding' | 'writing'
}
