import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchSource } from './bench-sources.ts'

export interface Traffic {
  bytes: number
  requests: number
}

export interface MediaServer {
  urlOf(path: string): string
  /** What names both files of a pair; null for a source of one file. */
  manifestOf(source: BenchSource): string | null
  takeTraffic(): Traffic
  close(): void
}

/** Serves files on loopback as a distant server would: every request waits one round trip before its first byte. */
export async function startMediaServer(
  sources: readonly BenchSource[],
  roundTripMilliseconds: number,
): Promise<MediaServer> {
  const files = new Map<string, string>()
  const manifests = new Map<string, string>()
  for (const source of sources) {
    for (const path of [source.videoPath, source.audioPath]) if (path) files.set(pathnameOf(path), path)
    const manifest = dashManifest(source)
    if (manifest) manifests.set(manifestPathname(source), manifest)
  }
  let traffic: Traffic = { bytes: 0, requests: 0 }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    traffic.requests += 1
    await wait(roundTripMilliseconds)
    const pathname = (request.url ?? '').split('?')[0] ?? ''
    const path = files.get(pathname)
    const manifest = manifests.get(pathname)
    if (manifest) response.writeHead(200, { 'content-type': 'application/dash+xml' }).end(manifest)
    else if (path) serveFile(path, request, response)
    else response.writeHead(404).end()
  }

  function serveFile(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { size, mtimeMs } = statSync(path)
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const start = Number(range?.[1] ?? 0)
    const end = Math.min(size - 1, range?.[2] ? Number(range[2]) : size - 1)
    response.writeHead(range ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      etag: `"${mtimeMs}"`,
      'content-length': end - start + 1,
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const stream = createReadStream(path, { start, end, highWaterMark: 256 * 1024 })
    stream.on('data', (chunk) => {
      traffic.bytes += chunk.length
    })
    response.on('close', () => stream.destroy())
    stream.pipe(response)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const root = `http://127.0.0.1:${port}`
  return {
    urlOf: (path) => root + pathnameOf(path),
    manifestOf: (source) => (manifests.has(manifestPathname(source)) ? root + manifestPathname(source) : null),
    takeTraffic() {
      const taken = traffic
      traffic = { bytes: 0, requests: 0 }
      return taken
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function pathnameOf(path: string): string {
  return `/${basename(dirname(path))}/${basename(path)}`
}

function manifestPathname({ videoPath }: BenchSource): string {
  return `/${basename(dirname(videoPath))}/source.mpd`
}

/** A manifest for tools that take one address only; null for a source of one file. */
function dashManifest({ videoPath, audioPath, seconds }: BenchSource): string | null {
  if (audioPath === null) return null
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT${seconds}S">
 <Period>
  <AdaptationSet mimeType="video/mp4">
   <Representation id="v" codecs="avc1.640028" width="1920" height="1080" bandwidth="2700000">
    <BaseURL>${basename(videoPath)}</BaseURL>
   </Representation>
  </AdaptationSet>
  <AdaptationSet mimeType="audio/mp4">
   <Representation id="a" codecs="mp4a.40.2" audioSamplingRate="44100" bandwidth="128000">
    <BaseURL>${basename(audioPath)}</BaseURL>
   </Representation>
  </AdaptationSet>
 </Period>
</MPD>
`
}
