import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import { expect, it } from 'vitest'
import { newCaller, openPeople, PASSWORD } from '../testing/people.ts'
import { openTestBackend, unwrap } from '../testing/test-backend.ts'
import { confirmSecondFactor, removeSecondFactor, renewBackupCodes, startSecondFactor } from './second-factor.ts'

const backend = await openTestBackend()
const people = await openPeople(backend)
const deps = { ...backend, ...people }

it('a second factor is set up, renewed and removed only with the password, and guesses are slowed down', async () => {
  const { session } = await people.signUp()
  const setup = unwrap(await startSecondFactor(deps, { session, password: PASSWORD }))
  const sessionToken = unwrap(await confirmSecondFactor(deps, { session, code: codeShownBy(setup.secret) }))
  const currentSession = await people.accounts.findSession(sessionToken)
  if (!currentSession) throw new Error('There is no session.')
  const wrongPassword = { ok: false, code: 'wrong_password' }
  for (const change of [startSecondFactor, renewBackupCodes, removeSecondFactor])
    for (const password of ['a guess', undefined])
      expect(await change(deps, { session: currentSession, password })).toEqual(wrongPassword)
  for (let guess = 0; guess < 2; guess += 1)
    expect(await removeSecondFactor(deps, { session: currentSession, password: 'a guess' })).toEqual(wrongPassword)
  expect(await removeSecondFactor(deps, { session: currentSession, password: PASSWORD })).toMatchObject({
    code: 'too_many_requests',
  })
})

it('a second factor after a recent sign-in does not help to guess an old password', async () => {
  const { session } = await people.signUp()
  backend.clock.set(session.createdAt)
  const signInMethods = { ...backend.signInMethods, localPasswords: false }
  for (const password of ['a guess', PASSWORD])
    expect(await startSecondFactor({ ...deps, signInMethods }, { session, password })).toMatchObject({ ok: true })
})

it('a second factor ends all other sessions when confirmed, even if later steps fail', async () => {
  const { session } = await people.signUp()
  const { email } = session.account
  const otherSignIn = await people.accounts.signIn({ email, password: PASSWORD }, newCaller())
  if (!otherSignIn.ok) throw new Error(otherSignIn.code)
  const setup = unwrap(await startSecondFactor(deps, { session, password: PASSWORD }))
  const limits = { ...backend.limits, forget: () => Promise.reject(new Error('terminating connection')) }
  const confirmation = confirmSecondFactor({ ...deps, limits }, { session, code: codeShownBy(setup.secret) })
  await expect(confirmation).rejects.toThrow('terminating connection')
  expect(await backend.database.records.accounts.find(session.account.id)).toMatchObject({ twoFactorEnabled: true })
  expect(await people.accounts.findSession(otherSignIn.sessionToken)).toBeNull()
})
