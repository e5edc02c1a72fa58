import type { ErrorCode } from '@kerf/domain/errors/error-codes'

/** Lists of other addresses. A tool that follows them can be led to anywhere, so they are refused before one sees them. */
const PLAYLIST_STARTS = ['#extm3u', '<mpd', '<smil', '[playlist]', 'ffconcat', '<asx', '<smoothstreamingmedia']
const PAGE_STARTS = ['<!doctype html', '<html', '<head', '<body', '<script', '<!--', '<meta', '<title', '<svg']
const XML_PROLOG = /^<\?xml[^>]*>\s*(<!--[\s\S]*?-->\s*)*/

/** Looks at a file's beginning: a page, a playlist, or null when it may well be media. */
export function recognizeNonMedia(firstBytes: Uint8Array): ErrorCode | null {
  if (firstBytes.length === 0) return 'not_media'
  const text = Buffer.from(firstBytes.subarray(0, 4096))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  const content = text.replace(XML_PROLOG, '')
  if (PLAYLIST_STARTS.some((start) => content.startsWith(start))) return 'unsupported_media'
  if (PAGE_STARTS.some((start) => content.startsWith(start)) || text.startsWith('<?xml')) return 'not_media'
  return null
}
