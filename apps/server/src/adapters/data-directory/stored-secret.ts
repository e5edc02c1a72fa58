import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nullIfMissing, syncPath } from './make-folder.ts'

const SECRET_BYTES = 32
/** Minimum length of a secret, as for SESSION_SECRET. A shorter one is likely a password that a person chose. */
const MIN_SECRET_CHARACTERS = 32
const SECRET_NAME_PATTERN = /^[a-z][a-z0-9-]*$/

/** The secret of sessions and second factors is missing, empty or too short. The message says what to do. */
class SecretMissingError extends Error {
  readonly code: 'secret_missing' | 'secret_too_short'

  constructor(code: SecretMissingError['code'], reason: string) {
    super(
      `${reason} It signs sessions and encrypts second factors. Put the former one back, or set SESSION_SECRET to it; each backup has it. ` +
        'If it is lost, `npm run admin -- accept-secret` makes a new one: then everybody is signed out, and two-factor codes stop ' +
        `working. (${code})`,
    )
    this.name = 'SecretMissingError'
    this.code = code
  }
}

/**
 * Reads a secret: 256 random bits in hex, created on first use unless `mayMake` is false. Concurrent first callers get
 * the same secret. Throws SecretMissingError.
 */
export async function readOrCreateSecret(folder: string, name: string, mayMake = true): Promise<string> {
  const path = await secretPath(folder, name)
  const existingSecret = await nullIfMissing(readFile(path, 'utf8'))
  if (existingSecret === null && !mayMake)
    throw new SecretMissingError('secret_missing', `The secret ${path} is missing, but there is a database.`)
  if (existingSecret === null) await createSecret(folder, path)
  const secret = existingSecret ?? (await readFile(path, 'utf8'))
  if (isTooShort(secret))
    throw new SecretMissingError(
      'secret_too_short',
      `The secret ${path} has ${secret.trim().length} characters. It needs ${MIN_SECRET_CHARACTERS}.`,
    )
  return secret
}

/** Reads a secret, or creates it where it is missing, empty or too short. Renames the short one. */
export async function renewSecret(folder: string, name: string): Promise<string> {
  const path = await secretPath(folder, name)
  const existingSecret = await nullIfMissing(readFile(path, 'utf8'))
  if (existingSecret !== null && isTooShort(existingSecret)) await renameFormerSecret(folder, name)
  return await readOrCreateSecret(folder, name)
}

function isTooShort(secret: string): boolean {
  return secret.trim().length < MIN_SECRET_CHARACTERS
}

async function secretPath(folder: string, name: string): Promise<string> {
  if (!SECRET_NAME_PATTERN.test(name)) throw new Error(`Not a name for a secret: ${name}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, name)
}

async function renameFormerSecret(folder: string, name: string): Promise<void> {
  await rename(join(folder, name), join(folder, `.${name}.before-${Date.now()}`))
}

export async function readSecrets(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder).catch((): string[] => [])
  const secrets: Record<string, string> = {}
  for (const name of names)
    if (SECRET_NAME_PATTERN.test(name)) secrets[name] = await readFile(join(folder, name), 'utf8')
  return secrets
}

/** Stores a secret. Renames a different secret of that name to `.NAME.before-MILLISECONDS`. */
export async function putSecret(folder: string, name: string, secret: string): Promise<void> {
  const path = await secretPath(folder, name)
  const existingSecret = await nullIfMissing(readFile(path, 'utf8'))
  if (existingSecret === secret) return
  const draft = join(folder, `.${randomUUID()}`)
  await writeSecret(draft, secret)
  if (existingSecret !== null) await renameFormerSecret(folder, name)
  await rename(draft, path)
  await syncPath(folder)
}

async function createSecret(folder: string, path: string): Promise<void> {
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
  // The secret must be on disk before anything is signed or encrypted with it.
  await syncPath(folder)
  await syncPath(dirname(folder))
}

async function writeSecret(path: string, secret: string): Promise<void> {
  await writeFile(path, secret, { flag: 'wx', mode: 0o600, flush: true })
}
