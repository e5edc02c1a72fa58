import type { MediaEngine } from '../../../ports/media.ts'
import { MediaError, refusalOf } from '../../../ports/sources.ts'
import type { GuardedFetcher } from '../../outbound/guarded-fetch.ts'
import { isYoutubeHost } from '../../outbound/youtube-hosts.ts'
import { describePlaylist } from '../../playlists/describe-playlist.ts'
import { createPlaylistFiles, type PlaylistFiles } from '../../playlists/playlist-files.ts'
import type { OfferedPlaylist, StepAnswer } from '../answers/resolver-step.ts'

/** YouTube's playlists, read by one outgoing address. */
export const youtubePlaylists = (fetcher: GuardedFetcher, egressId: string): PlaylistFiles =>
  createPlaylistFiles(
    {
      ...fetcher,
      get: (url, request) => fetcher.get(url, { ...request, egress: egressId, allowHost: isYoutubeHost }),
    },
    {},
  )

/** The last step: the variants of a master playlist that another step was offered instead of files. */
export async function resolvePlaylist(
  { address, info }: OfferedPlaylist,
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
): Promise<StepAnswer> {
  try {
    const described = await describePlaylist(await files.find(address, signal), files, engine, signal)
    if (!described.ok) return { ...described, blame: 'step' }
    return { ok: true, video: { ...described.video, ...info } }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MediaError)) throw error
    return { ...refusalOf(error), blame: 'step' }
  }
}
