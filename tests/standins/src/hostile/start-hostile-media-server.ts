import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { requestedRange } from './healthy-media.ts'
import { type HostilePath, hostileBehaviours } from './hostile-behaviours.ts'
import type { HostileExchange } from './hostile-exchange.ts'

export type HostileMediaServer = Awaited<ReturnType<typeof startHostileMediaServer>>

/** Starts a loopback server that serves one media file in many bad ways, chosen by path. */
export async function startHostileMediaServer(options: { mediaPath: string }) {
  const media = await readFile(options.mediaPath)
  const requests: { method: string; path: string; range: string | null }[] = []
  let trapVisits = 0

  const trap = await listenOnLoopback(
    createTcpServer((socket) => {
      trapVisits += 1
      socket.destroy()
    }),
  )
  const silentSockets = new Set<Socket>()
  const silentServer = await listenOnLoopback(
    createTcpServer((socket) => {
      silentSockets.add(socket)
      socket.on('close', () => silentSockets.delete(socket)).resume()
    }),
  )
  const misbehavingPaths = new Set<string>()
  const openResponses = new Set<ServerResponse>()

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const earlierRequests = requests.filter(({ path }) => path === url.pathname).length
    requests.push({ method: request.method ?? '', path: url.pathname, range: request.headers.range ?? null })
    const exchange = {
      request,
      response,
      url,
      media,
      earlierRequests,
      trapPort: trap.port,
      silentPort: silentServer.port,
    }
    if (!url.searchParams.has('later')) return behave(exchange)
    const isBad = misbehavingPaths.has(url.pathname) && requestedRange(exchange).start > 0
    return isBad ? behave(exchange) : behave(exchange, '/healthy.mp4')
  }
  const server = await listenOnLoopback(
    createServer((request, response) => {
      response.on('error', () => response.destroy())
      // `countUnfinished` counts these. A response that bypasses Node's writer closes only when its connection does.
      openResponses.add(response)
      response.once('close', () => openResponses.delete(response))
      answer(request, response).catch(() => response.destroy())
    }),
  )

  const host = `127.0.0.1:${server.port}`
  return {
    /** `127.0.0.1:PORT`, to exempt it from a ban on private addresses. */
    host,
    urlOf: (path: HostilePath) => `http://${host}${path}`,
    requests: () => structuredClone(requests),
    /** Number of connections to the port of the redirects to private addresses. It has to stay 0. */
    trapVisits: () => trapVisits,
    /**
     * Link of a file that is healthy at first. Once `startMisbehaving` is called, these links misbehave, except for the
     * file's first bytes, so that it can still be opened.
     */
    laterUrlOf: (path: HostilePath) => `http://${host}${path}?later=1`,
    startMisbehaving: (path: HostilePath) => void misbehavingPaths.add(path),
    /** Number of responses that are neither complete nor aborted by the client. */
    countUnfinished: () => openResponses.size,
    /** A second target of redirects, in addition to this server. It accepts connections and sends nothing. */
    silentHost: `127.0.0.1:${silentServer.port}`,
    countSilentConnections: () => silentSockets.size,
    async close() {
      await server.close()
      await trap.close()
      await silentServer.close()
    },
  }
}

async function behave(exchange: HostileExchange, path = exchange.url.pathname): Promise<void> {
  if (!Object.hasOwn(hostileBehaviours, path)) {
    exchange.response.writeHead(404, { 'content-length': 0 }).end()
    return
  }
  await hostileBehaviours[path as HostilePath](exchange)
}
