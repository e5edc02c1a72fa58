import type { QueueClass } from '@kerf/domain/jobs/queue-turns'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, type TestDatabase } from '../database/testing/open-test-database.ts'
import { jobs } from './cut-jobs.ts'
import { fillHeads } from './deal-turns.ts'
import { HEAD_LENGTH, ownPriorityBehind, turnOf } from './queue-head.ts'

const BEHIND = 30

describe.each(DATABASE_KINDS)('a line that is longer than its head in $name', ({ skipped, open }) => {
  describe.skipIf(skipped)('is such that', () => {
    let test: TestDatabase
    let ids: string[]
    beforeAll(async () => {
      test = await open()
    })
    afterAll(() => test?.remove())
    afterEach(() => test.database.executor.delete(jobs))

    const enqueue = (name: string, asker: string) =>
      test.database.transaction(({ cutQueue }) => cutQueue.enqueue(name, 'ordinary', asker))
    const hasten = (id: string, kind: QueueClass) =>
      test.database.transaction(({ cutQueue }) => cutQueue.hasten(id, kind, 'ben'))
    const line = () => test.database.records.cutQueue.line()
    async function withTurns(): Promise<number> {
      const found = await test.database.executor.select({ priority: jobs.priority }).from(jobs)
      return found.filter(({ priority }) => turnOf(priority) !== null).length
    }
    /** As if Anna had joined so often: one job in each lap, all behind the head, whose turns are dealt then. */
    async function annaWaits(): Promise<void> {
      await enqueue('0', 'anna')
      await test.database.executor.execute(sql`insert into pgboss.job
        select (jsonb_populate_record(job, jsonb_build_object('id', gen_random_uuid(),
          'created_on', created_on + n * interval '1 ms', 'data', data || jsonb_build_object('lap', n + 1)))).*
        from pgboss.job, generate_series(1, ${HEAD_LENGTH + BEHIND - 1}) n where name = 'cut-clip'`)
      await test.database.executor.update(jobs).set({ priority: ownPriorityBehind('ordinary') })
      await fillHeads(test.database.executor)
      ids = await line()
    }

    it('one who joins before many moves no more than the head, whose last one waits for a turn again', async () => {
      await annaWaits()
      expect([ids.length, await withTurns()]).toEqual([HEAD_LENGTH + BEHIND, HEAD_LENGTH])
      const newcomer = await enqueue('one', 'ben')
      const late = await enqueue('another', 'anna')
      expect(await withTurns()).toBe(HEAD_LENGTH)
      const order = [ids[0], newcomer, ...ids.slice(1), late]
      expect(await line()).toEqual(order)
      // Nobody who asks by themselves is told anything else.
      for (const place of [0, HEAD_LENGTH - 1, HEAD_LENGTH, order.length - 1])
        expect(await test.database.records.clips.countAhead({ jobId: order[place]! })).toBe(place)
    })

    it('whoever is wished for by somebody else as well moves forward from behind the head, alone', async () => {
      await annaWaits()
      const [paid, wanted] = [ids[HEAD_LENGTH + 10]!, ids[HEAD_LENGTH + 20]!]
      await hasten(wanted, 'ordinary')
      await hasten(paid, 'paid')
      const others = ids.slice(1).filter((id) => id !== wanted && id !== paid)
      expect(await line()).toEqual([paid, ids[0], wanted, ...others])
      await hasten(paid, 'ordinary')
      expect(await line()).toEqual([paid, ids[0], wanted, ...others])
    })

    it('when nobody can take those in the head now, others are dealt turns', async () => {
      await annaWaits()
      const notYet = sql`now() + interval '10 seconds'`
      await test.database.executor.update(jobs).set({ startAfter: notYet }).where(sql`priority > -10000`)
      await fillHeads(test.database.executor)
      expect([await withTurns(), await line()]).toEqual([HEAD_LENGTH + BEHIND, ids])
    })
  })
})
