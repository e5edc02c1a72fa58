import type { ClipSpec } from '../api/clip-spec.ts'
import type { Media } from '../demux/common/media.ts'
import type { CachedReads } from '../io/cached-reads.ts'
import type { FetchMeter } from '../io/part-reader.ts'
import type { EncodeAudioTask, SpliceAudioTask } from './plan-audio.ts'
import type { SpliceVideoTask, TranscodeVideoTask } from './plan-video.ts'

/** The frames of a clip, range by range: all spliced under one configuration, all re-encoded, or all native. */
export type ClipFrames = { kind: 'splice'; parts: SpliceVideoTask[] } | TranscodedFrames | NativeFrames

export interface TranscodedFrames {
  kind: 'transcode'
  parts: TranscodeVideoTask[]
}

/** Frames that stay VP8, VP9 or AV1. Only their packets tell which are copied; usually it is nearly all of them. */
export interface NativeFrames {
  kind: 'native'
  parts: TranscodeVideoTask[]
}

/** The audio of a clip: spliced, where it is one range; else encoded as a whole from the audio of each range. */
export type ClipAudio = { kind: 'splice'; parts: [SpliceAudioTask] } | { kind: 'encode'; parts: EncodeAudioTask[] }

export interface CutTask {
  media: Media
  request: ClipSpec
  /** As many parts as there are ranges, for video and audio alike, in the clip's order. */
  video: ClipFrames | null
  audio: ClipAudio | null
  /** It is encoded in two passes to fit the limit of its request: made as usual, it would be larger. */
  isTwoPass?: boolean
  /** It is re-encoded as a whole, decoded from an earlier keyframe: made as usual, it has failed. */
  isThorough?: boolean
  /** All packets of its audio were read for the plan: they were not as their container says. */
  isAudioRead?: boolean
  maxCodecBytes?: number | undefined
  meter: FetchMeter
  /** The bytes read during planning that cutting needs. */
  cached: CachedReads
}
