import { readFileSync } from 'node:fs'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Socket = FastifyRequest['socket']

export interface MostConnections {
  /**
   * Limit for all IP addresses: each connection takes memory and a file descriptor, and the database and the clips need
   * descriptors, too.
   */
  ofAll: number
  /** Limit for one IP address, which a whole office may share; each browser opens six connections. */
  ofOneIpAddress: number
}

const MAX_CONNECTIONS: MostConnections = { ofAll: 10_000, ofOneIpAddress: 2000 }

/** Half of the file descriptors of this process. The other half is for files, sources, the database and programs. */
export function connectionLimitsFor(descriptors: number | null): MostConnections {
  if (descriptors === null) return MAX_CONNECTIONS
  const totalLimit = Math.min(MAX_CONNECTIONS.ofAll, Math.floor(descriptors / 2))
  return { ofAll: totalLimit, ofOneIpAddress: Math.min(MAX_CONNECTIONS.ofOneIpAddress, Math.floor(totalLimit / 4)) }
}

/**
 * Maximum number of file descriptors of this process; null where the system has no `/proc`. Node has raised the soft
 * limit at start.
 */
export function descriptorLimit(): number | null {
  try {
    const [, softLimit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return softLimit === undefined ? null : Number(softLimit)
  } catch {
    return null
  }
}

/** The connections of one IP address block. */
interface Caller {
  ipAddress: string
  open: Set<Socket>
  /** Connections without a running request, the longest idle first. */
  idle: Set<Socket>
}

/**
 * At a limit, a new connection replaces the longest idle one: of its own IP address, or of the IP address with the most
 * idle ones.
 */
export function limitConnections({ server }: FastifyInstance, { ofAll, ofOneIpAddress }: MostConnections): void {
  const callers = new Map<string, Caller>()
  const callersBySocket = new Map<Socket, Caller>()

  function forget(socket: Socket): void {
    const caller = callersBySocket.get(socket)
    if (!caller) return
    callersBySocket.delete(socket)
    caller.open.delete(socket)
    caller.idle.delete(socket)
    if (caller.open.size === 0) callers.delete(caller.ipAddress)
  }

  /** Whether one more connection of this caller fits, if need be after closing an idle one. */
  function makeRoom(caller: Caller): boolean {
    const isCrowded = caller.open.size >= ofOneIpAddress
    if (!isCrowded && callersBySocket.size < ofAll) return true
    const [longestIdle] = (isCrowded ? caller : callerWithMostIdle(callers.values())).idle
    if (!longestIdle) return false
    // The idle connection is forgotten now, because its 'close' may come after the next connection.
    forget(longestIdle)
    longestIdle.destroy()
    return true
  }

  server.on('connection', (socket) => {
    const ipAddress = ipAddressBlock(socket.remoteAddress ?? '')
    const caller = callers.get(ipAddress) ?? { ipAddress, open: new Set(), idle: new Set() }
    if (!makeRoom(caller)) return void socket.destroy()
    callers.set(ipAddress, caller)
    callersBySocket.set(socket, caller)
    caller.open.add(socket)
    caller.idle.add(socket)
    socket.once('close', () => forget(socket))
  })

  server.on('request', ({ socket }, response) => {
    callersBySocket.get(socket)?.idle.delete(socket)
    response.once('finish', () => callersBySocket.get(socket)?.idle.add(socket))
  })
}

function callerWithMostIdle(callers: Iterable<Caller>): Caller {
  return [...callers].reduce((busiest, caller) => (caller.idle.size > busiest.idle.size ? caller : busiest))
}
