import { nextLap } from '@kerf/domain/jobs/queue-laps'
import { classOfTurn, nextTurn, PAID_PER_ORDINARY, type QueueClass } from '@kerf/domain/jobs/queue-turns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

interface Job {
  arrival: number
  kind: QueueClass
  turn: number
}

/** The queue as a worker sees it: whoever has the lowest turn is next. */
class Queue {
  readonly waiting: Job[] = []
  readonly served: Job[] = []
  #arrivals = 0

  join(kind: QueueClass): Job {
    const job = { arrival: this.#arrivals++, kind, turn: this.turnFor(kind) }
    this.waiting.push(job)
    return job
  }

  turnFor(kind: QueueClass): number {
    const turns = (of?: QueueClass) =>
      this.waiting.map(({ turn }) => turn).filter((turn) => !of || classOfTurn(turn) === of)
    const best = (pick: (...turns: number[]) => number, of: number[]) => (of.length === 0 ? null : pick(...of))
    return nextTurn(kind, {
      lastServed: best(
        Math.max,
        this.served.map(({ turn }) => turn),
      ),
      lowestWaiting: best(Math.min, turns()),
      lastWaitingPaid: best(Math.max, turns('paid')),
      lastWaitingOrdinary: best(Math.max, turns('ordinary')),
    })
  }

  serve(): Job | undefined {
    const next = this.waiting.toSorted((a, b) => a.turn - b.turn)[0]
    if (next) this.served.push(this.remove(next))
    return next
  }

  remove(job: Job): Job {
    this.waiting.splice(this.waiting.indexOf(job), 1)
    return job
  }

  waits(kind: QueueClass): boolean {
    return this.waiting.some((job) => job.kind === kind)
  }
}

const events = fc.array(fc.constantFrom('paid', 'ordinary', 'serve', 'serve'), { maxLength: 200 })
const order = (queue: Queue) => {
  while (queue.waiting.length > 0) queue.serve()
  return queue.served.map(({ kind }) => (kind === 'paid' ? 'p' : 'o')).join('')
}

describe('the order of the queue', () => {
  it('serves one ordinary job after four paid ones while both wait', () => {
    const queue = new Queue()
    for (let i = 0; i < 3; i++) queue.join('ordinary')
    for (let i = 0; i < 10; i++) queue.join('paid')
    expect(order(queue)).toBe('ppppoppppoppo')
  })

  it('lets a paid job go before everything ordinary that waits', () => {
    const queue = new Queue()
    for (let i = 0; i < 5; i++) queue.join('ordinary')
    queue.serve()
    queue.join('paid')
    expect(order(queue)).toBe('opoooo')
  })

  it('does not starve an ordinary job when paid ones come one by one, each before the one before is done', () => {
    const queue = new Queue()
    queue.join('ordinary')
    for (let i = 0; i < 8; i++) {
      queue.join('paid')
      queue.serve()
    }
    expect(queue.served.map(({ kind }) => kind).indexOf('ordinary')).toBe(PAID_PER_ORDINARY)
  })

  it('whatever comes when: at most four paid jobs in a row while an ordinary one waits', () => {
    fc.assert(
      fc.property(events, (all) => {
        const queue = new Queue()
        let inARow = 0
        for (const event of [...all, ...all.map(() => 'serve' as const)]) {
          if (event !== 'serve') {
            queue.join(event)
            continue
          }
          const ordinaryWaits = queue.waits('ordinary')
          const served = queue.serve()
          inARow = ordinaryWaits && served?.kind === 'paid' ? inARow + 1 : 0
          expect(inARow).toBeLessThanOrEqual(PAID_PER_ORDINARY)
        }
      }),
    )
  })

  it('whatever comes when: between two ordinary jobs go four paid ones, if there are as many', () => {
    fc.assert(
      fc.property(events, (all) => {
        const queue = new Queue()
        let paidSince = PAID_PER_ORDINARY
        for (const event of [...all, ...all.map(() => 'serve' as const)]) {
          if (event !== 'serve') {
            queue.join(event)
            continue
          }
          const paidWaits = queue.waits('paid')
          const served = queue.serve()
          if (served?.kind === 'ordinary' && paidWaits) expect(paidSince).toBeGreaterThanOrEqual(PAID_PER_ORDINARY)
          paidSince = served?.kind === 'ordinary' ? 0 : paidWaits ? paidSince + 1 : PAID_PER_ORDINARY
        }
      }),
    )
  })

  it('whatever comes when: who came first is first of their kind, and no two have the same turn', () => {
    fc.assert(
      fc.property(events, (all) => {
        const queue = new Queue()
        for (const event of all) {
          if (event === 'serve') queue.serve()
          else queue.join(event)
          expect(new Set(queue.waiting.map(({ turn }) => turn)).size).toBe(queue.waiting.length)
        }
        order(queue)
        for (const kind of ['paid', 'ordinary']) {
          const arrivals = queue.served.filter((job) => job.kind === kind).map(({ arrival }) => arrival)
          expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  it('whoever goes away or moves forward: an ordinary job waits for four paid ones for itself and each ordinary one before it', () => {
    const moves = fc.array(
      fc.tuple(fc.constantFrom('paid', 'ordinary', 'serve', 'leave', 'hasten', 'share'), fc.nat()),
      {
        maxLength: 200,
      },
    )
    fc.assert(
      fc.property(moves, (all) => {
        const queue = new Queue()
        const bounds = new Map<Job, { bound: number; from: number }>()
        for (const [event, which] of [...all, ...all.map(() => ['serve', 0] as const)]) {
          const job = queue.waiting[which % Math.max(1, queue.waiting.length)]
          if (event === 'paid') queue.join('paid')
          if (event === 'leave' && job) queue.remove(job)
          if ((event === 'hasten' || event === 'share') && job) {
            job.turn = Math.min(job.turn, queue.turnFor(event === 'hasten' ? 'paid' : 'ordinary'))
            job.kind = classOfTurn(job.turn)
          }
          if (event === 'ordinary') {
            const ahead = queue.waiting.filter(({ kind }) => kind === 'ordinary').length
            bounds.set(queue.join('ordinary'), { bound: PAID_PER_ORDINARY * (ahead + 1), from: queue.served.length })
          }
          if (event !== 'serve') continue
          const served = queue.serve()
          const limit = served?.kind === 'ordinary' && bounds.get(served)
          if (!limit) continue
          const paidBefore = queue.served.slice(limit.from).filter(({ kind }) => kind === 'paid').length
          expect(paidBefore).toBeLessThanOrEqual(limit.bound)
        }
      }),
    )
  })

  it('goes on from what waits when nobody remembers what was served', () => {
    const line = { lastServed: null, lowestWaiting: 2001, lastWaitingPaid: null, lastWaitingOrdinary: 2001 }
    expect(nextTurn('paid', line)).toBe(2 * (1000 - PAID_PER_ORDINARY + 1))
  })
})

/** One class, served in the order of laps. */
class Laps {
  readonly waiting: { asker: string; lap: number; arrival: number }[] = []
  readonly served: { asker: string; lap: number; arrival: number }[] = []
  #arrivals = 0

  join(asker: string): void {
    const best = (pick: (...laps: number[]) => number, of: { lap: number }[]) =>
      of.length === 0 ? null : pick(...of.map(({ lap }) => lap))
    const lap = nextLap({
      lastServed: best(Math.max, this.served),
      lowestWaiting: best(Math.min, this.waiting),
      lastOfAsker: best(
        Math.max,
        this.waiting.filter((job) => job.asker === asker),
      ),
    })
    this.waiting.push({ asker, lap, arrival: this.#arrivals++ })
  }

  serve(): void {
    const next = this.waiting.toSorted((a, b) => a.lap - b.lap || a.arrival - b.arrival)[0]
    if (!next) return
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.served.push(next)
  }
}

describe('the order within a class', () => {
  const ASKERS = ['anna', 'ben', 'cleo']
  const moves = fc.array(fc.constantFrom(...ASKERS, 'anna', 'anna', 'serve', 'serve'), { maxLength: 200 })
  const play = (all: readonly string[], after?: (laps: Laps, move: string) => void): Laps => {
    const laps = new Laps()
    for (const move of all) {
      if (move === 'serve') laps.serve()
      else laps.join(move)
      after?.(laps, move)
    }
    return laps
  }

  it('whatever comes when: of one asker who came first is first', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const { served } = play([...all, ...all.map(() => 'serve')])
        for (const asker of ASKERS) {
          const arrivals = served.filter((job) => job.asker === asker).map(({ arrival }) => arrival)
          expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  it('whatever comes when: whoever has nothing waiting waits for at most two jobs of each other asker', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const laps = play(all)
        const before = laps.served.length
        laps.join('newcomer')
        while (laps.waiting.length > 0) laps.serve()
        const since = laps.served.slice(before)
        const ahead = since.slice(
          0,
          since.findIndex(({ asker }) => asker === 'newcomer'),
        )
        for (const asker of ASKERS) expect(ahead.filter((job) => job.asker === asker).length).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('is not turned round by newcomers without end: a lap that has begun takes nobody in', () => {
    const laps = new Laps()
    for (const _ of [1, 2, 3]) laps.join('anna')
    for (let newcomer = 0; newcomer < 20; newcomer++) {
      laps.join(`stranger ${newcomer}`)
      laps.serve()
    }
    expect(laps.served.flatMap(({ asker }, at) => (asker === 'anna' ? [at] : []))).toHaveLength(3)
  })
})
