import { beforeEach, describe, expect, it } from 'vitest'
import { openClip } from '../downloads/files/open-clip.ts'
import { newId } from '../shared/new-id.ts'
import { copyVideo, createDownload, createFinishedDownload, requestDownloadOf } from '../testing/downloads.ts'
import { openPeople, PASSWORD, type Person } from '../testing/people.ts'
import { openTestBackend, withinTransactions } from '../testing/test-backend.ts'
import { deleteAccount } from './delete-account.ts'

const HOUR_SECONDS = 3600

const backend = await openTestBackend()
const people = await openPeople(backend)
beforeEach(() => backend.clock.set(new Date('2026-11-20T12:00:00Z')))

const deleteOwnAccount = ({ session }: Person, password = PASSWORD, deps = {}) =>
  deleteAccount({ ...backend, ...people, ...deps }, { session, password, language: 'de' })
const SUCCESS = { ok: true, value: undefined }
const fileOf = ({ clip }: { clip: { id: string } }) => backend.files.stat(`${clip.id}.mp4`)
const clipOf = ({ clip }: { clip: { id: string } }) => backend.database.records.clips.find(clip.id)
const hasAccount = async ({ session }: Person) =>
  (await backend.database.records.accounts.find(session.account.id)) !== null

/** Rows of all tables that contain the person's id, email, name or username. */
async function rowsNaming({ session: { account } }: Person): Promise<string[]> {
  const names = [account.id, account.email, account.name, account.username]
  const storedText = await people.everythingStored()
  return storedText.split('\n').filter((row) => names.some((name) => row.toLowerCase().includes(name.toLowerCase())))
}

