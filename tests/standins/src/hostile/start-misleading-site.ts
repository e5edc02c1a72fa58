import { createServer } from 'node:http'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { sendHealthyMedia } from './healthy-media.ts'
import type { OutwardFile } from './outward-media.ts'

/** Ways in which a server may lead to another address than its own. */
export const REDIRECT_KINDS = ['redirect', 'segment', 'key', 'beginning', 'variant', 'audio'] as const
export type RedirectKind = (typeof REDIRECT_KINDS)[number]

const PLAYLISTS: Readonly<Record<string, (address: string) => string>> = {
  segment: (address) => `#EXTM3U\n#EXTINF:10,\n${address}\n#EXT-X-ENDLIST\n`,
  key: (address) => `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${address}"\n#EXTINF:10,\nown.ts\n#EXT-X-ENDLIST\n`,
  beginning: (address) => `#EXTM3U\n#EXT-X-MAP:URI="${address}"\n#EXTINF:10,\nown.ts\n#EXT-X-ENDLIST\n`,
  variant: (address) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${address}\n`,
  audio: (address) =>
    `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${address}"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\nown.m3u8\n`,
}

export type MisleadingSite = Awaited<ReturnType<typeof startMisleadingSite>>

/** A server that leads clients to other hosts, by redirects or by the files that it serves. */
export async function startMisleadingSite(files: readonly OutwardFile[] = []) {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://site')
    const to = url.searchParams.get('to') ?? ''
    const file = files.find(({ name }) => url.pathname === `/${name}`)
    const playlist = PLAYLISTS[url.pathname.slice(1).replace('.m3u8', '')]
    if (url.pathname === '/redirect.mp4') {
      const location = to.replace(/[^\0-\x7f]+/g, encodeURIComponent)
      // The head is written as bytes, because Node would refuse to send some locations.
      response.socket!.end(
        `HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      )
    } else if (playlist) response.end(playlist(to))
    else if (url.pathname === '/own.m3u8') response.end(PLAYLISTS.segment!('own.ts'))
    else if (file) sendHealthyMedia({ request, response, media: file.bytes })
    else response.end('own')
  })
  const { port, close } = await listenOnLoopback(server)
  const host = `127.0.0.1:${port}`
  return {
    /** `127.0.0.1:PORT` */
    host,
    /** A link to this server that leads to any given address. */
    linkBy: (redirectKind: RedirectKind, address: string) =>
      `http://${host}/${redirectKind}.${redirectKind === 'redirect' ? 'mp4' : 'm3u8'}?to=${encodeURIComponent(address)}`,
    close,
  }
}
