import { QUEUE_CLASSES, type QueueClass, turnsApart } from '@kerf/domain/jobs/queue-turns'
import { classOf, turnOf } from './queue-head.ts'

/** Waiting jobs, those of the highest priority first. */
export interface WaitingJob {
  id: string
  priority: number
}

/** Where a job stands: its turn, or which one of its class's it is behind the head, from 1. */
export type Place = { turn: number } | { kind: QueueClass; behind: number }

export interface LineOutlook {
  /** Of all jobs that have one. */
  turns: readonly number[]
  /** How many jobs wait behind the heads. */
  behind: Record<QueueClass, number>
}

/** The jobs in the order in which they will be served, also those that have no turns yet. */
export function orderLine(waiting: readonly WaitingJob[]): string[] {
  const turns = waiting.map(({ priority }) => turnOf(priority)).filter((turn) => turn !== null)
  const turnBehind = futureTurns(turns)
  const seen = { paid: 0, ordinary: 0 }
  const placed = waiting.map(({ id, priority }) => {
    const kind = classOf(priority)
    return { id, turn: turnOf(priority) ?? turnBehind(kind, ++seen[kind]) }
  })
  return placed.sort((one, other) => one.turn - other.turn).map(({ id }) => id)
}

/** How many jobs will be served before this one. */
export function countBefore(place: Place, { turns, behind }: LineOutlook): number {
  const turnBehind = futureTurns(turns)
  const own = futureTurn(place, turns)
  const behindBefore = QUEUE_CLASSES.map((kind) => {
    const turnsBetween = Math.ceil((own - turnBehind(kind, 0)) / turnsApart(kind)) - 1
    return Math.min(Math.max(0, turnsBetween), behind[kind])
  })
  return turns.filter((turn) => turn < own).length + behindBefore.reduce((sum, jobs) => sum + jobs, 0)
}

/** A job's turn, or the one that it will be dealt as things stand. */
export function futureTurn(place: Place, turns: readonly number[]): number {
  return 'turn' in place ? place.turn : futureTurns(turns)(place.kind, place.behind)
}

/** Turns are dealt in even steps behind the last one of a class. */
function futureTurns(turns: readonly number[]): (kind: QueueClass, place: number) => number {
  const first = turns.length === 0 ? 0 : turns.reduce((least, turn) => Math.min(least, turn))
  const last = { paid: first, ordinary: first }
  for (const turn of turns) last[classOf(-turn)] = Math.max(last[classOf(-turn)], turn)
  return (kind, place) => last[kind] + turnsApart(kind) * place
}
