import type { ClipSpec } from '../api/clip-spec.ts'
import type { Media } from '../demux/common/media.ts'
import type { CachedReads } from '../io/cached-reads.ts'
import type { FetchMeter } from '../io/part-reader.ts'
import type { EncodeAudioTask, SpliceAudioTask } from './plan-audio.ts'
import type { SpliceVideoTask, TranscodeVideoTask } from './plan-video.ts'

/** The frames of a clip by ranges: all spliced with one decoder configuration, all re-encoded, or all native. */
export type ClipFrames = { kind: 'splice'; parts: SpliceVideoTask[] } | TranscodedFrames | NativeFrames

export interface TranscodedFrames {
  kind: 'transcode'
  parts: TranscodeVideoTask[]
}

/** Frames that stay VP8, VP9 or AV1. Only their packets show which ones can be copied; usually nearly all can. */
export interface NativeFrames {
  kind: 'native'
  parts: TranscodeVideoTask[]
}

/** The audio of a clip: spliced where it is one range, or encoded as a whole from the audio of all ranges. */
export type ClipAudio = { kind: 'splice'; parts: [SpliceAudioTask] } | { kind: 'encode'; parts: EncodeAudioTask[] }

export interface CutTask {
  media: Media
  request: ClipSpec
  /** Parts in the clip's order. A range has one audio part, and one video part or more (where an edit list jumps). */
  video: ClipFrames | null
  audio: ClipAudio | null
  /** Whether the clip is encoded in two passes, because a usual cut would exceed the size limit of the request. */
  isTwoPass?: boolean
  /** Whether the clip is wholly re-encoded and decoded from an earlier keyframe, because a usual cut has failed. */
  isThorough?: boolean
  /** Whether the plan read all audio packets, because they differ from the description in their container. */
  isAudioRead?: boolean
  maxCodecBytes?: number | undefined
  meter: FetchMeter
  /** The bytes read during planning that cutting needs. */
  cachedReads: CachedReads
}
