import { describe, expect, it } from 'vitest'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { RESOLVED_VIDEO } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const CHANNEL_ID = 'UCuAXFkgsw1L7xaCfnd5JJOw'
const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d'
/** The short id of the same video. */
const SHORT_UUID = 'kkGMgK9ZtnKfYAgnEtQxbv'
const FILE_LINK = 'https://media.example.org/films/A%20film.mp4'

/** Server for people with Pro, because only they may request batches. */
const { backend, people, server } = await openTestServer(({ source }) => ({
  sources: { youtube: source, media: source, twitch: source, peertube: source },
  rateLimits: false,
}))
await backend.database.records.settings.write({ sources: ['youtube', 'media', 'twitch', 'peertube'] })
const signedIn = async () => signedInClient(await people.signUp({ role: 'admin' }))
const admin = await signedIn()
const payer = await signedIn()
const processLink = (link: string) => server.call('POST', '/api/video/process', payer, { youtubeUrl: link })
const block = (kind: string, link: string) =>
  server.call('POST', '/api/admin/blocklist', admin, { kind, link, reason: 'A test' })
const unblock = (id: string) => server.call('DELETE', `/api/admin/blocklist/${id}`, admin)

/** A video with a finished clip and a finished batch. */
async function startVideo(link: string) {
  const channelIds = [CHANNEL_ID, '@somebody', 'twitch:somebody', 'peertube:somebody@tube.example']
  const details = { ...RESOLVED_VIDEO, channelIds, servedFrom: ['cdn.example.net'] }
  const sourceVideo = { sheetAddresses: ['a'], frameWidth: 1, frameHeight: 1, columns: 1, rows: 1, frameCount: 1 }
  backend.source.answers.push({
    ok: true,
    video: { ...details, thumbnailAddress: 'a', filmstrip: { ...sourceVideo, secondsPerFrame: 1 } },
  })
  const { body: video } = await processLink(link)
  const { body: download } = await server.call('POST', `/api/video/${video.id}/download`, payer, { quality: '360p' })
  const item = { videoId: video.id, startTime: 1, endTime: 5, quality: '360p' }
  const { body: batch } = await server.call('POST', '/api/batch', payer, { items: [item] })
  const { source } = backend
  const cutDeps = { ...backend, sources: { youtube: source, media: source, twitch: source, peertube: source } }
  for (const clip of await backend.database.records.clips.listByStatus(['queued']))
    await runCutJob(cutDeps, { clipId: clip.id, signal: new AbortController().signal })
  const ids = { videoId: video.id, downloadId: download.id, batchId: batch.id }
  return { ...ids, calls: callsOf(ids) }
}

const callsOf = ({ videoId, downloadId, batchId }: Record<'videoId' | 'downloadId' | 'batchId', string>) =>
  ({
    read: ['GET', `/api/video/${videoId}`],
    trim: ['PUT', `/api/video/${videoId}/trim`, { startTime: 0, endTime: 5 }],
    thumbnail: ['GET', `/api/video/${videoId}/thumbnail`],
    filmstrip: ['GET', `/api/video/${videoId}/filmstrip/0`],
    waveform: ['GET', `/api/video/${videoId}/waveform`],
    transcript: ['GET', `/api/video/${videoId}/transcript`],
    preview: ['GET', `/api/video/${videoId}/preview`],
    gop: ['GET', `/api/video/${videoId}/gop?at=1`],
    download: ['POST', `/api/video/${videoId}/download`, { quality: '360p' }],
    batch: ['POST', '/api/batch', { items: [{ videoId, startTime: 2, endTime: 6, quality: '360p' }] }],
    file: ['GET', `/api/download/${downloadId}/file`],
    zip: ['GET', `/api/batch/${batchId}/file`],
    subtitles: ['GET', `/api/download/${downloadId}/subtitles`],
    clipZip: ['GET', `/api/download/${downloadId}/zip`],
  }) as const

async function statuses(calls: ReturnType<typeof callsOf>) {
  const answers: Record<string, number> = {}
  for (const [name, [method, url, payload]] of Object.entries(calls)) {
    const answer = await server.app.inject({ method, url, headers: { ...payer }, ...(payload ? { payload } : {}) })
    answers[name] = answer.statusCode
    if (answer.statusCode === 451) expect(answer.json()).toMatchObject({ code: 'link_blocked' })
  }
  return answers
}

const ALL_REFUSED = {
  read: 451,
  trim: 451,
  thumbnail: 451,
  filmstrip: 451,
  waveform: 451,
  transcript: 451,
  preview: 451,
  gop: 451,
  download: 451,
  batch: 451,
  file: 451,
  zip: 451,
  subtitles: 451,
  clipZip: 451,
}

