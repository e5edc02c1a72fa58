import { Tally } from '@kerf/domain/jobs/tally'
import { rationedOwner } from '../ports/rationed-by.ts'

export interface Slot {
  giveBack(): void
  /** Whether another owner waits who could use this slot. */
  othersWait(): boolean
}

export interface Slots {
  /** Waits for a slot; null when too many callers wait already. Throws the signal's reason. */
  take(signal: AbortSignal): Promise<Slot | null>
}

interface Waiter {
  owner: string
  since: number
  enter(): void
  turnAway(): void
}

export interface SlotsOptions {
  /** Most slots of one owner, even while nobody else waits. */
  mostOfOne?: number
  /** Whether an owner has used up their share. Such owners come after the others. */
  isSpent?: (owner: string) => boolean
}

/**
 * Slots that owners take in turn. While others wait, nobody gets more than half of the slots. When too many wait, the
 * owner with the most waiters loses the last of them.
 */
export function createSlots(
  count: number,
  maxWaiting: number,
  { mostOfOne = count, isSpent = () => false }: SlotsOptions = {},
): Slots {
  const share = Math.max(1, Math.floor(count / 2))
  const runningSlots = new Tally()
  const waiters: Waiter[] = []
  /** Round in which an owner was last served. Contains owners who wait, and those who are ahead of the others. */
  const lastRounds = new Map<string, number>()
  let round = 0

  const turnOf = ({ owner, since }: Pick<Waiter, 'owner' | 'since'>): number =>
    Math.max(since, (lastRounds.get(owner) ?? -1) + 1)

  function admit(entry: Pick<Waiter, 'owner' | 'since'>): Slot {
    const { owner } = entry
    round = Math.max(round, turnOf(entry))
    lastRounds.set(owner, turnOf(entry))
    for (const [name, turn] of lastRounds)
      if (turn < round && !waiters.some((waiter) => waiter.owner === name)) lastRounds.delete(name)
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

  const hasRoomFor = (owner: string): boolean => runningSlots.of(owner) < mostOfOne

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
      (best, entry) => (best && turnOf(best) <= turnOf(entry) ? best : entry),
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
        return admit({ owner, since: round })
      }
      if (!makeRoom(owner)) return null
      return new Promise<Slot | null>((resolve, reject) => {
        const settle = (answer: () => void): void => {
          signal.removeEventListener('abort', leave)
          answer()
        }
        const entry: Waiter = {
          owner,
          since: round,
          enter: () => settle(() => resolve(admit(entry))),
          turnAway: () => settle(() => resolve(null)),
        }
        const leave = (): void => {
          waiters.splice(waiters.indexOf(entry), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        waiters.push(entry)
      })
    },
  }
}
