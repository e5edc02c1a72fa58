import { nextTurn, turnsApart } from '@kerf/domain/jobs/queue-turns'
import { sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { rowsOf } from '../database/transfer/rows-of.ts'
import { CUT_QUEUE, jobs } from './cut-jobs.ts'
import { type ClassLine, isAnyBehind, queueLine, readLine } from './line-state.ts'
import { HEAD_LENGTH, isBehindHead, isInLine } from './queue-head.ts'

/** `line` in ASCII: whoever joins the queue, or deals turns, holds it until their transaction ends, so that no two jobs get one turn. */
const LINE_LOCK = 0x6c696e65
/** With fewer in the head that could be taken now, turns are dealt to the next. */
const FEW = HEAD_LENGTH / 2

/** Nobody else joins the queue or deals turns until the transaction ends. */
export async function holdLine(executor: Executor): Promise<void> {
  await executor.execute(sql`select pg_advisory_xact_lock(${LINE_LOCK})`)
}

/** Deals turns to those behind the heads of the classes, where few are left in one; for whoever takes jobs. */
export async function fillHeads(executor: Executor): Promise<void> {
  const [look] = await rowsOf<{ isAnyBehind: boolean }>(executor, sql`select ${isAnyBehind} as "isAnyBehind"`)
  if (!look?.isAnyBehind || !isDue(await readLine(executor, null))) return
  await executor.transaction(async (transaction) => {
    await holdLine(transaction)
    await dealTurns(transaction, await readLine(transaction, null))
  })
}

const needsTurns = ({ hasBehind, ready }: ClassLine): boolean => hasBehind && ready < FEW
const isDue = (line: readonly ClassLine[]): boolean => line.some(needsTurns)

/** Under the line's lock. Answers whether any were dealt. */
export async function dealTurns(executor: Executor, line: readonly ClassLine[]): Promise<boolean> {
  for (const own of line.filter(needsTurns)) {
    const { kind } = own
    const order = sql`${jobs.priority} desc, ${jobs.createdOn}`
    // Whoever is being taken or cancelled in this moment is passed over.
    await executor.execute(sql`with next as (
        select ${jobs.id}, ${jobs.priority}, ${jobs.createdOn} from ${jobs} where ${isInLine} and ${isBehindHead(kind)}
        order by ${order} limit ${HEAD_LENGTH - own.ready} for no key update skip locked
      ), dealt as (
        select id, ${nextTurn(kind, queueLine(line))}::int
          + ${turnsApart(kind)}::int * (row_number() over (order by priority desc, created_on) - 1)::int as turn
        from next
      )
      update pgboss.job set priority = -dealt.turn from dealt
      where pgboss.job.name = ${CUT_QUEUE} and pgboss.job.id = dealt.id`)
  }
  return isDue(line)
}
