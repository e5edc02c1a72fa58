import { QUEUE_CLASSES, type QueueClass, type QueueLine } from '@kerf/domain/jobs/queue-turns'
import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../database/executor.ts'
import { rowsOf } from '../database/transfer/rows-of.ts'
import { askerOfJob, CUT_QUEUE, jobs, lapOfJob } from './cut-jobs.ts'
import { hasTurn, isBehindHead, isInLine, isOfClass, PARITY } from './queue-head.ts'

/** Those of one class that have turns. */
interface Head {
  /** Jobs that could be taken now. */
  ready: number
  dealt: number
  firstTurn: number | null
  lastTurn: number | null
  lowestLap: number | null
  highestLap: number | null
  /** The highest one in which the asker has a job that waits, also behind the head. */
  lastLapOfAsker: number | null
}

/** How one class stands. */
export interface ClassLine extends Head {
  kind: QueueClass
  hasBehind: boolean
  servedTurn: number | null
  servedLap: number | null
}

interface Behind {
  kind: QueueClass
  hasBehind: boolean
  lastLapOfAsker: number | null
}

const EMPTY: Head = {
  ready: 0,
  dealt: 0,
  firstTurn: null,
  lastTurn: null,
  lowestLap: null,
  highestLap: null,
  lastLapOfAsker: null,
}

/** Reads the heads, what the asker has, and of what was served the last; however many wait behind or were served before. */
export async function readLine(executor: Executor, asker: string | null): Promise<ClassLine[]> {
  const [read] = await rowsOf<{
    heads: (Head & { parity: number })[]
    paid: [number, number | null] | null
    ordinary: [number, number | null] | null
    isAnyBehind: boolean
  }>(
    executor,
    sql`select (select coalesce(json_agg(head), '[]') from (${headsBy(asker)}) as head) as heads,
      (${lastServed('paid')}) as paid, (${lastServed('ordinary')}) as ordinary, ${isAnyBehind} as "isAnyBehind"`,
  )
  const behind = read?.isAnyBehind ? await readBehind(executor, asker) : []
  return QUEUE_CLASSES.map((kind) => {
    const head = read?.heads.find(({ parity }) => parity === PARITY[kind]) ?? EMPTY
    const own = behind.find((each) => each.kind === kind)
    const [servedTurn, servedLap] = read?.[kind] ?? [null, null]
    const lastLapOfAsker = own?.lastLapOfAsker ?? head.lastLapOfAsker
    return { ...head, kind, hasBehind: own?.hasBehind === true, lastLapOfAsker, servedTurn, servedLap }
  })
}

export const isAnyBehind = sql`exists (select from ${jobs} where ${isInLine} and not ${hasTurn})`

function headsBy(asker: string | null): SQL {
  return sql`select ${jobs.priority} % 2 as parity,
      count(*) filter (where ${jobs.startAfter} <= now()) as ready, count(*) as dealt,
      -max(${jobs.priority}) as "firstTurn", -min(${jobs.priority}) as "lastTurn",
      min(${lapOfJob}) as "lowestLap", max(${lapOfJob}) as "highestLap",
      max(${lapOfJob}) filter (where ${askerOfJob} = ${asker}) as "lastLapOfAsker"
    from ${jobs} where ${isInLine} and ${hasTurn} group by 1`
}

/** Turns are served in ascending order, and so are a class's laps. */
function lastServed(kind: QueueClass): SQL {
  return sql`select json_build_array(-${jobs.priority}, ${lapOfJob}) from ${jobs}
    where ${wasServed} and ${isOfClass(kind)} and ${hasTurn} order by ${jobs.priority} limit 1`
}

const wasServed = sql`${jobs.name} = ${sql.raw(`'${CUT_QUEUE}'`)} and ${jobs.startedOn} is not null and ${jobs.state} >= 'active'`

async function readBehind(executor: Executor, asker: string | null): Promise<Behind[]> {
  const queries = QUEUE_CLASSES.map(
    (kind) => sql`select ${kind}::text as kind,
      exists (select from ${jobs} where ${isInLine} and ${isBehindHead(kind)}) as "hasBehind",
      (select max(${lapOfJob}) from ${jobs} where ${isInLine} and ${askerOfJob} = ${asker} and ${isOfClass(kind)}) as "lastLapOfAsker"`,
  )
  return await rowsOf<Behind>(executor, sql.join(queries, sql` union all `))
}

export function queueLine(line: readonly ClassLine[]): QueueLine {
  const turns = (of: 'servedTurn' | 'firstTurn') => line.map((each) => each[of]).filter((turn) => turn !== null)
  const [served, first] = [turns('servedTurn'), turns('firstTurn')]
  return {
    lastServed: served.length === 0 ? null : Math.max(...served),
    lowestWaiting: first.length === 0 ? null : Math.min(...first),
    lastWaitingPaid: lineOf(line, 'paid').lastTurn,
    lastWaitingOrdinary: lineOf(line, 'ordinary').lastTurn,
  }
}

export function lineOf(line: readonly ClassLine[], kind: QueueClass): ClassLine {
  const own = line.find((each) => each.kind === kind)
  if (!own) throw new Error(`The line of ${kind} jobs was not read.`)
  return own
}
