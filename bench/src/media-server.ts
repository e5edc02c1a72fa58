import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface MediaServer {
  urlOf(path: string): string
  /** Bytes sent since the last call. */
  takeBytesSent(): number
  close(): void
}

/** Serves files on loopback as a distant server would: every request waits one round trip before its first byte. */
export async function startMediaServer(paths: readonly string[], roundTripMilliseconds: number): Promise<MediaServer> {
  const files = new Map(paths.map((path) => [`/${basename(path)}`, path]))
  let bytesSent = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await wait(roundTripMilliseconds)
    const path = files.get(request.url ?? '')
    if (!path) {
      response.writeHead(404).end()
      return
    }
    const size = statSync(path).size
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const start = Number(range?.[1] ?? 0)
    const end = Math.min(size - 1, range?.[2] ? Number(range[2]) : size - 1)
    response.writeHead(range ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const stream = createReadStream(path, { start, end })
    stream.on('data', (chunk) => {
      bytesSent += chunk.length
    })
    response.on('close', () => stream.destroy())
    stream.pipe(response)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (path) => `http://127.0.0.1:${port}/${basename(path)}`,
    takeBytesSent() {
      const sent = bytesSent
      bytesSent = 0
      return sent
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
