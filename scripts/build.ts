import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceFingerprint } from './source-fingerprint.ts'

/**
 * Builds web app, database template and media process side by side. `--if-stale`: only those whose sources have
 * changed, for the next start on this machine.
 */
const ROOT = join(import.meta.dirname, '..')
const STAMPS = join(ROOT, '.build/stamps.json')
const onlyIfStale = process.argv.includes('--if-stale')

interface Product {
  name: string
  sources: string[]
  result: string
  /** Imports what it needs itself, because most starts build nothing. */
  make(): Promise<void>
}

const PRODUCTS: Product[] = [
  {
    name: 'web app',
    sources: [
      'apps/web',
      'packages/ui',
      'packages/messages',
      'packages/contract',
      'packages/domain',
      'scripts/build-web',
      'CHANGELOG.md',
      'package-lock.json',
    ],
    result: 'apps/web/dist/pages.json',
    async make() {
      const { buildWeb } = await import('./build-web/build-web.ts')
      await buildWeb(join(ROOT, 'apps/web'), join(ROOT, '.build'), { isQuick: onlyIfStale })
    },
  },
  {
    name: 'database template',
    sources: ['apps/server/src/adapters/database', 'apps/server/src/adapters/job-queue', 'package-lock.json'],
    result: '.build/database-template.tar.gz',
    async make() {
      const { buildDatabaseTemplate } = await import('../apps/server/src/adapters/database/build-database-template.ts')
      await buildDatabaseTemplate(join(ROOT, '.build/database-template.tar.gz'))
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

const ownProduct = PRODUCTS.find(({ name }) => process.argv.includes(name))
if (ownProduct) {
  // A stopped build leaves no process behind.
  process.once('disconnect', () => process.exit(1))
  await ownProduct.make()
  process.exit()
} else {
  await buildAll()
}

/** Builds each product in a process of its own: some work blocks its thread for seconds. */
async function buildAll(): Promise<void> {
  const stamps = JSON.parse(await readFile(STAMPS, 'utf8').catch(() => '{}')) as Record<string, string>
  const builds = PRODUCTS.map(async ({ name, sources, result }) => {
    const stamp = await sourceFingerprint(ROOT, sources)
    if (onlyIfStale && stamps[name] === stamp && existsSync(join(ROOT, result))) return
    console.log(`Building the ${name} ...`)
    const [code] = await once(fork(import.meta.filename, [name, ...process.argv.slice(2)]), 'exit')
    if (code !== 0) throw new Error(`The ${name} could not be built.`)
    stamps[name] = stamp
  })
  const outcomes = await Promise.allSettled(builds)
  await mkdir(join(ROOT, '.build'), { recursive: true })
  await writeFile(STAMPS, JSON.stringify(stamps, null, 2))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
