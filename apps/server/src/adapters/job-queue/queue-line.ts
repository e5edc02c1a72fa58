import { nextLap } from '@kerf/domain/jobs/queue-laps'
import { nextTurn, type QueueClass } from '@kerf/domain/jobs/queue-turns'
import type { Executor } from '../database/executor.ts'
import { dealTurns, holdLine } from './deal-turns.ts'
import { lineOf, queueLine, readLine } from './line-state.ts'
import { HEAD_LENGTH } from './queue-head.ts'

/** How the queue stands for one who joins it now. */
export interface QueueStanding {
  /** Theirs, in their class. */
  lap: number
  /** The turn behind all others of their class. */
  lastTurn: number
  /** Whether jobs of later laps have turns in their class, before which they come. */
  hasLater: boolean
  /** Whether there is no turn for who comes before nobody: the head is full, or jobs of their class wait behind it. */
  isFull: boolean
}

/** How the queue stands. Nobody else joins it until the transaction ends. */
export async function lockLine(executor: Executor, kind: QueueClass, asker: string): Promise<QueueStanding> {
  await holdLine(executor)
  let line = await readLine(executor, asker)
  if (await dealTurns(executor, line)) line = await readLine(executor, asker)
  const own = lineOf(line, kind)
  const lap = nextLap({
    lastServed: own.servedLap,
    lowestWaiting: own.lowestLap,
    lastOfAsker: own.lastLapOfAsker,
  })
  return {
    lap,
    lastTurn: nextTurn(kind, queueLine(line)),
    hasLater: (own.highestLap ?? 0) > lap,
    isFull: own.hasBehind || own.dealt >= HEAD_LENGTH,
  }
}
