import { describe, expect, it } from 'vitest'
import { describeOn, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import type { AccountSession } from '../../ports/accounts.ts'
import { writeClaim } from '../email/mailed-claim.ts'
import { createDeviceMarks } from '../shared/device-mark.ts'
import type { Outcome } from '../shared/outcome.ts'
import { createSecretSeal } from '../shared/sealed-secret.ts'
import { newCaller, openPeople, PASSWORD } from '../testing/people.ts'
import { openTestBackend, unwrap, withinTransactions } from '../testing/test-backend.ts'
import { createWebhook } from '../webhooks/manage-webhooks.ts'
import { addAccess } from './add-access.ts'
import { createApiKey } from './api-keys.ts'
import { changeEmail, changePassword } from './change-account.ts'
import { deleteAccount } from './delete-account.ts'
import { resetPassword } from './reset-password.ts'
import { removeSecondFactor, renewBackupCodes, startSecondFactor } from './second-factor.ts'
import { endOtherSessions } from './sign-in.ts'

const THIEFS_PASSWORD = 'a strip of the thief'
const OWNERS_PASSWORD = 'a strip of the owner'

describe('a thief whose session ends while the password is checked', async () => {
  const backend = await openTestBackend()
  const people = await openPeople(backend)
  const usualDeps = {
    ...backend,
    ...people,
    deviceMarks: createDeviceMarks('a secret'),
    secretSeal: createSecretSeal('a secret'),
    webhookSender: { accepts: () => true, send: async () => null },
  }
  const { accounts, apiKeys, webhooks } = backend.database.records
  const newOrigin = () => ({ caller: newCaller(), language: 'en' }) as const
  const webhook = { url: 'https://hooks.example/thief', events: ['download.completed' as const] }
  const password = PASSWORD

  it.each<[string, (deps: typeof usualDeps, session: AccountSession) => Promise<Outcome<unknown>>]>([
    [
      'sets no password',
      (deps, session) =>
        changePassword(deps, {
          session,
          change: { currentPassword: PASSWORD, newPassword: THIEFS_PASSWORD },
          ...newOrigin(),
        }),
    ],
    [
      'requests no new email',
      (deps, session) =>
        changeEmail(deps, { session, change: { email: 'thief@example.org', password }, ...newOrigin() }),
    ],
    ['deletes no account', (deps, session) => deleteAccount(deps, { session, password, language: 'en' })],
    [
      'adds no API key',
      (deps, session) =>
        addAccess(deps, { session, password, access: { kind: 'key', name: 'k' }, ...newOrigin() }, () =>
          createApiKey(deps, { session, name: 'k' }),
        ),
    ],
    [
      'adds no webhook',
      (deps, session) =>
        addAccess(deps, { session, password, access: { kind: 'webhook', name: 'h' }, ...newOrigin() }, () =>
          createWebhook(deps, { session, body: webhook, language: 'en' }),
        ),
    ],
    ['starts no second factor', (deps, session) => startSecondFactor(deps, { session, password })],
    ['removes no second factor', (deps, session) => removeSecondFactor(deps, { session, password })],
  ])('%s', async (_, endSessions) => {
    const { session } = await people.signUp({ emailVerified: true })
    const { account } = session
    const token = await people.accounts.createToken('reset-password', writeClaim(account), 3600)
    // The owner resets the password after it was checked, and before the rest of the thief's call.
    const checkPassword = async (id: string, candidate: string) => {
      const isRight = await people.accounts.checkPassword(id, candidate)
      unwrap(await resetPassword(usualDeps, { token, password: OWNERS_PASSWORD, ...newOrigin() }))
      return isRight
    }
    const thiefsDeps = { ...usualDeps, accounts: { ...people.accounts, checkPassword } }
    expect(await endSessions(thiefsDeps, session)).toEqual({ ok: false, code: 'not_signed_in' })
    const signIn = await people.accounts.signIn({ email: account.email, password: OWNERS_PASSWORD }, newCaller())
    expect(signIn).toMatchObject({ ok: true, account: { id: account.id, twoFactorEnabled: false } })
    expect(await apiKeys.listFor(account.id)).toEqual([])
    expect(await webhooks.listFor(account.id)).toEqual([])
  })

  it('sets no password after the owner did, with a copy of the owner’s cookie', async () => {
    const { session } = await people.signUp()
    const changeTo = (newPassword: string) => ({
      session,
      change: { currentPassword: PASSWORD, newPassword },
      ...newOrigin(),
    })
    const checkPassword = async () => {
      unwrap(await changePassword(usualDeps, changeTo(OWNERS_PASSWORD)))
      return true
    }
    const thiefsDeps = { ...usualDeps, accounts: { ...people.accounts, checkPassword } }
    expect(await changePassword(thiefsDeps, changeTo(THIEFS_PASSWORD))).toEqual({ ok: false, code: 'not_signed_in' })
    expect(await people.accounts.checkPassword(session.account.id, OWNERS_PASSWORD)).toBe(true)
  })

  it('gets no new backup codes', async () => {
    const { session } = await people.signUp({ emailVerified: true })
    const { id } = session.account
    await accounts.update(id, { twoFactorEnabled: true })
    const checkPassword = async () => {
      await backend.database.records.sessions.endAll(id)
      return true
    }
    const sessionWithFactor = { ...session, account: { ...session.account, twoFactorEnabled: true } }
    const deps = { ...usualDeps, accounts: { ...people.accounts, checkPassword } }
    expect(await renewBackupCodes(deps, { session: sessionWithFactor, password })).toEqual({
      ok: false,
      code: 'not_signed_in',
    })
  })
})

describeOn([REAL_POSTGRES], 'the end of all other sessions, in $name', async (kind) => {
  const backend = await openTestBackend(kind)
  const people = await openPeople(backend)

  it('the end of all sessions revokes a key that one of them is adding', async () => {
    const { session: thiefSession } = await people.signUp()
    const { id, email } = thiefSession.account
    const signIn = await people.accounts.signIn({ email, password: PASSWORD }, newCaller())
    const ownerSession = signIn.ok ? await people.accounts.findSession(signIn.sessionToken) : null
    if (!ownerSession) throw new Error('There is no session.')
    const [keyInsertion, sessionEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const thiefsDatabase = withinTransactions(backend, ({ apiKeys }) => ({
      apiKeys: {
        ...apiKeys,
        async insert(key) {
          keyInsertion.resolve()
          await sessionEnd.promise
          return apiKeys.insert(key)
        },
      },
    }))
    const ownersDatabase = withinTransactions(backend, ({ sessions, apiKeys }) => ({
      sessions: {
        ...sessions,
        lockAccount(session) {
          sessionEnd.resolve()
          return sessions.lockAccount(session)
        },
      },
      apiKeys: { ...apiKeys, deleteAll: (id) => apiKeys.deleteAll(id).then(sessionEnd.resolve) },
    }))
    const addition = createApiKey({ ...backend, database: thiefsDatabase }, { session: thiefSession, name: 'k' })
    await keyInsertion.promise
    await endOtherSessions({ database: ownersDatabase }, { session: ownerSession, revokeKeys: true })
    expect(await addition).toMatchObject({ ok: true })
    expect(await backend.database.records.apiKeys.listFor(id)).toEqual([])
  })
})
