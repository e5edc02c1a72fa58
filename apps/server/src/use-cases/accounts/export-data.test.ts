import { describe, expect, it } from 'vitest'
import { cancelDownload, deleteDownload } from '../downloads/end-download.ts'
import { newId } from '../shared/new-id.ts'
import { createDownload, createFinishedDownload, requestDownloadOf } from '../testing/downloads.ts'
import { CALLER, openPeople, PASSWORD, type Person } from '../testing/people.ts'
import { DUBBED_VIDEO, openTestBackend, RECEIPT, unwrap } from '../testing/test-backend.ts'
import { exportData, jsonChunks } from './export-data.ts'

const backend = await openTestBackend()
const people = await openPeople(backend)

const requestExport = (person: Person) => exportData(backend, person.session)

async function readExport(person: Person) {
  const { fileName, chunks } = unwrap(await requestExport(person))
  let text = ''
  for await (const chunk of chunks) text += chunk
  return { fileName, text, data: JSON.parse(text) }
}

async function writeAndSubscribe({ session: { account } }: Person) {
  const { contactMessages, newsletter } = backend.database.records
  const now = backend.clock.now()
  const { email } = account
  const text = { name: 'Anna', subject: 'A question', message: 'How exact?' }
  await contactMessages.insert({ ...text, id: newId(), email, status: 'new', createdAt: now })
  await newsletter.ask(email, now)
  return text
}

describe('a data export', () => {
  it('has everything that is stored about its person', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { account } = person.session
    await people.accounts.signIn({ email: account.email, password: PASSWORD }, { ...CALLER, userAgent: 'a phone' })
    const finishedDownload = await createFinishedDownload(backend, person.viewer)
    const cancelledDownload = await createDownload(backend, person.viewer)
    await cancelDownload(backend, { id: cancelledDownload.download.id, viewer: person.viewer })
    const deletedDownload = await createDownload(backend, person.viewer)
    await deleteDownload(backend, { id: deletedDownload.download.id, viewer: person.viewer })
    const dubbedVideo = await backend.video(person.viewer, undefined, DUBBED_VIDEO)
    const track = { captions: 'de', as: 'track' } as const
    const subtitledDownload = unwrap(
      await requestDownloadOf(backend, dubbedVideo, person.viewer, { audioTrack: 'de', subtitles: track }),
    )
    const message = await writeAndSubscribe(person)

    const { data, fileName } = await readExport(person)
    expect(fileName).toBe('kerf_export_2026-11-20.json')
    expect(data.account).toEqual(JSON.parse(JSON.stringify(account)))
    expect(data.sessions).toHaveLength(2)
    expect(data.sessions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userAgent: 'a test', current: true }),
        expect.objectContaining({ userAgent: 'a phone', current: false }),
      ]),
    )
    expect(data.quotaUsed).toEqual([
      { period: '2026-11', used: 2 },
      { period: '2026-11-20', used: 2 },
    ])
    expect(data.messages).toMatchObject([message])
    expect(data.newsletter).toMatchObject({ email: account.email, confirmedAt: null })
    expect(data.videos).toHaveLength(4)
    expect(data.videos).toContainEqual(
      expect.objectContaining({
        id: finishedDownload.video.id,
        link: finishedDownload.video.link,
        trim: finishedDownload.video.trim,
      }),
    )
    expect(data.downloads).toHaveLength(4)
    const byId = (id: string) => data.downloads.find((download: { id: string }) => download.id === id)
    expect(byId(finishedDownload.download.id)).toMatchObject({ status: 'completed', quality: '360p', receipt: RECEIPT })
    expect(byId(cancelledDownload.download.id)).toMatchObject({ status: 'cancelled' })
    expect(byId(subtitledDownload.download.id)).toMatchObject({
      subtitles: { captions: 'de', as: 'track' },
      options: { audioTrack: 'de', subtitles: { captions: 'de', as: 'track' } },
    })
    expect(byId(deletedDownload.download.id).deletedAt).not.toBeNull()
    expect(data.notInHere.length).toBeGreaterThan(0)
  })

  it('contains no secret: no hash, token, session, job, file key or source address', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { clip } = await createFinishedDownload(backend, person.viewer)
    const token = await people.accounts.createToken('reset-password', person.session.account.id, 3600)
    const { text } = await readExport(person)
    const { executor, records } = backend.database
    const storedClip = await records.clips.find(clip.id)
    const credentials = JSON.stringify(
      await executor.execute(
        `select password, token, secret from credentials join sessions using (user_id) left join second_factors using (user_id) where user_id = '${person.session.account.id}'`,
      ),
    )
    const secrets = [...credentials.matchAll(/"(?:password|token|secret)":"([^"]+)"/g)].map(
      ([, secret]) => secret ?? '',
    )
    expect(secrets.length).toBeGreaterThanOrEqual(2)
    const forbiddenTexts = [
      ...secrets,
      token,
      person.session.sessionToken,
      PASSWORD,
      storedClip?.jobId,
      storedClip?.fileKey,
    ]
    for (const secret of forbiddenTexts) expect(text).not.toContain(secret ?? 'there is none')
    expect(text).not.toContain('media.example')
  })

  it('contains nothing of others, nor of an unconfirmed mailbox', async () => {
    const [person, secondPerson] = [await people.signUp({ emailVerified: false }), await people.signUp()]
    await writeAndSubscribe(person)
    await createFinishedDownload(backend, secondPerson.viewer)
    const { data, text } = await readExport(person)
    expect(data).toMatchObject({ messages: [], newsletter: null, videos: [], downloads: [] })
    expect(text).not.toContain(secondPerson.viewer.id)
  })

  it('may be long', async () => {
    const person = await people.signUp()
    for (let count = 0; count < 401; count++) await backend.video(person.viewer)
    const { data } = await readExport(person)
    expect(new Set(data.videos.map(({ id }: { id: string }) => id)).size).toBe(401)
  })

  it('is available ten times at once, and then with pauses', async () => {
    const person = await people.signUp()
    for (let count = 0; count < 10; count++) expect(await requestExport(person)).toMatchObject({ ok: true })
    expect(await requestExport(person)).toMatchObject({ ok: false, code: 'too_many_requests' })
    expect(await requestExport(await people.signUp())).toMatchObject({ ok: true })
  })
})

async function* yieldItems(...items: unknown[]) {
  yield* items
}

it('has the form of one JSON document, whatever it contains', async () => {
  const members = {
    text: 'a "quote"\nand a line',
    nothing: null,
    object: { time: new Date(0), list: [1, [2], {}] },
    empty: yieldItems(),
    one: yieldItems({ 'a\nname': 1 }),
    many: yieldItems({ a: 1 }, 'b', null),
  }
  let text = ''
  for await (const chunk of jsonChunks(members)) text += chunk
  expect(JSON.parse(text)).toEqual({
    text: 'a "quote"\nand a line',
    nothing: null,
    object: { time: '1970-01-01T00:00:00.000Z', list: [1, [2], {}] },
    empty: [],
    one: [{ 'a\nname': 1 }],
    many: [{ a: 1 }, 'b', null],
  })
})
