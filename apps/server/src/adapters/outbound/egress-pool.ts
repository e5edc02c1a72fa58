import { createHash } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'

/** An outgoing IP address. YouTube binds the media URLs in its answer to the IP address that made the request. */
export interface Egress {
  /** A short digest of the proxy's URL, the same in every process; '' without OUTBOUND_PROXIES. */
  id: string
  /** Host and port without credentials, for operators. */
  name: string
}

export type EgressPool = ReturnType<typeof createEgressPool>

const FIRST_PAUSE_MILLISECONDS = 60_000
const MAX_PAUSE_MILLISECONDS = 3_600_000
const DIRECT_EGRESS: Egress = { id: '', name: 'direct' }

/**
 * Outgoing IP addresses for requests to one source, used in turn. An IP address that is dead or blocked by the source
 * rests.
 */
export function createEgressPool({ proxies, clock }: { proxies: readonly URL[]; clock: Clock }) {
  const proxyById = new Map(proxies.map((proxy) => [idOf(proxy), proxy]))
  const hosts = [...proxyById.values()].map(hostAndPort)
  // IP addresses of a gateway may differ in the user name only.
  const egressName = (index: number) => hosts[index]! + (hosts.indexOf(hosts[index]!) === index ? '' : ` #${index + 1}`)
  const egresses: readonly Egress[] =
    proxyById.size === 0 ? [DIRECT_EGRESS] : [...proxyById.keys()].map((id, index) => ({ id, name: egressName(index) }))
  const restEnds = new Map<string, number>()
  const lastRestMilliseconds = new Map<string, number>()
  let nextIndex = 0

  const endOfRest = ({ id }: Egress): number => restEnds.get(id) ?? 0

  return {
    /** All outgoing IP addresses. Without proxies it is one, with id ''. */
    all: egresses,

    /** The next IP address that does not rest. If all rest, the one whose rest ends first. */
    pick(): Egress {
      const candidates = [...egresses.slice(nextIndex), ...egresses.slice(0, nextIndex)]
      const now = clock.now().getTime()
      const choice =
        candidates.find((egress) => endOfRest(egress) <= now) ??
        candidates.reduce((earliestEgress, egress) =>
          endOfRest(egress) < endOfRest(earliestEgress) ? egress : earliestEgress,
        )
      nextIndex = (egresses.indexOf(choice) + 1) % egresses.length
      return choice
    },

    find: (id: string): Egress | null => egresses.find((egress) => egress.id === id) ?? null,

    /** Lets an IP address rest after a bot check, a 429 or no answer. Failures during the rest do not prolong it. */
    rest(egress: Egress): void {
      const now = clock.now().getTime()
      if (endOfRest(egress) > now) return
      const lastRest = lastRestMilliseconds.get(egress.id)
      const nextRest =
        lastRest === undefined ? FIRST_PAUSE_MILLISECONDS : Math.min(2 * lastRest, MAX_PAUSE_MILLISECONDS)
      lastRestMilliseconds.set(egress.id, nextRest)
      restEnds.set(egress.id, now + nextRest)
    },

    /** Records a success of an IP address, so that its next rest is the shortest again. */
    worked: ({ id }: Egress): void => void lastRestMilliseconds.delete(id),

    /** The proxy of an outgoing IP address; null if no proxy has this id. */
    proxyOf: (id: string): URL | null => proxyById.get(id) ?? null,
  }
}

function idOf(proxy: URL): string {
  return createHash('sha256').update(proxy.href).digest('hex').slice(0, 12)
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
