import type { Server, Socket } from 'node:net'

/** What has gone over a server's connections. Sockets count for themselves: nothing is done while bytes flow. */
export class SocketBytes {
  readonly #open = new Set<Socket>()
  #sentBefore = 0

  watch(server: Server): void {
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
