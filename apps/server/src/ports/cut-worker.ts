/** The worker's side of the queue: adapters/job-queue. */

/** State of this process's worker, and of the queue that all workers share. */
export interface WorkerActivity {
  /** Maximum number of jobs at a time; 0 before the worker starts and after it begins to stop. */
  concurrency: number
  running: number
  /** Time of the worker's start, or of the last job that it took or ended. */
  movedAt: Date | null
  oldestWaitingAt: Date | null
  /** Time since which a waiting job has been ready; null if none is ready. */
  readySince: Date | null
}

export interface CutWorker {
  /**
   * `signal` aborts on cancellation or shutdown. A job whose handler throws is retried, except after the last attempt.
   */
  start(
    concurrency: number,
    handle: (clipId: string, signal: AbortSignal, isLastTry: boolean) => Promise<void>,
  ): Promise<void>
  state(): Pick<WorkerActivity, 'concurrency' | 'running' | 'movedAt'>
  depth(): Promise<{ waiting: number; running: number }>
  activity(): Promise<WorkerActivity>
  /** Ids of jobs that wait, run or will be retried. A clip in progress without such a job was abandoned. */
  unfinishedJobIds(): Promise<Set<string>>
  /** Number of attempts and last error of a job that the queue gave up; null if the queue has deleted its record. */
  describeEnd(jobId: string): Promise<{ tries: number; lastError: string | null } | null>
  /** Takes no new jobs, waits this long for running ones, then returns them to the queue. */
  stop(drainMilliseconds: number): Promise<void>
}
