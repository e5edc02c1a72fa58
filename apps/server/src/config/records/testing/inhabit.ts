import { randomBytes } from 'node:crypto'
import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { openAccounts } from '../../../adapters/auth/open-accounts.ts'
import { queryRows } from '../../../adapters/database/engine/executor.ts'
import type { OpenDatabase } from '../../../adapters/database/open-database.ts'
import { processes } from '../../../adapters/database/schema/process-schema.ts'
import { tableLayouts } from '../../../adapters/database/transfer/table-layout.ts'
import type { QueuedEmail } from '../../../ports/emails.ts'
import { workerProcess } from '../../../use-cases/testing/process-at-work.ts'

const CALLER = { ipAddress: '203.0.113.7', userAgent: 'a test' }
const PASSWORD = 'a strip of video'
const EMAIL: QueuedEmail = { kind: 'account_deleted', language: 'en', email: 'anna@example.org', name: 'Anna' }
const ROWS_PER_TABLE = 3

/** Characters that an export or import may damage: quotes, escapes, separators and placeholders. */
const TRICKY_TEXT = `O'Hara said "=1+1"\\n,\t{NULL}\n\u2028 naïve 🎬 %s $1 \\x00`

export interface Inhabitant {
  /** Checks that sessions, sign-in and waiting jobs work on the moved database. */
  checkMoved(database: OpenDatabase, secret: string): Promise<void>
}

/**
 * Fills a database: with an account with a session and a second factor, a waiting cut and email, a dead process, and
 * sample rows in all other tables.
 */
export async function inhabit(database: OpenDatabase, secret: string): Promise<Inhabitant> {
  const accountsOver = (executor: OpenDatabase['executor'], key: string) =>
    openAccounts({
      executor,
      secret: key,
      newId: () => randomBytes(16).toString('base64url'),
    })
  const accounts = accountsOver(database.executor, secret)
  const email = 'anna@example.org'
  const signUp = await accounts.signUp({ name: 'Anna', username: 'anna', email, password: PASSWORD }, CALLER)
  if (!signUp.ok) throw new Error('Anna already exists.')
  const session = await accounts.findSession(signUp.sessionToken)
  if (!session) throw new Error('Anna has no session.')
  const factorSetup = await accounts.startSecondFactor(session)
  if (!factorSetup.ok) throw new Error(factorSetup.code)
  const codeAt = (stepsAhead: number) =>
    codeShownBy(new URL(factorSetup.uri).searchParams.get('secret') ?? '', stepsAhead)
  const confirmation = await accounts.confirmSecondFactor(session, codeAt(0))
  if (!confirmation.ok) throw new Error(confirmation.code)
  await database.records.cutQueue.enqueue('a clip that waits', 'paid', 'anna')
  await database.records.mailQueue.enqueue(EMAIL)
  await addDeadProcess(database)
  await fillEmptyTables(database, session.account.id)

  return {
    async checkMoved(movedDatabase, key) {
      const movedAccounts = accountsOver(movedDatabase.executor, key)
      expect((await movedAccounts.findSession(confirmation.sessionToken))?.account.email).toBe(email)
      const credentials = { email, password: PASSWORD }
      expect(await movedAccounts.signIn(credentials, CALLER)).toMatchObject({ ok: false, code: 'second_factor_needed' })
      expect(await movedAccounts.signIn({ ...credentials, code: codeAt(1) }, CALLER)).toMatchObject({ ok: true })
      const cut = Promise.withResolvers<string>()
      const message = Promise.withResolvers<QueuedEmail>()
      await movedDatabase.cutWorker.start(1, async (clipId) => cut.resolve(clipId))
      await movedDatabase.mailWorker.start(async (queuedEmail) => message.resolve(queuedEmail))
      expect(await cut.promise).toBe('a clip that waits')
      expect(await message.promise).toEqual(EMAIL)
      await movedDatabase.cutWorker.stop(1_000)
      await movedDatabase.mailWorker.stop()
      const entry = sql`insert into audit_log (id, at, action) values ('later', now(), 'x') returning position::int as position`
      expect(await queryRows<{ position: number }>(movedDatabase.executor, entry)).toEqual([
        { position: ROWS_PER_TABLE + 1 },
      ])
    },
  }
}

/** Adds a dead worker, and a round that it ran for all processes. */
async function addDeadProcess({ executor, periodicRuns }: OpenDatabase): Promise<void> {
  await executor
    .insert(processes)
    .values({ ...workerProcess({ id: 'left', running: 1 }), seenAt: sql`now() - interval '18 seconds'` })
  await periodicRuns.attempt('sweep', { everyMilliseconds: 0 }, async () => undefined)
}

async function fillEmptyTables({ executor }: OpenDatabase, accountId: string): Promise<void> {
  for (const { name, columns } of await tableLayouts(executor)) {
    const [row] = await queryRows<{ some: boolean }>(executor, `select exists (select from ${name}) as some`)
    // Tables of pg-boss stay empty, because pg-boss would act on their rows.
    if (row?.some || !name.startsWith('public.')) continue
    // The database fills identity columns itself, which uses their sequences.
    const plainColumns = columns.filter((column) => !(column.name === '"position"' || column.name === 'number'))
    for (let row = 1; row <= ROWS_PER_TABLE; row += 1) {
      const values = plainColumns.map(
        (column) =>
          sql`${isAccount(column.name) ? accountId : sampleValue(column, row)}::text::${sql.raw(column.type)}`,
      )
      const names = plainColumns.map((column) => column.name).join(', ')
      await executor.execute(sql`insert into ${sql.raw(`${name} (${names})`)} values (${sql.join(values, sql`, `)})`)
    }
  }
}

/** Whether a column may refer to an account, which must exist. */
const isAccount = (name: string): boolean => name === 'user_id' || name === 'account_id'

function sampleValue(column: { name: string; type: string }, row: number): string {
  const { name, type } = column
  if (type === 'text') return /(^|_)id$/.test(name) ? `sample-${row}` : `${TRICKY_TEXT}${row}`
  if (type === 'jsonb') return ['null', '{"b": [1.50, "ü"], "a": null}', JSON.stringify(TRICKY_TEXT)][row - 1] ?? '{}'
  if (type === 'bigint') return `900719925474099${row}`
  if (type === 'integer') return `${row}`
  if (type === 'double precision') return `${0.1 + row / 3}`
  if (type === 'boolean') return row === 1 ? 'true' : 'false'
  if (type === 'uuid') return `00000000-0000-4000-8000-00000000000${row}`
  if (type.endsWith('[]')) return `{${row}}`
  if (type.startsWith('timestamp')) return `2026-11-20 12:00:00.12345${row}+02`
  throw new Error(`There is no sample of ${type}.`)
}
