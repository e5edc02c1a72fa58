import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedOfRun } from '../harness/seeded-random.ts'
import { CrashRoom } from '../harness/servers/crash-room.ts'
import { canSeeMediaProcesses } from '../harness/servers/media-processes.ts'

const seed = seedOfRun()
let room: CrashRoom
beforeAll(async () => {
  room = await CrashRoom.open(seed, { videoSeconds: 6 })
})
afterAll(() => room?.close())

/** crashes.hard.ts does the same with 150 kills, some of them during a start. */
it('every accepted download is completed when media processes and the server are killed at random times', async () => {
  console.log(`KERF_TEST_SEED=${seed}`)
  if (canSeeMediaProcesses) await room.killMediaProcesses()
  await room.killServer(false)
  await room.verify(1)
  // Two clips are cut at once. A kill between publishing a file and recording it leaves the file until the next start.
  expect((await room.countFiles()) - room.stats.clips).toBeLessThanOrEqual(2)
})

// Continues after the power cut above; the interrupted downloads are finished.
it('the data of a server survive a power cut and an orderly stop with all unfinished work, and belong to one server at a time', async () => {
  await room.expectSecondServerRefused()
  await room.stopWhileCutting()
  await room.verify(1)
  expect(await room.countFiles()).toBe(room.stats.clips)
})
