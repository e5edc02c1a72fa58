import { describe, expect, it } from 'vitest'
import { describeOn, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import type { AccountSession } from '../../ports/accounts.ts'
import { writeClaim } from '../email/mailed-claim.ts'
import { createDeviceMarks } from '../shared/device-mark.ts'
import type { Outcome } from '../shared/outcome.ts'
import { createSecretSeal } from '../shared/sealed-secret.ts'
import { openPeople, PASSWORD, somewhere } from '../testing/people.ts'
import { accepted, openWorkbench, withinTransactions } from '../testing/workbench.ts'
import { createWebhook } from '../webhooks/manage-webhooks.ts'
import { addAccess } from './add-access.ts'
import { createApiKey } from './api-keys.ts'
import { changeEmail, changePassword } from './change-account.ts'
import { deleteAccount } from './delete-account.ts'
import { resetPassword } from './reset-password.ts'
import { removeSecondFactor, renewBackupCodes, startSecondFactor } from './second-factor.ts'
import { endOtherSessions } from './sign-in.ts'

const THIEFS = 'a strip of the thief'
const OWNERS = 'a strip of the owner'

describe('a thief whose session ends while the password is checked', async () => {
  const bench = await openWorkbench()
  const people = await openPeople(bench)
  const usual = {
    ...bench,
    ...people,
    deviceMarks: createDeviceMarks('a secret'),
    secretSeal: createSecretSeal('a secret'),
    webhookSender: { accepts: () => true, send: async () => null },
  }
  const { accounts, apiKeys, webhooks } = bench.database.records
  const from = () => ({ caller: somewhere(), language: 'en' }) as const
  const hook = { url: 'https://hooks.example/thief', events: ['download.completed' as const] }
  const password = PASSWORD

  it.each<[string, (deps: typeof usual, session: AccountSession) => Promise<Outcome<unknown>>]>([
    [
      'sets no password',
      (deps, session) =>
        changePassword(deps, { session, change: { currentPassword: PASSWORD, newPassword: THIEFS }, ...from() }),
    ],
    [
      'requests no new email',
      (deps, session) => changeEmail(deps, { session, change: { email: 'thief@example.org', password }, ...from() }),
    ],
    ['deletes no account', (deps, session) => deleteAccount(deps, { session, password, language: 'en' })],
    [
      'adds no API key',
      (deps, session) =>
        addAccess(deps, { session, password, access: { kind: 'key', name: 'k' }, ...from() }, () =>
          createApiKey(deps, { session, name: 'k' }),
        ),
    ],
    [
      'adds no webhook',
      (deps, session) =>
        addAccess(deps, { session, password, access: { kind: 'webhook', name: 'h' }, ...from() }, () =>
          createWebhook(deps, { session, body: hook, language: 'en' }),
        ),
    ],
    ['starts no second factor', (deps, session) => startSecondFactor(deps, { session, password })],
    ['removes no second factor', (deps, session) => removeSecondFactor(deps, { session, password })],
  ])('%s', async (_, act) => {
    const { session } = await people.signUp({ emailVerified: true })
    const { account } = session
    const token = await people.accounts.createToken('reset-password', writeClaim(account), 3600)
    // The owner resets the password after it was checked, and before the rest of the thief's call.
    const checkPassword = async (id: string, candidate: string) => {
      const isRight = await people.accounts.checkPassword(id, candidate)
      accepted(await resetPassword(usual, { token, password: OWNERS, ...from() }))
      return isRight
    }
    const thiefsDeps = { ...usual, accounts: { ...people.accounts, checkPassword } }
    expect(await act(thiefsDeps, session)).toEqual({ ok: false, code: 'not_signed_in' })
    const signIn = await people.accounts.signIn({ email: account.email, password: OWNERS }, somewhere())
    expect(signIn).toMatchObject({ ok: true, account: { id: account.id, twoFactorEnabled: false } })
    expect(await apiKeys.listFor(account.id)).toEqual([])
    expect(await webhooks.listFor(account.id)).toEqual([])
  })

  it('sets no password after the owner did, with a copy of the owner’s cookie', async () => {
    const { session } = await people.signUp()
    const to = (newPassword: string) => ({ session, change: { currentPassword: PASSWORD, newPassword }, ...from() })
    const checkPassword = async () => {
      accepted(await changePassword(usual, to(OWNERS)))
      return true
    }
    const thiefsDeps = { ...usual, accounts: { ...people.accounts, checkPassword } }
    expect(await changePassword(thiefsDeps, to(THIEFS))).toEqual({ ok: false, code: 'not_signed_in' })
    expect(await people.accounts.checkPassword(session.account.id, OWNERS)).toBe(true)
  })

  it('gets no new backup codes', async () => {
    const { session } = await people.signUp({ emailVerified: true })
    const { id } = session.account
    await accounts.update(id, { twoFactorEnabled: true })
    const checkPassword = async () => {
      await bench.database.records.sessions.endAll(id)
      return true
    }
    const withFactor = { ...session, account: { ...session.account, twoFactorEnabled: true } }
    const deps = { ...usual, accounts: { ...people.accounts, checkPassword } }
    expect(await renewBackupCodes(deps, { session: withFactor, password })).toEqual({
      ok: false,
      code: 'not_signed_in',
    })
  })
})

describeOn([REAL_POSTGRES], 'the end of all other sessions, in $name', async (kind) => {
  const bench = await openWorkbench(kind)
  const people = await openPeople(bench)

  it('also revokes the key that one of them is adding at the same time', async () => {
    const { session: thiefs } = await people.signUp()
    const { id, email } = thiefs.account
    const signIn = await people.accounts.signIn({ email, password: PASSWORD }, somewhere())
    const owners = signIn.ok ? await people.accounts.findSession(signIn.sessionToken) : null
    if (!owners) throw new Error('There is no session.')
    const [isAdding, isEnding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const thiefsDatabase = withinTransactions(bench, ({ apiKeys }) => ({
      apiKeys: {
        ...apiKeys,
        async insert(key) {
          isAdding.resolve()
          await isEnding.promise
          return apiKeys.insert(key)
        },
      },
    }))
    const ownersDatabase = withinTransactions(bench, ({ sessions, apiKeys }) => ({
      sessions: {
        ...sessions,
        lockAccount(session) {
          isEnding.resolve()
          return sessions.lockAccount(session)
        },
      },
      apiKeys: { ...apiKeys, deleteAll: (id) => apiKeys.deleteAll(id).then(isEnding.resolve) },
    }))
    const addition = createApiKey({ ...bench, database: thiefsDatabase }, { session: thiefs, name: 'k' })
    await isAdding.promise
    await endOtherSessions({ database: ownersDatabase }, { session: owners, revokeKeys: true })
    expect(await addition).toMatchObject({ ok: true })
    expect(await bench.database.records.apiKeys.listFor(id)).toEqual([])
  })
})
