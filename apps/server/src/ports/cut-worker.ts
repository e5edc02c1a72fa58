/** The worker's side of the queue: adapters/job-queue. */

/** What the worker of this process is at, and what waits for it or for those of other processes. */
export interface WorkerActivity {
  /** Jobs that it may do at a time; 0 before it is started. */
  concurrency: number
  running: number
  movedAt: Date | null
  oldestWaitingAt: Date | null
  /** From when on the first of the waiting jobs could have been taken; null when none can be yet. */
  readySince: Date | null
}

export interface CutWorker {
  /** `signal` aborts when cancelled or stopping. A handler that throws is retried, except on the last try. */
  start(
    concurrency: number,
    handle: (clipId: string, signal: AbortSignal, isLastTry: boolean) => Promise<void>,
  ): Promise<void>
  state(): Pick<WorkerActivity, 'concurrency' | 'running' | 'movedAt'>
  depth(): Promise<{ waiting: number; running: number }>
  activity(): Promise<WorkerActivity>
  /** The jobs that wait, run or will be tried again. A clip in work whose job is not among them has been given up. */
  unfinishedJobIds(): Promise<Set<string>>
  /** How a job that the queue has given up went; null when the queue knows nothing of it any more. */
  describeEnd(jobId: string): Promise<{ tries: number; lastError: string | null } | null>
  /** Takes no new job, gives running ones this long, then puts them back. */
  stop(drainMilliseconds: number): Promise<void>
}
