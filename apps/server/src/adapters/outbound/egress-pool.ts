import { createHash } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'

/** An outgoing address. What YouTube hands out is bound to the one that asked. */
export interface Egress {
  /** A short digest of the proxy's URL, the same in every process; '' for leaving by none of OUTBOUND_PROXIES. */
  id: string
  /** For operators: host and port, without credentials. */
  name: string
}

export type EgressPool = ReturnType<typeof createEgressPool>

const FIRST_REST_MILLISECONDS = 60_000
const LONGEST_REST_MILLISECONDS = 3_600_000
const DIRECT: Egress = { id: '', name: 'direct' }

/** The outgoing addresses by which YouTube is asked, in turn. One that is dead, or that YouTube has had enough of, rests. */
export function createEgressPool({ proxies, clock }: { proxies: readonly URL[]; clock: Clock }) {
  const proxyById = new Map(proxies.map((proxy) => [idOf(proxy), proxy]))
  const hosts = [...proxyById.values()].map(hostAndPort)
  // Gateways tell their addresses apart by the user alone.
  const nameOf = (index: number) => hosts[index]! + (hosts.indexOf(hosts[index]!) === index ? '' : ` #${index + 1}`)
  const all: readonly Egress[] =
    proxyById.size === 0 ? [DIRECT] : [...proxyById.keys()].map((id, index) => ({ id, name: nameOf(index) }))
  const restsUntil = new Map<string, number>()
  const lastWaits = new Map<string, number>()
  let turn = 0

  const endOfRest = ({ id }: Egress): number => restsUntil.get(id) ?? 0

  return {
    /** One with id '' if there are no proxies. */
    all,

    /** The next one that does not rest; the one that rests least long if all do. */
    pick(): Egress {
      const inTurn = [...all.slice(turn), ...all.slice(0, turn)]
      const now = clock.now().getTime()
      const picked =
        inTurn.find((egress) => endOfRest(egress) <= now) ??
        inTurn.reduce((best, egress) => (endOfRest(egress) < endOfRest(best) ? egress : best))
      turn = (all.indexOf(picked) + 1) % all.length
      return picked
    },

    find: (id: string): Egress | null => all.find((egress) => egress.id === id) ?? null,

    /** After a bot check, a 429, or no answer at all. What was asked at the same time and meets the same does not make the wait longer. */
    rest(egress: Egress): void {
      const now = clock.now().getTime()
      if (endOfRest(egress) > now) return
      const last = lastWaits.get(egress.id)
      const wait = last === undefined ? FIRST_REST_MILLISECONDS : Math.min(2 * last, LONGEST_REST_MILLISECONDS)
      lastWaits.set(egress.id, wait)
      restsUntil.set(egress.id, now + wait)
    },

    /** Its next wait is the shortest again. */
    worked: ({ id }: Egress): void => void lastWaits.delete(id),

    /** The proxy to leave by; null where there is none with this id. */
    proxyOf: (id: string): URL | null => proxyById.get(id) ?? null,
  }
}

function idOf(proxy: URL): string {
  return createHash('sha256').update(proxy.href).digest('hex').slice(0, 12)
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
