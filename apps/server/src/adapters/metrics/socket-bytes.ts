import type { CountedServer, CountedSocket } from '../../ports/measures.ts'

/** What has gone over a server's connections. Sockets count for themselves: nothing is done while bytes flow. */
export class SocketBytes {
  readonly #open = new Set<CountedSocket>()
  #sentBefore = 0

  watch(server: CountedServer): void {
    server.on('connection', (socket) => {
      this.#open.add(socket)
      socket.once('close', () => {
        this.#open.delete(socket)
        this.#sentBefore += socket.bytesWritten
      })
    })
  }

  get connections(): number {
    return this.#open.size
  }

  /** Never falls. */
  sentBytes(): number {
    let sent = this.#sentBefore
    for (const socket of this.#open) sent += socket.bytesWritten
    return sent
  }
}
