import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'

/** Maximum number of lines of a playlist: ten for each segment of the longest playlist. */
const MAX_LINES = 300_000
/** Maximum number of attributes of a tag. The longest attribute list of the format has about twenty. */
const MAX_ATTRIBUTES = 64

/** A tag of a playlist with the text after its colon, or a line that names a resource. */
export type PlaylistLine = { tag: string; value: string } | { uri: string }

/** Yields the lines of a playlist (RFC 8216, 4.1), without comments and empty lines. */
export function* playlistLines(text: string): Generator<PlaylistLine> {
  const from = text.startsWith('\uFEFF') ? 1 : 0
  let count = 0
  for (let start = from, end = 0; end < text.length; start = end + 1) {
    const newline = text.indexOf('\n', start)
    end = newline < 0 ? text.length : newline
    const line = text.slice(start, end).trim()
    count += 1
    if (count > MAX_LINES) throw unsupportedMedia('The playlist has too many lines.')
    if (line.startsWith('#EXT')) {
      const colon = line.indexOf(':')
      yield colon < 0
        ? { tag: line.slice(1), value: '' }
        : { tag: line.slice(1, colon), value: line.slice(colon + 1).trim() }
    } else if (line !== '' && !line.startsWith('#')) {
      yield { uri: line }
    }
  }
}

/** Parses an attribute list: NAME=VALUE, NAME="VALUE, WITH COMMAS". */
export function parseAttributes(value: string): Map<string, string> {
  const attributes = new Map<string, string>()
  // The lookbehind keeps the search linear: a long run of letters is tried once, not once from each letter.
  for (const [, name, quotedValue, bareValue] of value.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)) {
    attributes.set(name!, quotedValue ?? bareValue ?? '')
    if (attributes.size > MAX_ATTRIBUTES) throw unsupportedMedia('The playlist says too much of one thing.')
  }
  return attributes
}

/** Longest address. Servers usually reject longer ones. */
const MAX_ADDRESS_LENGTH = 8192
/**
 * Maximum total length of all resolved addresses. Short addresses become long if the playlist's own address is long.
 */
const MAX_ADDRESS_CHARACTERS = 16 * 1024 * 1024
/** Maximum number of different addresses: enough for each segment and a key for each segment. */
const MAX_ADDRESSES = 65_536

export type ResolveAddress = ReturnType<typeof addressResolver>

/**
 * Creates a function that resolves the addresses in one playlist. Repeated addresses are cached and do not count for
 * the limits, because many playlists repeat one file or key.
 * @param baseAddress the playlist's own address
 */
export function addressResolver(baseAddress: string) {
  const baseUrl = baseAddress.length > MAX_ADDRESS_LENGTH ? null : URL.parse(baseAddress)
  if (!baseUrl) throw unsupportedMedia('The playlist is at an address that is too long, or none.')
  const resolvedAddresses = new Map<string, string>()
  let totalLength = 0
  return (uri: string | undefined): string => {
    const cachedAddress = resolvedAddresses.get(uri ?? '')
    if (cachedAddress !== undefined) return cachedAddress
    if (uri && uri.length > MAX_ADDRESS_LENGTH)
      throw unsupportedMedia('The playlist names an address that is too long.')
    const url = uri ? URL.parse(uri, baseUrl) : null
    if (!uri || !url) throw brokenMedia('The playlist names something that is no address.')
    // A fragment is never sent, and Kerf has a use of its own for it.
    url.hash = ''
    const { href } = url
    totalLength += href.length
    if (
      href.length > MAX_ADDRESS_LENGTH ||
      totalLength > MAX_ADDRESS_CHARACTERS ||
      resolvedAddresses.size >= MAX_ADDRESSES
    ) {
      throw unsupportedMedia('The addresses in the playlist are too long, or too many.')
    }
    resolvedAddresses.set(uri, href)
    return href
  }
}
