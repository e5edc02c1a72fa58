import { beforeEach, describe, expect, it } from 'vitest'
import { AccountsBusyError } from '../../ports/accounts.ts'
import { writeClaim } from '../email/mailed-claim.ts'
import { createDeviceMarks } from '../shared/device-mark.ts'
import { refused } from '../shared/outcome.ts'
import { CALLER, newCaller, openPeople, PASSWORD, type Person } from '../testing/people.ts'
import { openTestBackend, unwrap } from '../testing/test-backend.ts'
import { confirmEmail } from './confirm-email.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'

const HOUR_SECONDS = 3600
const NEW_PASSWORD = 'another strip'

const backend = await openTestBackend()
const people = await openPeople(backend)
beforeEach(() => backend.clock.set(new Date('2026-11-20T12:00:00Z')))

const deps = (change: { demoMode?: boolean } = {}) => ({
  ...backend,
  ...people,
  demoMode: false,
  deviceMarks: createDeviceMarks('another secret'),
  ...change,
})
const requestReset = (email: string, caller = newCaller(), change = {}) =>
  requestPasswordReset(deps(change), { email, caller, language: 'en' })
const reset = (token: string, password = NEW_PASSWORD) =>
  resetPassword(deps(), { token, password, caller: newCaller(), language: 'de' })
const tokenOf = ({ session }: Person, lifeSeconds = HOUR_SECONDS) =>
  people.accounts.createToken('reset-password', writeClaim(session.account), lifeSeconds)
const canSignIn = async (email: string, password: string) =>
  (await people.accounts.signIn({ email, password }, CALLER)).ok

describe('a request for a reset link', () => {
  it('queues the same email for any address, and reveals nothing about it', async () => {
    const { session } = await people.signUp()
    for (const email of [session.account.email, 'nobody@example.org']) {
      expect(await requestReset(email)).toEqual({ ok: true, value: {} })
      expect(await people.queuedEmails()).toContainEqual({ kind: 'reset_password', email, language: 'en' })
    }
  })

  it('is slowed down per mailbox and per IP address, with or without an account', async () => {
    const { session } = await people.signUp()
    for (const email of [session.account.email, 'nobody.else@example.org']) {
      for (let attempt = 0; attempt < 3; attempt++) expect(await requestReset(email)).toMatchObject({ ok: true })
      expect(await requestReset(email)).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 })
    }
    const caller = newCaller()
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await requestReset(`box${attempt}@example.org`, caller)).toMatchObject({ ok: true })
    expect(await requestReset('one-more@example.org', caller)).toMatchObject({ code: 'too_many_requests' })
  })

  it('returns a token in demo mode, and a decoy if there is no account', async () => {
    const { session } = await people.signUp()
    const tokenFor = async (email: string) =>
      unwrap(await requestReset(email, newCaller(), { demoMode: true })).resetToken ?? ''
    const [validToken, decoyToken] = [
      await tokenFor(session.account.email),
      await tokenFor('nobody.at.all@example.org'),
    ]
    expect(decoyToken).toHaveLength(validToken.length)
    expect(await reset(decoyToken)).toEqual({ ok: false, code: 'invalid_token' })
    expect(await reset(validToken)).toMatchObject({ ok: true })
  })
})

describe('a reset token', () => {
  it('sets a new password once, ends every session, and confirms and informs the mailbox', async () => {
    const person = await people.signUp()
    const { session } = person
    const { id, email } = session.account
    const token = await tokenOf(person)
    const outcomes = await Promise.all([reset(token), reset(token)])
    expect(outcomes).toContainEqual({ ok: true, value: { deviceMark: expect.any(String) } })
    expect(outcomes).toContainEqual({ ok: false, code: 'invalid_token' })
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    expect(await canSignIn(email, PASSWORD)).toBe(false)
    expect(await people.accounts.findSession(session.sessionToken)).toBeNull()
    expect(await backend.database.records.accounts.find(id)).toMatchObject({ emailVerified: true })
    expect(await people.queuedEmails()).toContainEqual({ kind: 'password_changed', accountId: id, language: 'de' })
  })

  it('is not used up if too many passwords wait to be hashed', async () => {
    const token = await tokenOf(await people.signUp())
    const hashPassword = () => Promise.reject(new AccountsBusyError('Too many are waiting.'))
    const busyDeps = { ...deps(), accounts: { ...people.accounts, hashPassword } }
    const request = { token, password: NEW_PASSWORD, caller: newCaller(), language: 'de' } as const
    await expect(resetPassword(busyDeps, request)).rejects.toThrow(AccountsBusyError)
    expect(await reset(token)).toMatchObject({ ok: true })
  })

  it('is void once it is too old, after another one was used, and for any other purpose', async () => {
    const person = await people.signUp()
    const [firstToken, secondToken, outdatedToken] = [
      await tokenOf(person),
      await tokenOf(person),
      await tokenOf(person, -1),
    ]
    const verificationToken = await people.accounts.createToken(
      'verify-email',
      writeClaim(person.session.account),
      HOUR_SECONDS,
    )
    expect(await reset(outdatedToken)).toEqual({ ok: false, code: 'invalid_token' })
    expect(await reset(verificationToken)).toEqual({ ok: false, code: 'invalid_token' })
    expect(await reset(firstToken)).toMatchObject({ ok: true })
    expect(await reset(secondToken)).toEqual({ ok: false, code: 'invalid_token' })
  })

  it('is useless if the account is gone or has changed its email', async () => {
    const [deletedPerson, movedPerson] = [await people.signUp(), await people.signUp()]
    const tokens = [await tokenOf(deletedPerson), await tokenOf(movedPerson)]
    await backend.database.records.accounts.delete(deletedPerson.session.account.id)
    await backend.database.records.accounts.renew(movedPerson.session.account.id, { email: 'moved-on@example.org' })
    for (const token of tokens) expect(await reset(token)).toEqual({ ok: false, code: 'invalid_token' })
  })

  it('removes a second factor that was set up before the email was confirmed', async () => {
    const [unconfirmedPerson, confirmedPerson] = [await people.signUp(), await people.signUp({ emailVerified: true })]
    for (const person of [unconfirmedPerson, confirmedPerson]) {
      const { session } = person
      await backend.database.records.accounts.update(session.account.id, { twoFactorEnabled: true })
      expect(await reset(await tokenOf(person))).toMatchObject({ ok: true })
    }
    expect(await canSignIn(unconfirmedPerson.session.account.email, NEW_PASSWORD)).toBe(true)
    expect(await canSignIn(confirmedPerson.session.account.email, NEW_PASSWORD)).toBe(false)
  })

  it('cancels unfinished sign-ins with the old password, and an unfinished email change', async () => {
    const person = await people.signUp()
    const { account } = person.session
    const changeToken = await people.accounts.createToken(
      'change-email',
      writeClaim(account, 'evil@example.org'),
      HOUR_SECONDS,
    )
    const token = await tokenOf(person)
    const signIns = Array.from({ length: 5 }, () =>
      people.accounts.signIn({ email: account.email, password: PASSWORD }, CALLER),
    )
    const [outcome, ...signInOutcomes] = await Promise.all([reset(token), ...signIns])
    expect(outcome).toMatchObject({ ok: true })
    for (const signIn of signInOutcomes)
      if (signIn.ok) expect(await people.accounts.findSession(signIn.sessionToken)).toBeNull()
    expect(await backend.database.records.sessions.list(account.id, new Date())).toEqual([])
    expect(await confirmEmail(deps(), { token: changeToken, caller: newCaller(), language: 'en' })).toEqual(
      refused('invalid_confirmation'),
    )
  })
})
