import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { seedOfRun } from '../harness/seeded-random.ts'
import { ProcessTestbed } from '../harness/servers/process-testbed.ts'
import { runCommand } from '../harness/servers/start-kerf.ts'

const [OLD_SECRET, NEW_SECRET] = ['a'.repeat(64), 'b'.repeat(64)] as const

describe.skipIf(postgresPrograms() === null)('processes on one PostgreSQL', () => {
  let testbed: ProcessTestbed
  const operatorDirectory = temporaryDirectory()
  beforeAll(async () => {
    testbed = await ProcessTestbed.open(seedOfRun())
  })
  afterAll(() => testbed?.close())

  /** Runs `npm run admin -- accept-secret` with a data folder of its own, as on another machine. */
  const acceptSecret = (environment: Record<string, string>) =>
    runCommand(['admin', 'accept-secret'], { DATA_DIR: operatorDirectory, ...environment })

  it('continue with a new secret once an operator accepts it, and no longer with the old one', async () => {
    const { url } = await testbed.addWeb({ SESSION_SECRET: OLD_SECRET })
    const anna = new AccountHolder(url)
    await anna.signUp()
    await expect(testbed.addWorker({ SESSION_SECRET: NEW_SECRET })).rejects.toThrow(
      /ended with 1 before.*SESSION_SECRET is not the one.*npm run admin -- accept-secret/s,
    )
    expect((await anna.whoAmI()).status).toBe(200)
    const databaseEnvironment = { SESSION_SECRET: NEW_SECRET, DATABASE_URL: testbed.postgres.url }
    expect(await acceptSecret(databaseEnvironment)).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/^Kerf is still running on this database: web on .*--force/),
    })
    await testbed.stopAll()

    expect(await acceptSecret({ SESSION_SECRET: NEW_SECRET })).toEqual({
      exitCode: 1,
      output: expect.stringContaining('DATABASE_URL is not set'),
    })
    expect(await acceptSecret(databaseEnvironment)).toEqual({
      exitCode: 0,
      output: 'This is now the secret of the database. Everybody has to sign in again.\n',
    })
    const newWeb = await testbed.addWeb({ SESSION_SECRET: NEW_SECRET })
    await testbed.addWorker({ SESSION_SECRET: NEW_SECRET })
    const returningAnna = new AccountHolder(newWeb.url, anna)
    expect((await anna.atUrl(newWeb.url).call('GET', '/api/auth/user')).status).toBe(401)
    expect((await returningAnna.signIn()).status).toBe(200)
    expect((await returningAnna.whoAmI()).status).toBe(200)
    await expect(testbed.addWeb({ SESSION_SECRET: OLD_SECRET })).rejects.toThrow('SESSION_SECRET is not the one')
  })
})
