import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss, WorkOptions } from 'pg-boss'
import { HEARTBEAT_REFRESH_SECONDS } from './open-job-queue.ts'

/** Poll interval if NOTIFY does not work, for example through a connection pooler. */
const POLL_WITHOUT_NOTIFY_SECONDS = 0.5

export interface TakeOptions {
  concurrency: number
  /** Poll interval for retries; NOTIFY announces new jobs only. A poll takes 5 ms of CPU on PGlite. */
  pollSeconds: number
}

/** Takes jobs off a queue from now on. If `run` throws, the queue retries the job. */
export async function takeJobs<Data extends object>(
  boss: PgBoss,
  queue: string,
  { concurrency, pollSeconds }: TakeOptions,
  run: (job: JobWithMetadata<Data>) => Promise<void>,
): Promise<void> {
  for (let worker = 0; worker < concurrency; worker++) {
    const workerId = await boss.work<Data, void, WorkOptions & { includeMetadata: true }>(
      queue,
      {
        pollingIntervalSeconds: POLL_WITHOUT_NOTIFY_SECONDS,
        notifyPollingIntervalSeconds: pollSeconds,
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
        includeMetadata: true,
      },
      async (batch) => {
        try {
          for (const job of batch) await run(job)
        } finally {
          boss.notifyWorker(workerId)
        }
      },
    )
  }
}

/** Waits until the work ends, or until this many milliseconds have passed. Throws what the work throws in that time. */
export async function waitAtMost(work: Promise<void>, milliseconds: number): Promise<void> {
  const timeout = new AbortController()
  try {
    await Promise.race([work, delay(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)])
  } finally {
    timeout.abort()
  }
}
