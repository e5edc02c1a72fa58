import { createServer, type Server, type Socket } from 'node:net'

/** Whom a server is talked into visiting: itself, at more than one of its addresses. */
const ADDRESSES = ['127.0.0.1', '::1', '127.0.0.2', '127.1.2.3', '127.255.255.254']
const WEB_PORTS = [80, 443]

export type Canary = Awaited<ReturnType<typeof startCanary>>

/**
 * Listens on loopback addresses of this machine, at one free port that all of them share and, where that is allowed and they
 * are free, at the ports of the web. Every connection is counted and closed.
 */
export async function startCanary() {
  let visits = 0
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const places: string[] = []

  async function listen(address: string, port: number): Promise<number | null> {
    const server = createServer((socket) => {
      visits += 1
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\ntweet')
    })
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ port, host: address, exclusive: true }, () => resolve(true))
    })
    if (!listening) return null
    servers.push(server)
    const own = (server.address() as { port: number }).port
    places.push(`${address} ${own}`)
    return own
  }

  const port = await listen('127.0.0.1', 0)
  if (port === null) throw new Error('There is no free port.')
  // Not every machine has every one of them.
  for (const address of ADDRESSES.slice(1)) await listen(address, port)
  for (const address of ADDRESSES) for (const webPort of WEB_PORTS) await listen(address, webPort)
  return {
    /** Where it listens on every one of its addresses. */
    port,
    /** `ADDRESS PORT` of all places where it listens. */
    places,
    /** How many connections were made to any of them. Has to stay 0. */
    visits: () => visits,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
