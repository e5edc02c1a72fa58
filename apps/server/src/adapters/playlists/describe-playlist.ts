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
} from '../../ports/sources.ts'
import type { FetchedResource, FoundPlaylist, PlaylistFiles } from './playlist-files.ts'

/** `smallest`: the variant from which thumbnails and the waveform are made. */
type Described =
  | {
      ok: true
      video: Omit<ResolvedVideo, 'thumbnailAddress' | 'filmstrip'>
      smallest: { address: string; facts: MediaFacts }
    }
  | Refusal

/** The video that a playlist shows: its variants are its renditions. */
export async function describePlaylist(
  found: FoundPlaylist,
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
): Promise<Described> {
  const { playlist, address } = found
  if (playlist.kind === 'media') {
    if (!playlist.isEnded) return { ok: false, code: 'video_live', cause: 'The playlist has no end yet.' }
    const looked = await look({ address, audio: null }, files, engine, signal)
    const carries = carriedBy(looked.facts)
    if (!carries) return NOTHING_IN_IT
    return described(found, looked, [rendition('playlist', carries, address, looked.facts, looked.bitrate)])
  }
  const frames = framesOf(playlist)
  const tracks = audioTracksOf(playlist, frames)
  // The smallest one has the same duration; its frames become the thumbnails.
  const smallest = frames.reduce<Frame | null>(
    (least, one) => (least && (least.variant.bandwidth ?? 0) <= (one.variant.bandwidth ?? 0) ? least : one),
    null,
  )
  if (!smallest) return NOTHING_IN_IT
  const looked = await look({ address: smallest.variant.address, audio: smallest.audio }, files, engine, signal)
  if (!carriedBy(looked.facts)) return NOTHING_IN_IT
  const renditions: LocatedRendition[] = []
  for (const [index, frame] of frames.entries()) {
    const facts =
      frame === smallest || (frame.variant.width && frame.variant.codecs.length > 0)
        ? looked.facts
        : (await look({ address: frame.variant.address, audio: frame.audio }, files, engine, signal)).facts
    renditions.push(variantRendition(`frame-${index}`, frame, facts))
  }
  const expected = frames.map(({ audio }) => audio).filter((address) => address !== null)
  for (const [index, audio] of [...new Set([...expected, ...tracks.byAddress.keys()])].entries()) {
    renditions.push(rendition(`audio-${index}`, 'audio', audio, looked.facts, null))
  }
  const original = tracks.audioTracks.find(({ isOriginal }) => isOriginal)
  const withTracks = renditions.map((one): LocatedRendition => {
    const audioTrack = one.carries === 'video' ? undefined : (tracks.byAddress.get(one.address) ?? original?.id)
    return audioTrack ? { ...one, audioTrack, audioPreference: audioTrack === original?.id ? 1 : 0 } : one
  })
  return described(found, looked, withTracks, {
    ...(tracks.audioTracks.length > 0 ? { audioTracks: tracks.audioTracks } : {}),
    captions: subtitlesOf(playlist, original?.language ?? null),
  })
}

/** The audio among which there is a choice, the expected one first, and which of it is at each address. */
function audioTracksOf({ audio }: MasterPlaylist, frames: readonly Frame[]) {
  const groups = new Set(frames.map(({ variant }) => variant.audioGroup))
  const used = audio.filter(({ group }) => groups.has(group))
  const keyOf = ({ language, name }: PlaylistAudio): string => JSON.stringify([language, name])
  const distinct = [...Map.groupBy(used, keyOf).values()].map(([first]) => first!)
  if (distinct.length < 2) return { audioTracks: [], byAddress: new Map<string, string>() }
  const expected = distinct.find(({ isDefault }) => isDefault) ?? distinct[0]!
  const chosen = audioTrackChoices(
    distinct.map((one) => ({
      key: keyOf(one),
      language: one.language,
      name: one.name,
      isOriginal: one === expected,
      otherwise: { id: plainLine(one.name, MAX_TITLE_LENGTH) || 'audio', label: 'audio' },
    })),
  )
  const ids = new Map(chosen.map(({ key, id }) => [key, id]))
  return {
    audioTracks: chosen.map(({ key: _key, ...track }): LocatedAudioTrack => track),
    byAddress: new Map(
      used.flatMap((one) => (one.address === null ? [] : [[one.address, ids.get(keyOf(one))!] as const])),
    ),
  }
}

