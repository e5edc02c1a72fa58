import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

export interface ConnectionWitness {
  /** `ADDRESS PORT` of every connection attempt since the last call, successful or not. */
  seen(): string[]
  stop(): void
}

/**
 * Watches this process: Node reports every client socket, and each socket of every address it tries. It sees what no
 * listening canary can: tries to reach addresses that are not of this machine.
 */
export function watchConnections(): ConnectionWitness {
  let attempts: string[] = []
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address: string, port: number) => attempts.push(`${address} ${port}`))
  }
  subscribe('net.client.socket', onSocket)
  return {
    seen() {
      const seen = attempts
      attempts = []
      return seen
    },
    stop: () => void unsubscribe('net.client.socket', onSocket),
  }
}
