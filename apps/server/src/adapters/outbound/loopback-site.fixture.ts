import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { expect } from 'vitest'
import { SourceReadError } from '../../ports/sources.ts'
import { createGuardedFetcher, type GuardedFetcher, type GuardedFetcherOptions } from './guarded-fetch.ts'
import { createOutboundPolicy, type OutboundPolicyOptions } from './outbound-policy.ts'

export interface LoopbackSite {
  port: number
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** `127.0.0.1:PORT`, as OUTBOUND_ALLOW spells it. */
  exemption: string
  /** All received requests, in order. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** Number of connections so far. */
  connections(): number
  /** Ends all connections, so that the next request needs a new one. */
  hangUp(): void
  close(): Promise<void>
}

/** Starts a real HTTP server, closed afterwards. Without `answer` it is a canary, which only counts visits. */
export async function startLoopbackSite(
  answer: RequestListener = canary,
  { host = '127.0.0.1', port: wantedPort = 0 } = {},
): Promise<LoopbackSite> {
  const requests: LoopbackSite['requests'] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, host, resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  addCleanup(close)
  return {
    port,
    origin: `http://${host}:${port}`,
    exemption: `${host}:${port}`,
    requests,
    connections: () => connections,
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    close,
  }
}

/** Opens a fetcher with this policy. It is closed afterwards. */
export function openFetcher({
  extraCaPem,
  limits,
  ...policy
}: OutboundPolicyOptions & Omit<GuardedFetcherOptions, 'policy'> = {}): GuardedFetcher {
  const fetcher = createGuardedFetcher({ policy: createOutboundPolicy(policy), extraCaPem, ...(limits && { limits }) })
  addCleanup(() => fetcher.close())
  return fetcher
}

/** The error of a failed read, which must be a SourceReadError. */
export async function failureOf(work: Promise<unknown>): Promise<SourceReadError> {
  const error = await work.catch((rejection: unknown) => rejection)
  expect(error).toBeInstanceOf(SourceReadError)
  return error as SourceReadError
}

function canary(_request: IncomingMessage, response: ServerResponse): void {
  response.end('tweet')
}
