import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ByteRange } from '../../api/segment-source.ts'
import { requireOpenKey } from './parse-master.ts'
import { addressResolver, type PlaylistLine, parseAttributes, type ResolveAddress } from './playlist-lines.ts'

export interface PlaylistResource {
  address: string
  /** null: the whole of it. */
  range: ByteRange | null
  /** AES-128 in CBC mode over the whole resource; null when it is not encrypted. */
  key: { address: string; iv: Uint8Array } | null
}

export interface PlaylistSegment extends PlaylistResource {
  durationSeconds: number
  /** The initialization section of the segment (EXT-X-MAP): an index into the playlist's maps. */
  map: number | null
  /** Which recording it belongs to: another one may have another clock and other codecs (EXT-X-DISCONTINUITY). */
  recording: number
  /** It has a duration, but no data (EXT-X-GAP): it must not be requested. */
  isGap: boolean
}

export interface MediaPlaylist {
  kind: 'media'
  /** Whether it is all there; if not, it is live and grows. */
  isEnded: boolean
  segments: PlaylistSegment[]
  maps: PlaylistResource[]
  durationSeconds: number
}

/** A day of segments of three seconds. */
const MOST_SEGMENTS = 30_000
const LONGEST_SECONDS = 48 * 3600
/** One for each recording that is joined. */
const MOST_MAPS = 2000

/** The tags that apply to the next segments. */
interface State {
  sequence: number
  durationSeconds: number | null
  range: string | null
  key: { address: string; iv: Uint8Array | null } | null
  map: number | null
  recording: number
  isGap: boolean
}

export function parseMedia(lines: readonly PlaylistLine[], base: string): MediaPlaylist {
  const resolve = addressResolver(base)
  const segments: PlaylistSegment[] = []
  const maps: PlaylistResource[] = []
  const placeOf = mapPlaces(maps)
  const state: State = {
    sequence: 0,
    durationSeconds: null,
    range: null,
    key: null,
    map: null,
    recording: 0,
    isGap: false,
  }
  let isEnded = false
  for (const line of lines) {
    if ('uri' in line) {
      const before = segments.at(-1)
      if (before && before.map !== state.map && before.recording === state.recording) {
        // The initialization section changes without a discontinuity: no decoder would continue.
        state.recording += 1
      }
      segments.push(segmentOf(resolve(line.uri), state, before))
      state.sequence += 1
      state.durationSeconds = null
      state.range = null
      state.isGap = false
      if (segments.length > MOST_SEGMENTS) throw unsupportedMedia('The playlist has too many segments.')
    } else if (line.tag === 'EXT-X-ENDLIST') {
      isEnded = true
    } else if (line.tag === 'EXT-X-MAP') {
      state.map = placeOf(mapOf(parseAttributes(line.value), resolve, state))
    } else {
      applyTag(line.tag, line.value, resolve, state, segments.length)
    }
  }
  const durationSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0)
  if (segments.length === 0 && isEnded) throw brokenMedia('The playlist names no segment.')
  if (durationSeconds > LONGEST_SECONDS) throw unsupportedMedia('The playlist is too long.')
  return { kind: 'media', isEnded, segments, maps, durationSeconds }
}

function applyTag(tag: string, value: string, resolve: ResolveAddress, state: State, segments: number): void {
  if (tag === 'EXTINF') {
    state.durationSeconds = Number.parseFloat(value)
  } else if (tag === 'EXT-X-BYTERANGE') {
    state.range = value
  } else if (tag === 'EXT-X-MEDIA-SEQUENCE') {
    state.sequence = Number.parseInt(value, 10) || 0
  } else if (tag === 'EXT-X-KEY') {
    state.key = keyOf(parseAttributes(value), resolve)
  } else if (tag === 'EXT-X-DISCONTINUITY' && segments > 0) {
    state.recording += 1
  } else if (tag === 'EXT-X-GAP') {
    state.isGap = true
  } else if (tag === 'EXT-X-I-FRAMES-ONLY') {
    throw unsupportedMedia('The playlist leaves out most of the video.')
  }
}

function segmentOf(address: string, state: State, before: PlaylistSegment | undefined): PlaylistSegment {
  const { durationSeconds, key, sequence, map, recording, isGap } = state
  if (durationSeconds === null || !(durationSeconds >= 0)) {
    throw brokenMedia('A segment of the playlist has no duration.')
  }
  return {
    address,
    range: state.range === null ? null : rangeOf(state.range, address, before),
    key: key && { address: key.address, iv: key.iv ?? sequenceIv(sequence) },
    durationSeconds,
    map,
    recording,
    isGap,
  }
}

/** `length@offset`; without an offset, directly after the previous segment of the same resource. */
function rangeOf(text: string, address: string, before: PlaylistSegment | undefined): ByteRange {
  const [, length, offset] = /^(\d+)(?:@(\d+))?$/.exec(text) ?? []
  const continued = before?.address === address ? before.range?.end : undefined
  const start = offset === undefined ? continued : Number(offset)
  const end = (start ?? Number.NaN) + Number(length)
  if (start === undefined || !Number.isSafeInteger(end) || end <= start) {
    throw brokenMedia('A segment of the playlist is no range of bytes.')
  }
  return { start, end }
}

function mapOf(attributes: Map<string, string>, resolve: ResolveAddress, { key }: State): PlaylistResource {
  const address = resolve(attributes.get('URI'))
  const text = attributes.get('BYTERANGE')
  if (key && !key.iv) throw brokenMedia('The beginning of the segments is encrypted, and nothing says how.')
  return {
    address,
    range: text === undefined ? null : rangeOf(text.includes('@') ? text : `${text}@0`, address, undefined),
    key: key?.iv ? { address: key.address, iv: key.iv } : null,
  }
}

/** Lists repeat their map before every segment; it is one all the same. */
function mapPlaces(all: PlaylistResource[]) {
  /** By address, and then by range: an address is long, and put together with something it would be read again each time. */
  const known = new Map<string, Map<string, number>>()
  return (map: PlaylistResource): number => {
    const range = map.range ? `${map.range.start}-${map.range.end}` : ''
    const places = known.get(map.address) ?? new Map<string, number>()
    const place = places.get(range)
    if (place !== undefined) return place
    if (all.length === MOST_MAPS) throw unsupportedMedia('The playlist has too many beginnings.')
    known.set(map.address, places.set(range, all.length))
    return all.push(map) - 1
  }
}

function keyOf(attributes: Map<string, string>, resolve: ResolveAddress): State['key'] {
  requireOpenKey(attributes)
  if (attributes.get('METHOD') === 'NONE') return null
  const hex = /^0x([0-9a-f]{1,32})$/i.exec(attributes.get('IV') ?? '')?.[1]
  return {
    address: resolve(attributes.get('URI')),
    iv: hex ? Buffer.from(hex.padStart(32, '0'), 'hex') : null,
  }
}

/** Where no IV is given, it is the number of the segment. */
function sequenceIv(sequence: number): Uint8Array {
  if (!(Number.isSafeInteger(sequence) && sequence >= 0)) {
    throw brokenMedia('The segments of the playlist have no numbers.')
  }
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(sequence), 8)
  return iv
}
