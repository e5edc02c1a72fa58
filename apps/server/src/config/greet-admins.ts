import type { Logger } from 'pino'
import type { Accounts } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import { makeAdmin } from '../use-cases/admin/make-admin.ts'
import type { Settings } from './environment/environment.ts'

interface Greeting {
  settings: Pick<Settings, 'adminEmail' | 'adminPassword' | 'demoMode' | 'databaseUrl'>
  database: Database
  accounts: Accounts
  clock: Clock
  log: Logger
}

/** Makes the admin that the environment names, and says how to make one where there is none. */
export async function greetAdmins({ settings, database, accounts, clock, log }: Greeting): Promise<void> {
  const { adminEmail, adminPassword, demoMode, databaseUrl } = settings
  if (demoMode) log.warn('DEMO_MODE=1: reset tokens are answered to whoever asks. Never do this with real accounts.')
  if (adminEmail && adminPassword) {
    const outcome = await makeAdmin({ database, accounts, clock }, { email: adminEmail, password: adminPassword })
    if (outcome !== 'was_admin') log.info({ outcome }, 'the admin named by ADMIN_EMAIL is set up')
    return
  }
  const admins = await database.transaction((records) => records.accounts.lockActiveAdmins())
  if (admins.length > 0) return
  const make = databaseUrl === null ? 'Stop the server and run' : 'Run'
  log.warn(
    `There is no admin yet. ${make} \`npm run admin -- create you@example.org\`, or start with ADMIN_EMAIL and ADMIN_PASSWORD.`,
  )
}
