import type { Refusal, ResolvedVideo } from '../../../ports/sources.ts'
import type { Blame } from './step-verdicts.ts'

/** Names of the steps, in the order in which they are tried. */
export type StepName = 'innertube' | 'ytdlp' | 'ytdlp-scripts' | 'hls'

export interface StepRefusal extends Refusal {
  blame: Blame
  playlist?: OfferedPlaylist
}

/** Master playlist that YouTube offered instead of media files. */
export interface OfferedPlaylist {
  address: string
  info: DescribedInfo
}

/** Facts about a video that neither its media files nor its playlists contain. */
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
  | 'heat'
>

export type StepAnswer =
  | {
      ok: true
      video: ResolvedVideo
      /** Time at which an address starts to work, in ms since 1970. Addresses that work at once are absent. */
      availableAt?: ReadonlyMap<string, number>
    }
  | StepRefusal

/** One method of asking YouTube about a video. */
export interface ResolverStep {
  name: Exclude<StepName, 'hls'>
  /** Asks about a video through this outgoing address. Expected refusals are values. Throws the signal's reason. */
  resolve(videoId: string, egressId: string, signal: AbortSignal): Promise<StepAnswer>
}