describe('after a block', () => {
  const youtubeLink = (id: string) => `https://youtu.be/${id}`
  const file = (id: string) => `https://media.example.org/${id}.mp4`
  const twitch = (id: string) => `https://clips.twitch.tv/${id}`
  const tube = () => `https://tube.example/w/${SHORT_UUID}`
  it.each([
    ['video', youtubeLink, (id: string) => id],
    ['channel', youtubeLink, () => CHANNEL_ID],
    ['channel', youtubeLink, () => 'https://youtube.com/@SomeBody'],
    ['domain', youtubeLink, () => 'youtu.be'],
    ['video', file, (id: string) => `media.example.org//${id}.mp4?x`],
    ['domain', file, () => 'example.org'],
    ['domain', file, () => 'example.net'],
    ['video', twitch, (id: string) => `https://m.twitch.tv/clip/${id}`],
    ['channel', twitch, () => 'https://www.twitch.tv/Somebody'],
    ['domain', twitch, () => 'www.twitch.tv'],
    ['domain', twitch, () => 'example.net'],
    ['video', tube, () => `https://other.example/videos/embed/${UUID}`],
    ['channel', tube, () => 'https://tube.example/c/somebody'],
    ['domain', tube, () => 'tube.example'],
  ] as const)('of a %s, every call of its viewers is refused (%#)', async (kind, linkOf, enteredOf) => {
    const id = newId().slice(0, 11)
    const link = linkOf(id)
    const { videoId, downloadId, batchId, calls } = await startVideo(link)
    const statusesBefore = await statuses(calls)
    expect(Object.values(statusesBefore)).not.toContain(451)
    const { body: newBlock, status } = await block(kind, enteredOf(id))
    expect(status).toBe(200)
    expect(await statuses(calls)).toEqual(ALL_REFUSED)
    expect(await processLink(link)).toMatchObject({ status: 451, body: { code: 'link_blocked' } })
    const failedState = { status: 'failed', code: 'link_blocked' }
    expect((await server.call('GET', `/api/download/${downloadId}`, payer)).body).toMatchObject(failedState)
    expect((await server.call('GET', `/api/batch/${batchId}`, payer)).body).toMatchObject({
      status: 'failed',
      downloads: [failedState],
    })
    const { body: ownDownloads } = await server.call('GET', `/api/video/${videoId}/downloads`, payer)
    expect(ownDownloads.downloads.map(({ code }: { code: string }) => code)).toContain('link_blocked')
    expect((await unblock(newBlock.id)).status).toBe(204)
    expect((await processLink(link)).status).toBe(200)
  })

  it.each([
    ['dQw4w9WgXcQ', 'youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?list=PL1&v=%64Qw4w9WgXcQ&pp=x'],
    [
      FILE_LINK,
      ' http://media.example.org:80/films/A film.mp4?a#b ',
      'https://ｍｅｄｉａ。example.org\\films\\A%20film.mp4',
    ],
  ])('%s is refused in any spelling (the rules: spellings.test.ts)', async (enteredKey, ...spellings) => {
    const sourceCalls = backend.source.asked.length
    const { body } = await block('video', enteredKey)
    for (const link of spellings) expect((await processLink(link)).status, link).toBe(451)
    expect(backend.source.asked).toHaveLength(sourceCalls)
    await unblock(body.id)
  })
})

