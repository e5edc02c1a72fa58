import { randomBytes } from 'node:crypto'
import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Caller } from '../../ports/accounts.ts'
import { databaseTrouble } from '../database/engine/database-trouble.ts'
import type { Executor } from '../database/engine/executor.ts'
import { credentials } from '../database/schema/account-schema.ts'
import { describeOnDatabases } from '../database/testing/open-test-database.ts'
import { openAccounts } from './open-accounts.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { quickPasswords } from './testing/quick-passwords.ts'

const CALLER: Caller = { ipAddress: '203.0.113.7', userAgent: 'a test' }
const PASSWORD = 'a strip of video'
const HOUR_SECONDS = 3600
const secret = randomBytes(32).toString('hex')
const refusalWith = (code: string) => ({ ok: false, code })
const newId = () => randomBytes(16).toString('base64url')
const accountsOptions = { secret, newId, passwords: quickPasswords() }

describeOnDatabases('accounts in $name', async ({ open }) => {
  const test = await open()
  const accounts = openAccounts({ ...accountsOptions, executor: test.database.executor })
  let peopleCount = 0

  async function signUpPerson() {
    peopleCount += 1
    const email = `anna${peopleCount}@example.org`
    const signUp = await accounts.signUp(
      { name: 'Anna', username: `anna${peopleCount}`, email, password: PASSWORD },
      CALLER,
    )
    if (!signUp.ok) throw new Error(`${signUp.taken} is taken`)
    return { ...signUp, email }
  }
  const findSession = async (sessionToken: string) => {
    const session = await accounts.findSession(sessionToken)
    if (!session) throw new Error('There is no such session.')
    return session
  }

  it('start on the free plan, with an unconfirmed email and a session', async () => {
    const { account, sessionToken } = await signUpPerson()
    expect(account).toMatchObject({
      role: 'user',
      subscription: 'free',
      emailVerified: false,
      isActive: true,
      twoFactorEnabled: false,
    })
    expect((await findSession(sessionToken)).account).toEqual(account)
  })

  it('throw errors, and refuse nobody, while the database is down', async () => {
    const { email, sessionToken } = await signUpPerson()
    let isAway = false
    const executor = new Proxy(test.database.executor, {
      get(target, name) {
        if (isAway) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const accountsOverProxy = openAccounts({ ...accountsOptions, executor })
    isAway = true
    const person = { name: 'B', username: 'somebody', email: 'b@example.org', password: PASSWORD }
    const calls = [
      () => accountsOverProxy.findSession(sessionToken),
      () => accountsOverProxy.endSession(sessionToken),
      () => accountsOverProxy.signIn({ email, password: PASSWORD }, CALLER),
      () => accountsOverProxy.signUp(person, CALLER),
    ]
    for (const call of calls) expect(databaseTrouble(await call().catch((error: unknown) => error))).toBe('busy')
  })

  it('refuse a second factor after the secret has changed, and accept a new one', async () => {
    const { account, email, sessionToken } = await signUpPerson()
    const setup = await accounts.startSecondFactor(await findSession(sessionToken))
    if (!setup.ok) throw new Error(setup.code)
    const confirmation = await accounts.confirmSecondFactor(await findSession(sessionToken), codeOf(setup.uri))
    expect(confirmation).toMatchObject({ ok: true })
    const newSecret = randomBytes(32).toString('hex')
    const { executor } = test.database
    const passwords = quickPasswords()
    const accountsWithNewSecret = openAccounts({
      executor,
      secret: newSecret,
      newId,
      passwords,
    })
    expect(await accountsWithNewSecret.findSession(sessionToken)).toBeNull()
    const credentials = { email, password: PASSWORD }
    expect(await accountsWithNewSecret.signIn(credentials, CALLER)).toEqual(refusalWith('second_factor_needed'))
    for (const code of [codeOf(setup.uri, 1), setup.backupCodes[0]])
      expect(await accountsWithNewSecret.signIn({ ...credentials, code }, CALLER)).toEqual(
        refusalWith('second_factor_unreadable'),
      )
    // The refusals use up no code: with the former secret, the backup code still works.
    expect(await accounts.signIn({ ...credentials, code: setup.backupCodes[0] }, CALLER)).toMatchObject({ ok: true })

    await test.database.records.accounts.dropSecondFactor(account.id)
    const signedIn = await accountsWithNewSecret.signIn(credentials, CALLER)
    if (!signedIn.ok) throw new Error(signedIn.code)
    const session = await accountsWithNewSecret.findSession(signedIn.sessionToken)
    const newSetup = session && (await accountsWithNewSecret.startSecondFactor(session))
    if (!session || !newSetup?.ok) throw new Error('It could not be set up.')
    // The former secret cannot confirm a second factor that the new secret encrypted.
    const formerSignIn = await accounts.signIn(credentials, CALLER)
    const formerSession = formerSignIn.ok ? await accounts.findSession(formerSignIn.sessionToken) : null
    if (!formerSession) throw new Error('There is no session.')
    expect(await accounts.confirmSecondFactor(formerSession, codeOf(newSetup.uri))).toEqual(
      refusalWith('second_factor_unreadable'),
    )
    expect(await accountsWithNewSecret.confirmSecondFactor(session, codeOf(newSetup.uri))).toMatchObject({ ok: true })
  })

  it('are unique per email, in any spelling', async () => {
    const { email } = await signUpPerson()
    const samePerson = { name: 'B', username: 'another', email: email.toUpperCase(), password: PASSWORD }
    expect(await accounts.signUp(samePerson, CALLER)).toEqual({ ok: false, taken: 'email' })
    expect(await accounts.signIn({ email: email.toUpperCase(), password: PASSWORD }, CALLER)).toMatchObject({
      ok: true,
    })
  })

  it('have unique usernames, in any case', async () => {
    const { account } = await signUpPerson()
    const secondPerson = {
      name: 'B',
      username: account.username.toUpperCase(),
      email: 'bert@example.org',
      password: PASSWORD,
    }
    expect(await accounts.signUp(secondPerson, CALLER)).toEqual({ ok: false, taken: 'username' })
  })

  it('are inserted together with their password, or not at all', async () => {
    const person = { name: 'C', username: 'cut-off', email: 'cut-off@example.org', password: PASSWORD }
    const { executor, records } = test.database
    const failingAccounts = openAccounts({ ...accountsOptions, executor: executorFailingAtPasswords(executor) })
    const failure = await failingAccounts.signUp(person, CALLER).catch((error: unknown) => error)
    expect(databaseTrouble(failure)).toBe('busy')
    expect(await records.accounts.findByEmail(person.email)).toBeNull()
    const signUp = await accounts.signUp(person, CALLER)
    // Without its password row, the account looks as it would between two separate inserts.
    await executor.delete(credentials).where(eq(credentials.userId, signUp.ok ? signUp.account.id : ''))
    expect(await accounts.signUp(person, CALLER)).toEqual({ ok: false, taken: 'email' })
    expect(await records.accounts.findByEmail(person.email)).toMatchObject({ name: 'C' })
  })

  it('are created once if two processes sign up one email at once', async () => {
    const secondProcess = openAccounts({ ...accountsOptions, executor: test.database.executor })
    const person = { name: 'D', username: 'twice', email: 'twice@example.org', password: PASSWORD }
    const results = await Promise.all([accounts, secondProcess].map((process) => process.signUp(person, CALLER)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual({ ok: false, taken: 'email' })
    expect(await secondProcess.signIn({ email: person.email, password: PASSWORD }, CALLER)).toMatchObject({ ok: true })
  })

  it('open only with the right password, with a new session token each time', async () => {
    const { email, sessionToken } = await signUpPerson()
    expect(await accounts.signIn({ email, password: `${PASSWORD} ` }, CALLER)).toEqual(refusalWith('wrong_credentials'))
    const signIn = await accounts.signIn({ email, password: PASSWORD }, CALLER)
    expect(signIn.ok && signIn.sessionToken).not.toBe(sessionToken)
  })

  it('keep every character of a long password', async () => {
    const longPassword = 'ä'.repeat(256)
    const email = 'long@example.org'
    await accounts.signUp({ name: 'L', username: 'long', email, password: longPassword }, CALLER)
    expect(await accounts.signIn({ email, password: longPassword.slice(0, -1) }, CALLER)).toMatchObject({ ok: false })
    expect(await accounts.signIn({ email, password: longPassword }, CALLER)).toMatchObject({ ok: true })
  })

  it('accept no forged, changed or ended session token', async () => {
    const { sessionToken } = await signUpPerson()
    const [token] = sessionToken.split('.')
    for (const forgedToken of ['', 'x', token ?? '', `${token}.AAAA`, `x${sessionToken}`, 'toString', '__proto__'])
      expect(await accounts.findSession(forgedToken)).toBeNull()
    await accounts.endSession(sessionToken)
    expect(await accounts.findSession(sessionToken)).toBeNull()
  })

  it('store nothing that opens a session', async () => {
    const { sessionToken } = await signUpPerson()
    const rows = await test.database.executor.execute(sql`select token from sessions`)
    expect(JSON.stringify(rows)).not.toContain(sessionToken)
    for (const { token } of (rows as unknown as { rows: { token: string }[] }).rows)
      expect(await accounts.findSession(token)).toBeNull()
  })

  it('end sessions that are unused for two weeks or older than three months', async () => {
    const { account, sessionToken } = await signUpPerson()
    const setAge = (created: string, usedAt: string) =>
      test.database.executor.execute(sql`update sessions set created_at = now() - ${created}::interval,
      updated_at = now() - ${usedAt}::interval, expires_at = now() + interval '1 day' where user_id = ${account.id}`)
    await setAge('13 days', '13 days')
    expect(await accounts.findSession(sessionToken)).not.toBeNull()
    await setAge('15 days', '14 days')
    expect(await accounts.findSession(sessionToken)).toBeNull()

    const { account: secondAccount, sessionToken: secondToken } = await signUpPerson()
    await test.database.executor.execute(
      sql`update sessions set created_at = now() - interval '91 days' where user_id = ${secondAccount.id}`,
    )
    expect(await accounts.findSession(secondToken)).toBeNull()
  })

  it('have at most a hundred sessions: the longest unused one ends first', async () => {
    const { account, email, sessionToken } = await signUpPerson()
    const signIns = []
    for (let time = 0; time < 100; time++) signIns.push(await accounts.signIn({ email, password: PASSWORD }, CALLER))
    const tokens = signIns.map((signIn) => (signIn.ok ? signIn.sessionToken : ''))
    const { sessions } = test.database.records
    expect(await sessions.list(account.id, new Date())).toHaveLength(100)
    expect(await accounts.findSession(sessionToken)).toBeNull()
    for (const token of [tokens.at(0), tokens.at(-1)]) expect(await accounts.findSession(token ?? '')).not.toBeNull()
  })

  it('lose their sessions when they are suspended, and get no new ones', async () => {
    const { account, email, sessionToken } = await signUpPerson()
    await test.database.records.accounts.update(account.id, { isActive: false })
    expect(await accounts.findSession(sessionToken)).toBeNull()
    expect(await accounts.signIn({ email, password: PASSWORD }, CALLER)).toEqual(refusalWith('account_suspended'))
    expect(await accounts.signIn({ email, password: 'wrong' }, CALLER)).toEqual(refusalWith('wrong_credentials'))
    await test.database.records.accounts.update(account.id, { isActive: true })
    expect(await accounts.findSession(sessionToken)).toBeNull()
  })

  it('issue tokens that work once, for one purpose, until they expire', async () => {
    const token = await accounts.createToken('verify-email', 'anna', HOUR_SECONDS)
    const storedRows = await test.database.executor.execute(sql`select * from verifications`)
    expect(JSON.stringify(storedRows)).not.toContain(token)
    expect(await accounts.consumeToken('reset-password', token)).toBeNull()
    const results = await Promise.all([
      accounts.consumeToken('verify-email', token),
      accounts.consumeToken('verify-email', token),
    ])
    expect(results.toSorted()).toEqual(['anna', null])
    expect(await accounts.consumeToken('verify-email', token)).toBeNull()

    const oldToken = await accounts.createToken('verify-email', 'anna', -1)
    expect(await accounts.consumeToken('verify-email', oldToken)).toBeNull()
  })

  it('reject the old password after a change', async () => {
    const { account, email } = await signUpPerson()
    const hash = await accounts.hashPassword('another strip')
    expect(hash).not.toContain('another')
    await test.database.records.accounts.setPasswordHash(account.id, hash)
    expect(await accounts.checkPassword(account.id, PASSWORD)).toBe(false)
    expect(await accounts.signIn({ email, password: 'another strip' }, CALLER)).toMatchObject({ ok: true })
  })

  it('open no session if the password changes or the account is deleted during the sign-in', async () => {
    const { account, email } = await signUpPerson()
    const { accounts: records, sessions } = test.database.records
    let beforeVerifying = async (): Promise<void> => undefined
    const passwords: PasswordHasher = {
      ...accountsOptions.passwords,
      async verify(attempt) {
        await beforeVerifying()
        return accountsOptions.passwords.verify(attempt)
      },
    }
    const accountsWithHook = openAccounts({ ...accountsOptions, executor: test.database.executor, passwords })
    beforeVerifying = async () => {
      await records.renew(account.id)
      await sessions.endAll(account.id)
    }
    expect(await accountsWithHook.signIn({ email, password: PASSWORD }, CALLER)).toEqual(
      refusalWith('wrong_credentials'),
    )
    expect(await sessions.list(account.id, new Date())).toEqual([])

    beforeVerifying = async () => void (await records.delete(account.id))
    expect(await accountsWithHook.signIn({ email, password: PASSWORD }, CALLER)).toEqual(
      refusalWith('wrong_credentials'),
    )
  })

  it('keep the second factor confirmed in one tab while another tab starts a setup', async () => {
    const { sessionToken, account } = await signUpPerson()
    const session = await findSession(sessionToken)
    const firstSetup = await accounts.startSecondFactor(session)
    if (!firstSetup.ok) throw new Error(firstSetup.code)
    const [confirmation, secondSetup] = await Promise.all([
      accounts.confirmSecondFactor(session, codeOf(firstSetup.uri)),
      accounts.startSecondFactor(session),
    ])
    // Only one of the two setups takes effect: the confirmation or the second start.
    expect(confirmation.ok).toBe(!secondSetup.ok)
    expect((await accounts.openSession((await test.database.records.accounts.find(account.id))!, CALLER)).ok).toBe(
      secondSetup.ok,
    )
  })

  it('accept each app code and each backup code once', async () => {
    const { email, sessionToken } = await signUpPerson()
    const session = await findSession(sessionToken)
    const setup = await accounts.startSecondFactor(session)
    if (!setup.ok) throw new Error(setup.code)
    expect(await accounts.signIn({ email, password: PASSWORD }, CALLER)).toMatchObject({ ok: true })
    expect(await accounts.confirmSecondFactor(session, '000000')).toEqual(refusalWith('wrong_code'))
    const setupCode = codeOf(setup.uri)
    const confirmation = await accounts.confirmSecondFactor(session, setupCode)
    if (!confirmation.ok) throw new Error(confirmation.code)
    expect((await findSession(confirmation.sessionToken)).account.twoFactorEnabled).toBe(true)

    const credentials = { email, password: PASSWORD }
    expect(await accounts.signIn(credentials, CALLER)).toEqual(refusalWith('second_factor_needed'))
    expect(await accounts.signIn({ email, password: 'wrong', code: '000000' }, CALLER)).toEqual(
      refusalWith('wrong_credentials'),
    )
    expect(await accounts.signIn({ ...credentials, code: '000000' }, CALLER)).toEqual(refusalWith('wrong_code'))
    // The code of the setup counts as used. Each later code works once too, even for two concurrent sign-ins.
    const wrongCode = refusalWith('wrong_code')
    expect(await accounts.signIn({ ...credentials, code: setupCode }, CALLER)).toEqual(wrongCode)
    const withCode = { ...credentials, code: codeOf(setup.uri, 1) }
    const results = await Promise.all([accounts.signIn(withCode, CALLER), accounts.signIn(withCode, CALLER)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(wrongCode)
    expect(await accounts.signIn(withCode, CALLER)).toEqual(wrongCode)
    const [backupCode = ''] = setup.backupCodes
    expect(setup.backupCodes).toHaveLength(10)
    expect(await accounts.signIn({ ...credentials, code: backupCode }, CALLER)).toMatchObject({ ok: true })
    expect(await accounts.signIn({ ...credentials, code: backupCode }, CALLER)).toMatchObject({ ok: false })

    const owner = await findSession(confirmation.sessionToken)
    const renewal = await accounts.renewBackupCodes(owner)
    if (!renewal.ok) throw new Error(renewal.code)
    const [formerCode = '', newCode = ''] = [setup.backupCodes[1], renewal.backupCodes[0]]
    expect(renewal.backupCodes).toHaveLength(10)
    expect(await accounts.signIn({ ...credentials, code: formerCode }, CALLER)).toEqual(wrongCode)
    expect(await accounts.signIn({ ...credentials, code: newCode }, CALLER)).toMatchObject({ ok: true })

    const currentSession = await findSession(confirmation.sessionToken)
    const removal = await accounts.removeSecondFactor(currentSession)
    expect(removal.ok && (await findSession(removal.sessionToken)).account.twoFactorEnabled).toBe(false)
    expect(await accounts.removeSecondFactor(currentSession)).toEqual(refusalWith('not_signed_in'))
    expect(await accounts.signIn(credentials, CALLER)).toMatchObject({ ok: true })
  })
})

/** An executor that loses its connection when a password is written. */
function executorFailingAtPasswords(executor: Executor): Executor {
  return new Proxy(executor, {
    get(target, name) {
      if (name === 'transaction')
        return (work: (transactionExecutor: Executor) => Promise<unknown>) =>
          target.transaction((transactionExecutor) => work(executorFailingAtPasswords(transactionExecutor)))
      if (name !== 'insert') return Reflect.get(target, name)
      return (table: typeof credentials) => {
        if (table === credentials) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
        return target.insert(table)
      }
    },
  })
}

/** Code that an authenticator app shows. */
const codeOf = (uri: string, stepsAhead = 0): string =>
  codeShownBy(new URL(uri).searchParams.get('secret') ?? '', stepsAhead)
