import type { MasterPlaylist, PlaylistAudio } from '@kerf/cutter/demux/hls/parse-master'
import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'
import { MediaError, SourceReadError } from '../../ports/sources.ts'
import { smallestOf, videoVariantsOf } from './describe-ended.ts'
import { type LiveWindows, windowAddressOf } from './live-windows.ts'
import type { FoundPlaylist, PlaylistFiles } from './playlist-files.ts'
import { sharedWindows, windowOf } from './shared-windows.ts'

/** Maximum number of playlists, of variants and of audio tracks, for which a stream's windows are stored. */
const MAX_PLAYLISTS = 24
/** Maximum number of characters and of segments in all these playlists together. */
const MAX_CHARACTERS = 16_000_000
const MAX_SEGMENTS = 40_000

interface LivePlaylist extends FoundPlaylist {
  playlist: MediaPlaylist
}

/**
 * Stores the windows that the playlists of a live stream have now. Variants that cannot be read, or whose audio cannot,
 * are left out; all but the smallest, if they have no segment in common. Throws SourceReadError (`storage_full` where
 * the disk has no room).
 * @param addresses of the media playlists of the stream
 * @param id of the windows
 * @param skippedSegments number of oldest segments to leave out
 * @returns the stream with its windows in place of its playlists
 */
export async function takeWindows(
  stream: FoundPlaylist,
  addresses: readonly string[],
  id: string,
  {
    files,
    windows,
    signal,
    skippedSegments,
  }: { files: PlaylistFiles; windows: LiveWindows; signal: AbortSignal; skippedSegments: number },
): Promise<FoundPlaylist> {
  if (!(await windows.hasRoom())) throw new SourceReadError('storage_full', 'There is no room for live streams.')
  const { playlists, failures } = await findLivePlaylists(stream, addresses, files, signal)
  const readable = stream.playlist.kind === 'media' ? null : readableVariants(stream.playlist, playlists)
  if (playlists.length === 0 || readable?.variants.length === 0)
    throw failures[0] ?? new SourceReadError('video_live', 'The stream has no segments yet.')
  const commonWindows =
    windowsOf(readable, playlists) ?? (readable && windowsOf(smallestVariantOf(readable), playlists))
  if (!commonWindows)
    throw new SourceReadError('broken_media', 'The playlists of the stream have no segment in common.')
  const { master, usedPlaylists } = commonWindows
  const spans = commonWindows.spans.map(({ firstSegment, segmentCount }) => ({
    firstSegment: firstSegment + skippedSegments,
    segmentCount: segmentCount - skippedSegments,
  }))
  if (spans.some(({ segmentCount }) => segmentCount < 1))
    throw new SourceReadError('live_gone', 'The stream has lost its segments.')
  const storedWindows = await Promise.all(
    usedPlaylists.map(async ({ address, text, landedUrl, playlist }, index) => {
      const windowAddress = windowAddressOf(address, { id, clockSeconds: null })
      await windows.save(windowAddress, { text, landedUrl, ...spans[index]! })
      return { address, windowAddress, window: windowOf(playlist, spans[index]!) }
    }),
  )
  if (!master) return { ...stream, address: storedWindows[0]!.windowAddress, playlist: storedWindows[0]!.window }
  const windowAddresses = new Map(storedWindows.map(({ address, windowAddress }) => [address, windowAddress]))
  const playlist = {
    ...master,
    variants: master.variants.map((variant) => ({ ...variant, address: windowAddresses.get(variant.address)! })),
    audio: master.audio.flatMap((track) => {
      const address = track.address === null ? null : windowAddresses.get(track.address)
      return address === undefined ? [] : [{ ...track, address }]
    }),
    // Their cues count from the beginning of the stream.
    subtitles: [],
  }
  return { ...stream, playlist }
}

/** The variants that were read, with one of their separate audio tracks if they have any. */
function readableVariants(master: MasterPlaylist, playlists: readonly LivePlaylist[]): MasterPlaylist {
  const addresses = new Set(playlists.map(({ address }) => address))
  const audio = master.audio.filter(({ address }) => address === null || addresses.has(address))
  const groups = new Set(master.audio.map(({ group }) => group))
  const readableGroups = new Set(audio.map(({ group }) => group))
  const variants = master.variants.filter(
    ({ address, audioGroup }) =>
      addresses.has(address) && (audioGroup === null || !groups.has(audioGroup) || readableGroups.has(audioGroup)),
  )
  return { ...master, variants, audio }
}

/** The windows of the variants and of their audio; null if they have no segment in common. */
function windowsOf(master: MasterPlaylist | null, playlists: readonly LivePlaylist[]) {
  const groups = new Set(master?.variants.map(({ audioGroup }) => audioGroup))
  const usedAudio = master?.audio.filter(({ group }) => groups.has(group)) ?? []
  const addresses = new Set([...(master?.variants ?? []), ...usedAudio].map(({ address }) => address))
  const usedPlaylists = playlists.filter(({ address }) => !master || addresses.has(address))
  const spans = sharedWindows(usedPlaylists.map(({ playlist }) => playlist))
  return spans && { master, usedPlaylists, spans }
}

/** Only the smallest variant and its audio. */
function smallestVariantOf(master: MasterPlaylist): MasterPlaylist {
  const { variant, audio } = smallestOf(videoVariantsOf(master))!
  const isItsAudio = ({ group, address }: PlaylistAudio) => group === variant.audioGroup && address === audio
  return { ...master, variants: [variant], audio: master.audio.filter(isItsAudio) }
}

async function findLivePlaylists(
  stream: FoundPlaylist,
  addresses: readonly string[],
  files: PlaylistFiles,
  signal: AbortSignal,
): Promise<{ playlists: LivePlaylist[]; failures: unknown[] }> {
  const { playlist } = stream
  if (playlist.kind === 'media')
    return { playlists: playlist.segments.length > 0 ? [{ ...stream, playlist }] : [], failures: [] }
  const failures: unknown[] = []
  const playlists: LivePlaylist[] = []
  for (const address of [...new Set(addresses)].slice(0, MAX_PLAYLISTS)) {
    try {
      const { playlist, ...place } = await files.find(address, signal)
      if (playlist.kind === 'media' && playlist.segments.length > 0) playlists.push({ ...place, playlist })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      failures.push(error)
    }
    requireBounded(playlists)
  }
  return { playlists, failures }
}

function requireBounded(playlists: readonly LivePlaylist[]): void {
  const characters = playlists.reduce((sum, { text }) => sum + text.length, 0)
  const segments = playlists.reduce((sum, { playlist }) => sum + playlist.segments.length, 0)
  if (characters > MAX_CHARACTERS || segments > MAX_SEGMENTS)
    throw new SourceReadError('unsupported_media', 'The playlists of the stream are too long.')
}
