import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { createPageTests } from './scripts/page-tests.ts'
import './scripts/require-node.ts'
import { keepTemporaryFilesInMemory } from './scripts/temporary-in-memory.ts'
// A path, because a package would be loaded before the check of Node.
import { WAITS } from './tests/standins/src/waits.ts'

keepTemporaryFilesInMemory()

/** Tests that try more cases, or longer ones, when they are told that there is time. */
const longer = globSync('{packages,apps,tests}/*/{src,tests}/**/*.{test,journey}.ts', {
  cwd: import.meta.dirname,
  exclude: ['**/node_modules/**'],
}).filter((path) =>
  /KERF_TEST_AT_LENGTH|(harness|testing)\/at-length/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
)
const isPageTest = (path: string): boolean => path.endsWith('.page.test.ts')

const POSTGRES = ['apps/server/src/adapters/database/testing/share-postgres.ts']
const LONG_WAITS = { ...WAITS, testTimeout: 1_500_000 }

// The long versions of what `npm test` tests in short: a hundred kills instead of three, every spelling instead of a
// few. They are beside their short versions, as *.hard.ts, and share their harness with them. Two cores, 30 minutes in
// all.
export default defineConfig({
  test: {
    maxWorkers: 3,
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'hard',
          include: [
            'packages/*/{src,tests}/**/*.hard.ts',
            'apps/*/src/**/*.hard.ts',
            'tests/*/src/**/*.hard.ts',
            'scripts/*.hard.ts',
            // Their long form is more of the same, from another seed each time.
            'packages/cutter/tests/video/video-quality.test.ts',
            ...longer.filter((path) => !isPageTest(path)),
          ],
          env: {
            KERF_TEST_AT_LENGTH: 'yes',
            CUTTER_SEED: process.env.CUTTER_SEED ?? String(Math.floor(Math.random() * 2 ** 31)),
            CUTTER_SHAPES: process.env.CUTTER_SHAPES ?? '150',
          },
          globalSetup: [...POSTGRES, 'tests/journeys/src/harness/servers/share-kerf.ts'],
          ...LONG_WAITS,
        },
      },
      await createPageTests({
        name: 'pages',
        include: longer.filter(isPageTest),
        env: { KERF_TEST_AT_LENGTH: 'yes' },
        ...LONG_WAITS,
      }),
      {
        test: {
          // These tests run on the embedded database here, and on PostgreSQL in `npm test` where it is installed.
          name: 'on-embedded',
          include: ['apps/server/src/use-cases/**/*.test.ts', 'apps/server/src/http/**/*.test.ts'],
          env: { KERF_TEST_ENGINE: 'embedded' },
          globalSetup: POSTGRES,
          isolate: false,
          ...LONG_WAITS,
        },
      },
    ],
  },
})
