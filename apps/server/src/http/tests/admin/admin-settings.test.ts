import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NO_LIMITS } from '@kerf/domain/access/limits-without-plans'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createSweepNow, startSweeping } from '../../../config/start-sweeping.ts'
import type { ClipRecord } from '../../../ports/clips.ts'
import { expireClips } from '../../../use-cases/downloads/files/expire-clips.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { effectiveSettings } from '../../../use-cases/shared/effective-settings.ts'
import { createDownload, createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openPeople } from '../../../use-cases/testing/people.ts'
import { openTestBackend, type TestBackend } from '../../../use-cases/testing/test-backend.ts'
import { type AppAnswer, openApp, openTestServer, signedInClient } from '../../testing/open-app.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)
const DEFAULT_SETTINGS = {
  access: 'public',
  freeMaxQuality: '360p',
  freeDailyLimit: 5,
  retentionHours: 24,
  sources: ['youtube', 'media'],
} as const

const switchedSources: string[][] = []
const files = () => expireClips(backend)
const sweepDeps = (periodicRuns: TestBackend['database']['periodicRuns']) => ({
  periodicRuns,
  log: pino({ level: 'silent' }),
})
const { backend, people, server } = await openTestServer(({ database }) => ({
  onSourcesSwitched: (on) => switchedSources.push([...on]),
  sweepNow: createSweepNow(files, sweepDeps(database.periodicRuns)),
}))
const doNothing = async () => undefined
const worker = {
  sweepFiles: files,
  deleteExpired: files,
  sweepRecords: doNothing,
  maintainTables: doNothing,
  millisecondsToExpiry: async () => Number.POSITIVE_INFINITY,
}
const sweepTimer = await startSweeping(worker, sweepDeps(backend.database.periodicRuns), { isAlone: true })
const admin = await people.signUp({ role: 'admin' })
afterAll(() => sweepTimer.stop())
beforeEach(async () => {
  backend.clock.set(NOON)
  await backend.database.records.settings.write({
    ...DEFAULT_SETTINGS,
    sources: [...DEFAULT_SETTINGS.sources],
    requireSecondFactor: false,
  })
  switchedSources.length = 0
})
const readSettings = () => server.call('GET', '/api/admin/settings', signedInClient(admin))
const saveSettings = (change: object) => server.call('PUT', '/api/admin/settings', signedInClient(admin), change)
const cleanUp = () => server.call('POST', '/api/admin/cleanup', signedInClient(admin), {})
/** Deletes the files of earlier tests. */
async function emptyDisk(): Promise<void> {
  await rm(backend.filesPath, { recursive: true, force: true })
}
const storage = () => server.call('GET', '/api/admin/storage', signedInClient(admin))
const processLink = async (youtubeUrl = 'https://youtu.be/dQw4w9WgXcQ'): Promise<AppAnswer> => {
  const { client } = await server.createStranger()
  return server.call('POST', '/api/video/process', client, { youtubeUrl })
}
const runJob = (clipId: string) => runCutJob(backend, { clipId, signal: new AbortController().signal })
const clipOf = async ({ clip }: { clip: ClipRecord }) => (await backend.database.records.clips.find(clip.id))!
async function lastNoted() {
  const { rows: entries, total } = await backend.database.records.audit.list({}, { offset: 0, limit: 1 })
  return { ...entries[0], total }
}

