import type { MasterPlaylist, PlaylistAudio, PlaylistVariant } from '@kerf/cutter/demux/hls/parse-master'
import { audioTrackChoices, captionsChoices } from '@kerf/domain/captions/captions-choice'
import { percentDecoded, plainLine } from '@kerf/domain/text/plain-text'
import type { MediaEngine, MediaFacts } from '../../ports/media.ts'
import {
  type LocatedAudioTrack,
  type LocatedCaptions,
  type LocatedRendition,
  PLAYLIST_CONTAINER,
  type Refusal,
  type ResolvedVideo,
  SourceReadError,
} from '../../ports/sources.ts'
import type { FetchedResource, FoundPlaylist, PlaylistFiles } from './playlist-files.ts'

/** `smallest` is the variant from which thumbnails and the waveform are made. */
export type Description =
  | {
      ok: true
      video: Omit<ResolvedVideo, 'thumbnailAddress' | 'filmstrip'>
      smallest: { address: string; facts: MediaFacts }
    }
  | Refusal

/** Describes the video of a playlist that has ended. Each variant becomes a rendition. Throws SourceReadError or MediaError. */
export async function describeEnded(
  foundPlaylist: FoundPlaylist,
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
): Promise<Description> {
  const { playlist, address } = foundPlaylist
  if (playlist.kind === 'media') {
    if (!playlist.isEnded) throw new SourceReadError('video_live', 'The playlist has no end yet.')
    const inspection = await inspect({ address, audio: null }, files, engine, signal)
    const carries = carriedBy(inspection.facts)
    if (!carries) return EMPTY_PLAYLIST
    return describe(foundPlaylist, inspection, [
      rendition('playlist', carries, address, inspection.facts, inspection.bitrate),
    ])
  }
  const variants = videoVariantsOf(playlist)
  const tracks = audioTracksOf(playlist, variants)
  const smallestVariant = smallestOf(variants)
  if (!smallestVariant) return EMPTY_PLAYLIST
  const inspection = await inspect(
    { address: smallestVariant.variant.address, audio: smallestVariant.audio },
    files,
    engine,
    signal,
  )
  if (!carriedBy(inspection.facts)) return EMPTY_PLAYLIST
  const renditions: LocatedRendition[] = []
  for (const [index, item] of variants.entries()) {
    const facts =
      item === smallestVariant || (item.variant.width && item.variant.codecs.length > 0)
        ? inspection.facts
        : (await inspect({ address: item.variant.address, audio: item.audio }, files, engine, signal)).facts
    renditions.push(variantRendition(`frame-${index}`, item, facts))
  }
  const expectedAudio = variants.map(({ audio }) => audio).filter((address) => address !== null)
  for (const [index, audio] of [...new Set([...expectedAudio, ...tracks.byAddress.keys()])].entries()) {
    renditions.push(rendition(`audio-${index}`, 'audio', audio, inspection.facts, null))
  }
  const originalTrack = tracks.audioTracks.find(({ isOriginal }) => isOriginal)
  const renditionsWithTracks = renditions.map((item): LocatedRendition => {
    const audioTrack = item.carries === 'video' ? undefined : (tracks.byAddress.get(item.address) ?? originalTrack?.id)
    return audioTrack ? { ...item, audioTrack, audioPreference: audioTrack === originalTrack?.id ? 1 : 0 } : item
  })
  return describe(foundPlaylist, inspection, renditionsWithTracks, {
    ...(tracks.audioTracks.length > 0 ? { audioTracks: tracks.audioTracks } : {}),
    captions: subtitlesOf(playlist, originalTrack?.language ?? null),
  })
}

/** The audio tracks to choose among, and the id of the track at each address. Both are empty without a choice. */
function audioTracksOf({ audio }: MasterPlaylist, variants: readonly VideoVariant[]) {
  const groups = new Set(variants.map(({ variant }) => variant.audioGroup))
  const usedAudio = audio.filter(({ group }) => groups.has(group))
  const audioChoiceKey = ({ language, name }: PlaylistAudio): string => JSON.stringify([language, name])
  const distinctAudio = [...Map.groupBy(usedAudio, audioChoiceKey).values()].map(([first]) => first!)
  if (distinctAudio.length < 2) return { audioTracks: [], byAddress: new Map<string, string>() }
  const expectedAudio = distinctAudio.find(({ isDefault }) => isDefault) ?? distinctAudio[0]!
  const choices = audioTrackChoices(
    distinctAudio.map((item) => ({
      key: audioChoiceKey(item),
      language: item.language,
      name: item.name,
      isOriginal: item === expectedAudio,
      fallback: { id: plainLine(item.name, MAX_TITLE_LENGTH) || 'audio', label: 'audio' },
    })),
  )
  const ids = new Map(choices.map(({ key, id }) => [key, id]))
  return {
    audioTracks: choices.map(({ key: _key, ...track }): LocatedAudioTrack => track),
    byAddress: new Map(
      usedAudio.flatMap((item) =>
        item.address === null ? [] : [[item.address, ids.get(audioChoiceKey(item))!] as const],
      ),
    ),
  }
}

/** The subtitles of a master playlist. Each has the address of its own playlist. */
function subtitlesOf({ subtitles }: MasterPlaylist, spokenLanguage: string | null): LocatedCaptions[] {
  const defaultLanguage = subtitles.find(({ isDefault }) => isDefault)?.language ?? null
  const tracks = subtitles.map(({ language, name, address }) => ({ language, name, address, isAutomatic: false }))
  return captionsChoices(tracks, spokenLanguage ?? defaultLanguage)
}

const EMPTY_PLAYLIST: Refusal = {
  ok: false,
  code: 'not_media',
  cause: 'There is neither frame nor audio in the playlist that lasts.',
}

