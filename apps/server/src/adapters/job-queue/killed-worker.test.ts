import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { QueuedEmail } from '../../ports/emails.ts'
import { startFixture } from '../data-directory/testing/start-fixture.ts'
import { openDatabase } from '../database/open-database.ts'
import { REAL_POSTGRES, throwInTests } from '../database/testing/open-test-database.ts'

const EMAIL: QueuedEmail = { kind: 'account_deleted', language: 'en', email: 'anna@example.org', name: 'Anna' }
const WORKER_PROGRAM = join(import.meta.dirname, 'work-for-ever.fixture.ts')

describe('a job whose process is killed', () => {
  it('is taken again when the embedded database is opened, even after more kills than failures are allowed', async () => {
    const folder = temporaryDirectory()
    const firstDatabase = await openDatabase({ databaseUrl: null, folder, onError: throwInTests })
    await firstDatabase.records.cutQueue.enqueue('a clip', 'ordinary', 'anna')
    await firstDatabase.records.mailQueue.enqueue(EMAIL)
    await firstDatabase.close()
    // Three crashes are below the limit at which put-back.ts blames the job.
    for (let roundIndex = 0; roundIndex < 3; roundIndex++) {
      const worker = startFixture(WORKER_PROGRAM, ['', folder])
      await Promise.all([worker.line('began a clip'), worker.line('began account_deleted')])
      await worker.kill()
    }
    const lastDatabase = await openDatabase({ databaseUrl: null, folder, onError: throwInTests })
    expect(await lastDatabase.cutWorker.depth()).toEqual({ waiting: 1, running: 0 })
    const message = Promise.withResolvers<QueuedEmail>()
    await lastDatabase.mailWorker.start(async (queuedEmail) => message.resolve(queuedEmail))
    expect(await message.promise).toEqual(EMAIL)
    await lastDatabase.mailWorker.stop()
    await lastDatabase.close()
  })

  // The test takes as long as the heartbeat's timeout.
  it.skipIf(REAL_POSTGRES.skipped || process.env.KERF_TEST_AT_LENGTH !== 'yes')(
    `is taken by another process on ${REAL_POSTGRES.name}`,
    async () => {
      const test = await REAL_POSTGRES.open()
      await test.database.records.cutQueue.enqueue('a clip', 'ordinary', 'anna')
      const worker = startFixture(WORKER_PROGRAM, [test.options.databaseUrl ?? '', ''])
      await worker.line('began a clip')
      await worker.kill()
      const takenClip = Promise.withResolvers<string>()
      await test.database.cutWorker.start(1, async (clipId) => takenClip.resolve(clipId))
      expect(await takenClip.promise).toBe('a clip')
      await test.database.cutWorker.stop(1_000)
    },
  )
})
