import { beforeEach, describe, expect, it } from 'vitest'
import { openClip } from '../downloads/files/open-clip.ts'
import { newId } from '../shared/new-id.ts'
import { askFor, finishedDownload, requestedDownload, sameVideo } from '../testing/downloads.ts'
import { openPeople, PASSWORD, type Person } from '../testing/people.ts'
import { openWorkbench, withinTransactions } from '../testing/workbench.ts'
import { deleteAccount } from './delete-account.ts'

const HOUR = 3600

const bench = await openWorkbench()
const people = await openPeople(bench)
beforeEach(() => bench.clock.set(new Date('2026-11-20T12:00:00Z')))

const leave = ({ session }: Person, password = PASSWORD, deps = {}) =>
  deleteAccount({ ...bench, ...people, ...deps }, { session, password, language: 'de' })
const GONE = { ok: true, value: undefined }
const fileOf = ({ clip }: { clip: { id: string } }) => bench.files.stat(`${clip.id}.mp4`)
const clipOf = ({ clip }: { clip: { id: string } }) => bench.database.records.clips.find(clip.id)
const isThere = async ({ session }: Person) => (await bench.database.records.accounts.find(session.account.id)) !== null

/** Rows of all tables that contain the person's id, email, name or username. */
async function rowsNaming({ session: { account } }: Person): Promise<string[]> {
  const names = [account.id, account.email, account.name, account.username]
  const stored = await people.everythingStored()
  return stored.split('\n').filter((row) => names.some((name) => row.toLowerCase().includes(name.toLowerCase())))
}

