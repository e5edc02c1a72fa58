import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFingerprint } from './source-fingerprint.ts'

const ROOT = join(import.meta.dirname, '..')
const SCRATCH = join(ROOT, '.build')
const STAMPS = join(SCRATCH, 'stamps.json')
const BUILD_PROGRAM = join(import.meta.dirname, 'build.ts')

export const ONLY_IF_STALE = '--if-stale'

/** Fingerprint of the sources of each product. */
type Stamps = Record<string, string>

interface Product {
  name: string
  sources: string[]
  result: string
  /** Imports what it needs itself, because most starts build nothing. */
  make(isQuick: boolean): Promise<void>
}

const PRODUCTS: Product[] = [
  {
    name: 'web app',
    sources: [
      'apps/web',
      'packages/ui',
      'packages/messages',
      'packages/cutter/src',
      'packages/contract',
      'packages/domain',
      'scripts/build-web',
      'CHANGELOG.md',
      'package-lock.json',
    ],
    result: 'apps/web/dist/pages.json',
    async make(isQuick) {
      const { buildWeb } = await import('./build-web/build-web.ts')
      await buildWeb(join(ROOT, 'apps/web'), SCRATCH, { isQuick, onFirstLanguage: waitForServer })
    },
  },
  {
    name: 'database template',
    sources: ['apps/server/src/adapters/database', 'apps/server/src/adapters/job-queue', 'package-lock.json'],
    result: '.build/database-template.tar.gz',
    async make() {
      const { buildDatabaseTemplate } = await import('../apps/server/src/adapters/database/build-database-template.ts')
      await buildDatabaseTemplate(join(SCRATCH, 'database-template.tar.gz'))
    },
  },
  {
    name: 'media process',
    sources: [
      'packages/cutter',
      'packages/domain',
      'packages/contract',
      'apps/server/src/adapters/media-process',
      'package-lock.json',
    ],
    result: '.build/media-process.mjs',
    async make() {
      const { buildMediaProcess } = await import('./build-media-process.ts')
      await buildMediaProcess()
    },
  },
]

export const productNamed = (names: readonly string[]): Product | undefined =>
  PRODUCTS.find(({ name }) => names.includes(name))

/** Tells the parent process that the server can use the product, and waits until it serves. */
async function waitForServer(): Promise<void> {
  process.send?.('usable')
  await once(process, 'message')
}

/**
 * Builds the products side by side, each in a process of its own: some work blocks its thread for seconds.
 * @param onlyIfStale only those whose sources have changed, quickly, for a start on this machine
 * @param serve called when the server can start. The pages' other languages are built when it has ended.
 */
export async function buildProducts(onlyIfStale: boolean, serve?: () => Promise<void>): Promise<void> {
  const stamps = existsSync(STAMPS) ? (JSON.parse(readFileSync(STAMPS, 'utf8')) as Stamps) : {}
  const outcomes = await Promise.all(PRODUCTS.map((product) => startBuild(product, stamps, onlyIfStale)))
  const builds = outcomes.filter((build) => build !== null)
  const serving = serve && Promise.all(builds.map(({ use }) => use)).then(serve)
  const endings = builds.map(async ({ child, use, completion }) => {
    await use
    await serving
    if (child.connected) child.send('serves')
    await completion
  })
  await Promise.all([serving, ...endings])
}

/** Starts to build a product. Null if its sources have not changed. Without a stamp, nothing has to be read first. */
async function startBuild({ name, sources, result }: Product, stamps: Stamps, onlyIfStale: boolean) {
  const fingerprint = sourceFingerprint(ROOT, sources)
  const mayBeFresh = onlyIfStale && stamps[name] && existsSync(join(ROOT, result))
  if (mayBeFresh && stamps[name] === (await fingerprint)) return null
  // Without its stamp a product is stale, so the next start repeats a build that was stopped half-way.
  delete stamps[name]
  writeStamps(stamps)
  console.log(`Building the ${name} ...`)
  const child = fork(BUILD_PROGRAM, [name, ...(onlyIfStale ? [ONLY_IF_STALE] : [])])
  const completion = once(child, 'exit').then(async ([code]) => {
    if (code !== 0) throw new Error(`The ${name} could not be built.`)
    stamps[name] = await fingerprint
    writeStamps(stamps)
  })
  return { child, completion, use: Promise.race([once(child, 'message'), completion]) }
}

/** Replaces the file at once, because a stopped write would leave half of it. */
function writeStamps(stamps: Stamps): void {
  mkdirSync(SCRATCH, { recursive: true })
  writeFileSync(`${STAMPS}.new`, JSON.stringify(stamps, null, 2))
  renameSync(`${STAMPS}.new`, STAMPS)
}
