import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startFixture } from '../data-directory/testing/start-fixture.ts'
import { REAL } from '../database/testing/open-test-database.ts'

const WORKER = join(import.meta.dirname, 'work-for-ever.fixture.ts')

it.skipIf(REAL.skipped)(`a job whose process is killed is taken by another process on ${REAL.name}`, async () => {
  const test = await REAL.open()
  await test.database.records.cutQueue.enqueue('a clip', 'ordinary', 'anna')
  const worker = startFixture(WORKER, [test.options.databaseUrl ?? '', ''])
  await worker.line('began a clip')
  await worker.kill()
  const taken = Promise.withResolvers<string>()
  await test.database.cutWorker.start(1, async (clipId) => taken.resolve(clipId))
  expect(await taken.promise).toBe('a clip')
  await test.database.cutWorker.stop(1_000)
  await test.remove()
})