describe('a person who deletes their account', () => {
  it('is named in no row of any table, except in one email still to be sent', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { account } = person.session
    const { mailQueue, newsletter, contactMessages } = backend.database.records
    await createFinishedDownload(backend, person.viewer)
    await createDownload(backend, person.viewer)
    await newsletter.ask(account.email, backend.clock.now())
    const message = { name: account.name, email: account.email, subject: 'A question', message: 'How exact?' }
    await contactMessages.insert({ ...message, id: newId(), status: 'new', createdAt: backend.clock.now() })
    const claim = JSON.stringify({ accountId: account.id, email: account.email })
    for (const [kind, value] of [
      ['reset-password', account.id],
      ['verify-email', claim],
      ['change-email', claim],
      ['newsletter', account.email],
      ['newsletter-end', account.email],
    ] as const)
      await people.accounts.createToken(kind, value, HOUR_SECONDS)
    await mailQueue.enqueue({ kind: 'welcome', accountId: account.id, language: 'en' })
    await mailQueue.enqueue({ kind: 'reset_password', email: account.email.toUpperCase(), language: 'en' })
    await mailQueue.enqueue({ kind: 'confirm_newsletter', email: account.email, language: 'en' })
    const setup = await people.accounts.startSecondFactor(person.session)
    expect(setup).toMatchObject({ ok: true })
    expect((await rowsNaming(person)).length).toBeGreaterThan(15)

    expect(await deleteOwnAccount(person)).toEqual(SUCCESS)
    const rows = await rowsNaming(person)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(/^pgboss\.job\S* .*account_deleted/)
    const { email, name } = account
    expect(await people.queuedEmails()).toEqual([{ kind: 'account_deleted', email, name, language: 'de' }])
    expect(await people.accounts.findSession(person.session.sessionToken)).toBeNull()
  })

  it('needs the password, and is slowed down after wrong ones', async () => {
    const person = await people.signUp()
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await deleteOwnAccount(person, 'a guess')).toEqual({ ok: false, code: 'wrong_password' })
    expect(await deleteOwnAccount(person)).toMatchObject({ ok: false, code: 'too_many_requests', retryAfterSeconds: 5 })
    expect(await hasAccount(person)).toBe(true)
    backend.clock.set(new Date('2026-11-20T12:00:05Z'))
    expect(await deleteOwnAccount(person)).toEqual(SUCCESS)
    expect(await hasAccount(person)).toBe(false)
  })

  it('deletes their clips, and the work on unfinished ones', async () => {
    const person = await people.signUp()
    const finishedDownload = await createFinishedDownload(backend, person.viewer)
    const waitingDownload = await createDownload(backend, person.viewer)
    expect(await fileOf(finishedDownload)).not.toBeNull()
    await deleteOwnAccount(person)
    expect(await fileOf(finishedDownload)).toBeNull()
    expect(await clipOf(finishedDownload)).toMatchObject({ status: 'expired', fileKey: null })
    expect(await clipOf(waitingDownload)).toMatchObject({ status: 'cancelled' })
    expect(await backend.unfinishedJobIds()).not.toContain(waitingDownload.clip.jobId)
  })

  it('leaves shared clips and running work to others', async () => {
    const [person, secondViewer] = [await people.signUp(), await backend.viewer()]
    const finishedDownload = await createFinishedDownload(backend, person.viewer)
    const waitingDownload = await createDownload(backend, person.viewer)
    const sharedDownloads = [finishedDownload, waitingDownload]
    const otherDownloads = []
    for (const { video } of sharedDownloads)
      otherDownloads.push(await createDownload(backend, secondViewer, await copyVideo(backend, video, secondViewer)))
    expect(otherDownloads.map(({ clip }) => clip.id)).toEqual(sharedDownloads.map(({ clip }) => clip.id))
    await deleteOwnAccount(person)
    expect(await fileOf(finishedDownload)).not.toBeNull()
    expect(await openClip(backend, { id: otherDownloads[0]?.download.id ?? '', viewer: secondViewer })).toMatchObject({
      ok: true,
    })
    expect(await clipOf(waitingDownload)).toMatchObject({ status: 'queued' })
    expect(await backend.unfinishedJobIds()).toContain(waitingDownload.clip.jobId)
  })

  it("keeps data from a mailbox that may be another person's", async () => {
    const email = 'owner@example.org'
    const { contactMessages, newsletter, mailQueue } = backend.database.records
    await newsletter.ask(email, backend.clock.now())
    const message = { name: 'Owner', email, subject: 'A question', message: 'How exact?' }
    await contactMessages.insert({ ...message, id: newId(), status: 'new', createdAt: backend.clock.now() })
    await mailQueue.enqueue({ kind: 'confirm_newsletter', email, language: 'en' })
    const token = await people.accounts.createToken('newsletter', email, HOUR_SECONDS)
    await deleteOwnAccount(await people.signUp({ email, emailVerified: false }))
    expect(await contactMessages.listFrom(email)).toHaveLength(1)
    expect(await newsletter.find(email)).not.toBeNull()
    expect(await people.queuedEmails()).toContainEqual({ kind: 'confirm_newsletter', email, language: 'en' })
    expect(await people.accounts.consumeToken('newsletter', token)).toBe(email)
  })

  it("changes no other person's data", async () => {
    const [person, secondPerson] = [await people.signUp(), await people.signUp({ emailVerified: true })]
    const otherDownload = await createFinishedDownload(backend, secondPerson.viewer)
    const token = await people.accounts.createToken('reset-password', secondPerson.session.account.id, HOUR_SECONDS)
    const rows = await rowsNaming(secondPerson)
    await deleteOwnAccount(person)
    expect(await rowsNaming(secondPerson)).toEqual(rows)
    expect(await fileOf(otherDownload)).not.toBeNull()
    expect(await people.accounts.consumeToken('reset-password', token)).toBe(secondPerson.session.account.id)
    expect(await people.accounts.findSession(secondPerson.session.sessionToken)).not.toBeNull()
  })

  it('is deleted once, even if the request is repeated', async () => {
    const person = await people.signUp()
    const outcomes = await Promise.all([deleteOwnAccount(person), deleteOwnAccount(person)])
    expect(outcomes).toContainEqual(SUCCESS)
    expect(await hasAccount(person)).toBe(false)
    const emails = (await people.queuedEmails()).filter(
      (order) => order.kind === 'account_deleted' && order.email === person.session.account.email,
    )
    // The mailbox was never confirmed, so it gets no email.
    expect(emails).toMatchObject([{ unasked: true }])
    expect(await rowsNaming(person)).toHaveLength(1)
  })

  it('is deleted even if the disk keeps a file, which the database no longer knows', async () => {
    const person = await people.signUp()
    await createFinishedDownload(backend, person.viewer)
    const files = { ...backend.files, delete: () => Promise.reject(new Error('The disk is read-only.')) }
    expect(await deleteOwnAccount(person, PASSWORD, { files })).toEqual(SUCCESS)
    expect(await rowsNaming(person)).toHaveLength(1)
  })

  it('keeps everything if the deletion fails', async () => {
    const person = await people.signUp({ emailVerified: true })
    const finishedDownload = await createFinishedDownload(backend, person.viewer)
    const rows = await rowsNaming(person)
    const brokenDatabase = withinTransactions(backend, ({ accounts }) => ({
      accounts: { ...accounts, delete: () => Promise.reject(new Error('no power')) },
    }))
    await expect(deleteOwnAccount(person, PASSWORD, { database: brokenDatabase })).rejects.toThrow('no power')
    expect(await rowsNaming(person)).toEqual(rows)
    expect(await fileOf(finishedDownload)).not.toBeNull()
  })

  it('starts nothing more through open requests', async () => {
    const person = await people.signUp()
    const video = await backend.video(person.viewer)
    // The account is deleted after the request has found the video, and before it locks the quota.
    const askedDeps = {
      ...backend,
      files: {
        ...backend.files,
        freeBytes: async () => {
          await deleteOwnAccount(person)
          return null
        },
      },
    }
    expect(await requestDownloadOf(askedDeps, video, person.viewer)).toEqual({ ok: false, code: 'not_found' })
  })
})

it('an admin may leave unless they are the last one, even if two leave at once', async () => {
  const [firstAdmin, secondAdmin] = [await people.signUp({ role: 'admin' }), await people.signUp({ role: 'admin' })]
  const outcomes = await Promise.all([deleteOwnAccount(firstAdmin), deleteOwnAccount(secondAdmin)])
  expect(outcomes).toContainEqual(SUCCESS)
  expect(outcomes).toContainEqual({ ok: false, code: 'last_admin' })
  const lastAdmin = (await hasAccount(firstAdmin)) ? firstAdmin : secondAdmin
  const suspendedAdmin = await people.signUp({ role: 'admin' })
  await backend.database.records.accounts.update(suspendedAdmin.session.account.id, { isActive: false })
  expect(await deleteOwnAccount(lastAdmin)).toEqual({ ok: false, code: 'last_admin' })
  expect(await hasAccount(lastAdmin)).toBe(true)
  const newAdmin = await people.signUp({ role: 'admin' })
  expect(await deleteOwnAccount(lastAdmin)).toEqual(SUCCESS)
  expect(await hasAccount(newAdmin)).toBe(true)
})
