import { nextLap } from '@kerf/domain/jobs/queue-laps'
import { nextTurn, QUEUE_CLASSES, type QueueClass } from '@kerf/domain/jobs/queue-turns'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, type TestDatabase } from '../database/testing/open-test-database.ts'
import { rowsOf } from '../database/transfer/rows-of.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { fillHeads } from './deal-turns.ts'
import { HEAD_LENGTH } from './queue-head.ts'

/** The queue as it is meant, with no thought of what it costs: everybody has a turn, and all behind whoever joins move. */
class PlainQueue {
  readonly #classes = new Map(QUEUE_CLASSES.map((kind) => [kind, new PlainClass()]))
  #lastServed: number | null = null

  join(id: string, kind: QueueClass, asker: string): void {
    const own = this.#classes.get(kind)!
    const lap = nextLap({
      lastServed: own.lastLap,
      lowestWaiting: own.waiting[0]?.lap ?? null,
      lastOfAsker: own.waiting.findLast((job) => job.asker === asker)?.lap ?? null,
    })
    own.turns.push(nextTurn(kind, this.#line()))
    const before = own.waiting.filter((job) => job.lap <= lap).length
    own.waiting.splice(before, 0, { id, asker, lap })
  }

  serve(): string | undefined {
    const [turn] = this.#all()
    const own = [...this.#classes.values()].find(({ turns }) => turns[0] === turn)
    const job = own?.waiting.shift()
    if (!own || !job) return undefined
    own.lastLap = job.lap
    this.#lastServed = own.turns.shift()!
    return job.id
  }

  get order(): string[] {
    const placed = [...this.#classes.values()].flatMap(({ turns, waiting }) =>
      waiting.map(({ id }, at) => ({ id, turn: turns[at]! })),
    )
    return placed.sort((a, b) => a.turn - b.turn).map(({ id }) => id)
  }

  #all(): number[] {
    return [...this.#classes.values()].flatMap(({ turns }) => turns).sort((a, b) => a - b)
  }

  #line() {
    const last = (kind: QueueClass) => this.#classes.get(kind)!.turns.at(-1) ?? null
    return {
      lastServed: this.#lastServed,
      lowestWaiting: this.#all()[0] ?? null,
      lastWaitingPaid: last('paid'),
      lastWaitingOrdinary: last('ordinary'),
    }
  }
}

class PlainClass {
  readonly waiting: { id: string; asker: string; lap: number }[] = []
  readonly turns: number[] = []
  lastLap: number | null = null
}

/** Repeatable, and different from one to the next. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state >>> 16
  }
}

describe.each(DATABASE_KINDS)(
  'a line that is longer than its head in $name',
  { timeout: 600_000 },
  ({ skipped, open }) => {
    describe.skipIf(skipped)('is such that', () => {
      let test: TestDatabase
      beforeAll(async () => {
        test = await open()
      })
      afterEach(() => test.database.executor.delete(jobs))
      afterAll(() => test?.remove())

      const enqueue = (name: string, kind: QueueClass, asker: string) =>
        test.database.transaction(({ cutQueue }) => cutQueue.enqueue(name, kind, asker))
      const line = () => test.database.records.cutQueue.line()
      /** As pg-boss takes one and says that it is done, with what the worker does in between. */
      async function serve(): Promise<string | undefined> {
        const [job] = await rowsOf<{ id: string }>(
          test.database.executor,
          sql`update pgboss.job set state = 'completed', started_on = now() where name = ${CUT_QUEUE} and id = (
          select id from pgboss.job where name = ${CUT_QUEUE} and state < 'active' order by priority desc, created_on limit 1
        ) returning id`,
        )
        await fillHeads(test.database.executor)
        return job?.id
      }

      it.each([1, 2, 3])(
        'whoever comes and is served, the order is the one in which everybody has a turn (%i)',
        async (seed) => {
          const plain = new PlainQueue()
          const random = numbers(seed)
          const pick = (below: number) => random.next().value % below
          for (let event = 0; event < 260; event++) {
            if (event > 180 && pick(3) > 0) {
              expect(await serve()).toBe(plain.serve())
              continue
            }
            // A few ask for much, most for little.
            const asker = pick(2) === 0 ? `somebody ${pick(80)}` : `busy ${pick(4)}`
            const kind = pick(4) === 0 ? 'paid' : 'ordinary'
            plain.join(await enqueue(`${event}`, kind, asker), kind, asker)
            if (event % 20 === 0) expect(await line()).toEqual(plain.order)
          }
          const order = await line()
          expect(order).toEqual(plain.order)
          expect(order.length).toBeGreaterThan(HEAD_LENGTH)
          const { clips } = test.database.records
          for (const place of [0, 20, 70, order.length - 1])
            expect(await clips.countAhead({ jobId: order[place]! })).toBe(place)
          while (order.length > 0) expect(await serve()).toBe(order.shift())
          expect(await serve()).toBeUndefined()
        },
      )
    })
  },
)
