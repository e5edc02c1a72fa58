import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

export type ConnectionWitness = ReturnType<typeof watchConnections>

/**
 * Watches this process: Node reports every client socket, and each address that a socket tries. So it also sees
 * attempts to reach addresses of other machines, which no listening canary can see.
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
    takeAttempts() {
      const recordedAttempts = attempts
      attempts = []
      return recordedAttempts
    },
    stop: () => void unsubscribe('net.client.socket', onSocket),
  }
}
