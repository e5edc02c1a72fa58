import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { Refusal, ResolvedVideo, Trouble } from '../ports/sources.ts'

/**
 * Cause of a refusal. `video`: the video is refused to every step, so the ladder ends. `unsure`: the video is refused,
 * but another client may play it; the next step is tried. `step`: the step failed; the next one is tried. `egress`: the
 * source does not trust the outgoing IP address now, so that IP address rests.
 */
export type Blame = 'video' | 'unsure' | 'step' | 'egress'

export interface StepVerdict {
  code: ErrorCode
  blame: Blame
  trouble?: Trouble
}

/** Name of a step, as metrics and health show it. */
export type StepName = string

export interface StepRefusal extends Refusal {
  blame: Blame
  playlist?: OfferedPlaylist
}

/** Master playlist that a source offered instead of media files. */
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

/** One method of resolving a video. */
export interface ResolverStep {
  name: StepName
  /** Resolves a video through this outgoing IP address. Expected refusals are values. Throws the signal's reason. */
  resolve(reference: string, egressId: string, signal: AbortSignal): Promise<StepAnswer>
}
