import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { createPageTests } from './scripts/page-tests.ts'
import './scripts/require-node.ts'
import { keepTemporaryFilesInMemory } from './scripts/temporary-in-memory.ts'
// A path, because a package would be loaded before the check of Node.
import { WAITS } from './tests/standins/src/waits.ts'

keepTemporaryFilesInMemory()

/** Small files that take long: by themselves they would come last, and one of them would keep everything waiting. */
const LONG = ['exactness.test.ts', 'joined-ranges.test.ts', 'cut-clip.test.ts']

/**
 * Runs the projects one after the other: a worker that gets a file of another project ends, and its successor imports
 * everything again. `unit` comes last, so only its files have to be in order.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`))
    const isLast = ({ project }: TestSpecification) => project.name === 'unit'
    const last = sorted.filter(isLast)
    return [...sorted.filter((file) => !isLast(file)), ...last.filter(isLong), ...last.filter((file) => !isLong(file))]
  }
}

// One run, four projects: pure rules and parts beside their code, the server over HTTP, pages of the app in a browser, and people with the whole product.
// Many tests wait for the real processes that they start: five files at once keep two cores busy, three left a quarter of them idle.
export default defineConfig({
  test: {
    maxWorkers: 5,
    // A process for each file spends more on starting and on reading the same modules again than on most files' tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/cutter/tests/**/*.test.ts',
            'apps/{web,extension}/src/**/*.test.ts',
            'tests/s*/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          exclude: ['**/*.page.test.ts'],
          ...WAITS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/cli/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['apps/server/src/adapters/database/testing/share-postgres.ts'],
          ...WAITS,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/src/**/*.journey.ts'],
          globalSetup: ['tests/journeys/src/harness/servers/share-kerf.ts'],
          ...WAITS,
        },
      },
      await createPageTests({ name: 'pages', include: ['apps/web/src/**/*.page.test.ts'], ...WAITS }),
    ],
  },
})
