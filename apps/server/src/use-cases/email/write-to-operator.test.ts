import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../ports/accounts.ts'
import { newId } from '../shared/new-id.ts'
import { openPeople, somewhere } from '../testing/people.ts'
import { openWorkbench, withinTransactions } from '../testing/workbench.ts'
import { writeToOperator } from './contact-messages.ts'

const bench = await openWorkbench()
const people = await openPeople(bench)
beforeEach(() => bench.clock.set(new Date('2026-11-20T12:00:00Z')))

const message = (change = {}) => ({
  name: 'Anna',
  email: `Anna-${newId()}@Example.org`,
  subject: 'A question',
  message: 'How exact is exact?',
  ...change,
})
const write = (written: ReturnType<typeof message>, caller: Caller, deps = {}, accountId: string | null = null) =>
  writeToOperator({ ...bench, ...deps }, { written, accountId, caller, language: 'de' })
const cached = ({ email }: { email: string }) => bench.database.records.contactMessages.listFrom(email)
const ordered = async (ids: string[]) =>
  (await people.orders()).filter((order) => order.kind === 'contact_message' && ids.includes(order.messageId))

describe('a message to the operator', () => {
  it('is stored as it was written, and sent to them', async () => {
    const written = message()
    expect(await write(written, somewhere())).toEqual({ ok: true, value: {} })
    const [storedMessage, ...others] = await cached(written)
    expect(others).toEqual([])
    expect(storedMessage).toEqual({
      ...written,
      email: written.email.toLowerCase(),
      id: storedMessage?.id,
      status: 'new',
      fromPayer: false,
      createdAt: bench.clock.now(),
    })
    expect(await ordered([storedMessage?.id ?? ''])).toEqual([
      { kind: 'contact_message', messageId: storedMessage?.id, language: 'de' },
    ])
  })

  it('is known to be from a payer who is signed in, or writes from the mailbox of a plan that has not ended', async () => {
    const [{ account }, { account: former }] = [(await people.signUp()).session, (await people.signUp()).session]
    const { accounts } = bench.database.records
    await accounts.setPlan(account.id, { subscription: 'lifetime', expiresAt: null })
    await accounts.setPlan(former.id, { subscription: 'pro-monthly', expiresAt: new Date('2026-11-20T11:59:59Z') })
    const marked = async (written: ReturnType<typeof message>, accountId: string | null) => {
      await write(written, somewhere(), {}, accountId)
      return (await cached(written))[0]?.fromPayer
    }
    expect(await marked(message(), account.id)).toBe(true)
    expect(await marked(message({ email: account.email.toUpperCase() }), null)).toBe(true)
    expect(await marked(message({ email: former.email }), former.id)).toBe(false)
  })

  it('is one however often the button is clicked, and two when it is sent again later', async () => {
    const [written, place] = [message(), somewhere()]
    const clicks = await Promise.all(Array.from({ length: 10 }, () => write(written, place)))
    expect(clicks.every(({ ok }) => ok)).toBe(true)
    expect(await cached(written)).toHaveLength(1)
    bench.clock.pass(61)
    await write(written, place)
    const both = await cached(written)
    expect(both).toHaveLength(2)
    expect(await ordered(both.map(({ id }) => id))).toHaveLength(2)
  })

  it('is a new one when its text or its sender differs', async () => {
    const [written, place] = [message(), somewhere()]
    await write(written, place)
    await write({ ...written, message: `${written.message} Really?` }, place)
    await write({ ...written, name: 'Bert' }, place)
    expect(await cached(written)).toHaveLength(3)
  })

  it('is refused after five from one place with how long to wait, and leaves nothing; the form still has it', async () => {
    const place = somewhere()
    for (let sent = 0; sent < 5; sent++) expect(await write(message(), place)).toMatchObject({ ok: true })
    const orders = await people.orders()
    const sixth = message()
    expect(await write(sixth, place)).toEqual({ ok: false, code: 'too_many_requests', retryAfterSeconds: 60 })
    expect(await cached(sixth)).toEqual([])
    expect(await people.orders()).toEqual(orders)
    expect(await write(sixth, somewhere())).toMatchObject({ ok: true })
  })

  it('is accepted when the last free one is clicked twice', async () => {
    const place = somewhere()
    for (let sent = 0; sent < 4; sent++) await write(message(), place)
    const fifth = message()
    expect(await Promise.all([write(fifth, place), write(fifth, place)])).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('is neither stored nor counted when its email cannot be asked for', async () => {
    const [written, place] = [message(), somewhere()]
    const broken = withinTransactions(bench, ({ mailQueue }) => ({
      mailQueue: { ...mailQueue, enqueue: () => Promise.reject(new Error('queue is gone')) },
    }))
    for (let tries = 0; tries < 6; tries++)
      await expect(write(written, place, { database: broken })).rejects.toThrow('queue is gone')
    expect(await cached(written)).toEqual([])
    expect(await write(written, place)).toMatchObject({ ok: true })
  })
})
