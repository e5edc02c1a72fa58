import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildDatabaseTemplate } from '../apps/server/src/adapters/database/build-database-template.ts'
import { buildMediaProcess } from './build-media-process.ts'
import { buildWeb } from './build-web/build-web.ts'
import { sourceFingerprint } from './source-fingerprint.ts'

/** Builds web app, database template and media process. `--if-stale`: only those whose sources have changed. */
const ROOT = join(import.meta.dirname, '..')
const STAMPS = join(ROOT, '.build/stamps.json')
const onlyIfStale = process.argv.includes('--if-stale')

interface Product {
  name: string
  sources: string[]
  result: string
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
    make: () => buildWeb(join(ROOT, 'apps/web'), join(ROOT, '.build')),
  },
  {
    name: 'database template',
    sources: ['apps/server/src/adapters/database', 'apps/server/src/adapters/job-queue', 'package-lock.json'],
    result: '.build/database-template.tar',
    make: () => buildDatabaseTemplate(join(ROOT, '.build/database-template.tar')),
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
    make: buildMediaProcess,
  },
]

const stamps = JSON.parse(await readFile(STAMPS, 'utf8').catch(() => '{}')) as Record<string, string>
for (const product of PRODUCTS) {
  const stamp = await sourceFingerprint(ROOT, product.sources)
  if (onlyIfStale && stamps[product.name] === stamp && existsSync(join(ROOT, product.result))) continue
  console.log(`Building the ${product.name} ...`)
  await product.make()
  stamps[product.name] = stamp
  await mkdir(join(ROOT, '.build'), { recursive: true })
  await writeFile(STAMPS, JSON.stringify(stamps, null, 2))
}
