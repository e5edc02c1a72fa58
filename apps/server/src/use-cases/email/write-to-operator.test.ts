import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../ports/accounts.ts'
import { newId } from '../shared/new-id.ts'
import { newCaller, openPeople } from '../testing/people.ts'
import { openTestBackend, withinTransactions } from '../testing/test-backend.ts'
import { writeToOperator } from './contact-messages.ts'

const backend = await openTestBackend()
const people = await openPeople(backend)
beforeEach(() => backend.clock.set(new Date('2026-11-20T12:00:00Z')))

const createForm = (change = {}) => ({
  name: 'Anna',
  email: `Anna-${newId()}@Example.org`,
  subject: 'A question',
  message: 'How exact is exact?',
  ...change,
})
const writeMessage = (
  form: ReturnType<typeof createForm>,
  caller: Caller,
  deps = {},
  accountId: string | null = null,
) => writeToOperator({ ...backend, ...deps }, { form, accountId, caller, language: 'de' })
const listStored = ({ email }: { email: string }) => backend.database.records.contactMessages.listFrom(email)
const listOrders = async (ids: string[]) =>
  (await people.queuedEmails()).filter(
    (queuedEmail) => queuedEmail.kind === 'contact_message' && ids.includes(queuedEmail.messageId),
  )

describe('a message to the operator', () => {
  it('is stored unchanged, and sent to them', async () => {
    const form = createForm()
    expect(await writeMessage(form, newCaller())).toEqual({ ok: true, value: {} })
    const [storedMessage, ...furtherMessages] = await listStored(form)
    expect(furtherMessages).toEqual([])
    expect(storedMessage).toEqual({
      ...form,
      email: form.email.toLowerCase(),
      id: storedMessage?.id,
      status: 'new',
      fromPayer: false,
      createdAt: backend.clock.now(),
    })
    expect(await listOrders([storedMessage?.id ?? ''])).toEqual([
      { kind: 'contact_message', messageId: storedMessage?.id, language: 'de' },
    ])
  })

  it("is a payer's if the sender is signed in, or has the mailbox of a running plan", async () => {
    const [{ account }, { account: formerPayer }] = [(await people.signUp()).session, (await people.signUp()).session]
    const { accounts } = backend.database.records
    await accounts.setPlan(account.id, { subscription: 'lifetime', expiresAt: null })
    await accounts.setPlan(formerPayer.id, { subscription: 'pro-monthly', expiresAt: new Date('2026-11-20T11:59:59Z') })
    const isFromPayer = async (form: ReturnType<typeof createForm>, accountId: string | null) => {
      await writeMessage(form, newCaller(), {}, accountId)
      return (await listStored(form))[0]?.fromPayer
    }
    expect(await isFromPayer(createForm(), account.id)).toBe(true)
    expect(await isFromPayer(createForm({ email: account.email.toUpperCase() }), null)).toBe(true)
    expect(await isFromPayer(createForm({ email: formerPayer.email }), formerPayer.id)).toBe(false)
  })

  it('counts once for repeated clicks, and twice if it is sent again later', async () => {
    const [form, caller] = [createForm(), newCaller()]
    const clicks = await Promise.all(Array.from({ length: 10 }, () => writeMessage(form, caller)))
    expect(clicks.every(({ ok }) => ok)).toBe(true)
    expect(await listStored(form)).toHaveLength(1)
    backend.clock.pass(61)
    await writeMessage(form, caller)
    const storedMessages = await listStored(form)
    expect(storedMessages).toHaveLength(2)
    expect(await listOrders(storedMessages.map(({ id }) => id))).toHaveLength(2)
  })

  it('is new if its text or its sender differs', async () => {
    const [form, caller] = [createForm(), newCaller()]
    await writeMessage(form, caller)
    await writeMessage({ ...form, message: `${form.message} Really?` }, caller)
    await writeMessage({ ...form, name: 'Bert' }, caller)
    expect(await listStored(form)).toHaveLength(3)
  })

  it('is refused after five from one IP address with the waiting time, and leaves nothing', async () => {
    const caller = newCaller()
    for (let sentCount = 0; sentCount < 5; sentCount++)
      expect(await writeMessage(createForm(), caller)).toMatchObject({ ok: true })
    const queuedEmails = await people.queuedEmails()
    const sixthForm = createForm()
    expect(await writeMessage(sixthForm, caller)).toEqual({
      ok: false,
      code: 'too_many_requests',
      retryAfterSeconds: 60,
    })
    expect(await listStored(sixthForm)).toEqual([])
    expect(await people.queuedEmails()).toEqual(queuedEmails)
    expect(await writeMessage(sixthForm, newCaller())).toMatchObject({ ok: true })
  })

  it('is accepted if the last free one is clicked twice', async () => {
    const caller = newCaller()
    for (let sentCount = 0; sentCount < 4; sentCount++) await writeMessage(createForm(), caller)
    const fifthForm = createForm()
    expect(await Promise.all([writeMessage(fifthForm, caller), writeMessage(fifthForm, caller)])).toMatchObject([
      { ok: true },
      { ok: true },
    ])
  })

  it('is neither stored nor counted if its email cannot be queued', async () => {
    const [form, caller] = [createForm(), newCaller()]
    const brokenDatabase = withinTransactions(backend, ({ mailQueue }) => ({
      mailQueue: { ...mailQueue, enqueue: () => Promise.reject(new Error('queue is gone')) },
    }))
    for (let attempt = 0; attempt < 6; attempt++)
      await expect(writeMessage(form, caller, { database: brokenDatabase })).rejects.toThrow('queue is gone')
    expect(await listStored(form)).toEqual([])
    expect(await writeMessage(form, caller)).toMatchObject({ ok: true })
  })
})
