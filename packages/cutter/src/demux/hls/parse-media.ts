import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ByteRange } from '../../api/segment-source.ts'
import { requireOpenKey } from './parse-master.ts'
import { addressResolver, type PlaylistLine, parseAttributes, type ResolveAddress } from './playlist-lines.ts'

export interface PlaylistResource {
  address: string
  /** Byte range of the resource; null for the whole resource. */
  range: ByteRange | null
  /** Key of AES-128 in CBC mode over the whole resource; null without encryption. */
  key: { address: string; iv: Uint8Array } | null
}

export interface PlaylistSegment extends PlaylistResource {
  /** Its number in the playlist (EXT-X-MEDIA-SEQUENCE). */
  sequence: number
  /** Wall-clock time of its start in seconds since 1970 (EXT-X-PROGRAM-DATE-TIME); null if unknown. */
  programSeconds: number | null
  durationSeconds: number
  /** Index in the playlist's maps of the segment's initialization section (EXT-X-MAP); null without one. */
  map: number | null
  /** Number of its recording. Each recording may have its own clock and codecs (EXT-X-DISCONTINUITY). */
  recording: number
  /** Whether the segment has a duration but no data (EXT-X-GAP). Such a segment must not be requested. */
  isGap: boolean
}

export interface MediaPlaylist {
  kind: 'media'
  /** Whether the playlist is complete. If not, it is live and grows. */
  isEnded: boolean
  segments: PlaylistSegment[]
  maps: PlaylistResource[]
  durationSeconds: number
}

/** Maximum number of segments: a day of three-second segments. */
const MAX_SEGMENTS = 30_000
const MAX_SECONDS = 48 * 3600
/** Maximum number of initialization sections. Each joined recording has one. */
const MAX_MAPS = 2000

/** Values of the tags that apply to the next segments. */
interface TagState {
  sequence: number
  programSeconds: number | null
  durationSeconds: number | null
  range: string | null
  key: { address: string; iv: Uint8Array | null } | null
  map: number | null
  recording: number
  isGap: boolean
}

export function parseMedia(lines: readonly PlaylistLine[], baseAddress: string): MediaPlaylist {
  const resolve = addressResolver(baseAddress)
  const segments: PlaylistSegment[] = []
  const maps: PlaylistResource[] = []
  const indexOfMap = mapIndexer(maps)
  const state: TagState = {
    sequence: 0,
    programSeconds: null,
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
      const previous = segments.at(-1)
      if (previous && previous.map !== state.map && previous.recording === state.recording) {
        // A new initialization section begins a new recording even without a discontinuity, because decoders restart.
        state.recording += 1
      }
      const segment = segmentOf(resolve(line.uri), state, previous)
      dateSegments(segments, segment)
      segments.push(segment)
      state.sequence += 1
      state.programSeconds = null
      state.durationSeconds = null
      state.range = null
      state.isGap = false
      if (segments.length > MAX_SEGMENTS) throw unsupportedMedia('The playlist has too many segments.')
    } else if (line.tag === 'EXT-X-ENDLIST') {
      isEnded = true
    } else if (line.tag === 'EXT-X-PROGRAM-DATE-TIME') {
      const seconds = Date.parse(line.value) / 1000
      if (Number.isFinite(seconds)) state.programSeconds = seconds
    } else if (line.tag === 'EXT-X-MAP') {
      state.map = indexOfMap(mapOf(parseAttributes(line.value), resolve, state))
    } else {
      applyTag(line.tag, line.value, resolve, state, segments.length)
    }
  }
  if (segments.length === 0 && isEnded) throw brokenMedia('The playlist names no segment.')
  const durationSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0)
  if (durationSeconds > MAX_SECONDS) throw unsupportedMedia('The playlist is too long.')
  return { kind: 'media', isEnded, segments, maps, durationSeconds }
}

/**
 * Dates a segment from the segments before it, or, if it has the first date of the playlist, dates those from it. The
 * distance of two dates corrects a duration in whole seconds, because rounding errors of many segments add up.
 */
function dateSegments(segments: readonly PlaylistSegment[], next: PlaylistSegment): void {
  const previous = segments.at(-1)
  if (!previous) return
  const { programSeconds, durationSeconds } = previous
  if (programSeconds !== null) {
    const datedSeconds = (next.programSeconds ?? Number.NaN) - programSeconds
    const isRounded = Number.isInteger(durationSeconds) && previous.recording === next.recording
    // A larger difference is a jump of the server's clock.
    const isNear = Math.abs(datedSeconds - durationSeconds) < durationSeconds / 2
    if (isRounded && isNear) previous.durationSeconds = datedSeconds
    next.programSeconds = programSeconds + previous.durationSeconds
  } else if (next.programSeconds !== null) {
    let at = next.programSeconds
    for (const segment of segments.toReversed()) {
      at -= segment.durationSeconds
      segment.programSeconds = at
    }
  }
}

