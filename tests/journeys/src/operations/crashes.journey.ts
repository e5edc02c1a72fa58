import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedOfRun } from '../harness/seeded-random.ts'
import { CrashTestbed } from '../harness/servers/crash-testbed.ts'
import { canSeeMediaProcesses } from '../harness/servers/media-processes.ts'

const seed = seedOfRun()
let testbed: CrashTestbed
beforeAll(async () => {
  testbed = await CrashTestbed.open(seed, { videoSeconds: 6 })
})
afterAll(() => testbed?.close())

/** crashes.hard.ts does the same with 150 kills, some of them during a start. */
it('every accepted download is completed when media processes and the server are killed at random times', async () => {
  console.log(`KERF_TEST_SEED=${seed}`)
  if (canSeeMediaProcesses) await testbed.killMediaProcesses()
  await testbed.killServer(false)
  await testbed.verify(1)
  // Two clips are cut at once. A kill between publishing a file and recording it leaves the file until the next start.
  expect((await testbed.countFiles()) - testbed.stats.clips).toBeLessThanOrEqual(2)
})

// Continues after the power cut above; the interrupted downloads are finished.
it("a server's data survive a power cut and an orderly stop, with one server at a time", async () => {
  await testbed.expectSecondServerRefused()
  await testbed.stopWhileCutting()
  await testbed.verify(1)
  expect(await testbed.countFiles()).toBe(testbed.stats.clips)
})
