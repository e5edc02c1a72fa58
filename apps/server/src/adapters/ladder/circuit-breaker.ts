/** A circuit opens when this many different videos have failed. One broken video fails in every step. */
const FAILURES_TO_OPEN = 3
const FIRST_PAUSE_MILLISECONDS = 60_000
const MAX_PAUSE_MILLISECONDS = 30 * 60_000

interface Circuit {
  answered: number
  failed: number
  lastAnsweredAt: number | null
  /** Cause of the last failure, in the source's own words; null after an answer. */
  lastCause: string | null
  /** Ids of the videos that failed since the last answer. */
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
 * Counts answers and failures by name. Failures of three different videos since the last answer open a circuit, for a
 * minute at first and twice as long each time, up to 30 minutes. After that time an answer closes the circuit, and a
 * failure opens it again.
 */
export function createCircuitBreaker(now: () => number) {
  const circuits = new Map<string, Circuit>()
  function circuitOf(name: string): Circuit {
    const existingCircuit = circuits.get(name)
    if (existingCircuit) return existingCircuit
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
    noteAnswer(name: string): void {
      const circuit = circuitOf(name)
      Object.assign(circuit, { lastAnsweredAt: now(), lastCause: null, rests: 0, closedAgainAt: 0 })
      circuit.answered += 1
      circuit.failing.clear()
    },
    /** Returns whether this failure opened the circuit. */
    noteFailure(name: string, video: string, cause: string): boolean {
      const circuit = circuitOf(name)
      circuit.failed += 1
      circuit.lastCause = cause
      circuit.failing.add(video)
      const isHalfOpen = circuit.rests > 0
      if (isOpen(circuit) || (circuit.failing.size < FAILURES_TO_OPEN && !isHalfOpen)) return false
      const restMilliseconds = FIRST_PAUSE_MILLISECONDS * 2 ** circuit.rests
      circuit.closedAgainAt = now() + Math.min(MAX_PAUSE_MILLISECONDS, restMilliseconds)
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
