import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseRangeHeader } from '@kerf/standins/http/byte-range'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import type { BenchSource } from './bench-sources.ts'

export const ROUND_TRIP_MILLISECONDS = 50

type ServedFiles = Pick<BenchSource, 'videoPath' | 'audioPath' | 'seconds'>

/** Serves files on loopback with the latency of a distant server: each answer starts one round trip later. */
export async function startMediaServer(sources: readonly ServedFiles[]) {
  const files = new Map<string, string>()
  const manifests = new Map<string, string>()
  for (const { videoPath, audioPath, seconds } of sources) {
    files.set(pathnameOf(videoPath), videoPath)
    if (!audioPath) continue
    files.set(pathnameOf(audioPath), audioPath)
    manifests.set(manifestPathname(videoPath), dashManifest(videoPath, audioPath, seconds))
  }
  let traffic = { fetchedBytes: 0, requests: 0 }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    traffic.requests += 1
    await wait(ROUND_TRIP_MILLISECONDS)
    const path = files.get(request.url ?? '')
    const manifest = manifests.get(request.url ?? '')
    if (manifest) response.writeHead(200, { 'content-type': 'application/dash+xml' }).end(manifest)
    else if (path) serveFile(path, request, response)
    else response.writeHead(404).end()
  }

  function serveFile(path: string, { method, headers }: IncomingMessage, response: ServerResponse): void {
    const { size, mtimeMs } = statSync(path)
    const range = parseRangeHeader(headers.range, size)
    const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
    response.writeHead(range.kind === 'part' ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      etag: `"${mtimeMs}"`,
      'content-length': end - start + 1,
      ...(range.kind === 'part' && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    if (method === 'HEAD') {
      response.end()
      return
    }
    const stream = createReadStream(path, { start, end, highWaterMark: 256 * 1024 })
    stream.on('data', (chunk) => {
      traffic.fetchedBytes += chunk.length
    })
    response.on('close', () => stream.destroy())
    stream.pipe(response)
  }

  const server = createServer((request, response) => void answer(request, response))
  const { port, close } = await listenOnLoopback(server)
  const root = `http://127.0.0.1:${port}`
  return {
    close,
    urlOf: (path: string) => root + pathnameOf(path),
    /** URL of the manifest of a pair, or of a single file. */
    singleUrlOf: ({ videoPath, audioPath }: ServedFiles) =>
      root + (audioPath ? manifestPathname : pathnameOf)(videoPath),
    takeTraffic() {
      const result = traffic
      traffic = { fetchedBytes: 0, requests: 0 }
      return result
    },
  }
}

function pathnameOf(path: string): string {
  return `/${basename(dirname(path))}/${basename(path)}`
}

function manifestPathname(videoPath: string): string {
  return `/${basename(dirname(videoPath))}/source.mpd`
}

function dashManifest(videoPath: string, audioPath: string, seconds: number): string {
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
