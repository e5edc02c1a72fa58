import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { type HostilePath, hostileBehaviours, type Scene } from './hostile-behaviours.ts'

export interface HostileRequest {
  method: string
  path: string
  range: string | null
}

export interface HostileMediaServer {
  /** `127.0.0.1:PORT`, for whoever has to exempt it from a ban on private addresses. */
  host: string
  urlOf(path: HostilePath): string
  requests(): HostileRequest[]
  /** How many connections reached the port to which the redirects to private addresses lead. Has to stay 0. */
  trapVisits(): number
  close(): Promise<void>
}

/** Starts a loopback server that gives out one media file in every bad way that a path can select. */
export async function startHostileMediaServer(options: { mediaPath: string }): Promise<HostileMediaServer> {
  const media = await readFile(options.mediaPath)
  const requests: HostileRequest[] = []
  let visits = 0

  const trap = await listenOnLoopback(
    createTcpServer((socket) => {
      visits += 1
      socket.destroy()
    }),
  )
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const earlierRequests = requests.filter(({ path }) => path === url.pathname).length
    requests.push({ method: request.method ?? '', path: url.pathname, range: request.headers.range ?? null })
    return behave({ request, response, url, media, earlierRequests, trapPort: trap.port })
  }
  const server = await listenOnLoopback(
    createServer((request, response) => {
      response.on('error', () => response.destroy())
      answer(request, response).catch((error: Error) => response.destroy(error))
    }),
  )

  const host = `127.0.0.1:${server.port}`
  return {
    host,
    urlOf: (path) => `http://${host}${path}`,
    requests: () => structuredClone(requests),
    trapVisits: () => visits,
    async close() {
      await server.close()
      await trap.close()
    },
  }
}

async function behave(scene: Scene): Promise<void> {
  const path = scene.url.pathname
  if (!Object.hasOwn(hostileBehaviours, path)) {
    scene.response.writeHead(404, { 'content-length': 0 }).end()
    return
  }
  await hostileBehaviours[path as HostilePath](scene)
}
