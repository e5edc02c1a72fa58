import { Tally } from '@kerf/domain/jobs/tally'
import { rationedOwner } from '../ports/rationed-by.ts'

export interface Slot {
  giveBack(): void
  /** Whether somebody else could have this slot. */
  othersWait(): boolean
}

export interface Slots {
  /** null when too many are waiting already. Throws the signal's reason. */
  take(signal: AbortSignal): Promise<Slot | null>
}

interface Waiting {
  owner: string
  since: number
  enter(): void
  turnAway(): void
}

export interface SlotsOptions {
  /** Slots of one owner, also while nobody else wants any. */
  mostOfOne?: number
  /** Whether an owner has had more than their share: they come after the others. */
  isSpent?: (owner: string) => boolean
}

/** Round robin by owner. Nobody gets over half of the slots while others wait; the longest queue is cut first. */
export function createSlots(
  count: number,
  maxWaiting: number,
  { mostOfOne = count, isSpent = () => false }: SlotsOptions = {},
): Slots {
  const share = Math.max(1, Math.floor(count / 2))
  const running = new Tally()
  const waiting: Waiting[] = []
  /** In which round each owner was last served; of those who wait, and of those who are ahead of the others. */
  const served = new Map<string, number>()
  let round = 0

  const turnOf = ({ owner, since }: Pick<Waiting, 'owner' | 'since'>): number =>
    Math.max(since, (served.get(owner) ?? -1) + 1)

  function admit(entry: Pick<Waiting, 'owner' | 'since'>): Slot {
    const { owner } = entry
    round = Math.max(round, turnOf(entry))
    served.set(owner, turnOf(entry))
    for (const [name, turn] of served)
      if (turn < round && !waiting.some((other) => other.owner === name)) served.delete(name)
    running.add(owner)
    let isOver = false
    return {
      giveBack() {
        if (isOver) return
        isOver = true
        running.remove(owner)
        free += 1
        admitNext()
      },
      othersWait: () =>
        waiting.some((other) => other.owner !== owner && hasRoomFor(other.owner) && !isSpent(other.owner)),
    }
  }

  const hasRoomFor = (owner: string): boolean => running.of(owner) < mostOfOne

  let free = count
  function admitNext(): void {
    const ready = waiting.filter(({ owner }) => hasRoomFor(owner))
    const unspent = ready.filter(({ owner }) => !isSpent(owner))
    const first = unspent.length > 0 ? unspent : ready
    const next = nextOf(first.filter(({ owner }) => running.of(owner) < share)) ?? nextOf(first)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    free -= 1
    next.enter()
  }

  const nextOf = (among: readonly Waiting[]): Waiting | undefined =>
    among.reduce<Waiting | undefined>(
      (best, entry) => (best && turnOf(best) <= turnOf(entry) ? best : entry),
      undefined,
    )

  /** Whether there is room for one more of this owner's, if need be for the last of who has more than they would. */
  function makeRoom(owner: string): boolean {
    if (waiting.length < maxWaiting) return true
    const held = new Tally()
    for (const entry of waiting) held.add(entry.owner)
    const last = waiting.findLast((entry) => waiting.every((other) => held.of(other.owner) <= held.of(entry.owner)))
    if (!last || held.of(last.owner) <= held.of(owner) + 1) return false
    waiting.splice(waiting.indexOf(last), 1)
    last.turnAway()
    return true
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      const owner = rationedOwner()
      if (free > 0 && hasRoomFor(owner)) {
        free -= 1
        return admit({ owner, since: round })
      }
      if (!makeRoom(owner)) return null
      return new Promise<Slot | null>((resolve, reject) => {
        const settle = (end: () => void): void => {
          signal.removeEventListener('abort', leave)
          end()
        }
        const entry: Waiting = {
          owner,
          since: round,
          enter: () => settle(() => resolve(admit(entry))),
          turnAway: () => settle(() => resolve(null)),
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
      })
    },
  }
}
