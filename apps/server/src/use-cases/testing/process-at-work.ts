import type { ProcessRecord } from '../../ports/processes.ts'

/** Record of a live worker process. */
export function workerProcess(change: Partial<ProcessRecord> = {}): ProcessRecord {
  return {
    id: 'a-worker',
    role: 'worker',
    host: 'kerf-1',
    processId: 4711,
    version: '0',
    concurrency: 2,
    running: 0,
    movedAt: null,
    emailFailure: null,
    startedAt: new Date('2026-11-21T11:00:00Z'),
    seenAt: new Date('2026-11-21T12:00:00Z'),
    ...change,
  }
}
