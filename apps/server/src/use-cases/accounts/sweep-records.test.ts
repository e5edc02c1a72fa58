import { expect, it } from 'vitest'
import { IP_ADDRESS_COUNT_PREFIX } from '../../ports/clips.ts'
import { newId } from '../shared/new-id.ts'
import { createDownload } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { sweepRecords } from './sweep-records.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const daysLater = (days: number) => new Date(NOON.getTime() + days * 24 * 3_600_000)

const backend = await openTestBackend()
const people = await openPeople(backend)

const sweep = (at: Date) => {
  backend.clock.set(at)
  return sweepRecords({ ...backend, ...people })
}
const isStored = async (text: string) => (await people.everythingStored()).includes(text)

it('unconfirmed newsletter requests go after a week, confirmed ones stay', async () => {
  const { newsletter } = backend.database.records
  for (const email of ['forgot@example.org', 'reads@example.org', 'again@example.org'])
    await newsletter.ask(email, NOON)
  await newsletter.confirm('reads@example.org', NOON)
  await sweep(daysLater(6.9))
  expect(await newsletter.find('forgot@example.org')).not.toBeNull()
  await newsletter.ask('again@example.org', daysLater(6.9))
  await sweep(daysLater(7.1))
  expect(await newsletter.find('forgot@example.org')).toBeNull()
  expect(await newsletter.find('again@example.org')).not.toBeNull()
  expect(await newsletter.find('reads@example.org')).not.toBeNull()
})

it('invitations are deleted a month after they end', async () => {
  const { invitations } = backend.database.records
  await invitations.add({
    id: newId(),
    tokenHash: 'a hash',
    email: 'invited@example.org',
    plan: null,
    createdBy: newId(),
    createdAt: NOON,
    expiresAt: daysLater(7),
    usedAt: null,
    revokedAt: null,
  })
  await sweep(daysLater(36.9))
  expect(await isStored('invited@example.org')).toBe(true)
  await sweep(daysLater(37.1))
  expect(await isStored('invited@example.org')).toBe(false)
})

it('strangers are deleted after their cookie has expired, unless something of theirs remains', async () => {
  backend.clock.set(NOON)
  const [unusedViewer, owner] = [await backend.viewer(), await backend.viewer()]
  await backend.database.records.quota.lock(unusedViewer.id)
  await sweep(daysLater(399))
  expect(await isStored(unusedViewer.id)).toBe(true)
  backend.clock.set(daysLater(390))
  const { video } = await createDownload(backend, owner)
  await sweep(daysLater(401))
  expect(await isStored(unusedViewer.id)).toBe(false)
  expect(await backend.database.records.videos.find(video.id, owner.id)).not.toBeNull()
})

it('data of strangers is deleted after three months, data of accounts is not', async () => {
  backend.clock.set(NOON)
  const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
  const [strangersDownload, accountsDownload] = [
    await createDownload(backend, stranger),
    await createDownload(backend, account),
  ]
  const { videos, downloads } = backend.database.records
  await sweep(daysLater(89))
  expect(await downloads.find(strangersDownload.download.id, stranger.id)).not.toBeNull()
  await sweep(daysLater(91))
  expect(await downloads.find(strangersDownload.download.id, stranger.id)).toBeNull()
  expect(await videos.find(strangersDownload.video.id, stranger.id)).toBeNull()
  expect(await downloads.find(accountsDownload.download.id, account.id)).not.toBeNull()
  expect(await videos.find(accountsDownload.video.id, account.id)).not.toBeNull()
})

it("a stranger's link without a download is deleted after a day, an account's is not", async () => {
  backend.clock.set(NOON)
  const [stranger, { viewer: account }] = [await backend.viewer(), await people.signUp()]
  const [strangersVideo, usedVideo, accountsVideo] = [
    await backend.video(stranger),
    await backend.video(stranger),
    await backend.video(account),
  ]
  await createDownload(backend, stranger, usedVideo)
  const { videos } = backend.database.records
  await sweep(daysLater(0.99))
  expect(await videos.find(strangersVideo.id, stranger.id)).not.toBeNull()
  await sweep(daysLater(1.01))
  expect(await videos.find(strangersVideo.id, stranger.id)).toBeNull()
  expect(await videos.find(usedVideo.id, stranger.id)).not.toBeNull()
  expect(await videos.find(accountsVideo.id, account.id)).not.toBeNull()
})

it('counts are stored for this month and the last few', async () => {
  const { viewer } = await people.signUp()
  const { quota } = backend.database.records
  const november = { day: '2026-11-20', month: '2026-11' }
  await quota.addAll([{ counted: viewer.id, periods: november }], 1)
  await sweep(new Date('2027-01-20T12:00:00Z'))
  expect(await quota.usage(viewer.id, november)).toEqual({ today: 1, thisMonth: 1 })
  await sweep(new Date('2027-04-20T12:00:00Z'))
  expect(await quota.usage(viewer.id, november)).toEqual({ today: 0, thisMonth: 0 })
})

it('counts of IP addresses stay as long as those of accounts, and leave nothing behind', async () => {
  const key = `${IP_ADDRESS_COUNT_PREFIX}abc`
  const { quota } = backend.database.records
  const november = { day: '2026-11-20', month: '2026-11' }
  await quota.lock(key)
  await quota.addAll([{ counted: key, periods: november }], 1)
  await sweep(new Date('2026-11-30T23:59:00Z'))
  expect(await quota.usage(key, november)).toEqual({ today: 1, thisMonth: 1 })
  await sweep(new Date('2027-04-20T12:00:00Z'))
  expect(await isStored(key)).toBe(false)
})

it('sessions, tokens and attempts are deleted after they expire', async () => {
  const { session } = await people.signUp()
  const { id } = session.account
  await people.accounts.createToken('verify-email', `${id} mailbox`, 3600)
  await backend.database.records.attempts.add('a try', NOON, daysLater(1))
  const rows = async () => {
    const storedText = await people.everythingStored()
    return ['public.sessions', 'public.verifications', 'public.attempts'].filter((table) =>
      storedText.split('\n').some((row) => row.startsWith(table)),
    )
  }
  await sweep(NOON)
  expect(await rows()).toHaveLength(3)
  // These rows have creation times of the system clock, not of the test's clock.
  await sweep(new Date(Math.max(Date.now(), NOON.getTime()) + 100 * 24 * 3_600_000))
  expect(await rows()).toEqual([])
})

it("data that was added during an account's deletion goes, and no other data", async () => {
  const [visitor, { viewer: account }] = [await backend.viewer(), await people.signUp()]
  const [visitorsVideo, accountsVideo] = [await backend.video(visitor), await backend.video(account)]
  const unknownViewer = { id: newId(), kind: 'free' } as const
  await createDownload(backend, unknownViewer)
  await backend.video(unknownViewer)
  await sweep(NOON)
  expect(await isStored(unknownViewer.id)).toBe(false)
  const { videos } = backend.database.records
  expect(await videos.find(visitorsVideo.id, visitor.id)).not.toBeNull()
  expect(await videos.find(accountsVideo.id, account.id)).not.toBeNull()
})