/** A variant with frames, and the address of its separate audio; null if it has none. */
interface VideoVariant {
  variant: PlaylistVariant
  audio: string | null
}

/** Maximum number of variants to describe. Each may need an inspection, and no service offers more sizes. */
const MAX_VARIANTS = 12

export function videoVariantsOf({ variants, audio }: MasterPlaylist): VideoVariant[] {
  // If some variants have a size, those without one are audio only.
  const sizedVariants = variants.filter(({ width }) => width !== null)
  return (sizedVariants.length > 0 ? sizedVariants : variants).slice(0, MAX_VARIANTS).map((variant) => {
    const group = audio.filter((audio) => audio.group === variant.audioGroup)
    const expectedAudio = group.find(({ isDefault }) => isDefault) ?? group[0]
    return { variant, audio: expectedAudio?.address ?? null }
  })
}

/** The smallest variant has the same duration as the others, and its frames become the thumbnails. */
export const smallestOf = (variants: readonly VideoVariant[]): VideoVariant | null =>
  variants.reduce<VideoVariant | null>(
    (a, b) => (a && (a.variant.bandwidth ?? 0) <= (b.variant.bandwidth ?? 0) ? a : b),
    null,
  )

type Inspection = Awaited<ReturnType<typeof inspect>>

async function inspect(
  { address, audio: audioAddress }: { address: string; audio: string | null },
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
) {
  const resources: FetchedResource[] = []
  const video = await files.openMedia(address, signal, { onFetched: (resource) => resources.push(resource) })
  const audio = audioAddress === null ? video : await files.openMedia(audioAddress, signal)
  const facts = await engine.inspect({ video, audio }, signal)
  const addresses = [video.servedFrom, audio.servedFrom, ...resources.map((resource) => resource.address)].filter(
    (place) => place !== undefined,
  )
  const addressesWithoutQuery = addresses
    .map((place) => new URL(place))
    .map(({ origin, pathname }) => origin + pathname)
  return {
    address,
    facts,
    servedFrom: [...new Set(addressesWithoutQuery)],
    bitrate: segmentsBitrate(resources),
  }
}

/** Bits per second of the fetched segments; null if none was fetched. */
function segmentsBitrate(resources: readonly FetchedResource[]): number | null {
  const segments = resources.filter(({ seconds }) => seconds !== null && seconds > 0)
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds!, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  return seconds > 0 ? Math.round((bytes * 8) / seconds) : null
}

function describe(
  foundPlaylist: FoundPlaylist,
  inspection: Inspection,
  renditions: LocatedRendition[],
  tracks: Pick<ResolvedVideo, 'audioTracks' | 'captions'> = {},
): Description {
  const { facts, address, servedFrom } = inspection
  if (!(facts.durationSeconds > 0)) return EMPTY_PLAYLIST
  const { origin, pathname } = new URL(foundPlaylist.landedUrl)
  return {
    ok: true,
    video: {
      ...describeMedia(foundPlaylist.address, facts, renditions),
      servedFrom: [...new Set([origin + pathname, ...servedFrom])],
      ...tracks,
    },
    smallest: { address, facts },
  }
}

/** Describes media that has only a link: the title comes from the address; channel, views and date are unknown. */
export function describeMedia(address: string, { durationSeconds }: MediaFacts, renditions: LocatedRendition[]) {
  const unknownFacts = { channel: null, views: null, publishedAt: null, addressesExpireAt: null }
  return { ...unknownFacts, title: titleFromAddress(address), durationSeconds, renditions }
}

export function carriedBy(facts: MediaFacts): LocatedRendition['carries'] | null {
  if (facts.video) return facts.audio ? 'both' : 'video'
  return facts.audio ? 'audio' : null
}

const VIDEO_CODEC_PATTERN = /^(avc|hvc|hev|vp0?[89]|av01)/i

function variantRendition(id: string, { variant, audio }: VideoVariant, facts: MediaFacts): LocatedRendition {
  const { address, bandwidth, codecs, width, height, frameRate } = variant
  const carries = audio === null ? (carriedBy(facts) ?? 'both') : 'video'
  const base = rendition(id, carries, address, facts, bandwidth)
  return {
    ...base,
    videoCodec: codecs.find((codec) => VIDEO_CODEC_PATTERN.test(codec)) ?? base.videoCodec,
    width: width ?? base.width,
    height: height ?? base.height,
    frameRate: frameRate ?? base.frameRate,
  }
}

export function rendition(
  id: string,
  carries: LocatedRendition['carries'],
  address: string,
  { video, audio }: MediaFacts,
  bitrate: number | null,
): LocatedRendition {
  const hasVideo = carries !== 'audio'
  return {
    id,
    carries,
    container: PLAYLIST_CONTAINER,
    videoCodec: hasVideo ? (video?.codec ?? null) : null,
    audioCodec: carries === 'video' ? null : (audio?.codec ?? null),
    width: hasVideo ? (video?.width ?? null) : null,
    height: hasVideo ? (video?.height ?? null) : null,
    frameRate: hasVideo ? (video?.frameRate ?? null) : null,
    bitrate,
    sizeBytes: null,
    audioPreference: 0,
    address,
    headers: {},
  }
}

const MAX_TITLE_LENGTH = 200

/** Characters that could disguise a title: control characters, and characters that change the writing direction. */
const REMOVED_CHARACTERS_PATTERN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A title for a file without one: its decoded name without extension, or the host if there is no name. */
export function titleFromAddress(address: string): string {
  const url = new URL(address)
  const fileName = percentDecoded(url.pathname.split('/').at(-1) ?? '')
  const title = fileName
    .replace(REMOVED_CHARACTERS_PATTERN, ' ')
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plainLine(title, MAX_TITLE_LENGTH) || url.hostname
}
