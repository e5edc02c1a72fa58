import { Tally } from '@kerf/domain/jobs/tally'
import { rationedOwner } from '../ports/rationed-by.ts'

export interface Slot {
  giveBack(): void
  /** Whether another owner waits that could use this slot. */
  othersWait(): boolean
}

export interface Slots {
  /** Waits for a slot; null when too many callers wait already. Throws the signal's reason. */
  take(signal: AbortSignal): Promise<Slot | null>
}

interface Waiter {
  owner: string
  sinceRound: number
  enter(): void
  turnAway(): void
}

export interface SlotsOptions {
  /** Maximum number of slots of one owner, even while nobody else waits. */
  maxPerOwner?: number
  /** Whether an owner has used up its share, and so comes after the others. */
  isSpent?: (owner: string) => boolean
}

/**
 * Slots that owners take in turn. While others wait, nobody gets more than half of the slots. When too many wait, the
 * owner with the most waiters loses the last of them.
 */
export function createSlots(
  count: number,
  maxWaiting: number,
  { maxPerOwner = count, isSpent = () => false }: SlotsOptions = {},
): Slots {
  const share = Math.max(1, Math.floor(count / 2))
  const runningSlots = new Tally()
  const waiters: Waiter[] = []
  /** Round in which each owner was last served. Owners that neither wait nor are ahead of the round are removed. */
  const lastRounds = new Map<string, number>()
  let currentRound = 0

  const turnOf = ({ owner, sinceRound }: Pick<Waiter, 'owner' | 'sinceRound'>): number =>
    Math.max(sinceRound, (lastRounds.get(owner) ?? -1) + 1)

  function admit(newcomer: Pick<Waiter, 'owner' | 'sinceRound'>): Slot {
    const { owner } = newcomer
    currentRound = Math.max(currentRound, turnOf(newcomer))
    lastRounds.set(owner, turnOf(newcomer))
    for (const [name, turn] of lastRounds)
      if (turn < currentRound && !waiters.some((waiter) => waiter.owner === name)) lastRounds.delete(name)
    runningSlots.add(owner)
    let isGivenBack = false
    return {
      giveBack() {
        if (isGivenBack) return
        isGivenBack = true
        runningSlots.remove(owner)
        freeSlots += 1
        admitNext()
      },
      othersWait: () =>
        waiters.some((waiter) => waiter.owner !== owner && hasRoomFor(waiter.owner) && !isSpent(waiter.owner)),
    }
  }

  const hasRoomFor = (owner: string): boolean => runningSlots.of(owner) < maxPerOwner

  let freeSlots = count
  function admitNext(): void {
    const readyWaiters = waiters.filter(({ owner }) => hasRoomFor(owner))
    const unspentWaiters = readyWaiters.filter(({ owner }) => !isSpent(owner))
    const candidates = unspentWaiters.length > 0 ? unspentWaiters : readyWaiters
    const nextWaiter = nextOf(candidates.filter(({ owner }) => runningSlots.of(owner) < share)) ?? nextOf(candidates)
    if (!nextWaiter) return
    waiters.splice(waiters.indexOf(nextWaiter), 1)
    freeSlots -= 1
    nextWaiter.enter()
  }

  const nextOf = (candidates: readonly Waiter[]): Waiter | undefined =>
    candidates.reduce<Waiter | undefined>(
      (bestEntry, entry) => (bestEntry && turnOf(bestEntry) <= turnOf(entry) ? bestEntry : entry),
      undefined,
    )

  /** Whether one more waiter of this owner has room. May turn away the last waiter of an owner with more waiters. */
  function makeRoom(owner: string): boolean {
    if (waiters.length < maxWaiting) return true
    const tally = new Tally()
    for (const waiter of waiters) tally.add(waiter.owner)
    const lastWaiter = waiters.findLast((a) => waiters.every((b) => tally.of(b.owner) <= tally.of(a.owner)))
    if (!lastWaiter || tally.of(lastWaiter.owner) <= tally.of(owner) + 1) return false
    waiters.splice(waiters.indexOf(lastWaiter), 1)
    lastWaiter.turnAway()
    return true
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      const owner = rationedOwner()
      if (freeSlots > 0 && hasRoomFor(owner)) {
        freeSlots -= 1
        return admit({ owner, sinceRound: currentRound })
      }
      if (!makeRoom(owner)) return null
      return new Promise<Slot | null>((resolve, reject) => {
        const settle = (finish: () => void): void => {
          signal.removeEventListener('abort', abandon)
          finish()
        }
        const entry: Waiter = {
          owner,
          sinceRound: currentRound,
          enter: () => settle(() => resolve(admit(entry))),
          turnAway: () => settle(() => resolve(null)),
        }
        const abandon = (): void => {
          waiters.splice(waiters.indexOf(entry), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', abandon, { once: true })
        waiters.push(entry)
      })
    },
  }
}