function applyTag(tag: string, value: string, resolve: ResolveAddress, state: TagState, segments: number): void {
  if (tag === 'EXTINF') {
    state.durationSeconds = Number.parseFloat(value)
  } else if (tag === 'EXT-X-BYTERANGE') {
    state.range = value
  } else if (tag === 'EXT-X-MEDIA-SEQUENCE') {
    state.sequence = Number.parseInt(value, 10) || 0
  } else if (tag === 'EXT-X-KEY') {
    state.key = parseKeyTag(parseAttributes(value), resolve)
  } else if (tag === 'EXT-X-DISCONTINUITY' && segments > 0) {
    state.recording += 1
  } else if (tag === 'EXT-X-GAP') {
    state.isGap = true
  } else if (tag === 'EXT-X-I-FRAMES-ONLY') {
    throw unsupportedMedia('The playlist leaves out most of the video.')
  }
}

function segmentOf(address: string, state: TagState, previous: PlaylistSegment | undefined): PlaylistSegment {
  const { durationSeconds, key, sequence, programSeconds, map, recording, isGap } = state
  if (durationSeconds === null || !(durationSeconds >= 0)) {
    throw brokenMedia('A segment of the playlist has no duration.')
  }
  return {
    address,
    range: state.range === null ? null : parseByteRange(state.range, address, previous),
    key: key && { address: key.address, iv: key.iv ?? sequenceIv(sequence) },
    sequence,
    programSeconds,
    durationSeconds,
    map,
    recording,
    isGap,
  }
}

/** Parses `length@offset`. Without an offset, the range follows the previous segment of the same resource. */
function parseByteRange(text: string, address: string, previous: PlaylistSegment | undefined): ByteRange {
  const [, length, offset] = /^(\d+)(?:@(\d+))?$/.exec(text) ?? []
  const previousEnd = previous?.address === address ? previous.range?.end : undefined
  const start = offset === undefined ? previousEnd : Number(offset)
  const end = (start ?? Number.NaN) + Number(length)
  if (start === undefined || !Number.isSafeInteger(end) || end <= start) {
    throw brokenMedia('A segment of the playlist is no range of bytes.')
  }
  return { start, end }
}

function mapOf(attributes: Map<string, string>, resolve: ResolveAddress, { key }: TagState): PlaylistResource {
  const address = resolve(attributes.get('URI'))
  const text = attributes.get('BYTERANGE')
  if (key && !key.iv) throw brokenMedia('The beginning of the segments is encrypted, and nothing says how.')
  return {
    address,
    range: text === undefined ? null : parseByteRange(text.includes('@') ? text : `${text}@0`, address, undefined),
    key: key?.iv ? { address: key.address, iv: key.iv } : null,
  }
}

/** Creates a function that adds maps to a list and returns their indexes. Playlists may repeat a map many times. */
function mapIndexer(maps: PlaylistResource[]) {
  /** Indexes by address, then by range. One joined key would copy and hash the long address for every segment. */
  const indexesByAddress = new Map<string, Map<string, number>>()
  return (map: PlaylistResource): number => {
    const range = map.range ? `${map.range.start}-${map.range.end}` : ''
    const indexesByRange = indexesByAddress.get(map.address) ?? new Map<string, number>()
    const index = indexesByRange.get(range)
    if (index !== undefined) return index
    if (maps.length === MAX_MAPS) throw unsupportedMedia('The playlist has too many beginnings.')
    indexesByAddress.set(map.address, indexesByRange.set(range, maps.length))
    return maps.push(map) - 1
  }
}

function parseKeyTag(attributes: Map<string, string>, resolve: ResolveAddress): TagState['key'] {
  requireOpenKey(attributes)
  if (attributes.get('METHOD') === 'NONE') return null
  const hex = /^0x([0-9a-f]{1,32})$/i.exec(attributes.get('IV') ?? '')?.[1]
  return {
    address: resolve(attributes.get('URI')),
    iv: hex ? Buffer.from(hex.padStart(32, '0'), 'hex') : null,
  }
}

/** The initialization vector of a segment whose key tag has none: its sequence number. */
function sequenceIv(sequence: number): Uint8Array {
  if (!(Number.isSafeInteger(sequence) && sequence >= 0)) {
    throw brokenMedia('The segments of the playlist have no numbers.')
  }
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(sequence), 8)
  return iv
}
