import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOfRun } from '../harness/seeded-random.ts'
import { CrashRoom } from '../harness/servers/crash-room.ts'

const MEDIA_KILLS = 100
const SERVER_KILLS = 50
const DECODED_CLIPS = 20

describe.skipIf(process.platform !== 'linux')('every accepted download', () => {
  const seed = seedOfRun()
  let room: CrashRoom
  beforeAll(async () => {
    room = await CrashRoom.open(seed)
  })
  afterAll(() => room?.close())

  it(`is completed through ${MEDIA_KILLS} kills of media processes and ${SERVER_KILLS} of the server`, async () => {
    console.log(`KERF_TEST_SEED=${seed}`)
    while (room.stats.mediaKills < MEDIA_KILLS) await room.killMediaProcesses()
    while (room.stats.serverKills < SERVER_KILLS) await room.killServer()
    await room.restart()
    await room.verify(DECODED_CLIPS)
    expect(await room.countFiles()).toBe(room.stats.clips)
    console.log(JSON.stringify(room.stats))
    expect(room.stats).toMatchObject({ serverKills: SERVER_KILLS })
  })
})
