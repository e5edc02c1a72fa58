import { PATIENTLY } from '@kerf/standins/waits'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import type { QueuedEmail } from '../../ports/emails.ts'
import { queryRows } from '../database/engine/executor.ts'
import { describeOnDatabases } from '../database/testing/open-test-database.ts'
import { jobs } from './cut-jobs.ts'
import { MAIL_QUEUE_OPTIONS } from './mail-queue.ts'

const { retryDelayMax: _, ...queueOptions } = MAIL_QUEUE_OPTIONS
const IMMEDIATE_RETRY_OPTIONS = { ...queueOptions, retryLimit: 3, retryDelay: 0, retryBackoff: false }
const queuedEmail = (email: string): QueuedEmail => ({ kind: 'reset_password', language: 'en', email })

describeOnDatabases('the email queue in $name', async ({ open }) => {
  const { database } = await open({ mailQueueOptions: IMMEDIATE_RETRY_OPTIONS })
  const { executor, mailWorker } = database
  afterEach(async () => {
    await mailWorker.stop()
    await executor.delete(jobs)
  })

  const enqueue = (email: string) => database.records.mailQueue.enqueue(queuedEmail(email))
  const readJobs = () =>
    queryRows<{ state: string; data: unknown; output: unknown; left: number }>(
      executor,
      sql`select state, data, output, retry_limit - retry_count as left from pgboss.job where name = 'send-mail'`,
    )

  it('a queued email is sent once, and nothing of it is stored', async () => {
    const sentOrders: QueuedEmail[] = []
    await mailWorker.start(async (mailOrder) => {
      sentOrders.push(mailOrder)
    })
    await enqueue('anna@example.org')
    await vi.waitFor(async () => expect(await readJobs()).toEqual([]), PATIENTLY)
    expect(sentOrders).toEqual([queuedEmail('anna@example.org')])
  })

  it('a queued email appears only after its commit, and its handler can query the database', async () => {
    const sentEmails: string[] = []
    await mailWorker.start(async (mailOrder) => {
      await database.records.accounts.find('nobody')
      sentEmails.push('email' in mailOrder ? mailOrder.email : '')
    })
    const rollback = database.transaction(async (records) => {
      await records.mailQueue.enqueue(queuedEmail('undone@example.org'))
      throw new Error('no')
    })
    await expect(rollback).rejects.toThrow('no')
    await database.transaction((records) => records.mailQueue.enqueue(queuedEmail('done@example.org')))
    await vi.waitFor(() => expect(sentEmails).toEqual(['done@example.org']), PATIENTLY)
  })

  it('an email whose handler throws is retried, and others are sent meanwhile', async () => {
    const attemptedMails: string[] = []
    await mailWorker.start(async (mailOrder) => {
      const email = 'email' in mailOrder ? mailOrder.email : ''
      attemptedMails.push(email)
      if (email.startsWith('down') && attemptedMails.filter((attempt) => attempt === email).length < 3)
        throw new Error('later')
    })
    await enqueue('down@example.org')
    await enqueue('up@example.org')
    await vi.waitFor(async () => expect(await readJobs()).toEqual([]), PATIENTLY)
    expect(attemptedMails.toSorted()).toEqual([...Array(3).fill('down@example.org'), 'up@example.org'])
  })

  it('an email that always fails is abandoned, and the text of its failure is not stored', async () => {
    let attemptCount = 0
    await mailWorker.start(async () => {
      attemptCount += 1
      throw new Error('params: anna@example.org, a-token')
    })
    await enqueue('x@example.org')
    await vi.waitFor(async () => expect((await readJobs())[0]?.state).toBe('failed'), PATIENTLY)
    expect(attemptCount).toBe(IMMEDIATE_RETRY_OPTIONS.retryLimit + 1)
    const [row] = await readJobs()
    expect(JSON.stringify(row?.output)).toContain('The email was not sent')
    expect(JSON.stringify(row?.output)).not.toMatch(/anna|a-token/)
  })

  it('tells waiting, retried and abandoned emails apart', async () => {
    expect(await mailWorker.emails()).toEqual({ waiting: 0, tried: 0, oldestAt: null, givenUp: 0 })
    for (const name of ['new', 'tried', 'putBack', 'lost', 'active']) await enqueue(`${name}@example.org`)
    const changeJob = (name: string, to: ReturnType<typeof sql>) =>
      executor.execute(sql`update pgboss.job set ${to} where data->>'email' = ${`${name}@example.org`}`)
    await changeJob('new', sql`created_on = '2026-01-01T00:00:00Z'`)
    await changeJob('tried', sql`state = 'retry', start_after = now() + interval '1 hour'`)
    await changeJob('putBack', sql`state = 'retry', start_after = now()`)
    await changeJob('lost', sql`state = 'failed', created_on = '2025-01-01T00:00:00Z'`)
    await changeJob('active', sql`state = 'active', created_on = '2025-01-01T00:00:00Z'`)
    // A waiting newsletter counts as waiting, but its age does not count.
    const issue = { kind: 'newsletter', language: 'en', subject: 'News', message: 'None.' } as const
    await database.records.mailQueue.enqueueLast([{ ...issue, email: 'reader@example.org' }])
    await changeJob('reader', sql`created_on = '2025-01-01T00:00:00Z'`)
    const oldestAt = new Date('2026-01-01T00:00:00Z')
    expect(await mailWorker.emails()).toEqual({ waiting: 4, tried: 1, oldestAt, givenUp: 1 })
  })

  it('stopping lets the current email finish and starts no other', async () => {
    const begunEmails: string[] = []
    const end = Promise.withResolvers<void>()
    await mailWorker.start(async (mailOrder) => {
      begunEmails.push('email' in mailOrder ? mailOrder.email : '')
      await end.promise
    })
    for (const name of ['a', 'b', 'c']) await enqueue(`${name}@example.org`)
    await vi.waitFor(() => expect(begunEmails).toHaveLength(2), PATIENTLY)
    const stopping = mailWorker.stop()
    end.resolve()
    await stopping
    expect(begunEmails).toHaveLength(2)
    expect((await readJobs()).map(({ state }) => state)).toEqual(['created'])
  })
})

it('a rejected email is retried for about half a day, soon at first', () => {
  const { retryLimit = 0, retryDelay = 0, retryDelayMax = 0, retryBackoff } = MAIL_QUEUE_OPTIONS
  expect(retryBackoff).toBe(true)
  // pg-boss waits from the delay, doubled each time, to twice as long, but at most retryDelayMax.
  const retryHours = (factor: number) =>
    Array.from({ length: retryLimit }, (_, retry) => Math.min(retryDelayMax, retryDelay * 2 ** retry * factor)).reduce(
      (sum, wait) => sum + wait,
      0,
    ) / 3600
  expect(retryHours(1)).toBeGreaterThan(11)
  expect(retryHours(2)).toBeLessThan(13)
  expect(retryDelay * 2).toBeLessThanOrEqual(10)
})
