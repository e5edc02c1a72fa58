import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterwards } from '@kerf/stamped-media/temporary-directory'
import { expect } from 'vitest'
import { SourceReadError } from '../../ports/sources.ts'
import { createGuardedFetcher, type GuardedFetcher, type GuardedFetcherOptions } from './guarded-fetch.ts'
import { createOutboundPolicy, type OutboundPolicyOptions } from './outbound-policy.ts'

export interface LoopbackSite {
  port: number
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** `127.0.0.1:PORT`, as an exemption is spelt. */
  exemption: string
  /** Every request that came, in order. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** How many connections were made to it. */
  connections(): number
  /** Ends all connections; whoever comes again needs a new one. */
  hangUp(): void
  close(): Promise<void>
}

/** A real HTTP server, closed afterwards. Without an answer it is a canary: it only counts who comes near it. */
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
  afterwards(close)
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

/** Fetches by this policy, and is closed afterwards. */
export function openFetcher({
  extraCaPem,
  limits,
  ...policy
}: OutboundPolicyOptions & Omit<GuardedFetcherOptions, 'policy'> = {}): GuardedFetcher {
  const fetcher = createGuardedFetcher({ policy: createOutboundPolicy(policy), extraCaPem, ...(limits && { limits }) })
  afterwards(() => fetcher.close())
  return fetcher
}

/** How a read fails: always as one of a source. */
export async function failureOf(work: Promise<unknown>): Promise<SourceReadError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SourceReadError)
  return error as SourceReadError
}

function canary(_request: IncomingMessage, response: ServerResponse): void {
  response.end('tweet')
}
