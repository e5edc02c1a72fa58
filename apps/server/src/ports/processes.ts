/** Processes of this installation, and rounds that one of them runs for all: adapters/processes. */

import type { runningProcess } from '@kerf/contract/admin-settings'
import type { z } from 'zod'
import type { Dated } from './page.ts'

type RunningProcess = z.output<typeof runningProcess>

/** Role of a process. `serve` combines the other two. */
export type ProcessRole = RunningProcess['role']

export interface ProcessRecord extends Dated<RunningProcess, 'startedAt' | 'seenAt'> {
  /** Time of the worker's start, or of the last job that it took or ended. */
  movedAt: Date | null
  /** Cause of the last email's failure, without names; null if that email was sent. */
  emailFailure: string | null
}

export interface Processes {
  /** Live processes, including this one, oldest first. */
  list(): Promise<ProcessRecord[]>
}

/** A periodic task that one process at a time runs. */
export type PeriodicTaskName = 'sweep' | 'expiry' | 'records' | 'payments' | 'first-admin'

export interface PeriodicTaskTerms {
  /** Minimum interval between two starts, by the database's clock. A round that died is due at once. */
  everyMilliseconds: number
  /** Ignores the interval. */
  evenIfDone?: boolean
}

export interface PeriodicRuns {
  /**
   * Runs `work` if the run is due and not in progress; returns whether it ran. `lostSignal` aborts if the lock is lost.
   */
  attempt(
    name: PeriodicTaskName,
    terms: PeriodicTaskTerms,
    work: (lostSignal: AbortSignal) => Promise<void>,
  ): Promise<boolean>
  /** Waits for the lock, then always runs `work` and returns its result. */
  inTurn<T>(name: PeriodicTaskName, work: (lostSignal: AbortSignal) => Promise<T>): Promise<T>
  /** Time when the round last succeeded; null if it never has. */
  lastAt(name: PeriodicTaskName): Promise<Date | null>
}
