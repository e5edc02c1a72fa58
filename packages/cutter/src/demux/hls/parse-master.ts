import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import { addressResolver, type PlaylistLine, parseAttributes, type ResolveAddress } from './playlist-lines.ts'

export interface PlaylistVariant {
  address: string
  /** Bits a second, of everything in it. */
  bandwidth: number | null
  width: number | null
  height: number | null
  frameRate: number | null
  /** As RFC 6381 names them: 'avc1.640028', 'mp4a.40.2'; empty when it does not say. */
  codecs: string[]
  /** The source of its audio, if that is a separate playlist. */
  audioGroup: string | null
}

export interface PlaylistAudio {
  group: string
  name: string
  /** As the playlist says it; null if it does not. */
  language: string | null
  /** null: it is in the variants themselves. */
  address: string | null
  isDefault: boolean
}

/** Subtitles in a playlist of their own. */
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
  /** Each once, also where several groups name it. */
  subtitles: PlaylistSubtitles[]
}

const MOST_VARIANTS = 64
/** Forty languages in five qualities. */
const MOST_AUDIO = 200
const MOST_SUBTITLES = 200
/** Signed addresses have one or two thousand characters. */
const LONGEST_SUBTITLES_ADDRESS = 4096
const LONGEST_CODEC = 100

export function parseMaster(lines: readonly PlaylistLine[], base: string): MasterPlaylist {
  const resolve = addressResolver(base)
  const variants: PlaylistVariant[] = []
  const audio: PlaylistAudio[] = []
  const subtitles = new Map<string, PlaylistSubtitles>()
  let pending: Map<string, string> | null = null
  for (const line of lines) {
    if ('uri' in line) {
      if (pending) variants.push(variantOf(pending, resolve(line.uri)))
      pending = null
    } else if (line.tag === 'EXT-X-STREAM-INF') {
      pending = parseAttributes(line.value)
    } else if (line.tag === 'EXT-X-MEDIA') {
      const attributes = parseAttributes(line.value)
      if (audio.length < MOST_AUDIO) audio.push(...audioOf(attributes, resolve))
      const named = subtitles.size < MOST_SUBTITLES ? subtitlesOf(attributes, resolve) : null
      if (named && !subtitles.has(named.address)) subtitles.set(named.address, named)
    } else if (line.tag === 'EXT-X-SESSION-KEY') {
      requireOpenKey(parseAttributes(line.value))
    }
    if (variants.length > MOST_VARIANTS) {
      throw unsupportedMedia('The playlist names too many others.')
    }
  }
  if (variants.length === 0) throw brokenMedia('The playlist names no video.')
  // The same list may be named once for each of several audio tracks or servers.
  const distinct = variants.filter(
    ({ address }, index) => variants.findIndex((other) => other.address === address) === index,
  )
  return { kind: 'master', variants: distinct, audio, subtitles: [...subtitles.values()] }
}

function variantOf(attributes: Map<string, string>, address: string): PlaylistVariant {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(attributes.get('RESOLUTION') ?? '') ?? []
  return {
    address,
    bandwidth: positive(attributes.get('AVERAGE-BANDWIDTH')) ?? positive(attributes.get('BANDWIDTH')),
    width: positive(width),
    height: positive(height),
    frameRate: positive(attributes.get('FRAME-RATE')),
    codecs: (attributes.get('CODECS') ?? '')
      .split(',')
      .map((codec) => codec.trim().slice(0, LONGEST_CODEC))
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

/** Not those that only translate signs and foreign speech: they are no transcript. */
function subtitlesOf(attributes: Map<string, string>, resolve: ResolveAddress): PlaylistSubtitles | null {
  const uri = attributes.get('URI')
  if (attributes.get('TYPE') !== 'SUBTITLES' || !uri || attributes.get('FORCED') === 'YES') return null
  if (uri.length > LONGEST_SUBTITLES_ADDRESS) return null
  return {
    name: attributes.get('NAME') ?? '',
    language: attributes.get('LANGUAGE') ?? null,
    address: resolve(uri),
    isDefault: attributes.get('DEFAULT') === 'YES',
  }
}

function positive(text: string | undefined): number | null {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** Plain AES-128 has a key that any client may fetch; everything else needs a licence. */
export function requireOpenKey(attributes: Map<string, string>): void {
  const method = attributes.get('METHOD')
  const format = attributes.get('KEYFORMAT') ?? 'identity'
  if ((method !== 'AES-128' && method !== 'NONE') || format !== 'identity') {
    throw unsupportedMedia('The video is protected against copying.')
  }
}
