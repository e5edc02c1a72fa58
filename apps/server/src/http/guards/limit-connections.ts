import { readFileSync } from 'node:fs'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Socket = FastifyRequest['socket']

export interface MostConnections {
  /** Each takes some memory and a descriptor, of which the database and the clips need some, too. */
  ofAll: number
  /** A whole office may share an address, and each browser in it opens six. */
  ofOneAddress: number
}

const MOST_CONNECTIONS: MostConnections = { ofAll: 10_000, ofOneAddress: 2000 }

/** Half of the descriptors that this process may have: the other half is for files, sources, the database and programs. */
export function mostConnections(descriptors: number | null): MostConnections {
  if (descriptors === null) return MOST_CONNECTIONS
  const ofAll = Math.min(MOST_CONNECTIONS.ofAll, Math.floor(descriptors / 2))
  return { ofAll, ofOneAddress: Math.min(MOST_CONNECTIONS.ofOneAddress, Math.floor(ofAll / 4)) }
}

/** How many descriptors this process may have; null where the system does not say. Node has raised it as far as it may. */
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
  /** Those that carry no request, the longest idle first. */
  idle: Set<Socket>
}

/** Where there are too many, a new connection takes the place of the longest idle one: of its own address, or of the address that has most of them. */
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

  /** Whether there is room for one more of theirs, if need be for an idle one. */
  function makeRoom(own: Caller): boolean {
    const isCrowded = own.open.size >= ofOneAddress
    if (!isCrowded && callerOf.size < ofAll) return true
    const [longestIdle] = (isCrowded ? own : mostIdle(callers.values())).idle
    if (!longestIdle) return false
    // At once: its 'close' comes later, and the next one may be here before.
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
