import type { Health } from '@kerf/contract/health'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts'
import { canSeeMediaProcesses } from '../harness/servers/media-processes.ts'
import { ProcessTestbed } from '../harness/servers/process-testbed.ts'
import { Visitor } from '../harness/visitor.ts'

const ROUND_COUNT = 9
const CLIP_COUNT = 4
/** Rounds before all clips are waited for: a clip that is killed five times in a row would fail, as it should. */
const ROUNDS_IN_A_ROW = 3
const DECODED_CLIP_COUNT = 12

describe.skipIf(postgresPrograms() === null)('web and worker processes that come and go', () => {
  const seed = seedOfRun()
  const random = seededRandom(seed)
  let testbed: ProcessTestbed
  beforeAll(async () => {
    testbed = await ProcessTestbed.open(seed)
    await Promise.all([
      testbed.addWeb(),
      testbed.addWeb(),
      testbed.addWorker(),
      testbed.addWorker(),
      testbed.addWorker(),
    ])
  })
  afterAll(() => testbed?.close())

  it(`lose and duplicate nothing in ${ROUND_COUNT} rounds of kills`, async () => {
    console.log(`KERF_TEST_SEED=${seed}`)
    let writingKills = 0
    for (let roundNumber = 1; roundNumber <= ROUND_COUNT; roundNumber += 1) {
      const requesting = testbed.requestClips(CLIP_COUNT)
      const [hasKilledWriter] = await Promise.all([testbed.killWritingWorker(requesting), requesting])
      if (hasKilledWriter) writingKills += 1
      if (random() < 0.5) await testbed.kill(testbed.workers)
      if (random() < 0.5) {
        await testbed.kill(testbed.webs)
        await testbed.addWeb()
      }
      while (testbed.workers.length < 3) await testbed.addWorker()
      if (roundNumber % ROUNDS_IN_A_ROW === 0) await testbed.waitUntilSettled()
    }
    console.log(
      `${testbed.requests.length} requests, ${ROUND_COUNT} rounds, ${writingKills} workers killed while they wrote`,
    )
    if (canSeeMediaProcesses) expect(writingKills).toBeGreaterThan(0)
    await testbed.verify(DECODED_CLIP_COUNT)
  })

  it('report that there is no worker, and cut waiting clips once there is one', async () => {
    while (testbed.workers.length > 0) await testbed.kill(testbed.workers)
    const health = async () => (await new Visitor(testbed.webs[0]?.url ?? '').call<Health>('GET', '/api/health')).body
    await expect.poll(async () => (await health()).checks.queue.says[0]?.code).toBe('queue_no_workers')
    expect((await health()).status).toBe('degraded')
    await testbed.requestClips(1)
    await testbed.addWorker()
    await testbed.verify(0)
    await expect.poll(async () => (await health()).checks.queue.state).toBe('ok')
  })

  it('stop in order, and leave no stray file', async () => {
    const clips = new Set(testbed.requests.map(({ range }) => JSON.stringify(range))).size
    await testbed.stopAll()
    await testbed.addWeb()
    await testbed.addWorker()
    // A process that finds no other one sweeps at once.
    expect(await testbed.countFiles()).toBe(clips)
    await testbed.verify(0)
  })
})
