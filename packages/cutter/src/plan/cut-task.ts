import type { FetchMeter } from '../bytes/part-reader.ts'
import type { CutWish } from '../cut-wish.ts'
import type { OpenedMedia } from '../open-media.ts'
import type { SoundTask } from './plan-sound.ts'
import type { VideoTask } from './plan-video.ts'

/** What cutting needs of what planning found. */
export interface CutTask {
  media: OpenedMedia
  wish: CutWish
  video: VideoTask | null
  sound: SoundTask | null
  /** What planning has read already. */
  meter: FetchMeter
}
