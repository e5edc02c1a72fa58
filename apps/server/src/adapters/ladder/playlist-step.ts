import type { MediaEngine } from '../../ports/media.ts'
import { MediaError, refusalOfMediaError } from '../../ports/sources.ts'
import { describePlaylist } from '../playlists/describe-playlist.ts'
import type { PlaylistFiles } from '../playlists/playlist-files.ts'
import type { OfferedPlaylist, StepAnswer } from '../resolver-step.ts'

/**
 * The last step: resolves the variants of a master playlist that the source offered another step instead of files.
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
    return { ...refusalOfMediaError(error), blame: 'step' }
  }
}
