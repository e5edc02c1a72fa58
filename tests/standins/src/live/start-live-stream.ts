import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type LoopbackServer, listenOnLoopback } from '../http/listen-on-loopback.ts'

export interface LiveVariant {
  /** Path of the variant on the server. */
  name: string
  /** Folder with a complete `index.m3u8` and its segments. */
  directory: string
  /**
   * Attributes of the variant in the master playlist; null: a separate audio track, which is not listed as a variant.
   */
  attributes: string
  /** Number of segments by which its playlist is behind the others. */
  behind?: number
  /** Difference of its sequence numbers from the others'. */
  renumberedBy?: number
}

export interface LiveStream extends Pick<LoopbackServer, 'close'> {
  host: string
  urlOf(path: string): string
  /** Moves the window on by some segments. Segments before it are gone at once. */
  slide(segments: number): void
  /** Ends the stream: its playlists say so, and list the last window. */
  end(): void
  /** Paths of all requests, in order. */
  requests: string[]
}

interface Segment {
  lines: string
  uri: string
}

/**
 * A live stream of HLS whose window slides when a test says so. The master playlist is `/master.m3u8`, that of a variant
 * `/NAME/index.m3u8`.
 */
export async function startLiveStream(
  variants: readonly LiveVariant[],
  windowSegments: number,
  { master: masterLines = [] }: { master?: readonly string[] } = {},
): Promise<LiveStream> {
  const playlists = new Map(
    await Promise.all(variants.map(async (variant) => [variant.name, await readPlaylist(variant)] as const)),
  )
  const requests: string[] = []
  let first = 0
  let hasEnded = false

  function windowOf({ name, behind = 0 }: LiveVariant): Segment[] {
    const from = Math.max(0, first - behind)
    return playlists.get(name)!.segments.slice(from, from + windowSegments)
  }

  function playlistText(variant: LiveVariant): string {
    const window = windowOf(variant)
    const { renumberedBy = 0 } = variant
    const sequence = playlists.get(variant.name)!.segments.indexOf(window[0]!) + renumberedBy
    const body = window.map(({ lines, uri }) => `${lines}${uri}\n`).join('')
    const { header } = playlists.get(variant.name)!
    return `${header}#EXT-X-MEDIA-SEQUENCE:${sequence}\n${body}${hasEnded ? '#EXT-X-ENDLIST\n' : ''}`
  }

  function masterText(): string {
    const lines = variants.map(({ name, attributes }) => `#EXT-X-STREAM-INF:${attributes}\n${name}/index.m3u8`)
    return ['#EXTM3U', ...masterLines, ...lines, ''].join('\n')
  }

  async function answer(path: string): Promise<string | Buffer | null> {
    if (path === '/master.m3u8') return masterText()
    const [, name = '', file = ''] = path.split('/')
    const variant = variants.find((candidate) => candidate.name === name)
    if (!variant) return null
    if (file === 'index.m3u8') return playlistText(variant)
    const isSegment = playlists.get(name)!.segments.some(({ uri }) => uri === file)
    const isServed = !isSegment || windowOf(variant).some(({ uri }) => uri === file)
    return isServed ? readFile(join(variant.directory, file)).catch(() => null) : null
  }

  const server = await listenOnLoopback(
    createServer(async ({ url = '/' }, response) => {
      requests.push(url)
      const body = await answer(url)
      response.writeHead(body === null ? 404 : 200).end(body)
    }),
  )
  return {
    host: `127.0.0.1:${server.port}`,
    urlOf: (path) => `http://127.0.0.1:${server.port}${path}`,
    slide(segments) {
      first += segments
    },
    end() {
      hasEnded = true
    },
    requests,
    close: server.close,
  }
}

/** Splits a complete playlist into its header and its segments. */
async function readPlaylist({ directory }: LiveVariant): Promise<{ header: string; segments: Segment[] }> {
  const text = await readFile(join(directory, 'index.m3u8'), 'utf8')
  const header: string[] = []
  const segments: Segment[] = []
  let lines: string[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    if (/^#EXT-X-(ENDLIST|MEDIA-SEQUENCE|PLAYLIST-TYPE)/.test(line)) continue
    if (/^#EXT(M3U|-X-(VERSION|TARGETDURATION|MAP))/.test(line)) header.push(line)
    else if (line.startsWith('#')) lines.push(line)
    else {
      segments.push({ lines: lines.map((tag) => `${tag}\n`).join(''), uri: line })
      lines = []
    }
  }
  return { header: header.map((line) => `${line}\n`).join(''), segments }
}
