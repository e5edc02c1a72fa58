import { createServer, type Server, type Socket } from 'node:net'

/** Loopback addresses that attackers may make a server visit. */
const ADDRESSES = ['127.0.0.1', '::1', '127.0.0.2', '127.1.2.3', '127.255.255.254']
const WEB_PORTS = [80, 443]

export type Canary = Awaited<ReturnType<typeof startCanary>>

/**
 * Listens on loopback addresses of this machine, at one free port that all of them share and, where allowed and free,
 * at ports 80 and 443. Every connection is counted and closed.
 */
export async function startCanary() {
  let visits = 0
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const listeningPlaces: string[] = []

  async function listen(address: string, port: number): Promise<number | null> {
    const server = createServer((socket) => {
      visits += 1
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\ntweet')
    })
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ port, host: address, exclusive: true }, () => resolve(true))
    })
    if (!isListening) return null
    servers.push(server)
    const boundPort = (server.address() as { port: number }).port
    listeningPlaces.push(`${address} ${boundPort}`)
    return boundPort
  }

  const port = await listen('127.0.0.1', 0)
  if (port === null) throw new Error('There is no free port.')
  // Some machines lack some of these addresses.
  for (const address of ADDRESSES.slice(1)) await listen(address, port)
  for (const address of ADDRESSES) for (const webPort of WEB_PORTS) await listen(address, webPort)
  return {
    /** The port that all its addresses share. */
    port,
    /** `ADDRESS PORT` of all places where it listens. */
    places: listeningPlaces,
    /** Number of connections to all these places. It has to stay 0. */
    visits: () => visits,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
