import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { MediaFacts } from '../../ports/media.ts'
import {
  type ByteSource,
  type LocatedCaptions,
  type LocatedRendition,
  MediaError,
  type Refusal,
  type ResolvedVideo,
  refusalOfMediaError,
} from '../../ports/sources.ts'
import { carriedBy, rendition } from '../playlists/describe-ended.ts'
import { describePlaylist } from '../playlists/describe-playlist.ts'
import { captionsAddressOf } from './captions-address.ts'
import { locatePreview } from './preview-address.ts'
import type { Access, RemoteMedia } from './remote-media.ts'

/** A media file that a site offers. Codecs: null for none of this kind, undefined if the site does not say. */
export interface OfferedFile {
  id: string
  address: string
  headers: Record<string, string>
  videoCodec: string | null | undefined
  audioCodec: string | null | undefined
  width: number | null
  height: number | null
  frameRate: number | null
  bitrate: number | null
}

/** A playlist that a site offers, and the largest height in it, if the site says so. */
export interface OfferedMediaPlaylist {
  address: string
  headers: Record<string, string>
  height: number | null
}

/** All media of one video, as its site offers them. */
export interface MediaOffer {
  files: readonly OfferedFile[]
  playlists: readonly OfferedMediaPlaylist[]
}

/** The facts about a video that its media contain. */
export type DescribedMedia = Pick<
  ResolvedVideo,
  | 'durationSeconds'
  | 'renditions'
  | 'thumbnailAddress'
  | 'filmstrip'
  | 'waveform'
  | 'servedFrom'
  | 'audioTracks'
  | 'live'
> & { captions: LocatedCaptions[] }

/** Maximum number of files and playlists that are opened. Each takes some requests. */
const MAX_FILES = 8
const MAX_PLAYLISTS = 2
/** Failures that say that the media are of no use, in the order in which they are reported. */
const REPORTED: readonly ErrorCode[] = ['video_live', 'unsupported_media', 'broken_media', 'no_byte_ranges']

/**
 * Opens what a site offers and describes it: the files if they are as large as the playlist and may have audio, else
 * the playlist, and the other one if these cannot be read. Throws the signal's reason.
 */
export async function describeOffer(
  media: RemoteMedia,
  offer: MediaOffer,
  egress: string,
  signal: AbortSignal,
): Promise<{ ok: true; described: DescribedMedia } | Refusal> {
  const files = () => describeFiles(media, offer.files.slice(0, MAX_FILES), egress, signal)
  const playlists = offer.playlists
    .slice(0, MAX_PLAYLISTS)
    .map((playlist) => () => describeMaster(media, playlist, egress, signal))
  const tallestOf = (items: readonly { height: number | null }[]) =>
    Math.max(0, ...items.map(({ height }) => height ?? 0))
  const hasFiles = offer.files.length > 0
  const mayHaveAudio = offer.files.some(({ audioCodec }) => audioCodec !== null)
  const areFilesFirst = mayHaveAudio && tallestOf(offer.files) >= tallestOf(offer.playlists)
  const attempts = areFilesFirst ? [files, ...playlists] : [...playlists, ...(hasFiles ? [files] : [])]
  const refusals: Refusal[] = []
  for (const attempt of attempts) {
    try {
      const answer = await attempt()
      if (answer.ok) return answer
      refusals.push(answer)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof MediaError)) throw error
      refusals.push(refusalOfMediaError(error))
    }
  }
  const reportedRefusal = REPORTED.map((code) => refusals.find((refusal) => refusal.code === code)).find(Boolean)
  return (
    reportedRefusal ??
    refusals[0] ?? { ok: false, code: 'not_media', cause: 'The site offers no media that can be read.' }
  )
}

interface OpenedFile {
  file: OfferedFile
  source: ByteSource
  facts: MediaFacts
}

async function describeFiles(
  media: RemoteMedia,
  offeredFiles: readonly OfferedFile[],
  egress: string,
  signal: AbortSignal,
): Promise<{ ok: true; described: DescribedMedia } | Refusal> {
  const failures: unknown[] = []
  const openedFiles = await Promise.all(
    offeredFiles.map(async (file): Promise<OpenedFile[]> => {
      try {
        const source = await media.open(file.address, signal, accessOf(file, egress))
        const facts = await media.engine.inspect({ video: source, audio: source }, signal)
        return carriedBy(facts) && facts.durationSeconds > 0 && !facts.unreadableAudio ? [{ file, source, facts }] : []
      } catch (error) {
        signal.throwIfAborted()
        // An answer without a file that was only refused for now would be cached for everybody.
        if (!(error instanceof MediaError) || error.code === 'busy') throw error
        failures.push(error)
        return []
      }
    }),
  )
  const usableFiles = openedFiles.flat()
  const [first] = usableFiles.toSorted((a, b) => previewRank(a) - previewRank(b))
  if (!first) {
    if (failures.length > 0) throw failures[0]
    return { ok: false, code: 'unsupported_media', cause: 'None of the offered files can be cut.' }
  }
  const access = accessOf(first.file, egress)
  const previewFile = { url: first.file.address, sizeBytes: first.source.sizeBytes, ...access }
  return {
    ok: true,
    described: {
      durationSeconds: first.facts.durationSeconds,
      renditions: usableFiles.map((item) => renditionOf(item, egress)),
      ...locatePreview(previewFile, first.facts),
      servedFrom: [...new Set(usableFiles.flatMap(({ source }) => source.servedFrom ?? []))],
      captions: [],
    },
  }
}

/** Previews are read from the smallest file with video, else from the smallest. */
const previewRank = ({ facts, source }: OpenedFile): number => (facts.video ? 0 : 2 ** 50) + source.sizeBytes

function renditionOf({ file, source, facts }: OpenedFile, egress: string): LocatedRendition {
  const bitrate = file.bitrate ?? Math.round((source.sizeBytes * 8) / facts.durationSeconds)
  const base = rendition(file.id, carriedBy(facts)!, file.address, facts, bitrate)
  return {
    ...base,
    container: facts.container,
    frameRate: base.frameRate ?? (facts.video ? file.frameRate : null),
    sizeBytes: source.sizeBytes,
    headers: file.headers,
    ...(egress !== '' && { egress }),
  }
}

async function describeMaster(
  media: RemoteMedia,
  { address, headers }: OfferedMediaPlaylist,
  egress: string,
  signal: AbortSignal,
): Promise<{ ok: true; described: DescribedMedia } | Refusal> {
  const access = accessOf({ headers }, egress)
  const playlists = media.playlistsFor(access)
  const playlist = await playlists.find(address, signal)
  const description = await describePlaylist(playlist, playlists, media.engine, signal)
  if (!description.ok) return description
  const { facts } = description.smallest
  const { durationSeconds, renditions, servedFrom = [], audioTracks, captions = [], live } = description.video
  return {
    ok: true,
    described: {
      durationSeconds,
      renditions: renditions.map((item) => ({ ...item, ...access })),
      ...locatePreview({ url: description.smallest.address, sizeBytes: 0, isPlaylist: true, ...access }, facts),
      servedFrom,
      ...(audioTracks && { audioTracks }),
      ...(live && { live }),
      captions: captions.map((track) => ({
        ...track,
        ...access,
        address: captionsAddressOf({ kind: 'playlist', url: track.address, clockSeconds: facts.clockSeconds }),
      })),
    },
  }
}

const accessOf = (
  { headers }: Pick<OfferedFile, 'headers'>,
  egress: string,
): Access & { headers: Record<string, string> } => ({
  headers,
  ...(egress !== '' && { egress }),
})
