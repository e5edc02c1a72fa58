import type { Clock } from '../../ports/clock.ts'
import type { RoundName, Rounds } from '../../ports/processes.ts'

/** Rounds of a single process, which are always due. */
export function createMemoryRounds(clock: Clock): Rounds {
  const endTimes = new Map<RoundName, Date>()
  const { signal } = new AbortController()
  async function runRound<T>(name: RoundName, work: (lostSignal: AbortSignal) => Promise<T>): Promise<T> {
    const result = await work(signal)
    endTimes.set(name, clock.now())
    return result
  }
  return {
    async attempt(name, _terms, work) {
      await runRound(name, work)
      return true
    },
    inTurn: runRound,
    lastAt: async (name) => endTimes.get(name) ?? null,
  }
}
