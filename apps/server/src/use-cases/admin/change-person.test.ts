import { expect, it } from 'vitest'
import { describeOnDatabases, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import { refused } from '../shared/outcome.ts'
import { copyVideo, createDownload, createFinishedDownload } from '../testing/downloads.ts'
import { openPeople, type Person } from '../testing/people.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { changePerson, deletePerson } from './change-person.ts'

const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

describeOnDatabases('an admin of $name', async (kind) => {
  const backend = await openTestBackend(kind)
  const people = await openPeople(backend)
  const admin = await people.signUp({ role: 'admin' })

  const idOf = ({ session }: Person) => session.account.id
  const changeAccount = (person: Person, request: Parameters<typeof changePerson>[1]['change'], by = admin) =>
    changePerson(backend, { id: idOf(person), change: request, by: idOf(by) })
  const remove = (person: Person, by = admin) =>
    deletePerson(backend, { id: idOf(person), by: idOf(by), language: 'en' })
  const accountOf = (person: Person) => backend.database.records.accounts.find(idOf(person))
  const listNotedActions = async (person: Person) => {
    const { rows: entries } = await backend.database.records.audit.list({}, { offset: 0, limit: 1000 })
    return entries.filter(({ target }) => target?.id === idOf(person)).map(({ action, details }) => [action, details])
  }
  const isSignedIn = async ({ session }: Person) => (await people.accounts.findSession(session.sessionToken)) !== null

  it('stays one if two admins demote each other at once', async () => {
    const secondAdmin = await people.signUp({ role: 'admin' })
    const { accounts } = backend.database.records
    for (const request of [{ role: 'user' }, { isActive: false }, { role: 'user' }, { isActive: false }] as const) {
      for (const person of [admin, secondAdmin]) await accounts.update(idOf(person), { role: 'admin', isActive: true })
      const outcomes = await Promise.all([
        changeAccount(secondAdmin, request, admin),
        changeAccount(admin, request, secondAdmin),
      ])
      expect(outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.code)).sort()).toEqual(['done', 'needs_admin'])
      expect(await backend.database.transaction((records) => records.accounts.lockActiveAdmins())).toHaveLength(1)
    }
    await accounts.update(idOf(admin), { role: 'admin', isActive: true })
    await accounts.update(idOf(secondAdmin), { role: 'user', isActive: true })
  })

  it('remains if many suspend and demote each other at once, and nobody waits forever', async () => {
    const { accounts } = backend.database.records
    const otherPeople = [await people.signUp(), await people.signUp(), await people.signUp()]
    const admins = [admin, ...otherPeople]
    for (let roundIndex = 0; roundIndex < (isFullRun && kind === REAL_POSTGRES ? 50 : 3); roundIndex++) {
      for (const person of admins) await accounts.update(idOf(person), { role: 'admin', isActive: true })
      const request = (index: number) =>
        (index + roundIndex) % 3 === 0 ? { isActive: false } : { role: 'user' as const }
      const changes = admins.flatMap((by) => admins.map((person) => ({ by, person })))
      await Promise.all(changes.map(({ by, person }, index) => changeAccount(person, request(index), by)))
      expect(await backend.database.transaction((records) => records.accounts.lockActiveAdmins())).toHaveLength(1)
    }
    await accounts.update(idOf(admin), { role: 'admin', isActive: true })
    for (const otherAdmin of otherPeople) await accounts.update(idOf(otherAdmin), { role: 'user', isActive: true })
  })

  it('is found in the audit log both as actor and as target', async () => {
    const person = await people.signUp()
    await changeAccount(person, { subscription: 'lifetime' })
    const isFound = async (search: string) => {
      const { rows: entries, total } = await backend.database.records.audit.list({ search }, { offset: 0, limit: 1000 })
      expect(total).toBe(entries.length)
      return entries.some(({ target }) => target?.id === idOf(person))
    }
    for (const { account } of [person.session, admin.session])
      expect(await isFound(account.email.toUpperCase())).toBe(true)
    expect(await isFound(idOf(person))).toBe(true)
    expect(await isFound('nobody@nowhere.example')).toBe(false)
    expect(await isFound('%')).toBe(false)
  })

  it('cannot be the last one to go, and then nothing of the request happens', async () => {
    expect(await changeAccount(admin, { role: 'user', subscription: 'lifetime' })).toEqual({
      ok: false,
      code: 'last_admin',
    })
    expect(await changeAccount(admin, { isActive: false })).toEqual({ ok: false, code: 'last_admin' })
    expect(await accountOf(admin)).toMatchObject({ role: 'admin', isActive: true, subscription: 'free' })
    expect(await backend.database.records.ledger.listFor(idOf(admin))).toEqual([])
    expect(await changeAccount(admin, { subscription: 'lifetime' })).toMatchObject({ ok: true })
  })

  it('changes plan, role and status in one step, audited once, with the differences only', async () => {
    const person = await people.signUp()
    const outcome = await changeAccount(person, { subscription: 'pro-yearly', role: 'admin', isActive: false })
    const account = { subscription: 'pro-yearly', subscriptionExpiresAt: '2027-11-20T12:00:00.000Z', role: 'admin' }
    expect(outcome).toMatchObject({ ok: true, value: { id: idOf(person), ...account, isActive: false } })
    expect(await changeAccount(person, { subscription: 'pro-yearly', role: 'admin', isActive: false })).toEqual(outcome)
    await changeAccount(person, { subscription: 'free', role: 'admin', isActive: true })
    expect((await listNotedActions(person)).reverse()).toEqual([
      ['user_updated', 'plan: Free, now Pro (yearly); role: user, now admin; active, now suspended'],
      ['user_updated', 'plan: Pro (yearly), now Free; suspended, now active'],
    ])
    const ledger = await backend.database.records.ledger.listFor(idOf(person))
    expect(ledger).toMatchObject([
      { kind: 'grant', plan: 'pro-yearly', grantedBy: idOf(admin) },
      { kind: 'grant', plan: 'free', grantedBy: idOf(admin) },
    ])
    await changeAccount(person, { role: 'user' })
  })

  it('signs a suspended person out everywhere, and cancels their waiting jobs', async () => {
    const [person, secondPerson] = [await people.signUp(), await people.signUp()]
    const [finishedDownload, waitingDownload, sharedDownload] = [
      await createFinishedDownload(backend, person.viewer),
      await createDownload(backend, person.viewer),
      await createDownload(backend, person.viewer),
    ]
    await createDownload(
      backend,
      secondPerson.viewer,
      await copyVideo(backend, sharedDownload.video, secondPerson.viewer),
    )
    const { clips, quota } = backend.database.records
    const periods = { day: '2026-11-20', month: '2026-11' }
    expect(await quota.usage(idOf(person), periods)).toMatchObject({ today: 3 })
    expect(await changeAccount(person, { isActive: false })).toMatchObject({ ok: true, value: { isActive: false } })
    expect(await isSignedIn(person)).toBe(false)
    expect(await backend.database.records.sessions.list(idOf(person), backend.clock.now())).toEqual([])
    expect(await clips.find(finishedDownload.clip.id)).toMatchObject({ status: 'completed' })
    expect(await clips.find(waitingDownload.clip.id)).toMatchObject({ status: 'cancelled' })
    expect(await backend.unfinishedJobIds()).not.toContain(waitingDownload.clip.jobId)
    expect(await clips.find(sharedDownload.clip.id)).toMatchObject({ status: 'queued' })
    expect(await quota.usage(idOf(person), periods)).toMatchObject({ today: 1 })
  })

  it('makes a promoted person sign in again, and leaves a demoted one signed in', async () => {
    const person = await people.signUp()
    const resetToken = await people.accounts.createToken('reset-password', idOf(person), 3600)
    await changeAccount(person, { role: 'admin' })
    expect(await isSignedIn(person)).toBe(false)
    expect(await people.accounts.consumeToken('reset-password', resetToken)).toBeNull()
    expect(await accountOf(person)).toMatchObject({ generation: person.session.account.generation + 1 })

    const formerAdmin = await people.signUp({ role: 'admin' })
    await changeAccount(formerAdmin, { role: 'user' })
    expect((await people.accounts.findSession(formerAdmin.session.sessionToken))?.account.role).toBe('user')
    expect(await changeAccount(person, { subscription: 'lifetime' }, formerAdmin)).toEqual({
      ok: false,
      code: 'needs_admin',
    })
    await changeAccount(person, { role: 'user' })
  })

  it('leaves nothing of a deleted person but an email to them and a line without a name', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { email, name } = person.session.account
    const finishedDownload = await createFinishedDownload(backend, person.viewer)
    expect(await remove(person)).toEqual({ ok: true, value: undefined })
    expect(await accountOf(person)).toBeNull()
    expect(await isSignedIn(person)).toBe(false)
    expect(await backend.files.stat(`${finishedDownload.clip.id}.mp4`)).toBeNull()
    expect(await people.queuedEmails()).toContainEqual({ kind: 'account_deleted', email, name, language: 'en' })
    expect(await listNotedActions(person)).toEqual([['user_deleted', null]])
    const rows = (await people.everythingStored())
      .split('\n')
      .filter((row) => row.includes(email) || row.includes(name))
    expect(rows).toHaveLength(1)
    expect(await remove(person)).toEqual({ ok: false, code: 'not_found' })
    expect(await changeAccount(person, { isActive: false })).toEqual({ ok: false, code: 'not_found' })
    expect(await people.everythingStored()).not.toMatch(new RegExp(`quota_usage .*${idOf(person)}`))
  })

  it("sends no email about a deletion to an unconfirmed mailbox, which may be a stranger's", async () => {
    const person = await people.signUp()
    const { email } = person.session.account
    expect(await remove(person)).toMatchObject({ ok: true })
    const queuedEmails = (await people.queuedEmails()).filter((queued) => 'email' in queued && queued.email === email)
    expect(queuedEmails).toMatchObject([{ kind: 'account_deleted', unasked: true }])
  })

  it("can delete no admin, and no stranger's data", async () => {
    const secondAdmin = await people.signUp({ role: 'admin' })
    expect(await remove(secondAdmin)).toEqual({ ok: false, code: 'admin_protected' })
    expect(await remove(admin)).toEqual({ ok: false, code: 'admin_protected' })
    await changeAccount(secondAdmin, { role: 'user' })
    expect(await remove(admin, secondAdmin)).toEqual({ ok: false, code: 'needs_admin' })
    const stranger = await backend.viewer()
    const video = await backend.video(stranger)
    expect(await deletePerson(backend, { id: stranger.id, by: idOf(admin), language: 'en' })).toEqual(
      refused('not_found'),
    )
    expect(await backend.database.records.videos.find(video.id, stranger.id)).not.toBeNull()
  })
})
