import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CrashRoom } from './harness/crash-room.ts'
import { seedOfRun } from './harness/seeded-random.ts'

/** The same with a hundred and fifty kills: crashes.hard.ts. */
describe.skipIf(process.platform !== 'linux')('what was promised before a crash', () => {
  const seed = seedOfRun()
  let room: CrashRoom
  beforeAll(async () => {
    room = await CrashRoom.open(seed)
  })
  afterAll(() => room?.close())

  it('is kept when media processes and the server are killed at random moments', async () => {
    console.log(`KERF_TEST_SEED=${seed}`)
    for (let round = 0; round < 2; round += 1) await room.killMediaProcesses()
    await room.killServer(false)
    await room.killServer(true)
    await room.verify(2)
    expect(room.figures.mediaKills).toBeGreaterThanOrEqual(3)
  })
})