/** Each at the address of its own playlist. */
function subtitlesOf({ subtitles }: MasterPlaylist, spoken: string | null): LocatedCaptions[] {
  const expected = subtitles.find(({ isDefault }) => isDefault)?.language ?? null
  const claimed = subtitles.map(({ language, name, address }) => ({ language, name, address, isAutomatic: false }))
  return captionsChoices(claimed, spoken ?? expected)
}

const NOTHING_IN_IT: Refusal = {
  ok: false,
  code: 'not_media',
  cause: 'There is neither frame nor audio in the playlist that lasts.',
}

interface Frame {
  variant: PlaylistVariant
  audio: string | null
}

/** More sizes than this are offered nowhere; some may each have to be looked at. */
const MOST_FRAMES = 12

function framesOf({ variants, audio }: MasterPlaylist): Frame[] {
  // Where some variants name their size, those that do not are audio alone.
  const sized = variants.filter(({ width }) => width !== null)
  return (sized.length > 0 ? sized : variants).slice(0, MOST_FRAMES).map((variant) => {
    const group = audio.filter((audio) => audio.group === variant.audioGroup)
    const expected = group.find(({ isDefault }) => isDefault) ?? group[0]
    return { variant, audio: expected?.address ?? null }
  })
}

type Looked = Awaited<ReturnType<typeof look>>

async function look(
  { address, audio: audioAddress }: { address: string; audio: string | null },
  files: PlaylistFiles,
  engine: Pick<MediaEngine, 'inspect'>,
  signal: AbortSignal,
) {
  const fetched: FetchedResource[] = []
  const video = await files.openMedia(address, signal, (resource) => fetched.push(resource))
  const audio = audioAddress === null ? video : await files.openMedia(audioAddress, signal)
  const facts = await engine.inspect({ video, audio }, signal)
  const places = [video.servedFrom, audio.servedFrom, ...fetched.map((resource) => resource.address)].filter(
    (place) => place !== undefined,
  )
  const withoutQuery = places.map((place) => new URL(place)).map(({ origin, pathname }) => origin + pathname)
  return {
    address,
    facts,
    servedFrom: [...new Set(withoutQuery)],
    bitrate: bitrateOf(fetched),
  }
}

function bitrateOf(fetched: readonly FetchedResource[]): number | null {
  const segments = fetched.filter(({ seconds }) => seconds !== null && seconds > 0)
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds!, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  return seconds > 0 ? Math.round((bytes * 8) / seconds) : null
}

function described(
  found: FoundPlaylist,
  looked: Looked,
  renditions: LocatedRendition[],
  tracks: Pick<ResolvedVideo, 'audioTracks' | 'captions'> = {},
): Described {
  const { facts, address, servedFrom } = looked
  if (!(facts.durationSeconds > 0)) return NOTHING_IN_IT
  const { origin, pathname } = new URL(found.landedUrl)
  return {
    ok: true,
    video: {
      ...describeMedia(found.address, facts, renditions),
      servedFrom: [...new Set([origin + pathname, ...servedFrom])],
      ...tracks,
    },
    smallest: { address, facts },
  }
}

/** All that can be said of media behind a link of its own. */
export function describeMedia(address: string, { durationSeconds }: MediaFacts, renditions: LocatedRendition[]) {
  const unknown = { channel: null, views: null, publishedAt: null, addressesExpireAt: null }
  return { ...unknown, title: titleFromAddress(address), durationSeconds, renditions }
}

export function carriedBy(facts: MediaFacts): LocatedRendition['carries'] | null {
  if (facts.video) return facts.audio ? 'both' : 'video'
  return facts.audio ? 'audio' : null
}

const FRAME_CODEC = /^(avc|hvc|hev|vp0?[89]|av01)/i

function variantRendition(id: string, { variant, audio }: Frame, facts: MediaFacts): LocatedRendition {
  const { address, bandwidth, codecs, width, height, frameRate } = variant
  const carries = audio === null ? (carriedBy(facts) ?? 'both') : 'video'
  const made = rendition(id, carries, address, facts, bandwidth)
  return {
    ...made,
    videoCodec: codecs.find((codec) => FRAME_CODEC.test(codec)) ?? made.videoCodec,
    width: width ?? made.width,
    height: height ?? made.height,
    frameRate: frameRate ?? made.frameRate,
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

/** Control characters, and those that change the direction of writing, which could disguise a title. */
const UNREADABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A title for a file that has none: its name without ending, decoded, or the host when there is no name. */
export function titleFromAddress(address: string): string {
  const url = new URL(address)
  const fileName = percentDecoded(url.pathname.split('/').at(-1) ?? '')
  const title = fileName
    .replace(UNREADABLE, ' ')
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plainLine(title, MAX_TITLE_LENGTH) || url.hostname
}
