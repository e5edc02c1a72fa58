import { CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import { type MasterPlaylist, parseMaster } from './parse-master.ts'
import { type MediaPlaylist, parseMedia } from './parse-media.ts'
import { playlistLines } from './playlist-lines.ts'

/** Largest playlist that is parsed. */
export const MAX_PLAYLIST_BYTES = 4 * 1024 * 1024

/** Whether a file begins like an HTTP Live Streaming playlist. */
export function looksLikePlaylist(firstBytes: Uint8Array): boolean {
  return /^\uFEFF?#EXTM3U\s/.test(Buffer.from(firstBytes.subarray(0, 16)).toString('utf8'))
}

/**
 * Parses a playlist: a master playlist, which lists other playlists, or a media playlist, which lists segments. It
 * fetches nothing. It resolves all addresses, and the code that fetches them decides whether that is allowed.
 * @param address address of the playlist, after redirects
 * @throws CutterError not_media; unsupported_media (encryption with a licence, variables, I-frames only, too long);
 * broken_media
 */
export function parsePlaylist(text: string, address: string): MasterPlaylist | MediaPlaylist {
  if (text.length > MAX_PLAYLIST_BYTES) throw unsupportedMedia('The playlist is too long.')
  const lines = [...playlistLines(text)]
  const firstLine = lines.shift()
  if (!firstLine || !('tag' in firstLine) || firstLine.tag !== 'EXTM3U') {
    throw new CutterError('not_media', 'This is no playlist.')
  }
  const tags = new Set(lines.map((line) => ('tag' in line ? line.tag : '')))
  if (tags.has('EXT-X-DEFINE')) throw unsupportedMedia('The playlist is made of variables.')
  return tags.has('EXT-X-STREAM-INF') ? parseMaster(lines, address) : parseMedia(lines, address)
}