describe('the settings', () => {
  it('are shown with the values of the environment, and never with a secret', async () => {
    const { status, body } = await readSettings()
    expect(status).toBe(200)
    expect(body).toEqual({
      ...DEFAULT_SETTINGS,
      requireSecondFactor: false,
      sharing: true,
      plans: 'on',
      ...NO_LIMITS,
      paypalClientId: '',
      paypalEnvironment: 'production',
      paypalWebhookId: '',
      hasPaypalSecret: false,
      publicUrl: null,
      fromEnvironment: backend.presets,
    })
  })

  it('are changed field by field, and noted with their former values', async () => {
    const answer = await saveSettings({ freeDailyLimit: 12, requireSecondFactor: false, sources: ['media'] })
    expect(answer).toMatchObject({ status: 200, body: { freeDailyLimit: 12, sources: ['media'], retentionHours: 24 } })
    expect((await readSettings()).body).toEqual(answer.body)
    expect(await lastNoted()).toMatchObject({
      actorId: admin.session.account.id,
      action: 'settings_changed',
      details: 'Daily limit: 5, now 12; Sources: YouTube links and media links, now media links',
    })
  })

  it.each([
    [{ access: 'friends' }],
    [{ freeDailyLimit: 0 }],
    [{ freeDailyLimit: 1001 }],
    [{ freeDailyLimit: 2.5 }],
    [{ freeDailyLimit: '7' }],
    [{ freeDailyLimit: null }],
    [{ plans: null }],
    [{ plans: 'none' }],
    [{ strangerDailyLimit: 0 }],
    [{ accountDailyLimit: 1.5 }],
    [{ strangerMaxQuality: 'audio' }],
    [{ longestClipMinutes: 0.5 }],
    [{ freeMaxQuality: '2160p' }],
    [{ retentionHours: 0.2 }],
    [{ retentionHours: 24.1 }],
    [{ sources: ['sample'] }],
    [{ sources: ['youtube', 'media', 'youtube'] }],
    [{ requireSecondFactor: 'yes' }],
    [{ paypalClientId: 'no spaces!' }],
    [{ paypalClientSecret: '' }],
    [{ hasPaypalSecret: true }],
    [{ role: 'admin' }],
    [[]],
  ])('refuse %j, and then save nothing else either', async (badSettings) => {
    const lastEntry = await lastNoted()
    const request = Array.isArray(badSettings) ? badSettings : { freeDailyLimit: 9, retentionHours: 3, ...badSettings }
    expect(await saveSettings(request)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await readSettings()).body).toMatchObject(DEFAULT_SETTINGS)
    expect(await lastNoted()).toEqual(lastEntry)
  })

  it('are not noted if nothing changes', async () => {
    const lastEntry = await lastNoted()
    const {
      fromEnvironment: _,
      hasPaypalSecret: __,
      publicUrl: ___,
      ...unchangedSettings
    } = (await readSettings()).body
    expect(
      await saveSettings({ ...unchangedSettings, sources: [...unchangedSettings.sources].reverse() }),
    ).toMatchObject({ status: 200 })
    expect(await saveSettings({})).toMatchObject({ status: 200 })
    expect(await lastNoted()).toEqual(lastEntry)
    expect(switchedSources).toEqual([])
  })

  it('are both saved if two admins save at once', async () => {
    const answers = await Promise.all([
      saveSettings({ freeDailyLimit: 8 }),
      saveSettings({ retentionHours: 8 }),
      saveSettings({ sources: [] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await readSettings()).body).toMatchObject({ freeDailyLimit: 8, retentionHours: 8, sources: [] })
  })
})

it('an unsaved setting follows the environment, even if others are saved; a saved one wins', async () => {
  const freshBackend = await openTestBackend()
  const people = await openPeople(freshBackend)
  const { call } = await openApp(freshBackend, people)
  const { session } = await people.signUp({ role: 'admin' })
  const savedSettings = (await call('GET', '/api/admin/settings', signedInClient({ session }))).body
  expect(savedSettings).toMatchObject({ retentionHours: 24, sources: ['youtube', 'media'] })
  const { freeMaxQuality, retentionHours } = savedSettings
  const request = { freeMaxQuality, retentionHours, sources: ['youtube'], freeDailyLimit: 7 }
  expect(await call('PUT', '/api/admin/settings', signedInClient({ session }), request)).toMatchObject({ status: 200 })
  const { records } = freshBackend.database
  expect(
    await effectiveSettings(records, { access: 'closed', retentionHours: 2, sources: ['media'], plans: null }),
  ).toEqual({
    access: 'closed',
    freeMaxQuality: '360p',
    freeDailyLimit: 7,
    retentionHours: 2,
    sources: ['youtube'],
    requireSecondFactor: false,
    sharing: true,
    plans: 'on',
    ...NO_LIMITS,
  })
})

describe('from the next call on,', () => {
  it('admins need a second factor, including this one', async () => {
    expect(await saveSettings({ requireSecondFactor: true })).toMatchObject({ status: 200 })
    expect(await readSettings()).toMatchObject({ status: 403, body: { code: 'needs_second_factor' } })
    // The profile, where admins set up a second factor, stays open to them.
    expect(await server.call('GET', '/api/user/profile', signedInClient(admin))).toMatchObject({ status: 200 })
  })

  it('clips live as long as saved, and existing ones no longer than that', async () => {
    const oldDownload = await createFinishedDownload(backend, await backend.viewer())
    expect((await clipOf(oldDownload)).expiresAt).toEqual(hoursLater(24))
    await saveSettings({ retentionHours: 6 })
    expect((await clipOf(oldDownload)).expiresAt).toEqual(hoursLater(6))
    const newDownload = await createFinishedDownload(backend, await backend.viewer())
    expect((await clipOf(newDownload)).expiresAt).toEqual(hoursLater(6))
    await saveSettings({ retentionHours: 12 })
    expect((await clipOf(newDownload)).expiresAt).toEqual(hoursLater(6))
  })

  it('a clip older than the saved retention is gone for its viewer, and its file is deletable', async () => {
    await emptyDisk()
    const { client, viewer } = await server.createStranger()
    const { download, clip } = await createFinishedDownload(backend, viewer)
    const file = `/api/download/${download.id}/file`
    backend.clock.set(hoursLater(2))
    await saveSettings({ retentionHours: 1 })
    expect(await server.call('GET', file, client)).toMatchObject({ status: 410, body: { code: 'expired' } })
    expect(await backend.files.stat(`${clip.id}.mp4`)).not.toBeNull()
    expect((await cleanUp()).body).toMatchObject({ deletedFiles: 1, freedBytes: 4 })
    expect(await backend.files.stat(`${clip.id}.mp4`)).toBeNull()
  })

  it('a disabled source gets no request, even for waiting work, and works again once enabled', async () => {
    expect(await processLink()).toMatchObject({ status: 200 })
    const viewer = await backend.viewer()
    const waitingDownload = await createDownload(backend, viewer)
    await saveSettings({ sources: ['media'] })
    backend.source.asked = []
    expect(await processLink()).toMatchObject({ status: 422, body: { code: 'source_off' } })
    await runJob(waitingDownload.clip.id)
    expect(await clipOf(waitingDownload)).toMatchObject({ status: 'failed', errorCode: 'source_off' })
    expect([await backend.usedToday(viewer.id), backend.source.asked]).toEqual([0, []])
    await saveSettings({ sources: ['youtube'] })
    expect(await processLink()).toMatchObject({ status: 200 })
    expect(switchedSources).toEqual([['media'], ['youtube']])
  })

  it('a request without a link gets a list of accepted links', async () => {
    const twoSourceServer = await openApp(backend, people, {
      sources: { youtube: backend.source, media: backend.source },
    })
    const { client } = await twoSourceServer.createStranger()
    for (const [sources, error] of [
      [['youtube'], 'Please enter a valid YouTube URL.'],
      [['youtube', 'media'], 'Please enter the link of a YouTube video, a media file or an HLS playlist.'],
      [['media'], 'Please enter the link of a media file or an HLS playlist.'],
    ] as const) {
      await saveSettings({ sources: [...sources] })
      const ask = (youtubeUrl: string) => twoSourceServer.call('POST', '/api/video/process', client, { youtubeUrl })
      expect(await ask('nothing')).toMatchObject({ status: 400, body: { code: 'invalid_link', error } })
      expect((await ask('https://vimeo.com/76979871')).body).toEqual({
        code: 'invalid_link',
        error: `Links to Vimeo are not supported. ${error}`,
        specific: true,
        reason: 'other_site',
        about: 'Vimeo',
      })
    }
  })

  it('a refusal of another link names the enabled sites', async () => {
    const siteServer = await openApp(backend, people, {
      sources: { youtube: backend.source, media: backend.source, vimeo: backend.source, twitch: backend.source },
    })
    const { client } = await siteServer.createStranger()
    const ask = (youtubeUrl: string) => siteServer.call('POST', '/api/video/process', client, { youtubeUrl })
    await saveSettings({ sources: ['youtube', 'vimeo', 'twitch'] })
    expect((await ask('https://vimeo.com/76979871#t=2')).body).toMatchObject({
      source: 'vimeo',
      startTime: 2,
      pageUrl: 'https://vimeo.com/76979871',
    })
    expect((await ask('https://example.org/page')).body).toEqual({
      code: 'invalid_link',
      error: 'Please enter the link of a video on YouTube, Twitch, Vimeo.',
      specific: true,
      reason: 'accepts',
      about: 'YouTube, Twitch, Vimeo',
    })
    expect((await ask('https://www.twitch.tv/someone')).body).toMatchObject({ reason: 'accepts' })
    expect((await ask('https://www.dailymotion.com/video/x5kesuj')).body).toMatchObject({
      error: 'Links to Dailymotion are not supported. Please enter the link of a video on YouTube, Twitch, Vimeo.',
    })
    await saveSettings({ sources: ['vimeo', 'media'] })
    expect((await ask('https://youtu.be/dQw4w9WgXcQ')).body).toMatchObject({ code: 'source_off' })
    expect((await ask('nothing')).body).toMatchObject({
      error: 'Please enter the link of a video on Vimeo. Links of media files and HLS playlists are taken, too.',
    })
    await saveSettings({ sources: ['youtube'] })
    backend.source.asked = []
    expect((await ask('https://www.twitch.tv/videos/6528877')).body).toMatchObject({ reason: 'other_site' })
    expect(backend.source.asked).toEqual([])
  })

  it('malformed input is not a link, and a channel not a video, whatever is disabled', async () => {
    await saveSettings({ sources: [] })
    expect(await processLink('https://media.example/a.mp4')).toMatchObject({
      status: 400,
      body: { code: 'invalid_link' },
    })
    expect(await processLink('https://youtube.com/@someone/live')).toMatchObject({
      status: 422,
      body: { code: 'youtube_page', error: expect.stringContaining('leads to a channel') },
    })
  })
})

describe('storage', () => {
  const put = async (key: string, bytes: number, modifiedAt: Date) => {
    const path = join(backend.filesPath, key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, new Uint8Array(bytes))
    await utimes(path, modifiedAt, modifiedAt)
  }

  it('is reported as it is on disk, with the titles of the largest clips', async () => {
    await emptyDisk()
    const request = await createFinishedDownload(backend, await backend.viewer())
    await put(`${request.clip.id}.mp4`, 70_000, hoursLater(-3))
    await put('previews/one', 500, NOON)
    const scratchPath = await backend.files.scratchPath('job/half.mp4')
    await writeFile(scratchPath, new Uint8Array(300))
    const { status, body } = await storage()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      clipBytes: 70_000,
      clips: 1,
      filmBytes: 500,
      scratchBytes: 300,
      oldestClipAt: hoursLater(-3).toISOString(),
    })
    expect(body.largest).toEqual([{ id: request.clip.id, title: 'A video', sizeBytes: 70_000 }])
    expect(body.databaseBytes).toBeGreaterThan(1_000_000)
    expect(body.freeBytes).toBeGreaterThan(0)
    expect(body.usedBytes).toBe(body.clipBytes + body.filmBytes + body.scratchBytes + body.databaseBytes)
    await backend.files.discard(scratchPath)
  })

  it('is cleaned up by one caller at a time, with the number of deleted files and bytes', async () => {
    await emptyDisk()
    const expiredDownload = await createFinishedDownload(backend, await backend.viewer())
    await put('stray.mp4', 1000, NOON)
    await put('previews/old', 200, hoursLater(0))
    backend.clock.set(hoursLater(24.5))
    const cachedDownload = await createFinishedDownload(backend, await backend.viewer())
    await put(`${cachedDownload.clip.id}.mp4`, 4, hoursLater(24.5))
    const answers = await Promise.all([cleanUp(), cleanUp()])
    const reports = answers.map(({ body }) => body).toSorted((a, b) => b.deletedFiles - a.deletedFiles)
    expect(reports).toEqual([
      { deletedFiles: 3, freedBytes: 4 + 1000 + 200 },
      { deletedFiles: 0, freedBytes: 0 },
    ])
    expect(await clipOf(expiredDownload)).toMatchObject({ status: 'expired' })
    for (const key of [`${expiredDownload.clip.id}.mp4`, 'stray.mp4', 'previews/old'])
      expect(await backend.files.stat(key)).toBeNull()
    expect(await backend.files.stat(`${cachedDownload.clip.id}.mp4`)).not.toBeNull()
    expect(await lastNoted()).toMatchObject({ action: 'cleanup_run', actorId: admin.session.account.id })
    expect(await backend.database.records.dailyStorage.list('2026-11-21')).toEqual([{ day: '2026-11-21', bytes: 4 }])
  })
})
