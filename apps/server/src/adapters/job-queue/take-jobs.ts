import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss, WorkOptions } from 'pg-boss'
import { HEARTBEAT_REFRESH_SECONDS } from './open-job-queue.ts'

/** Where there is no NOTIFY, as behind a pooler. */
const POLL_WITHOUT_NOTIFY_SECONDS = 0.5

export interface TakingJobs {
  concurrency: number
  /** For retries, which nobody announces; new jobs come by NOTIFY. A poll takes 5 ms of CPU on PGlite. */
  pollSeconds: number
}

/** Takes jobs off a queue from now on. What `run` throws makes the queue try the job again. */
export async function takeJobs<Data extends object>(
  boss: PgBoss,
  queue: string,
  { concurrency, pollSeconds }: TakingJobs,
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

export async function endsWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([work, delay(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)])
  timeout.abort()
}
