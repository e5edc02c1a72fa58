import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { email as fullEmail } from '@kerf/contract/auth'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import type { Settings } from './environment/environment.ts'

const USAGE = `Usage: npm run admin -- create EMAIL
       npm run admin -- accept-secret [--force]
The password is prompted for, or read from standard input. accept-secret makes the SESSION_SECRET of this machine that of the database,
if no process is running on it; --force skips this check. It makes a secret in DATA_DIR if there is none.`

const OUTCOME_SENTENCES = {
  made: 'Created an admin:',
  promoted: 'This account is now an admin with the password you entered. Its sessions and API keys have ended:',
  was_admin: 'This account is already an admin. Its password was not changed:',
}

class AdminCommandError extends Error {
  override name = 'AdminCommandError'
}

/** Runs `create` or `accept-secret`. Returns what was done. Throws AdminCommandError, or StillRunningError. */
export async function runAdminCommand(words: readonly string[], settings: Settings): Promise<string> {
  const [command, email, ...extraWords] = words
  if (command === 'accept-secret' && extraWords.length === 0 && (email === undefined || email === '--force'))
    return await acceptNewSecret(settings, email === '--force')
  if (command !== 'create' || email === undefined || extraWords.length > 0) throw new AdminCommandError(USAGE)
  const parsedEmail = fullEmail.safeParse(email)
  if (!parsedEmail.success) throw new AdminCommandError(`${email} is not an email address.\n${USAGE}`)

  await using resources = new AsyncDisposableStack()
  return `${OUTCOME_SENTENCES[await createAdmin(parsedEmail.data.toLowerCase(), settings, resources)]} ${parsedEmail.data}`
}

async function createAdmin(email: string, settings: Settings, resources: AsyncDisposableStack) {
  // The directory is locked before the prompt, so that nobody types a password in vain while a server is running.
  const directory = await openDataDirectory(settings.dataDirectory, { shared: settings.databaseUrl !== null })
  resources.defer(() => directory.close())
  const password = await askForPassword()
  const { openDatabase } = await import('../adapters/database/open-database.ts')
  const { openAccounts } = await import('../adapters/auth/open-accounts.ts')
  const { makeAdmin } = await import('../use-cases/admin/make-admin.ts')
  const { newId } = await import('../use-cases/shared/new-id.ts')
  const { embeddedSecret, sharedSecret } = await import('./records/installation-secret.ts')
  const ownSecret = settings.databaseUrl ? settings.sessionSecret : await embeddedSecret(settings, directory)
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    folder: directory.databasePath,
    onError: () => undefined,
  })
  resources.defer(() => database.close())
  const secret = ownSecret ?? (await sharedSecret(database.executor, directory))
  const accounts = openAccounts({ executor: database.executor, secret, newId })
  return makeAdmin({ database, accounts, clock: { now: () => new Date() } }, { email, password })
}

async function acceptNewSecret(
  { databaseUrl, dataDirectory, sessionSecret }: Settings,
  isForced: boolean,
): Promise<string> {
  if (databaseUrl === null && sessionSecret !== null)
    throw new AdminCommandError(
      'DATABASE_URL is not set. The embedded database is used by one process only, so there is nothing to accept.',
    )
  await using resources = new AsyncDisposableStack()
  const directory = await openDataDirectory(dataDirectory, { shared: databaseUrl !== null })
  resources.defer(() => directory.close())
  if (databaseUrl === null) {
    await directory.renewSecret('session')
    return 'There is a secret in DATA_DIR/secrets/session. If it is new, everybody has to sign in again.'
  }
  const { openDatabase } = await import('../adapters/database/open-database.ts')
  const { acceptSecret } = await import('../adapters/processes/agreements.ts')
  const { refuseWhileRunning } = await import('../adapters/processes/process-register.ts')
  const database = await openDatabase({ databaseUrl, folder: directory.databasePath, onError: () => undefined })
  resources.defer(() => database.close())
  if (!isForced)
    await refuseWhileRunning(
      database.executor,
      'They would keep signing and encrypting with the old secret, which the new one cannot read.',
    )
  await acceptSecret(database.executor, sessionSecret ?? (await directory.renewSecret('session')))
  return 'This is now the secret of the database. Everybody has to sign in again.'
}

async function askForPassword(): Promise<string> {
  const isPerson = process.stdin.isTTY
  const hiddenOutput = new Writable({ write: (_chunk, _encoding, callback) => callback() })
  const lines = createInterface({ input: process.stdin, output: hiddenOutput, terminal: isPerson })
  try {
    const lineIterator = lines[Symbol.asyncIterator]()
    const ask = async (question: string): Promise<string> => {
      if (isPerson) process.stdout.write(question)
      const { value } = await lineIterator.next()
      if (isPerson) process.stdout.write('\n')
      return typeof value === 'string' ? value : ''
    }
    const password = await ask('Password: ')
    if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH)
      throw new AdminCommandError(`A password must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`)
    // The password is not shown while it is typed. An unnoticed typing error would lock the admin out.
    if (isPerson && (await ask('Repeat the password: ')) !== password)
      throw new AdminCommandError('The passwords do not match. Nothing was changed.')
    return password
  } finally {
    lines.close()
  }
}
