import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import { expect, it } from 'vitest'
import { newId } from '../shared/new-id.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { listMessages, markMessage } from './contact-messages.ts'

const backend = await openTestBackend()
for (let minute = 0; minute <= ADMIN_PAGE_SIZE; minute++)
  await backend.database.records.contactMessages.insert({
    id: newId(),
    name: 'Anna',
    email: 'anna@example.org',
    subject: `Message ${minute}`,
    message: 'How exact is exact?',
    status: 'new',
    createdAt: new Date(Date.UTC(2026, 10, 20, 12, minute)),
  })

it('admins read messages by pages, the newest first', async () => {
  const firstPage = await listMessages(backend, { page: 1 })
  expect(firstPage.total).toBe(ADMIN_PAGE_SIZE + 1)
  expect(firstPage.rows).toHaveLength(ADMIN_PAGE_SIZE)
  expect(firstPage.rows[0]).toMatchObject({
    subject: `Message ${ADMIN_PAGE_SIZE}`,
    createdAt: '2026-11-20T12:25:00.000Z',
  })
  expect((await listMessages(backend, { page: 2 })).rows.map(({ subject }) => subject)).toEqual(['Message 0'])
  expect(await listMessages(backend, { page: 3 })).toEqual({ rows: [], total: ADMIN_PAGE_SIZE + 1 })
})

it('unanswered messages of payers come first, and are marked', async () => {
  const { contactMessages } = backend.database.records
  const [newestMessage] = (await listMessages(backend, { page: 1 })).rows
  const text = { name: 'Pia', email: 'pia@example.org', subject: 'My plan', message: 'Where is my receipt?' }
  const createdAt = new Date(Date.UTC(2026, 10, 19))
  await contactMessages.insert({ ...text, id: 'of-a-payer', status: 'new', fromPayer: true, createdAt })
  const listMessageIds = async () =>
    (await listMessages(backend, { page: 1 })).rows.map(({ id, fromPayer }) => [id, fromPayer])
  expect((await listMessageIds()).slice(0, 2)).toEqual([
    ['of-a-payer', true],
    [newestMessage?.id, false],
  ])
  await contactMessages.setStatus('of-a-payer', 'answered')
  expect((await listMessageIds())[0]).toEqual([newestMessage?.id, false])
  await contactMessages.deleteFrom(text.email)
})

const markAs = (id: string, status: 'new' | 'answered') => markMessage(backend, { id, status, by: 'ines' })

it("admins mark a message as answered or new, and the log leaves out its author's words", async () => {
  const [message] = (await listMessages(backend, { page: 1 })).rows
  const id = message?.id ?? ''
  expect(await markAs(id, 'answered')).toEqual({ ok: true, value: { ...message, status: 'answered' } })
  expect((await listMessages(backend, { page: 1 })).rows[0]?.status).toBe('answered')
  expect(await markAs(id, 'new')).toMatchObject({ value: { status: 'new' } })
  await markAs(id, 'new')
  const { rows: entries } = await backend.database.records.audit.list(
    { action: 'message_marked' },
    { offset: 0, limit: 9 },
  )
  // The subject comes from the message while it exists. The log does not store it.
  const entryFields = { actorId: 'ines', target: { kind: 'message', id, name: message?.subject } }
  expect(entries).toMatchObject([
    { ...entryFields, details: 'status: answered, now new' },
    { ...entryFields, details: 'status: new, now answered' },
  ])
  const countEntries = async (search: string) =>
    (await backend.database.records.audit.list({ search }, { offset: 0, limit: 9 })).total
  expect(await countEntries(message?.subject ?? '')).toBe(2)
  expect(await countEntries('STATUS: answered')).toBe(1)
  expect([
    await countEntries(id.slice(0, 8)),
    await countEntries(id.slice(1, 9)),
    await countEntries(id.slice(0, 3)),
  ]).toEqual([2, 0, 0])
  expect(await markAs('nobody', 'answered')).toEqual({ ok: false, code: 'not_found' })
})
