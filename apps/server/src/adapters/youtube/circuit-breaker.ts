/** Failures of this many different videos open a circuit: one broken video fails in every step. */
const FAILURES_TO_OPEN = 3
const SHORTEST_REST_MILLISECONDS = 60_000
const LONGEST_REST_MILLISECONDS = 30 * 60_000

interface Circuit {
  answered: number
  failed: number
  lastAnsweredAt: number | null
  /** Why it failed last, in the source's own words; null after an answer. */
  lastCause: string | null
  /** The videos that failed since it last answered. */
  failing: Set<string>
  rests: number
  closedAgainAt: number
}

export interface CircuitState {
  name: string
  answered: number
  failed: number
  lastAnsweredAt: number | null
  lastCause: string | null
  isOpen: boolean
}

/**
 * Counts by name how ways of asking fare. Three failed videos in a row open a circuit, for a minute first and longer each time; after
 * that one attempt goes through again, and closes it or opens it for longer.
 */
export function createCircuitBreaker(now: () => number) {
  const circuits = new Map<string, Circuit>()
  function circuitOf(name: string): Circuit {
    const known = circuits.get(name)
    if (known) return known
    const circuit = {
      answered: 0,
      failed: 0,
      lastAnsweredAt: null,
      lastCause: null,
      failing: new Set<string>(),
      rests: 0,
      closedAgainAt: 0,
    }
    circuits.set(name, circuit)
    return circuit
  }
  const isOpen = (circuit: Circuit): boolean => now() < circuit.closedAgainAt

  return {
    isOpen: (name: string): boolean => now() < (circuits.get(name)?.closedAgainAt ?? 0),
    answered(name: string): void {
      const circuit = circuitOf(name)
      Object.assign(circuit, { lastAnsweredAt: now(), lastCause: null, rests: 0, closedAgainAt: 0 })
      circuit.answered += 1
      circuit.failing.clear()
    },
    /** Whether that opened it. */
    failed(name: string, video: string, cause: string): boolean {
      const circuit = circuitOf(name)
      circuit.failed += 1
      circuit.lastCause = cause
      circuit.failing.add(video)
      const isHalfOpen = circuit.rests > 0
      if (isOpen(circuit) || (circuit.failing.size < FAILURES_TO_OPEN && !isHalfOpen)) return false
      const rest = SHORTEST_REST_MILLISECONDS * 2 ** circuit.rests
      circuit.closedAgainAt = now() + Math.min(LONGEST_REST_MILLISECONDS, rest)
      circuit.rests += 1
      circuit.failing.clear()
      return true
    },
    states: (): CircuitState[] =>
      [...circuits].map(([name, circuit]) => {
        const { answered, failed, lastAnsweredAt, lastCause } = circuit
        return { name, answered, failed, lastAnsweredAt, lastCause, isOpen: isOpen(circuit) }
      }),
  }
}
