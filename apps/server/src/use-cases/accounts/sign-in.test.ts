import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '../../ports/accounts.ts'
import { writeClaim } from '../email/mailed-claim.ts'
import { createDeviceMarks } from '../shared/device-mark.ts'
import { CALLER, openPeople, PASSWORD } from '../testing/people.ts'
import { openTestBackend, unwrap } from '../testing/test-backend.ts'
import { resetPassword } from './reset-password.ts'
import { type Credentials, signIn } from './sign-in.ts'

/** Number of wrong passwords from unknown browsers after which all of them have to wait. */
const FREE_GUESS_COUNT = 50

const backend = await openTestBackend()
const people = await openPeople(backend)
beforeEach(() => backend.clock.set(new Date('2026-11-20T12:00:00Z')))

const deps = { ...backend, ...people, deviceMarks: createDeviceMarks('another secret') }
const trySignIn = (credentials: Credentials, caller: Caller, deviceMark: string | undefined) =>
  signIn(deps, { credentials, caller, deviceMark })

/** Guesses from a hundred addresses until all unknown browsers have to wait. */
async function guessFromEverywhere(email: string): Promise<string[]> {
  const guesses: string[] = []
  for (let index = 0; index < FREE_GUESS_COUNT + 10; index++) {
    const caller = { ...CALLER, ipAddress: `198.51.100.${index}` }
    const outcome = await trySignIn({ email, password: 'guess-me' }, caller, undefined)
    guesses.push(outcome.ok ? 'in' : outcome.code)
  }
  return guesses
}

it('a sign-in is slowed after five wrong passwords from one IP address, with or without an account', async () => {
  const existingEmail = (await people.signUp()).session.account.email
  for (const [nth, email] of [existingEmail, 'nobody@example.org'].entries()) {
    const caller = { ...CALLER, ipAddress: `203.0.113.${50 + nth}` }
    const guessPassword = () => trySignIn({ email, password: 'guess-me' }, caller, undefined)
    const guesses = await Promise.all(Array.from({ length: 20 }, guessPassword))
    expect(guesses.filter((guessed) => !guessed.ok && guessed.code === 'wrong_credentials')).toHaveLength(5)
    expect(await guessPassword()).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) })
  }
})

it("a distributed guessing attack slows strangers, but not the owner's browser", async () => {
  const { email } = (await people.signUp()).session.account
  const credentials = { email, password: PASSWORD }
  const signedIn = unwrap(await trySignIn(credentials, CALLER, undefined))

  const guesses = await guessFromEverywhere(email)
  expect(guesses.filter((code) => code === 'wrong_credentials')).toHaveLength(FREE_GUESS_COUNT)
  expect(guesses.slice(FREE_GUESS_COUNT)).toEqual(Array(10).fill('too_many_requests'))

  expect(await trySignIn(credentials, CALLER, signedIn.deviceMark)).toMatchObject({ ok: true })
  const otherCaller = { ...CALLER, ipAddress: '192.0.2.99' }
  expect(await trySignIn(credentials, otherCaller, undefined)).toMatchObject({ code: 'too_many_requests' })
})

it('an owner under such an attack gets in after a reset link, and in browsers signed in before', async () => {
  const { account } = (await people.signUp()).session
  const { email } = account
  const signedIn = unwrap(await trySignIn({ email, password: PASSWORD }, CALLER, undefined))
  await guessFromEverywhere(email)
  const token = await people.accounts.createToken('reset-password', writeClaim(account), 3600)
  const password = 'a new strip of video'
  const reset = unwrap(await resetPassword(deps, { token, password, caller: CALLER, language: 'en' }))
  await guessFromEverywhere(email)

  const otherCaller = { ...CALLER, ipAddress: '192.0.2.99' }
  expect(await trySignIn({ email, password }, otherCaller, undefined)).toMatchObject({ code: 'too_many_requests' })
  expect(await trySignIn({ email, password }, otherCaller, reset.deviceMark)).toMatchObject({ ok: true })
  const renewedSignIn = unwrap(await trySignIn({ email, password }, otherCaller, signedIn.deviceMark))
  expect(renewedSignIn.deviceMark).not.toBe(signedIn.deviceMark)

  // Guesses with a mark of the former password slow only browsers with equally old marks.
  for (let index = 0; index < 5; index++)
    await trySignIn({ email, password: 'guess-me' }, otherCaller, signedIn.deviceMark)
  expect(await trySignIn({ email, password }, otherCaller, signedIn.deviceMark)).toMatchObject({
    code: 'too_many_requests',
  })
  expect(await trySignIn({ email, password }, otherCaller, renewedSignIn.deviceMark)).toMatchObject({ ok: true })
})

it("an invented device mark, or another person's, does not help an attacker", async () => {
  const [anna, mallory] = [(await people.signUp()).session.account, (await people.signUp()).session.account]
  const mallorysSignIn = unwrap(await trySignIn({ email: mallory.email, password: PASSWORD }, CALLER, undefined))
  const otherCaller = { ...CALLER, ipAddress: '203.0.113.200' }
  const guessPassword = (mark: string) => trySignIn({ email: anna.email, password: 'guess-me' }, otherCaller, mark)
  const forgedMark = `${'A'.repeat(22)}.${'A'.repeat(43)}`
  for (const mark of [forgedMark, mallorysSignIn.deviceMark, forgedMark, mallorysSignIn.deviceMark, forgedMark])
    expect(await guessPassword(mark)).toMatchObject({ code: 'wrong_credentials' })
  for (const mark of [forgedMark, mallorysSignIn.deviceMark])
    expect(await guessPassword(mark)).toMatchObject({ code: 'too_many_requests' })
})