it('the blocklist lists the newest first with its author, refuses invalid input, and is audited', async () => {
  const { body } = await block('domain', 'https://blocked.example/page')
  const { wasBlocked, ...newBlock } = body
  expect(wasBlocked).toBe(false)
  const secondAnswer = await block('domain', 'blocked.example')
  expect(secondAnswer.body).toMatchObject({ id: newBlock.id, wasBlocked: true })
  const blocklistAnswer = await server.call('GET', '/api/admin/blocklist', admin)
  expect(blocklistAnswer.headers['x-total-count']).toBe('1')
  expect(blocklistAnswer.body).toEqual([{ ...newBlock, createdBy: expect.stringContaining('Name of') }])
  expect(newBlock).toMatchObject({ kind: 'domain', link: 'https://blocked.example/page', reason: 'A test' })
  expect(await block('video', 'kerf:sample')).toMatchObject({
    status: 400,
    body: { code: 'invalid_link', details: 'sample' },
  })
  expect(await block('video', '')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await block('planet', 'example.org')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect((await unblock(newBlock.id)).status).toBe(204)
  expect((await unblock(newBlock.id)).status).toBe(404)
})

describe('a notice', () => {
  const notice = (change: object = {}) => ({
    work: 'The video "Anna", of 2020',
    links: [`https://youtu.be/${newId().slice(0, 11)}`],
    name: 'Anna',
    address: 'Main Street 1\n12345 Town',
    phone: '+1 555 0100',
    email: 'Anna@Example.org',
    goodFaith: true,
    accurate: true,
    signature: 'Anna',
    ...change,
  })
  const sendNotice = (body: object) => server.call('POST', '/api/dmca', {}, body)
  const decideNotice = (id: string, decision: string) => server.call('POST', '/api/admin/dmca', admin, { id, decision })
  const readNewestNotice = async () => (await server.call('GET', '/api/admin/dmca', admin)).body[0]

  it('is stored whole, has a reference, and is sent to the operator', async () => {
    const sentNotice = notice()
    const { status, body } = await sendNotice(sentNotice)
    expect([status, body]).toEqual([200, { reference: expect.stringMatching(/^N-2026-\d{4}$/) }])
    const { goodFaith: _, accurate: __, ...rest } = sentNotice
    const newestNotice = await readNewestNotice()
    expect(newestNotice).toEqual({
      ...rest,
      email: 'anna@example.org',
      id: newestNotice.id,
      reference: body.reference,
      status: 'open',
      createdAt: backend.clock.now().toISOString(),
      decidedAt: null,
      unblockable: [],
    })
    expect(await people.queuedEmails()).toContainEqual({
      kind: 'takedown_notice',
      noticeId: newestNotice.id,
      language: 'en',
    })
  })

  it('is stored once however often it is sent, and references count up', async () => {
    const sentNotice = notice()
    const answers = await Promise.all([sendNotice(sentNotice), sendNotice(sentNotice), sendNotice(sentNotice)])
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    const secondAnswer = await sendNotice(notice())
    expect(Number(secondAnswer.body.reference.slice(-4))).toBeGreaterThan(Number(answers[0]?.body.reference.slice(-4)))
  })

  it.each([
    { goodFaith: false },
    { accurate: undefined },
    { name: 'Anna\r\nBcc: everybody@example.org' },
    { phone: '+1 555\n0100' },
    { signature: '\u202eannA' },
    { links: [] },
    { links: ['https://example.org/\ud800.mp4'] },
    { links: ['javascript:alert(1)'] },
    { email: 'nobody' },
    { work: 'short' },
  ])('is refused with %j', async (change) => {
    expect(await sendNotice(notice(change))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('blocks all its links at once, names those that it cannot, and is decided once', async () => {
    const id = newId().slice(0, 11)
    const { downloadId, videoId } = await startVideo(`https://youtu.be/${id}`)
    const unblockableLink = 'https://www.youtube.com/@somebody'
    await sendNotice(
      notice({ links: [`https://m.youtube.com/watch?v=${id}`, FILE_LINK, unblockableLink, `${FILE_LINK}?again`] }),
    )
    const open = await readNewestNotice()
    const { body: decidedNotice } = await decideNotice(open.id, 'block')
    expect(decidedNotice).toEqual({
      ...open,
      status: 'blocked',
      decidedAt: expect.any(String),
      unblockable: [unblockableLink],
    })
    expect((await server.call('GET', `/api/download/${downloadId}/file`, payer)).status).toBe(451)
    expect((await server.call('GET', `/api/video/${videoId}`, payer)).status).toBe(451)
    const { body: blocks } = await server.call('GET', '/api/admin/blocklist', admin)
    expect(blocks).toMatchObject([{ reason: open.reference }, { reason: open.reference }])
    expect(await decideNotice(open.id, 'block')).toMatchObject({ status: 200, body: decidedNotice })
    expect(await decideNotice(open.id, 'dismiss')).toMatchObject({ status: 200, body: decidedNotice })
    for (const { id } of blocks) await unblock(id)
    expect((await server.call('GET', '/api/admin/audit?action=notice_decided', admin)).body).toMatchObject([
      {
        target: open.reference,
        targetKind: 'notice',
        details: 'blocked: 3 of 4 links; the others lead to nothing that can be blocked',
      },
    ])
  })

  it('can be accepted after it was dismissed', async () => {
    await sendNotice(notice({ links: [FILE_LINK] }))
    const { id } = await readNewestNotice()
    expect((await decideNotice(id, 'dismiss')).body).toMatchObject({ status: 'dismissed', unblockable: [] })
    expect((await decideNotice(id, 'dismiss')).body.status).toBe('dismissed')
    expect((await processLink(FILE_LINK)).status).toBe(200)
    expect((await decideNotice(id, 'block')).body.status).toBe('blocked')
    expect((await processLink(FILE_LINK)).status).toBe(451)
    expect((await decideNotice(newId(), 'block')).status).toBe(404)
  })
})

it('the audit is filtered by action and part of a name, and shows no name for deleted people', async () => {
  const { records } = backend.database
  const at = backend.clock.now()
  const deletedAccount = { kind: 'account', id: 'gone', name: null } as const
  await records.audit.add({
    id: newId(),
    at,
    actorId: null,
    action: 'admin_made',
    target: deletedAccount,
    details: 'by hand',
  })
  await records.audit.add({
    id: newId(),
    at,
    actorId: 'gone',
    action: 'job_cancelled',
    target: { kind: 'job', id: 'a', name: '100% video' },
    details: null,
  })
  const listAudit = (query: string) => server.call('GET', `/api/admin/audit?${query}`, admin)
  expect((await listAudit('action=admin_made')).body).toMatchObject([
    { actorId: null, actorName: null, target: null, targetKind: 'account', targetId: 'gone', details: 'by hand' },
  ])
  const matches = await listAudit('search=0%25+VIDEO')
  expect(matches.body).toMatchObject([{ actorId: 'gone', actorName: null, target: '100% video' }])
  expect(matches.headers['x-total-count']).toBe('1')
  expect((await listAudit('search=video&action=admin_made')).body).toEqual([])
  expect((await listAudit('action=nothing')).status).toBe(400)
  expect((await listAudit('page=2&search=0%25')).body).toEqual([])
})
