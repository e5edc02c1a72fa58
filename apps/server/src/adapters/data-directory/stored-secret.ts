import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SECRET_BYTES = 32
const SECRET_NAME = /^[a-z][a-z0-9-]*$/

/** 256 random bits in hex, created on first use. Concurrent first callers get the same secret. */
export async function storedSecret(folder: string, name: string): Promise<string> {
  if (!SECRET_NAME.test(name)) throw new Error(`Not a name for a secret: ${name}`)
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const cached = await readIfThere(path)
  if (cached !== null) return cached
  await makeSecret(folder, path)
  return await readFile(path, 'utf8')
}

export async function readSecrets(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder).catch((): string[] => [])
  const secrets: Record<string, string> = {}
  for (const name of names) if (SECRET_NAME.test(name)) secrets[name] = await readFile(join(folder, name), 'utf8')
  return secrets
}

/** Stores a secret. A different one that was there is renamed to `.NAME.before-DATE`. */
export async function putSecret(folder: string, name: string, secret: string): Promise<void> {
  if (!SECRET_NAME.test(name)) throw new Error(`Not a name for a secret: ${name}`)
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const cached = await readIfThere(path)
  if (cached === secret) return
  if (cached !== null) await rename(path, join(folder, `.${name}.before-${Date.now()}`))
  await writeSecret(path, secret)
}

async function makeSecret(folder: string, path: string): Promise<void> {
  const draft = join(folder, `.${randomUUID()}`)
  await writeSecret(draft, randomBytes(SECRET_BYTES).toString('hex'))
  try {
    // Unlike a rename, a link never replaces a secret that was stored in the meantime.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

async function writeSecret(path: string, secret: string): Promise<void> {
  await writeFile(path, secret, { flag: 'wx', mode: 0o600, flush: true })
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
