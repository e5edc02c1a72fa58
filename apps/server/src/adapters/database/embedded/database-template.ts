import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

export const DATABASE_TEMPLATE_PATH = join(import.meta.dirname, '../../../../../../.build/database-template.tar.gz')

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../migrations')
const PACKAGE_FILE = join(import.meta.dirname, '../../../../package.json')
/** Packages that write into the template. package.json pins their exact versions, so these versions are installed. */
const TEMPLATE_PACKAGES = ['@electric-sql/pglite', 'drizzle-orm', 'pg-boss'] as const

async function databaseTemplateKey(): Promise<string> {
  const hash = createHash('sha256')
  const packageFile = JSON.parse(await readFile(PACKAGE_FILE, 'utf8')) as { dependencies: Record<string, string> }
  for (const packageName of TEMPLATE_PACKAGES) hash.update(`${packageName} ${packageFile.dependencies[packageName]}\n`)
  for (const name of (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
    hash.update(`${name}\n`).update(await readFile(join(MIGRATIONS_FOLDER, name)))
  }
  return hash.digest('hex')
}

export async function readDatabaseTemplate(path: string): Promise<Buffer | null> {
  const key = await readFile(keyPath(path), 'utf8').catch(() => null)
  if (key !== (await databaseTemplateKey())) return null
  const compressed = await readFile(path).catch(() => null)
  return compressed && (await promisify(gunzip)(compressed))
}

/** Writes a template, compressed to a tenth, and its key. The key is removed first and written last, so that both always belong together. */
export async function writeDatabaseTemplate(path: string, template: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await rm(keyPath(path), { force: true })
  await writeFile(`${path}.new`, await promisify(gzip)(template))
  await rename(`${path}.new`, path)
  await writeFile(keyPath(path), await databaseTemplateKey())
}

function keyPath(path: string): string {
  return `${path}.key`
}
