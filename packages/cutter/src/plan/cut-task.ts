import type { ClipSpec } from '../api/clip-spec.ts'
import type { OpenedMedia } from '../demux/common/opened-media.ts'
import type { KeptReads } from '../io/cached-reads.ts'
import type { FetchMeter } from '../io/part-reader.ts'
import type { EncodeSoundTask, SpliceSoundTask } from './plan-audio.ts'
import type { SpliceVideoTask, TranscodeVideoTask } from './plan-video.ts'

/** The pictures of a clip, range by range: all spliced under one configuration, or all encoded anew. */
export type ClipPictures =
  | { kind: 'splice'; parts: SpliceVideoTask[] }
  | { kind: 'transcode'; parts: TranscodeVideoTask[] }

/** The sound of a clip: spliced, where it is one range; else encoded as a whole from the sound of each range. */
export type ClipSound = { kind: 'splice'; parts: [SpliceSoundTask] } | { kind: 'encode'; parts: EncodeSoundTask[] }

/** What cutting needs of what planning found. */
export interface CutTask {
  media: OpenedMedia
  wish: ClipSpec
  /** As many parts as there are ranges, for pictures and sound alike, in the clip's order. */
  video: ClipPictures | null
  sound: ClipSound | null
  /** What planning has read already. */
  meter: FetchMeter
  /** Of what it has read, that which cutting needs. */
  kept: KeptReads
}