describe('a person who deletes their account', () => {
  it('is named in no row of any table any more, but in the one email that is still owed to them', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { account } = person.session
    const { mailQueue, newsletter, contactMessages } = bench.database.records
    await finishedDownload(bench, person.viewer)
    await requestedDownload(bench, person.viewer)
    await newsletter.ask(account.email, bench.clock.now())
    const message = { name: account.name, email: account.email, subject: 'A question', message: 'How exact?' }
    await contactMessages.insert({ ...message, id: newId(), status: 'new', createdAt: bench.clock.now() })
    const claim = JSON.stringify({ accountId: account.id, email: account.email })
    for (const [kind, value] of [
      ['reset-password', account.id],
      ['verify-email', claim],
      ['change-email', claim],
      ['newsletter', account.email],
      ['newsletter-end', account.email],
    ] as const)
      await people.accounts.createToken(kind, value, HOUR)
    await mailQueue.enqueue({ kind: 'welcome', accountId: account.id, language: 'en' })
    await mailQueue.enqueue({ kind: 'reset_password', email: account.email.toUpperCase(), language: 'en' })
    await mailQueue.enqueue({ kind: 'confirm_newsletter', email: account.email, language: 'en' })
    const started = await people.accounts.startSecondFactor(person.session)
    expect(started).toMatchObject({ ok: true })
    expect((await rowsNaming(person)).length).toBeGreaterThan(15)

    expect(await leave(person)).toEqual(GONE)
    const rows = await rowsNaming(person)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(/^pgboss\.job\S* .*account_deleted/)
    const { email, name } = account
    expect(await people.orders()).toEqual([{ kind: 'account_deleted', email, name, language: 'de' }])
    expect(await people.accounts.findSession(person.session.sessionToken)).toBeNull()
  })

  it('says so with their password, and is slowed when it is wrong', async () => {
    const person = await people.signUp()
    for (let tries = 0; tries < 5; tries++)
      expect(await leave(person, 'a guess')).toEqual({ ok: false, code: 'wrong_password' })
    expect(await leave(person)).toMatchObject({ ok: false, code: 'too_many_requests', retryAfterSeconds: 5 })
    expect(await isThere(person)).toBe(true)
    bench.clock.set(new Date('2026-11-20T12:00:05Z'))
    expect(await leave(person)).toEqual(GONE)
    expect(await isThere(person)).toBe(false)
  })

  it('takes their clips along, and the work on those that are not finished', async () => {
    const person = await people.signUp()
    const finished = await finishedDownload(bench, person.viewer)
    const waiting = await requestedDownload(bench, person.viewer)
    expect(await fileOf(finished)).not.toBeNull()
    await leave(person)
    expect(await fileOf(finished)).toBeNull()
    expect(await clipOf(finished)).toMatchObject({ status: 'expired', fileKey: null })
    expect(await clipOf(waiting)).toMatchObject({ status: 'cancelled' })
    expect(await bench.unfinishedJobIds()).not.toContain(waiting.clip.jobId)
  })

  it('leaves to others what they want too: clips and running work', async () => {
    const [person, secondViewer] = [await people.signUp(), await bench.viewer()]
    const finished = await finishedDownload(bench, person.viewer)
    const waiting = await requestedDownload(bench, person.viewer)
    const shared = [finished, waiting]
    const theirs = []
    for (const { video } of shared)
      theirs.push(await requestedDownload(bench, secondViewer, await sameVideo(bench, video, secondViewer)))
    expect(theirs.map(({ clip }) => clip.id)).toEqual(shared.map(({ clip }) => clip.id))
    await leave(person)
    expect(await fileOf(finished)).not.toBeNull()
    expect(await openClip(bench, { id: theirs[0]?.download.id ?? '', viewer: secondViewer })).toMatchObject({
      ok: true,
    })
    expect(await clipOf(waiting)).toMatchObject({ status: 'queued' })
    expect(await bench.unfinishedJobIds()).toContain(waiting.clip.jobId)
  })

  it('does not take along what came from a mailbox that may be another’s', async () => {
    const email = 'owner@example.org'
    const { contactMessages, newsletter, mailQueue } = bench.database.records
    await newsletter.ask(email, bench.clock.now())
    const message = { name: 'Owner', email, subject: 'A question', message: 'How exact?' }
    await contactMessages.insert({ ...message, id: newId(), status: 'new', createdAt: bench.clock.now() })
    await mailQueue.enqueue({ kind: 'confirm_newsletter', email, language: 'en' })
    const token = await people.accounts.createToken('newsletter', email, HOUR)
    await leave(await people.signUp({ email, emailVerified: false }))
    expect(await contactMessages.listFrom(email)).toHaveLength(1)
    expect(await newsletter.find(email)).not.toBeNull()
    expect(await people.orders()).toContainEqual({ kind: 'confirm_newsletter', email, language: 'en' })
    expect(await people.accounts.consumeToken('newsletter', token)).toBe(email)
  })

  it('leaves nobody else’s things behind changed', async () => {
    const [person, secondPerson] = [await people.signUp(), await people.signUp({ emailVerified: true })]
    const theirs = await finishedDownload(bench, secondPerson.viewer)
    const token = await people.accounts.createToken('reset-password', secondPerson.session.account.id, HOUR)
    const rows = await rowsNaming(secondPerson)
    await leave(person)
    expect(await rowsNaming(secondPerson)).toEqual(rows)
    expect(await fileOf(theirs)).not.toBeNull()
    expect(await people.accounts.consumeToken('reset-password', token)).toBe(secondPerson.session.account.id)
    expect(await people.accounts.findSession(secondPerson.session.sessionToken)).not.toBeNull()
  })

  it('is gone however often the request is repeated', async () => {
    const person = await people.signUp()
    const outcomes = await Promise.all([leave(person), leave(person)])
    expect(outcomes).toContainEqual(GONE)
    expect(await isThere(person)).toBe(false)
    const emails = (await people.orders()).filter(
      (order) => order.kind === 'account_deleted' && order.email === person.session.account.email,
    )
    // The mailbox was never confirmed, so it gets no email.
    expect(emails).toMatchObject([{ unasked: true }])
    expect(await rowsNaming(person)).toHaveLength(1)
  })

  it('is gone even when the disk does not give up a file, which the database knows no more', async () => {
    const person = await people.signUp()
    await finishedDownload(bench, person.viewer)
    const files = { ...bench.files, delete: () => Promise.reject(new Error('The disk is read-only.')) }
    expect(await leave(person, PASSWORD, { files })).toEqual(GONE)
    expect(await rowsNaming(person)).toHaveLength(1)
  })

  it('is still there with everything when something goes wrong', async () => {
    const person = await people.signUp({ emailVerified: true })
    const finished = await finishedDownload(bench, person.viewer)
    const rows = await rowsNaming(person)
    const broken = withinTransactions(bench, ({ accounts }) => ({
      accounts: { ...accounts, delete: () => Promise.reject(new Error('no power')) },
    }))
    await expect(leave(person, PASSWORD, { database: broken })).rejects.toThrow('no power')
    expect(await rowsNaming(person)).toEqual(rows)
    expect(await fileOf(finished)).not.toBeNull()
  })

  it('starts nothing more with what they had open', async () => {
    const person = await people.signUp()
    const video = await bench.video(person.viewer)
    // The account is deleted after the request has found the video, and before it locks the quota.
    const askedDeps = {
      ...bench,
      files: {
        ...bench.files,
        freeBytes: async () => {
          await leave(person)
          return null
        },
      },
    }
    expect(await askFor(askedDeps, video, person.viewer)).toEqual({ ok: false, code: 'not_found' })
  })
})

it('admins may leave while there is another one, and the last one may not, not even two at once', async () => {
  const [firstAdmin, secondAdmin] = [await people.signUp({ role: 'admin' }), await people.signUp({ role: 'admin' })]
  const outcomes = await Promise.all([leave(firstAdmin), leave(secondAdmin)])
  expect(outcomes).toContainEqual(GONE)
  expect(outcomes).toContainEqual({ ok: false, code: 'last_admin' })
  const last = (await isThere(firstAdmin)) ? firstAdmin : secondAdmin
  const suspended = await people.signUp({ role: 'admin' })
  await bench.database.records.accounts.update(suspended.session.account.id, { isActive: false })
  expect(await leave(last)).toEqual({ ok: false, code: 'last_admin' })
  expect(await isThere(last)).toBe(true)
  const next = await people.signUp({ role: 'admin' })
  expect(await leave(last)).toEqual(GONE)
  expect(await isThere(next)).toBe(true)
})
