import type { DownloadOption } from '@kerf/contract/video'
import { FREE_MAX_QUALITIES, type FreeMaxQuality } from '@kerf/domain/access/quality-access'
import { VIEWER_KINDS, type ViewerKind } from '@kerf/domain/access/viewer'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { PLANS } from '@kerf/domain/plans/plans'
import { beforeAll, describe, expect, it } from 'vitest'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { createVideoInEveryQuality, openTestServer, signedInClient, type TestClient } from '../../testing/open-app.ts'

type Cell = 'yes' | 'account' | 'plan'

/**
 * Access to 2160p, 1080p, 720p, 480p, 360p and audio. The table is written out, so that a changed rule changes the
 * test.
 */
const STRANGER: Cell[] = ['account', 'account', 'account', 'account', 'yes', 'yes']
const EVERYTHING: Cell[] = ['yes', 'yes', 'yes', 'yes', 'yes', 'yes']
const FREE: Record<FreeMaxQuality, Cell[]> = {
  '360p': ['plan', 'plan', 'plan', 'plan', 'yes', 'yes'],
  '480p': ['plan', 'plan', 'plan', 'yes', 'yes', 'yes'],
  '720p': ['plan', 'plan', 'yes', 'yes', 'yes', 'yes'],
  '1080p': ['plan', 'yes', 'yes', 'yes', 'yes', 'yes'],
}
const sentence = (bestQuality: string): string =>
  `High-quality downloads are available with Pro subscription. Free users can download ${bestQuality} and audio only.`
const SENTENCES: Record<FreeMaxQuality, string> = {
  '360p': sentence('360p'),
  '480p': sentence('up to 480p'),
  '720p': sentence('up to 720p'),
  '1080p': sentence('up to 1080p'),
}
const REFUSAL = { account: 'needs_account', plan: 'needs_pro' } as const
const ACCESS = { yes: 'allowed', account: 'sign_up', plan: 'upgrade' } as const

const expectedCells = (kind: ViewerKind, freeQuality: FreeMaxQuality): Cell[] => {
  if (kind === 'anonymous') return STRANGER
  return kind === 'free' ? FREE[freeQuality] : EVERYTHING
}

interface Owner {
  client: TestClient
  videoId: string
}

const { backend, people, server } = await openTestServer()
const owners = new Map<ViewerKind, Owner>()
const { viewer, client } = await server.createStranger()
owners.set('anonymous', { client, videoId: (await createVideoInEveryQuality(backend, viewer)).id })
const plans = { free: 'free', pro: 'pro-monthly', lifetime: 'lifetime', admin: 'free' } as const
for (const kind of ['free', 'pro', 'lifetime', 'admin'] as const) {
  const { session } = await people.signUp()
  await grantPlan(backend, session.account.id, plans[kind])
  if (kind === 'admin') await backend.database.records.accounts.update(session.account.id, { role: 'admin' })
  const video = await createVideoInEveryQuality(backend, { id: session.account.id, kind })
  owners.set(kind, { client: signedInClient({ session }), videoId: video.id })
}
describe.each(FREE_MAX_QUALITIES)('if free accounts may take up to %s,', (freeMaxQuality) => {
  beforeAll(() => backend.database.records.settings.write({ freeMaxQuality }))

  it.each(VIEWER_KINDS)(
    '%s: the offered options are accepted, and others refused with what would help',
    async (kind) => {
      const { client, videoId } = ownerOf(kind)
      const cells = expectedCells(kind, freeMaxQuality)
      const video = await server.call('GET', `/api/video/${videoId}`, client)
      const options: DownloadOption[] = video.body.options
      expect(options.map(({ quality }) => quality)).toEqual(QUALITY_IDS)
      expect(options.map(({ access }) => access)).toEqual(cells.map((cell) => ACCESS[cell]))
      // `isPro` is about the option, not about the viewer.
      expect(options.map(({ isPro }) => isPro)).toEqual(FREE[freeMaxQuality].map((cell) => cell === 'plan'))

      // A repeated request is the same download: it costs neither a unit nor a cut.
      const answers = []
      for (const quality of QUALITY_IDS)
        answers.push(await server.call('POST', `/api/video/${videoId}/download`, client, { quality }))
      const sentences = answers.filter(({ status }) => status === 403).map(({ body }) => body.error)
      expect(new Set(sentences)).toEqual(
        new Set(cells.some((cell) => cell !== 'yes') ? [SENTENCES[freeMaxQuality]] : []),
      )
      expect(answers.map(({ status, body }) => `${status} ${body.code ?? body.quality}`)).toEqual(
        cells.map((cell, index) => (cell === 'yes' ? `202 ${QUALITY_IDS[index]}` : `403 ${REFUSAL[cell]}`)),
      )
    },
  )

  it('everybody can read the limit beforehand', async () => {
    const { body } = await server.call('GET', '/api/plans', {})
    expect(body).toEqual({ plans: Object.values(PLANS), freeMaxQuality, freeDailyLimit: 5, payments: false })
  })
})

it('a saved daily limit applies from the next call on', async () => {
  const { client, videoId } = ownerOf('free')
  const { settings, videos } = backend.database.records
  const usedDownloads = (await server.call('GET', '/api/user/quota', client)).body.quota.dailyDownloads
  await settings.write({ freeDailyLimit: usedDownloads + 1 })
  expect((await server.call('GET', '/api/user/quota', client)).body.limits.dailyLimit).toBe(usedDownloads + 1)
  expect((await server.call('GET', '/api/plans', {})).body.freeDailyLimit).toBe(usedDownloads + 1)
  const viewerId = (await videos.findMany([videoId])).get(videoId)?.viewerId ?? ''
  const secondVideo = await createVideoInEveryQuality(backend, { id: viewerId, kind: 'free' })
  const requestQuality = (quality: string) =>
    server.call('POST', `/api/video/${secondVideo.id}/download`, client, { quality })
  expect((await requestQuality('360p')).status).toBe(202)
  expect(await requestQuality('audio')).toMatchObject({ status: 429, body: { code: 'daily_limit' } })
})

function ownerOf(kind: ViewerKind): Owner {
  const owner = owners.get(kind)
  if (!owner) throw new Error(`Nobody is ${kind}.`)
  return owner
}
