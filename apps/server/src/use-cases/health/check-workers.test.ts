import { failing, ok, say } from '@kerf/domain/health/health-check'
import { describe, expect, it } from 'vitest'
import type { ProcessRecord } from '../../ports/processes.ts'
import { processAtWork } from '../testing/process-at-work.ts'
import { type AllActivity, checkQueue, checkWorkers, readActivity } from './check-workers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const clock = { now: () => NOW }
const WORKER = processAtWork({ concurrency: 2, running: 2, movedAt: ago(20) })
const BUSY: AllActivity = {
  processes: [WORKER],
  concurrency: 2,
  running: 2,
  movedAt: ago(20),
  oldestWaitingAt: ago(20),
  readySince: ago(20),
}
const QUEUE = { ...BUSY, concurrency: 0, running: 0, movedAt: null }
const among = (...running: ProcessRecord[]) => ({
  clock,
  worker: { activity: async () => QUEUE },
  processes: { list: async () => running },
})
const deps = among(WORKER)
const workersAt = (change: Partial<AllActivity>) => checkWorkers({ ...BUSY, ...change }, deps)

describe('the workers', () => {
  it('are well while they cut, however long others wait, and while there is nothing to do', () => {
    expect(workersAt({})).toMatchObject({
      state: 'ok',
      message: '2 of 2 workers are cutting.',
      running: 2,
      concurrency: 2,
    })
    expect(workersAt({ running: 0, readySince: null, oldestWaitingAt: null })).toMatchObject({
      state: 'ok',
      running: 0,
    })
    expect(workersAt({ concurrency: 1, running: 1 }).message).toBe('1 of 1 worker is cutting.')
  })

  it('are well for the moment between two jobs, just after a start, and while a job may not be tried again yet', () => {
    expect(workersAt({ running: 1, movedAt: ago(1) }).state).toBe('ok')
    expect(workersAt({ running: 0, readySince: ago(1) }).state).toBe('ok')
    expect(workersAt({ running: 0, readySince: null }).state).toBe('ok')
  })

  it('fail when one is free and takes nothing for minutes', () => {
    const check = workersAt({ running: 1, movedAt: ago(7) })
    expect(check.state).toBe('failing')
    expect(check.message).toContain('no worker has taken one for 7 minutes')
    expect(check.message).toContain('restart Kerf')
  })

  it('fail when none was started, or nobody knows', async () => {
    expect(workersAt({ concurrency: 0 })).toMatchObject({ state: 'failing', concurrency: 0 })
    const silent = { ...deps, worker: { activity: () => Promise.reject(new Error('gone')) } }
    expect(checkWorkers(await readActivity(silent), deps)).toMatchObject({ state: 'failing', running: 0 })
    expect(await readActivity(deps)).toEqual(BUSY)
  })

  it('are those of all processes, whichever of them is asked', async () => {
    const web = processAtWork({ id: 'web', role: 'web', concurrency: 0 })
    const secondWorker = processAtWork({ id: 'other', concurrency: 3, running: 1, movedAt: ago(1) })
    const check = checkWorkers(await readActivity(among(web, WORKER, secondWorker)), deps)
    expect(check).toMatchObject({ state: 'ok', running: 3, concurrency: 5 })
    expect(check.processes.map(({ id, role }) => [id, role])).toEqual([
      ['web', 'web'],
      ['a-worker', 'worker'],
      ['other', 'worker'],
    ])
    expect(checkWorkers(await readActivity(among(web)), deps)).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('npm run worker'),
    })
  })
})

describe('the queue', () => {
  const reported = { ...ok(say('queue_ok')), waiting: 3, running: 2 }

  it('tells how long the first has waited', () => {
    expect(checkQueue(reported, BUSY, deps)).toEqual({ ...reported, oldestSeconds: 1200 })
    expect(checkQueue(reported, { ...BUSY, oldestWaitingAt: null }, deps)).toEqual({ ...reported, oldestSeconds: null })
  })

  it('is too long when somebody has waited for as long as a cut may take', () => {
    const check = checkQueue(reported, { ...BUSY, oldestWaitingAt: ago(31) }, deps)
    expect(check).toMatchObject({ state: 'degraded', oldestSeconds: 1860 })
    expect(check.message).toContain('WORKER_CONCURRENCY')
  })

  it('that does not answer is not called slow', () => {
    const dead = { ...failing(say('queue_silent')), waiting: 0, running: 0 }
    expect(checkQueue(dead, null, deps)).toEqual({ ...dead, oldestSeconds: null })
  })
})
