import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOfRun } from '../harness/seeded-random.ts'
import { CrashTestbed } from '../harness/servers/crash-testbed.ts'

const MEDIA_KILL_COUNT = 100
const SERVER_KILL_COUNT = 50
const DECODED_CLIP_COUNT = 20

describe.skipIf(process.platform !== 'linux')('every accepted download', () => {
  const seed = seedOfRun()
  let testbed: CrashTestbed
  beforeAll(async () => {
    testbed = await CrashTestbed.open(seed)
  })
  afterAll(() => testbed?.close())

  it(`is completed through ${MEDIA_KILL_COUNT} kills of media processes and ${SERVER_KILL_COUNT} of the server`, async () => {
    console.log(`KERF_TEST_SEED=${seed}`)
    while (testbed.stats.mediaKills < MEDIA_KILL_COUNT) await testbed.killMediaProcesses()
    while (testbed.stats.serverKills < SERVER_KILL_COUNT) await testbed.killServer()
    await testbed.restart()
    await testbed.verify(DECODED_CLIP_COUNT)
    expect(await testbed.countFiles()).toBe(testbed.stats.clips)
    console.log(JSON.stringify(testbed.stats))
    expect(testbed.stats).toMatchObject({ serverKills: SERVER_KILL_COUNT })
  })
})
