import type { MediaEngine } from '../../../ports/media.ts'
import { MediaError, refusalOf } from '../../../ports/sources.ts'
import type { GuardedFetcher } from '../../outbound/guarded-fetch.ts'
import { isYoutubeHost } from '../../outbound/youtube-hosts.ts'
import { describePlaylist } from '../../playlists/describe-playlist.ts'
import { createPlaylistFiles, type PlaylistFiles } from '../../playlists/playlist-files.ts'
import type { OfferedPlaylist, StepAnswer } from '../answers/resolver-step.ts'

/** Reads YouTube's playlists through one outgoing address. */
export const youtubePlaylists = (fetcher: GuardedFetcher, egressId: string): PlaylistFiles =>
  createPlaylistFiles(
    {
      ...fetcher,
      get: (url, request) => fetcher.get(url, { ...request, egress: egressId, allowHost: isYoutubeHost }),
    },
    {},
  )

/**
 * The last step: resolves the variants of a master playlist that YouTube offered another step instead of media files.
 */
export async function resolvePlaylist(
  { address, info }: OfferedPlaylist,
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
): Promise<StepAnswer> {
  try {
    const description = await describePlaylist(await files.find(address, signal), files, engine, signal)
    if (!description.ok) return { ...description, blame: 'step' }
    return { ok: true, video: { ...description.video, ...info } }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MediaError)) throw error
    return { ...refusalOf(error), blame: 'step' }
  }
}
