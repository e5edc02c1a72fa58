import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { openAccounts } from '../../adapters/auth/open-accounts.ts'
import { quickPasswords } from '../../adapters/auth/testing/quick-passwords.ts'
import type { AccountSession, Accounts, Caller } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { QueuedEmail } from '../../ports/emails.ts'
import { newId } from '../shared/new-id.ts'
import type { TestBackend } from './test-backend.ts'

export const PASSWORD = 'a strip of video'
export const CALLER: Caller = { ipAddress: '203.0.113.7', userAgent: 'a test' }

let networkCount = 0
/** Returns a caller in a network of its own, which is not slowed by attempts of other callers. */
export const newCaller = (): Caller => {
  networkCount += 1
  return { ...CALLER, ipAddress: `198.18.${networkCount >> 8}.${networkCount & 255}` }
}

/** Accounts on a test backend, their queued emails, and the content of all tables. */
export interface People {
  accounts: Accounts
  signUp(change?: { email?: string; emailVerified?: boolean; role?: 'admin' }): Promise<Person>
  /** Queued emails, in the queuedEmail of their requests. */
  queuedEmails(): Promise<QueuedEmail[]>
  ordersAbout(person: Person): Promise<QueuedEmail[]>
  /** All rows of all tables, as text. */
  everythingStored(): Promise<string>
}

export interface Person {
  session: AccountSession
  viewer: ViewerRecord
}

export async function openPeople(
  { database }: Pick<TestBackend, 'database'>,
  secret = randomBytes(32).toString('hex'),
): Promise<People> {
  const { executor } = database
  const accounts = openAccounts({ executor, secret, newId, passwords: quickPasswords() })
  const rows = async <Row>(query: ReturnType<typeof sql>) =>
    ((await executor.execute(query)) as unknown as { rows: Row[] }).rows

  async function queuedEmails(): Promise<QueuedEmail[]> {
    const jobs = await rows<{ data: QueuedEmail & { requestContext?: object } }>(
      sql`select data from pgboss.job where name = 'send-mail' order by created_on`,
    )
    // The request's context is left out.
    return jobs.map(({ data: { requestContext: _, ...queuedEmail } }) => queuedEmail)
  }

  return {
    accounts,
    async signUp({ email, ...change } = {}) {
      const username = `person-${newId()}`
      const creation = await accounts.signUp(
        { name: `Name of ${username}`, username, email: email ?? `${username}@example.org`, password: PASSWORD },
        CALLER,
      )
      if (!creation.ok) throw new Error(`${creation.taken} is taken`)
      await database.records.accounts.update(creation.account.id, change)
      const session = await accounts.findSession(creation.sessionToken)
      if (!session) throw new Error('There is no session.')
      return { session, viewer: { id: session.account.id, kind: 'free' } }
    },
    queuedEmails,
    async ordersAbout({ session: { account } }) {
      return (await queuedEmails()).filter(
        (queuedEmail) => 'accountId' in queuedEmail && queuedEmail.accountId === account.id,
      )
    },
    async everythingStored() {
      const tables = await rows<{ name: string }>(
        // Only ordinary tables, so that rows of partitions are not listed twice.
        sql`select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
      )
      let text = ''
      for (const { name } of tables)
        for (const row of await rows<{ row: string }>(sql.raw(`select t::text as row from ${name} t`)))
          text += `${name} ${row.row}\n`
      return text
    },
  }
}
