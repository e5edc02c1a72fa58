import { describe, expect, it } from 'vitest'
import { CALLER, openPeople, PASSWORD, type Person } from '../testing/people.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { changePassword } from './change-account.ts'

const backend = await openTestBackend()
const people = await openPeople(backend)

const setPassword = async (person: Person, newPassword: string, currentPassword = PASSWORD, caller = CALLER) => {
  const account = await backend.database.records.accounts.find(person.session.account.id)
  if (!account) throw new Error('There is no account.')
  const session = { ...person.session, account }
  // Password hashing is replaced with a fast stand-in, because the test only checks the emails.
  const accounts = { ...people.accounts, checkPassword: async () => true, hashPassword: async () => 'a hash' }
  return changePassword(
    { ...backend, accounts },
    { session, change: { currentPassword, newPassword, revokeKeys: true }, caller, language: 'en' },
  )
}
const SUCCESS = { ok: true, value: expect.any(String) as unknown }

describe('a person who changes their password', () => {
  it('gets an email, a few times an hour, but only at a confirmed mailbox', async () => {
    const person = await people.signUp({ emailVerified: true })
    for (let index = 0; index < 5; index++)
      expect(
        await setPassword(person, `another ${index}`, PASSWORD, { ...CALLER, ipAddress: `198.51.100.${index}` }),
      ).toEqual(SUCCESS)
    const refusal = { ok: false, code: 'too_many_requests', retryAfterSeconds: 60 }
    expect(await setPassword(person, 'another', PASSWORD, { ...CALLER, ipAddress: '198.51.100.9' })).toEqual(refusal)
    expect(await people.ordersAbout(person)).toHaveLength(5)
    const unconfirmed = await people.signUp()
    for (let index = 0; index < 20; index++) expect(await setPassword(unconfirmed, `another ${index}`)).toEqual(SUCCESS)
    expect(await people.ordersAbout(unconfirmed)).toEqual([])
  })

  it('gets no email if it stays the same, and other browsers are still signed out', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { account, id } = person.session
    const listSessions = () => backend.database.records.sessions.list(account.id, new Date())
    const secondSession = await people.accounts.signIn({ email: account.email, password: PASSWORD }, CALLER)
    expect(secondSession).toMatchObject({ ok: true })
    expect(await listSessions()).toHaveLength(2)
    expect(await setPassword(person, PASSWORD)).toEqual(SUCCESS)
    expect((await listSessions()).map((session) => session.id)).toEqual([id])
    expect(await people.ordersAbout(person)).toEqual([])
  })
})
