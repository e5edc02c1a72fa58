import { describe, expect, it } from 'vitest'
import { writeClaim } from '../email/mailed-claim.ts'
import { CALLER, openPeople, type Person } from '../testing/people.ts'
import { openTestBackend, withinTransactions } from '../testing/test-backend.ts'
import { confirmEmail, readProfile, sendVerification } from './confirm-email.ts'

const HOUR_SECONDS = 3600

const backend = await openTestBackend()
const people = await openPeople(backend)

const deps = { ...backend, ...people }
const confirm = (token: string) => confirmEmail(deps, { token, caller: CALLER, language: 'en' })
const tokenFor = ({ session }: Person, kind: 'verify-email' | 'change-email', email = session.account.email) =>
  people.accounts.createToken(kind, writeClaim(session.account, email), HOUR_SECONDS)
const accountOf = ({ session }: Person) => backend.database.records.accounts.find(session.account.id)

describe('the email that confirms an email', () => {
  it('is sent again, a few times, until its link is followed', async () => {
    const person = await people.signUp()
    const sendConfirmation = () =>
      sendVerification(deps, { account: person.session.account, caller: CALLER, language: 'de' })
    for (let attempt = 0; attempt < 3; attempt++) expect(await sendConfirmation()).toEqual({ ok: true, value: {} })
    expect(await sendConfirmation()).toMatchObject({ code: 'too_many_requests' })
    expect(await people.ordersAbout(person)).toHaveLength(3)
    // The profile has the time of the last email, which is the creation time of its token.
    const { account } = person.session
    expect(await readProfile(deps, account)).toMatchObject({ id: account.id, verificationSentAt: null })
    await tokenFor(person, 'verify-email')
    const { verificationSentAt } = await readProfile(deps, account)
    expect(Date.parse(verificationSentAt ?? '')).toBeGreaterThan(0)
    expect(await readProfile(deps, { ...account, emailVerified: true })).toMatchObject({ verificationSentAt: null })
  })

  it('is not sent to a confirmed mailbox', async () => {
    const person = await people.signUp({ emailVerified: true })
    expect(await sendVerification(deps, { account: person.session.account, caller: CALLER, language: 'de' })).toEqual({
      ok: true,
      value: {},
    })
    expect(await people.ordersAbout(person)).toEqual([])
  })

  it('confirms it once, and a welcome follows once', async () => {
    const person = await people.signUp()
    const { email } = person.session.account
    const [firstToken, secondToken] = [await tokenFor(person, 'verify-email'), await tokenFor(person, 'verify-email')]
    expect(await confirm(firstToken)).toEqual({ ok: true, value: { email, changed: false } })
    expect(await accountOf(person)).toMatchObject({ emailVerified: true })
    expect(await confirm(firstToken)).toEqual({ ok: false, code: 'invalid_confirmation' })
    expect(await confirm(secondToken)).toMatchObject({ ok: true })
    expect((await people.ordersAbout(person)).map(({ kind }) => kind)).toEqual(['welcome'])
  })

  it('confirms nothing after the account has changed its email or is gone', async () => {
    const [movedPerson, deletedPerson] = [await people.signUp(), await people.signUp()]
    const tokens = [await tokenFor(movedPerson, 'verify-email'), await tokenFor(deletedPerson, 'verify-email')]
    await backend.database.records.accounts.renew(movedPerson.session.account.id, { email: 'moved@example.org' })
    await backend.database.records.accounts.delete(deletedPerson.session.account.id)
    for (const token of tokens) expect(await confirm(token)).toEqual({ ok: false, code: 'invalid_confirmation' })
    expect(await accountOf(movedPerson)).toMatchObject({ emailVerified: false })
  })
})

describe('the email that changes an email', () => {
  it('moves the account to the new mailbox, and informs the former one', async () => {
    const person = await people.signUp({ emailVerified: true })
    const formerEmail = person.session.account.email
    const token = await tokenFor(person, 'change-email', 'new-home@example.org')
    expect(await confirm(token)).toEqual({ ok: true, value: { email: 'new-home@example.org', changed: true } })
    expect(await accountOf(person)).toMatchObject({ email: 'new-home@example.org', emailVerified: true })
    const expectedOrder = { kind: 'email_changed', accountId: person.session.account.id, formerEmail, language: 'en' }
    expect(await people.ordersAbout(person)).toContainEqual(expectedOrder)
    expect(await people.accounts.findSession(person.session.sessionToken)).not.toBeNull()
  })

  it("informs no former mailbox that was never confirmed, which may be a stranger's", async () => {
    const person = await people.signUp()
    const token = await tokenFor(person, 'change-email', 'at-last@example.org')
    expect(await confirm(token)).toMatchObject({ ok: true, value: { changed: true } })
    expect((await people.ordersAbout(person)).map(({ kind }) => kind)).not.toContain('email_changed')
  })

  it('changes nothing if another account has that email by now', async () => {
    const person = await people.signUp()
    const token = await tokenFor(person, 'change-email', 'contested@example.org')
    await people.signUp({ email: 'contested@example.org' })
    expect(await confirm(token)).toEqual({ ok: false, code: 'email_taken' })
    expect(await accountOf(person)).toMatchObject({ email: person.session.account.email })
  })

  it('changes nothing if another account gets that email at the same time', async () => {
    const [person, secondPerson] = [await people.signUp(), await people.signUp()]
    const email = 'at-once@example.org'
    const [token, firstToken] = [
      await tokenFor(person, 'change-email', email),
      await tokenFor(secondPerson, 'change-email', email),
    ]
    expect(await confirm(firstToken)).toMatchObject({ ok: true })
    // Simulates a lookup before the concurrent change was committed.
    const database = withinTransactions(backend, (records) => ({
      accounts: { ...records.accounts, findByEmail: async () => null },
    }))
    const confirmation = confirmEmail({ ...deps, database }, { token, caller: CALLER, language: 'en' })
    expect(await confirmation).toEqual({ ok: false, code: 'email_taken' })
    expect(await accountOf(person)).toMatchObject({ email: person.session.account.email, emailVerified: false })
  })
})
