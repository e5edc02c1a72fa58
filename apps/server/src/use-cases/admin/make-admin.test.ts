import { describe, expect, it } from 'vitest'
import { createApiKey, identifyKey } from '../accounts/api-keys.ts'
import { confirmEmail } from '../accounts/confirm-email.ts'
import { writeClaim } from '../email/mailed-claim.ts'
import { admitAdmin } from '../shared/effective-settings.ts'
import { createSecretSeal } from '../shared/sealed-secret.ts'
import { CALLER, openPeople, PASSWORD } from '../testing/people.ts'
import { openTestBackend, unwrap } from '../testing/test-backend.ts'
import { createWebhook } from '../webhooks/manage-webhooks.ts'
import { makeAdmin } from './make-admin.ts'

const OPERATORS_PASSWORD = 'the operator’s own'

const backend = await openTestBackend()
const people = await openPeople(backend)

const makeAdminOf = (email: string, password = OPERATORS_PASSWORD) =>
  makeAdmin({ ...backend, ...people }, { email, password })
const signIn = (email: string, password: string) => people.accounts.signIn({ email, password }, CALLER)

describe('the admin named by the operator', () => {
  it('is created if the email is new', async () => {
    expect(await makeAdminOf('boss@example.org')).toBe('made')
    expect(await signIn('boss@example.org', OPERATORS_PASSWORD)).toMatchObject({
      ok: true,
      account: { role: 'admin', emailVerified: true, username: 'boss' },
    })
    const { rows: entries } = await backend.database.records.audit.list({}, { offset: 0, limit: 1 })
    expect(entries).toMatchObject([{ action: 'admin_made', actorId: null, target: { name: 'boss@example.org' } }])
  })

  it('loses the earlier password, sessions and second factor of that email', async () => {
    const { session } = await people.signUp({ email: 'first@example.org' })
    await backend.database.records.accounts.update(session.account.id, { twoFactorEnabled: true, isActive: false })
    const change = await people.accounts.createToken(
      'change-email',
      writeClaim(session.account, 'evil@example.org'),
      3600,
    )
    const order = {
      kind: 'change_email',
      accountId: session.account.id,
      email: 'evil@example.org',
      generation: 0,
    } as const
    await backend.database.records.mailQueue.enqueue({ ...order, language: 'en' })
    expect(await makeAdminOf('first@example.org')).toBe('promoted')
    expect(await people.accounts.findSession(session.sessionToken)).toBeNull()
    expect(await people.queuedEmails()).toEqual([])
    expect(
      await confirmEmail(
        { ...backend, ...people, limits: backend.limits },
        { token: change, caller: CALLER, language: 'en' },
      ),
    ).toMatchObject({ ok: false })
    expect(await signIn('first@example.org', PASSWORD)).toMatchObject({ ok: false })
    expect(await signIn('first@example.org', OPERATORS_PASSWORD)).toMatchObject({
      ok: true,
      account: { role: 'admin' },
    })
  })

  it.each([
    ['no webhooks of an unconfirmed mailbox', false],
    ['its webhooks off if the mailbox was confirmed', true],
  ])('loses earlier API keys, and finds %s', async (_, emailVerified) => {
    const { session } = await people.signUp({ emailVerified })
    const { id: accountId, email } = session.account
    const { key } = unwrap(await createApiKey(backend, { session, name: 'a script' }))
    const webhook = { url: 'https://example.org/hook', events: ['download.completed'] as const }
    const webhookDeps = {
      ...backend,
      secretSeal: createSecretSeal('a secret'),
      webhookSender: { accepts: () => true, send: async () => null },
    }
    unwrap(
      await createWebhook(webhookDeps, {
        session,
        body: { ...webhook, events: [...webhook.events] },
        language: 'en',
      }),
    )
    expect(await makeAdminOf(email)).toBe('promoted')
    expect(await identifyKey(backend, key)).toMatchObject({ ok: false, code: 'not_signed_in' })
    const remainingWebhooks = await backend.database.records.webhooks.listFor(accountId)
    expect(remainingWebhooks.map(({ isOn }) => isOn)).toEqual(emailVerified ? [false] : [])
  })

  it('keeps a later password at every further start', async () => {
    const { session } = await people.signUp({ email: 'second@example.org', role: 'admin' })
    expect(await makeAdminOf('second@example.org')).toBe('was_admin')
    expect(await signIn('second@example.org', PASSWORD)).toMatchObject({ ok: true })
    expect(await people.accounts.findSession(session.sessionToken)).not.toBeNull()
    const { rows: entries } = await backend.database.records.audit.list({}, { offset: 0, limit: 100 })
    expect(entries.some(({ target }) => target?.id === session.account.id)).toBe(false)
  })
})

it('admin calls are for admins only, with a second factor if required', async () => {
  const [{ session: user }, { session: admin }] = [await people.signUp(), await people.signUp({ role: 'admin' })]
  expect(await admitAdmin(backend, null)).toEqual({ ok: false, code: 'not_signed_in' })
  expect(await admitAdmin(backend, user)).toEqual({ ok: false, code: 'needs_admin' })
  expect(await admitAdmin(backend, admin)).toBeNull()
  await backend.database.records.settings.write({ requireSecondFactor: true })
  expect(await admitAdmin(backend, admin)).toEqual({ ok: false, code: 'needs_second_factor' })
  expect(await admitAdmin(backend, { ...admin, account: { ...admin.account, twoFactorEnabled: true } })).toBeNull()
  expect(await admitAdmin(backend, user)).toEqual({ ok: false, code: 'needs_admin' })
})
