import { randomUUID } from 'node:crypto'
import type { MasterPlaylist } from '@kerf/cutter/demux/hls/parse-master'
import type { MediaEngine } from '../../ports/media.ts'
import { MediaError } from '../../ports/sources.ts'
import { ResourceGoneError } from '../outbound/source-answer-error.ts'
import { type Description, describeEnded, smallestOf, videoVariantsOf } from './describe-ended.ts'
import { type LiveWindows, windowAddressOf } from './live-windows.ts'
import type { FoundPlaylist, PlaylistFiles } from './playlist-files.ts'
import { takeWindows } from './take-windows.ts'

/** Maximum number of bytes that are stored from the beginning of a window. */
const MAX_FIRST_BYTES = 64_000_000

/**
 * Describes the video of a playlist. For a live stream, the video is the part that can still be rewound. Throws
 * SourceReadError or MediaError.
 */
export async function describePlaylist(
  foundPlaylist: FoundPlaylist,
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
): Promise<Description> {
  try {
    return await describeEnded(foundPlaylist, files, engine, signal)
  } catch (error) {
    if (!(error instanceof MediaError && error.code === 'video_live' && files.windows)) throw error
    const describe = (skippedSegments: number) =>
      describeLive(foundPlaylist, files, { windows: files.windows!, engine, signal, skippedSegments })
    // The oldest segment may leave the stream meanwhile.
    return describe(0).catch((failure: unknown) => {
      if (failure instanceof ResourceGoneError) return describe(1)
      throw failure
    })
  }
}

async function describeLive(
  foundPlaylist: FoundPlaylist,
  files: PlaylistFiles,
  {
    windows,
    engine,
    signal,
    skippedSegments,
  }: {
    windows: LiveWindows
    engine: Pick<MediaEngine, 'inspect'>
    signal: AbortSignal
    skippedSegments: number
  },
): Promise<Description> {
  const { playlist } = foundPlaylist
  const liveWindow = { id: randomUUID(), at: windows.clock.now().toISOString() }
  const addresses = playlist.kind === 'media' ? [] : mediaPlaylistAddresses(playlist)
  const stream = await takeWindows(foundPlaylist, addresses, liveWindow.id, { files, windows, signal, skippedSegments })
  let description: Description | null = null
  try {
    description = await describeWindows(stream, files, engine, signal)
  } finally {
    if (!description?.ok) for (const address of storedWindowAddresses(stream)) await windows.forget(address)
  }
  if (!description.ok) return description
  const { clockSeconds = null } = description.smallest.facts
  const renditions = description.video.renditions.map((item) => ({
    ...item,
    address: windowAddressOf(item.address, { id: liveWindow.id, clockSeconds }),
  }))
  return { ...description, video: { ...description.video, renditions, live: liveWindow } }
}

async function describeWindows(
  stream: FoundPlaylist,
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
): Promise<Description> {
  // Previews are read from the smallest variant, and the whole window is opened with its first segment.
  const options = { maxBytes: MAX_FIRST_BYTES, signal, isNeeded: async () => true }
  for (const address of smallestAddresses(stream))
    await files.storeSegments(address, [{ startTime: 0, endTime: 0 }], options)
  return describeEnded(stream, files, engine, signal)
}

/** The media playlists of the variants, and of their audio. */
function mediaPlaylistAddresses(playlist: MasterPlaylist): string[] {
  const variants = videoVariantsOf(playlist).map(({ variant }) => variant)
  const groups = new Set(variants.map(({ audioGroup }) => audioGroup))
  const audio = playlist.audio.flatMap(({ group, address }) => (groups.has(group) && address ? [address] : []))
  return [...variants.map(({ address }) => address), ...audio]
}

function storedWindowAddresses({ playlist, address }: FoundPlaylist): string[] {
  if (playlist.kind === 'media') return [address]
  return [...playlist.variants, ...playlist.audio].flatMap(({ address }) => address ?? [])
}

function smallestAddresses({ playlist, address }: FoundPlaylist): string[] {
  if (playlist.kind === 'media') return [address]
  const smallestVariant = smallestOf(videoVariantsOf(playlist))
  return [smallestVariant?.variant.address, smallestVariant?.audio].filter((place) => typeof place === 'string')
}
