import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import { addressResolver, type PlaylistLine, parseAttributes, type ResolveAddress } from './playlist-lines.ts'

export interface PlaylistVariant {
  address: string
  /** Bits per second of all tracks of the variant. */
  bandwidth: number | null
  width: number | null
  height: number | null
  frameRate: number | null
  /** Codec strings (RFC 6381): 'avc1.640028', 'mp4a.40.2'; empty if the playlist does not list them. */
  codecs: string[]
  /** Group of its audio, if that is a separate playlist. */
  audioGroup: string | null
}

export interface PlaylistAudio {
  group: string
  name: string
  /** LANGUAGE attribute; null if the playlist has none. */
  language: string | null
  /** Address of its playlist; null if the audio is in the variants. */
  address: string | null
  isDefault: boolean
}

/** Subtitles with a separate playlist. */
export interface PlaylistSubtitles {
  name: string
  language: string | null
  address: string
  isDefault: boolean
}

export interface MasterPlaylist {
  kind: 'master'
  variants: PlaylistVariant[]
  audio: PlaylistAudio[]
  /** Subtitles without repetitions, even if several groups list them. */
  subtitles: PlaylistSubtitles[]
}

const MAX_VARIANTS = 64
/** Maximum number of audio tracks: forty languages in five qualities. */
const MAX_AUDIO = 200
const MAX_SUBTITLES = 200
/** Longest address of subtitles. Signed addresses have one or two thousand characters. */
const MAX_SUBTITLES_ADDRESS_LENGTH = 4096
const MAX_CODEC_LENGTH = 100

export function parseMaster(lines: readonly PlaylistLine[], baseAddress: string): MasterPlaylist {
  const resolve = addressResolver(baseAddress)
  const variants: PlaylistVariant[] = []
  const audio: PlaylistAudio[] = []
  const subtitles = new Map<string, PlaylistSubtitles>()
  let pendingAttributes: Map<string, string> | null = null
  for (const line of lines) {
    if ('uri' in line) {
      if (pendingAttributes) variants.push(variantOf(pendingAttributes, resolve(line.uri)))
      pendingAttributes = null
    } else if (line.tag === 'EXT-X-STREAM-INF') {
      pendingAttributes = parseAttributes(line.value)
    } else if (line.tag === 'EXT-X-MEDIA') {
      const attributes = parseAttributes(line.value)
      if (audio.length < MAX_AUDIO) audio.push(...audioOf(attributes, resolve))
      const track = subtitles.size < MAX_SUBTITLES ? subtitlesOf(attributes, resolve) : null
      if (track && !subtitles.has(track.address)) subtitles.set(track.address, track)
    } else if (line.tag === 'EXT-X-SESSION-KEY') {
      requireOpenKey(parseAttributes(line.value))
    }
    if (variants.length > MAX_VARIANTS) {
      throw unsupportedMedia('The playlist names too many others.')
    }
  }
  if (variants.length === 0) throw brokenMedia('The playlist names no video.')
  // A master may list one playlist several times, once for each audio track or server.
  const distinctVariants = variants.filter(
    ({ address }, index) => variants.findIndex((candidate) => candidate.address === address) === index,
  )
  return { kind: 'master', variants: distinctVariants, audio, subtitles: [...subtitles.values()] }
}

function variantOf(attributes: Map<string, string>, address: string): PlaylistVariant {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(attributes.get('RESOLUTION') ?? '') ?? []
  return {
    address,
    bandwidth: parsePositive(attributes.get('AVERAGE-BANDWIDTH')) ?? parsePositive(attributes.get('BANDWIDTH')),
    width: parsePositive(width),
    height: parsePositive(height),
    frameRate: parsePositive(attributes.get('FRAME-RATE')),
    codecs: (attributes.get('CODECS') ?? '')
      .split(',')
      .map((codec) => codec.trim().slice(0, MAX_CODEC_LENGTH))
      .filter((codec) => codec !== ''),
    audioGroup: attributes.get('AUDIO') ?? null,
  }
}

function audioOf(attributes: Map<string, string>, resolve: ResolveAddress): PlaylistAudio[] {
  const uri = attributes.get('URI')
  const group = attributes.get('GROUP-ID')
  if (attributes.get('TYPE') !== 'AUDIO' || !group) return []
  return [
    {
      group,
      name: attributes.get('NAME') ?? '',
      language: attributes.get('LANGUAGE') ?? null,
      address: uri === undefined ? null : resolve(uri),
      isDefault: attributes.get('DEFAULT') === 'YES',
    },
  ]
}

/** Reads subtitles; null for other tags and forced subtitles, which only translate signs and foreign speech. */
function subtitlesOf(attributes: Map<string, string>, resolve: ResolveAddress): PlaylistSubtitles | null {
  const uri = attributes.get('URI')
  if (attributes.get('TYPE') !== 'SUBTITLES' || !uri || attributes.get('FORCED') === 'YES') return null
  if (uri.length > MAX_SUBTITLES_ADDRESS_LENGTH) return null
  return {
    name: attributes.get('NAME') ?? '',
    language: attributes.get('LANGUAGE') ?? null,
    address: resolve(uri),
    isDefault: attributes.get('DEFAULT') === 'YES',
  }
}

function parsePositive(text: string | undefined): number | null {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** Throws for encryption other than plain AES-128, whose key any client may fetch. Other methods need a licence. */
export function requireOpenKey(attributes: Map<string, string>): void {
  const method = attributes.get('METHOD')
  const format = attributes.get('KEYFORMAT') ?? 'identity'
  if ((method !== 'AES-128' && method !== 'NONE') || format !== 'identity') {
    throw unsupportedMedia('The video is protected against copying.')
  }
}
