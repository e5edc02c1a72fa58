import type { Clock } from '../../ports/clock.ts'
import type { RoundName, Rounds } from '../../ports/processes.ts'

/** Rounds of a single process, due whenever they are asked for. */
export function memoryRounds(clock: Clock): Rounds {
  const ended = new Map<RoundName, Date>()
  const { signal } = new AbortController()
  async function run<T>(name: RoundName, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const result = await work(signal)
    ended.set(name, clock.now())
    return result
  }
  return {
    async attempt(name, _terms, work) {
      await run(name, work)
      return true
    },
    inTurn: run,
    lastAt: async (name) => ended.get(name) ?? null,
  }
}
