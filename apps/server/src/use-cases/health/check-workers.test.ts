import { failing, ok, say } from '@kerf/domain/health/health-check'
import { describe, expect, it } from 'vitest'
import type { ProcessRecord } from '../../ports/processes.ts'
import { workerProcess } from '../testing/process-at-work.ts'
import { type AllActivity, checkQueue, checkWorkers, readActivity } from './check-workers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const clock = { now: () => NOW }
const WORKER = workerProcess({ concurrency: 2, running: 2, movedAt: minutesAgo(20) })
const BUSY_ACTIVITY: AllActivity = {
  processes: [WORKER],
  concurrency: 2,
  running: 2,
  movedAt: minutesAgo(20),
  oldestWaitingAt: minutesAgo(20),
  readySince: minutesAgo(20),
}
const QUEUE_ACTIVITY = { ...BUSY_ACTIVITY, concurrency: 0, running: 0, movedAt: null }
const depsWith = (...running: ProcessRecord[]) => ({
  clock,
  worker: { activity: async () => QUEUE_ACTIVITY },
  processes: { list: async () => running },
})
const deps = depsWith(WORKER)
const checkWorkersAt = (change: Partial<AllActivity>) => checkWorkers({ ...BUSY_ACTIVITY, ...change }, deps)

describe('the workers', () => {
  it('are healthy while they cut, however long others wait, and while idle', () => {
    expect(checkWorkersAt({})).toMatchObject({
      state: 'ok',
      message: '2 of 2 workers are cutting.',
      running: 2,
      concurrency: 2,
    })
    expect(checkWorkersAt({ running: 0, readySince: null, oldestWaitingAt: null })).toMatchObject({
      state: 'ok',
      running: 0,
    })
    expect(checkWorkersAt({ concurrency: 1, running: 1 }).message).toBe('1 of 1 worker is cutting.')
  })

  it('are healthy between two jobs, just after a start, and before a retry is due', () => {
    expect(checkWorkersAt({ running: 1, movedAt: minutesAgo(1) }).state).toBe('ok')
    expect(checkWorkersAt({ running: 0, readySince: minutesAgo(1) }).state).toBe('ok')
    expect(checkWorkersAt({ running: 0, readySince: null }).state).toBe('ok')
  })

  it('fail if one is free and takes nothing for minutes', () => {
    const check = checkWorkersAt({ running: 1, movedAt: minutesAgo(7) })
    expect(check.state).toBe('failing')
    expect(check.message).toContain('no worker has taken one for 7 minutes')
    expect(check.message).toContain('restart Kerf')
  })

  it('fail if none was started, or if their state is unknown', async () => {
    expect(checkWorkersAt({ concurrency: 0 })).toMatchObject({ state: 'failing', concurrency: 0 })
    const silentDeps = { ...deps, worker: { activity: () => Promise.reject(new Error('gone')) } }
    expect(checkWorkers(await readActivity(silentDeps), deps)).toMatchObject({ state: 'failing', running: 0 })
    expect(await readActivity(deps)).toEqual(BUSY_ACTIVITY)
  })

  it('are those of all processes, whichever is queried', async () => {
    const webProcess = workerProcess({ id: 'web', role: 'web', concurrency: 0 })
    const secondWorker = workerProcess({ id: 'other', concurrency: 3, running: 1, movedAt: minutesAgo(1) })
    const check = checkWorkers(await readActivity(depsWith(webProcess, WORKER, secondWorker)), deps)
    expect(check).toMatchObject({ state: 'ok', running: 3, concurrency: 5 })
    expect(check.processes.map(({ id, role }) => [id, role])).toEqual([
      ['web', 'web'],
      ['a-worker', 'worker'],
      ['other', 'worker'],
    ])
    expect(checkWorkers(await readActivity(depsWith(webProcess)), deps)).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('npm run worker'),
    })
  })
})

describe('the queue', () => {
  const queueCheck = { ...ok(say('queue_ok')), waiting: 3, running: 2 }

  it('reports how long its first job has waited', () => {
    expect(checkQueue(queueCheck, BUSY_ACTIVITY, deps)).toEqual({ ...queueCheck, oldestSeconds: 1200 })
    expect(checkQueue(queueCheck, { ...BUSY_ACTIVITY, oldestWaitingAt: null }, deps)).toEqual({
      ...queueCheck,
      oldestSeconds: null,
    })
  })

  it('is degraded after a wait as long as a cut may take', () => {
    const check = checkQueue(queueCheck, { ...BUSY_ACTIVITY, oldestWaitingAt: minutesAgo(31) }, deps)
    expect(check).toMatchObject({ state: 'degraded', oldestSeconds: 1860 })
    expect(check.message).toContain('WORKER_CONCURRENCY')
  })

  it('is not called slow if it does not respond', () => {
    const silentQueueCheck = { ...failing(say('queue_silent')), waiting: 0, running: 0 }
    expect(checkQueue(silentQueueCheck, null, deps)).toEqual({ ...silentQueueCheck, oldestSeconds: null })
  })
})
