import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { firstLinkIn, parseEmail, startMailServer } from '@kerf/standins/mail/start-mail-server'
import { PATIENTLY } from '@kerf/standins/waits'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAccounts } from '../adapters/auth/open-accounts.ts'
import { openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import { EMBEDDED } from '../adapters/database/testing/open-test-database.ts'
import { MAIL_QUEUE_OPTIONS } from '../adapters/job-queue/mail-queue.ts'
import { newId } from '../use-cases/shared/new-id.ts'
import { readEnvironment } from './environment/environment.ts'
import { startMails } from './start-mails.ts'

const LISTENS_AT = 'http://localhost:3000'
const { retryDelayMax: _, ...cached } = MAIL_QUEUE_OPTIONS
const AT_ONCE = { ...cached, retryDelay: 0, retryBackoff: false }

const tokenIn = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

describe('an email that is due', async () => {
  const directory = await openDataDirectory(temporaryDirectory())
  const { database } = await EMBEDDED.open({ mailQueueOptions: AT_ONCE })
  afterAll(() => directory.close())
  const secret = await directory.secret('session')
  const accounts = openAccounts({ executor: database.executor, secret, newId })
  const signedUp = await accounts.signUp(
    { name: 'Anna', username: 'anna', email: 'anna@example.org', password: 'a strip of video' },
    { address: '203.0.113.7', userAgent: null },
  )
  if (!signedUp.ok) throw new Error('Nobody could sign up.')
  const person = signedUp.account
  let opened: AsyncDisposableStack
  let logged: string[]
  const reported: { emailFailure: string | null } = { emailFailure: null }
  beforeEach(() => {
    opened = new AsyncDisposableStack()
    logged = []
    reported.emailFailure = null
  })
  afterEach(() => opened.disposeAsync())

  function start(environment: Record<string, string>): Promise<void> {
    const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    const settings = readEnvironment(environment)
    return startMails({ settings, directory, database, accounts, listensAt: LISTENS_AT, reported, log, opened })
  }
  const order = () =>
    database.transaction((records) =>
      records.mailQueue.enqueue({ kind: 'reset_password', language: 'en', email: person.email }),
    )
  async function waitingOrders(): Promise<unknown[]> {
    const result = await database.executor.execute(sql`select * from pgboss.job where name = 'send-mail'`)
    return (result as unknown as { rows: unknown[] }).rows
  }

  it('is a file where there is no mail server, and only its path is logged', async () => {
    await start({})
    await order()
    await vi.waitFor(() => expect(logged.join('')).toContain('email sent'), PATIENTLY)
    const [name = ''] = await readdir(directory.outboxPath)
    const message = await parseEmail(await readFile(join(directory.outboxPath, name)))
    const link = firstLinkIn({ text: message.text ?? '' })
    expect(link).toContain(`${LISTENS_AT}/reset-password#token=`)
    const token = tokenIn(link)
    expect(await accounts.consumeToken('reset-password', token)).toContain(person.id)
    expect(logged.join('')).toContain(join(directory.outboxPath, name))
    expect(logged.join('')).not.toContain(token)
    expect(logged.join('')).not.toContain('anna')
    expect(logged.join('')).not.toContain('PUBLIC_URL')
  })

  it('arrives once, under the address that the operator gave, and leaves nothing in the queue', async () => {
    const server = await startMailServer()
    opened.defer(() => server.close())
    await start({ SMTP_URL: server.url, PUBLIC_URL: 'https://kerf.example', MAIL_FROM: 'Cut <cut@kerf.example>' })
    await order()
    const message = await server.waitForEmail(person.email)
    expect(message.email.from).toEqual({ name: 'Cut', address: 'cut@kerf.example' })
    expect(firstLinkIn(message)).toContain('https://kerf.example/reset-password#token=')
    expect(message.html).toContain(firstLinkIn(message))
    await vi.waitFor(async () => expect(await waitingOrders()).toEqual([]), PATIENTLY)
    expect(server.attempts).toBe(1)
    expect(logged.join('')).not.toContain('PUBLIC_URL')
  })

  it('arrives once its mail server is back, however it was gone', async () => {
    const server = await startMailServer()
    opened.defer(() => server.close())
    server.behave({ does: 'drop' }, 1)
    await start({ SMTP_URL: server.url })
    expect(logged.filter((line) => line.includes('PUBLIC_URL'))).toHaveLength(1)
    await order()
    await server.waitForEmail(person.email)
    await vi.waitFor(() => expect(reported.emailFailure).toBeNull(), PATIENTLY)
    server.behave({ does: 'refuse', at: 'recipient', code: 451 }, 2)
    await order()
    await server.waitForEmail(person.email)
    await vi.waitFor(async () => expect(await waitingOrders()).toEqual([]), PATIENTLY)
    expect(server.emails).toHaveLength(2)
    expect(server.attempts).toBe(5)
    expect(logged.filter((line) => line.includes('email not sent yet'))).toHaveLength(3)
  })

  it('tells those who look after the server why it has not left, and nothing of it', async () => {
    const server = await startMailServer()
    opened.defer(() => server.close())
    server.behave({ does: 'refuse', at: 'content', code: 451, text: `Not now, ${person.email}` })
    await start({ SMTP_URL: server.url })
    await order()
    await vi.waitFor(() => expect(reported.emailFailure).toContain('451'), PATIENTLY)
    expect(reported.emailFailure).not.toContain('anna')
    server.behave({ does: 'accept' })
    // The second email is sent even if the first was given up.
    await order()
    await vi.waitFor(() => expect(reported.emailFailure).toBeNull(), PATIENTLY)
  })

  it('has no token in the queue while it waits', async () => {
    const server = await startMailServer()
    opened.defer(() => server.close())
    server.behave({ does: 'refuse', at: 'content', code: 451, text: 'Not now' }, 3)
    await start({ SMTP_URL: server.url })
    await order()
    const rows: unknown[] = []
    await vi.waitFor(async () => {
      rows.push(...(await waitingOrders()))
      expect(server.emails).toHaveLength(1)
    }, PATIENTLY)
    const token = tokenIn(firstLinkIn(await server.waitForEmail(person.email)))
    const cached = JSON.stringify([
      rows,
      (await database.executor.execute(sql`select * from verifications`)) as unknown,
    ])
    expect(cached).not.toContain(token)
    expect(cached).not.toContain('token=')
  })
})
