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

const SERVER_ADDRESS = 'http://localhost:3000'
const { retryDelayMax: _, ...queueOptions } = MAIL_QUEUE_OPTIONS
const IMMEDIATE_RETRY_OPTIONS = { ...queueOptions, retryDelay: 0, retryBackoff: false }

const tokenIn = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

describe('an email in the queue', async () => {
  const directory = await openDataDirectory(temporaryDirectory())
  const { database } = await EMBEDDED.open({ mailQueueOptions: IMMEDIATE_RETRY_OPTIONS })
  afterAll(() => directory.close())
  const secret = await directory.secret('session')
  const accounts = openAccounts({ executor: database.executor, secret, newId })
  const signUp = await accounts.signUp(
    { name: 'Anna', username: 'anna', email: 'anna@example.org', password: 'a strip of video' },
    { ipAddress: '203.0.113.7', userAgent: null },
  )
  if (!signUp.ok) throw new Error('Nobody could sign up.')
  const person = signUp.account
  let resources: AsyncDisposableStack
  let logLines: string[]
  const processReport: { emailFailure: string | null } = { emailFailure: null }
  beforeEach(() => {
    resources = new AsyncDisposableStack()
    logLines = []
    processReport.emailFailure = null
  })
  afterEach(() => resources.disposeAsync())

  function startSending(environment: Record<string, string>): Promise<void> {
    const log = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
    const settings = readEnvironment(environment)
    return startMails({
      settings,
      directory,
      database,
      accounts,
      listensAt: SERVER_ADDRESS,
      processReport,
      log,
      resources,
    })
  }
  const enqueueEmail = () =>
    database.transaction((records) =>
      records.mailQueue.enqueue({ kind: 'reset_password', language: 'en', email: person.email }),
    )
  async function readWaitingEmails(): Promise<unknown[]> {
    const result = await database.executor.execute(sql`select * from pgboss.job where name = 'send-mail'`)
    return (result as unknown as { rows: unknown[] }).rows
  }

  it('becomes a file if there is no mail server, and only its path is logged', async () => {
    await startSending({})
    await enqueueEmail()
    await vi.waitFor(() => expect(logLines.join('')).toContain('email sent'), PATIENTLY)
    const [name = ''] = await readdir(directory.outboxPath)
    const message = await parseEmail(await readFile(join(directory.outboxPath, name)))
    const link = firstLinkIn({ text: message.text ?? '' })
    expect(link).toContain(`${SERVER_ADDRESS}/reset-password#token=`)
    const token = tokenIn(link)
    expect(await accounts.consumeToken('reset-password', token)).toContain(person.id)
    expect(logLines.join('')).toContain(join(directory.outboxPath, name))
    expect(logLines.join('')).not.toContain(token)
    expect(logLines.join('')).not.toContain('anna')
    expect(logLines.join('')).not.toContain('PUBLIC_URL')
  })

  it('arrives once, from the address that the operator has set, and leaves nothing in the queue', async () => {
    const server = await startMailServer()
    resources.defer(() => server.close())
    await startSending({
      SMTP_URL: server.url,
      PUBLIC_URL: 'https://kerf.example',
      MAIL_FROM: 'Cut <cut@kerf.example>',
    })
    await enqueueEmail()
    const message = await server.waitForEmail(person.email)
    expect(message.email.from).toEqual({ name: 'Cut', address: 'cut@kerf.example' })
    expect(firstLinkIn(message)).toContain('https://kerf.example/reset-password#token=')
    expect(message.html).toContain(firstLinkIn(message))
    await vi.waitFor(async () => expect(await readWaitingEmails()).toEqual([]), PATIENTLY)
    expect(server.attempts).toBe(1)
    expect(logLines.join('')).not.toContain('PUBLIC_URL')
  })

  it('arrives as soon as its mail server works again', async () => {
    const server = await startMailServer()
    resources.defer(() => server.close())
    server.behave({ does: 'drop' }, 1)
    await startSending({ SMTP_URL: server.url })
    expect(logLines.filter((line) => line.includes('PUBLIC_URL'))).toHaveLength(1)
    await enqueueEmail()
    await server.waitForEmail(person.email)
    await vi.waitFor(() => expect(processReport.emailFailure).toBeNull(), PATIENTLY)
    server.behave({ does: 'refuse', at: 'recipient', code: 451 }, 2)
    await enqueueEmail()
    await server.waitForEmail(person.email)
    await vi.waitFor(async () => expect(await readWaitingEmails()).toEqual([]), PATIENTLY)
    expect(server.emails).toHaveLength(2)
    expect(server.attempts).toBe(5)
    expect(logLines.filter((line) => line.includes('email not sent yet'))).toHaveLength(3)
  })

  it('reports why it could not be sent, without the address of its receiver', async () => {
    const server = await startMailServer()
    resources.defer(() => server.close())
    server.behave({ does: 'refuse', at: 'content', code: 451, text: `Not now, ${person.email}` })
    await startSending({ SMTP_URL: server.url })
    await enqueueEmail()
    await vi.waitFor(() => expect(processReport.emailFailure).toContain('451'), PATIENTLY)
    expect(processReport.emailFailure).not.toContain('anna')
    server.behave({ does: 'accept' })
    // The second email is sent even if the first was given up.
    await enqueueEmail()
    await vi.waitFor(() => expect(processReport.emailFailure).toBeNull(), PATIENTLY)
  })

  it('contains no token while it waits in the queue', async () => {
    const server = await startMailServer()
    resources.defer(() => server.close())
    server.behave({ does: 'refuse', at: 'content', code: 451, text: 'Not now' }, 3)
    await startSending({ SMTP_URL: server.url })
    await enqueueEmail()
    const rows: unknown[] = []
    await vi.waitFor(async () => {
      rows.push(...(await readWaitingEmails()))
      expect(server.emails).toHaveLength(1)
    }, PATIENTLY)
    const token = tokenIn(firstLinkIn(await server.waitForEmail(person.email)))
    const storedText = JSON.stringify([
      rows,
      (await database.executor.execute(sql`select * from verifications`)) as unknown,
    ])
    expect(storedText).not.toContain(token)
    expect(storedText).not.toContain('token=')
  })
})
