import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giveCommand, startKerf } from '../harness/servers/start-kerf.ts'

const MIGRATING = 6
const SECRET = { SESSION_SECRET: 'a'.repeat(64) }

describe.skipIf(postgresPrograms() === null)('on an empty PostgreSQL, at the same time', () => {
  let postgres: PostgresServer
  let folder: string
  beforeEach(async () => {
    folder = temporaryDirectory()
    postgres = await startPostgres()
  })
  afterEach(() => postgres?.remove())

  /** Each as on a machine of its own. */
  const environmentOf = (name: string) => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'warn',
    ...SECRET,
  })
  const migrate = (name: string) => giveCommand(['migrate'], environmentOf(name))

  /** If one had run twice, the command would report more migrations than there are. */
  async function expectMigratedOnce(): Promise<void> {
    const { exitCode, output } = await migrate('afterwards')
    expect([exitCode, output]).toEqual([
      0,
      expect.stringMatching(/^Nothing to migrate: all \d+ migrations had run\.\n$/),
    ])
  }

  it(`${MIGRATING} migrations succeed, only one of them does the work, and every table exists once`, async () => {
    const ends = await Promise.all(Array.from({ length: MIGRATING }, (_, at) => migrate(`migrating-${at}`)))
    const said =
      /^(?:Another process is migrating this database\. Waiting until it is done\.\n)?(Migrated: 0000_|Nothing to migrate: )/
    for (const { exitCode, output } of ends) expect([exitCode, output]).toEqual([0, expect.stringMatching(said)])
    expect(ends.map(({ output }) => said.exec(output)?.[1]).filter((did) => did === 'Migrated: 0000_')).toHaveLength(1)
    await expectMigratedOnce()
  })

  it('two web processes, two workers and two migrations start and form one installation', async () => {
    const roles = ['web', 'web', 'worker', 'worker'] as const
    const starting = roles.map((role, at) =>
      startKerf({
        role,
        dataDirectory: join(folder, `${role}-${at}`),
        environment: { ...environmentOf(`${role}-${at}`), SOURCES: 'media', PUBLIC_URL: 'http://kerf.example' },
      }),
    )
    try {
      const ends = await Promise.all([migrate('one'), migrate('other')])
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0])
      for (const { url } of await Promise.all(starting)) expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await expectMigratedOnce()
    } finally {
      for (const started of await Promise.allSettled(starting))
        if (started.status === 'fulfilled') expect(await started.value.stop()).toBe(0)
    }
  })
})
