import type { Clock } from '../../ports/clock.ts'
import type { PeriodicRuns, PeriodicTaskName } from '../../ports/processes.ts'

/** Rounds of a single process, which are always due. */
export function createMemoryPeriodicRuns(clock: Clock): PeriodicRuns {
  const endTimes = new Map<PeriodicTaskName, Date>()
  const { signal } = new AbortController()
  async function runTask<T>(name: PeriodicTaskName, work: (lostSignal: AbortSignal) => Promise<T>): Promise<T> {
    const result = await work(signal)
    endTimes.set(name, clock.now())
    return result
  }
  return {
    async attempt(name, _terms, work) {
      await runTask(name, work)
      return true
    },
    inTurn: runTask,
    lastAt: async (name) => endTimes.get(name) ?? null,
  }
}
