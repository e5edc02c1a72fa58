import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, startKerf } from '../harness/servers/start-kerf.ts'

const MIGRATION_COUNT = 6
const SECRET = { SESSION_SECRET: 'a'.repeat(64) }

describe.skipIf(postgresPrograms() === null)('on an empty PostgreSQL, at the same time', () => {
  let postgres: PostgresServer
  let folder: string
  beforeEach(async () => {
    folder = temporaryDirectory()
    postgres = await startPostgres()
  })
  afterEach(() => postgres?.remove())

  /** Environment of a process with its own data folder, as on a separate machine. */
  const environmentOf = (name: string) => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'warn',
    ...SECRET,
  })
  const migrate = (name: string) => runCommand(['migrate'], environmentOf(name))

  /** Expects that a further migration finds nothing to do. */
  async function expectMigratedOnce(): Promise<void> {
    const { exitCode, output } = await migrate('afterwards')
    expect([exitCode, output]).toEqual([
      0,
      expect.stringMatching(/^Nothing to migrate: all \d+ migrations had run\.\n$/),
    ])
  }

  it(`${MIGRATION_COUNT} migrations succeed, only one of them does the work, and every table exists once`, async () => {
    const results = await Promise.all(
      Array.from({ length: MIGRATION_COUNT }, (_, index) => migrate(`migrating-${index}`)),
    )
    const outputPattern =
      /^(?:Another process is migrating this database\. Waiting until it is done\.\n)?(Migrated: 0000_|Nothing to migrate: )/
    for (const { exitCode, output } of results)
      expect([exitCode, output]).toEqual([0, expect.stringMatching(outputPattern)])
    expect(
      results.map(({ output }) => outputPattern.exec(output)?.[1]).filter((outcome) => outcome === 'Migrated: 0000_'),
    ).toHaveLength(1)
    await expectMigratedOnce()
  })

  it('two web processes, two workers and two migrations start and form one installation', async () => {
    const roles = ['web', 'web', 'worker', 'worker'] as const
    const startingServers = roles.map((role, index) =>
      startKerf({
        role,
        dataDirectory: join(folder, `${role}-${index}`),
        environment: { ...environmentOf(`${role}-${index}`), SOURCES: 'media', PUBLIC_URL: 'http://kerf.example' },
      }),
    )
    try {
      const results = await Promise.all([migrate('one'), migrate('other')])
      expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0])
      for (const { url } of await Promise.all(startingServers)) expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await expectMigratedOnce()
    } finally {
      for (const result of await Promise.allSettled(startingServers))
        if (result.status === 'fulfilled') expect(await result.value.stop()).toBe(0)
    }
  })
})
