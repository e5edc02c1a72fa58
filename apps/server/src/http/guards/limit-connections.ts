import { readFileSync } from 'node:fs'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Socket = FastifyRequest['socket']

export interface MostConnections {
  /** Each connection takes memory and a file descriptor. The database and the clips need descriptors, too. */
  ofAll: number
  /** A whole office may share an address, and each browser opens six connections. */
  ofOneAddress: number
}

const MOST_CONNECTIONS: MostConnections = { ofAll: 10_000, ofOneAddress: 2000 }

/** Half of the file descriptors of this process. The other half is for files, sources, the database and programs. */
export function mostConnections(descriptors: number | null): MostConnections {
  if (descriptors === null) return MOST_CONNECTIONS
  const ofAll = Math.min(MOST_CONNECTIONS.ofAll, Math.floor(descriptors / 2))
  return { ofAll, ofOneAddress: Math.min(MOST_CONNECTIONS.ofOneAddress, Math.floor(ofAll / 4)) }
}

/**
 * Limit of file descriptors for this process; null where the system has no `/proc`. Node has raised the soft limit at
 * start.
 */
export function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}

/** The connections of one address block. */
interface Caller {
  address: string
  open: Set<Socket>
  /** Connections without a running request, the longest idle first. */
  idle: Set<Socket>
}

/**
 * At a limit, a new connection replaces the longest idle one: of its own address, or of the address with the most
 * idle ones.
 */
export function limitConnections({ server }: FastifyInstance, { ofAll, ofOneAddress }: MostConnections): void {
  const callers = new Map<string, Caller>()
  const callerOf = new Map<Socket, Caller>()

  function forget(socket: Socket): void {
    const caller = callerOf.get(socket)
    if (!caller) return
    callerOf.delete(socket)
    caller.open.delete(socket)
    caller.idle.delete(socket)
    if (caller.open.size === 0) callers.delete(caller.address)
  }

  /** Whether one more connection of this caller fits, if need be after closing an idle one. */
  function makeRoom(own: Caller): boolean {
    const isCrowded = own.open.size >= ofOneAddress
    if (!isCrowded && callerOf.size < ofAll) return true
    const [longestIdle] = (isCrowded ? own : mostIdle(callers.values())).idle
    if (!longestIdle) return false
    // The idle connection is forgotten now, because its 'close' may come after the next connection.
    forget(longestIdle)
    longestIdle.destroy()
    return true
  }

  server.on('connection', (socket) => {
    const address = addressBlock(socket.remoteAddress ?? '')
    const caller = callers.get(address) ?? { address, open: new Set(), idle: new Set() }
    if (!makeRoom(caller)) return void socket.destroy()
    callers.set(address, caller)
    callerOf.set(socket, caller)
    caller.open.add(socket)
    caller.idle.add(socket)
    socket.once('close', () => forget(socket))
  })

  server.on('request', ({ socket }, response) => {
    callerOf.get(socket)?.idle.delete(socket)
    response.once('finish', () => callerOf.get(socket)?.idle.add(socket))
  })
}

function mostIdle(callers: Iterable<Caller>): Caller {
  return [...callers].reduce((most, caller) => (caller.idle.size > most.idle.size ? caller : most))
}
