import { CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import { type MasterPlaylist, parseMaster } from './parse-master.ts'
import { type MediaPlaylist, parseMedia } from './parse-media.ts'
import { playlistLines } from './playlist-lines.ts'

/** A longer text is not a playlist of a video. */
export const LARGEST_PLAYLIST_BYTES = 4 * 1024 * 1024

/** Whether the first bytes of a file are those of an HTTP Live Streaming playlist. */
export function looksLikePlaylist(firstBytes: Uint8Array): boolean {
  return /^\uFEFF?#EXTM3U\s/.test(Buffer.from(firstBytes.subarray(0, 16)).toString('utf8'))
}

/**
 * Reads a playlist: a master, which names others, or a list of segments. Opens nothing: every address in it is resolved
 * against its own, and the code that fetches it decides whether that is allowed.
 * @param address where the playlist came from, after redirects
 * @throws CutterError not_media, unsupported_media (encrypted in a way that needs a licence, interrupted, too long), broken_media
 */
export function parsePlaylist(text: string, address: string): MasterPlaylist | MediaPlaylist {
  if (text.length > LARGEST_PLAYLIST_BYTES) throw unsupportedMedia('The playlist is too long.')
  const lines = [...playlistLines(text)]
  const first = lines.shift()
  if (!first || !('tag' in first) || first.tag !== 'EXTM3U') throw new CutterError('not_media', 'This is no playlist.')
  const tags = new Set(lines.map((line) => ('tag' in line ? line.tag : '')))
  if (tags.has('EXT-X-DEFINE')) throw unsupportedMedia('The playlist is made of variables.')
  return tags.has('EXT-X-STREAM-INF') ? parseMaster(lines, address) : parseMedia(lines, address)
}
