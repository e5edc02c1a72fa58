import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

export type ConnectionWitness = ReturnType<typeof watchConnections>

/**
 * Watches this process: Node reports every client socket, and each socket of every address it tries. It sees what no
 * listening canary can: tries to reach addresses that are not of this machine.
 */
export function watchConnections() {
  let attempts: string[] = []
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address: string, port: number) => attempts.push(`${address} ${port}`))
  }
  subscribe('net.client.socket', onSocket)
  return {
    /** `ADDRESS PORT` of every connection attempt since the last call, successful or not. */
    seen() {
      const seen = attempts
      attempts = []
      return seen
    },
    stop: () => void unsubscribe('net.client.socket', onSocket),
  }
}
