import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CrashRoom } from './harness/crash-room.ts'
import { seedOfRun } from './harness/seeded-random.ts'

/** The same with a hundred and fifty kills: crashes.hard.ts. */
describe.skipIf(process.platform !== 'linux')('what was promised before a crash', () => {
  const seed = seedOfRun()
  let room: CrashRoom
  beforeAll(async () => {
    room = await CrashRoom.open(seed, { filmSeconds: 6 })
  })
  afterAll(() => room?.close())

  it('is kept when media processes and the server, twice, are killed at random moments', async () => {
    console.log(`KERF_TEST_SEED=${seed}`)
    while (room.figures.mediaKills < 3) await room.killMediaProcesses()
    await room.killServer(true)
    await room.verify(1)
    // A kill between publishing a file and saying so leaves one more until the next start.
    expect((await room.files()) - room.figures.clips).toBeLessThanOrEqual(1)
  })
})
