import type { Refusal, ResolvedVideo } from '../../../ports/sources.ts'
import type { Blame } from './step-verdicts.ts'

/** In the order in which they are tried. */
export type StepName = 'innertube' | 'ytdlp' | 'ytdlp-scripts' | 'hls'

export interface StepRefusal extends Refusal {
  blame: Blame
  playlist?: OfferedPlaylist
}

/** A master playlist that was offered instead of files. */
export interface OfferedPlaylist {
  address: string
  info: DescribedInfo
}

/** What neither files nor playlists say of a video. */
export type DescribedInfo = Pick<
  ResolvedVideo,
  | 'title'
  | 'channel'
  | 'channelIds'
  | 'views'
  | 'publishedAt'
  | 'thumbnailAddress'
  | 'filmstrip'
  | 'addressesExpireAt'
  | 'captions'
  | 'chapters'
>

export type StepAnswer =
  | {
      ok: true
      video: ResolvedVideo
      /** When each address begins to work, ms since 1970; of those only that do not work at once. */
      availableAt?: ReadonlyMap<string, number>
    }
  | StepRefusal

/** One way of asking YouTube. */
export interface ResolverStep {
  name: Exclude<StepName, 'hls'>
  /** Asks about a video, leaving by this outgoing address. Expected refusals are values; throws the signal's reason. */
  resolve(videoId: string, egressId: string, signal: AbortSignal): Promise<StepAnswer>
}
