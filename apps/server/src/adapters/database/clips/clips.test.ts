import { beforeEach, expect, it } from 'vitest'
import type { ClipRecord } from '../../../ports/clips.ts'
import { RECEIPT } from '../../../use-cases/testing/workbench.ts'
import { clips as clipsTable } from '../schema/clip-schema.ts'
import { describeOnDatabases } from '../testing/open-test-database.ts'
import { minutesAfterNoon, NOON, sampleClip, sampleRequest } from '../testing/sample-records.ts'

describeOnDatabases('clips in $name', async ({ open }) => {
  const { database } = await open()
  const { clips } = database.records
  beforeEach(async () => {
    await database.executor.delete(clipsTable)
  })

  it('a clip comes back as it was', async () => {
    const clip = sampleClip({
      status: 'completed',
      progress: 33.3,
      etaSeconds: 12.345678,
      fileKey: 'ab/clip.mp4',
      sizeBytes: 5_000_000_000,
      receipt: { ...RECEIPT, clipBytes: 5_000_000_000, wallMilliseconds: 712.5 },
      expiresAt: minutesAfterNoon(60),
    })
    expect(await clips.insert(clip)).toBe(true)
    expect(await clips.find(clip.id)).toEqual(clip)
  })

  it('equal requests find the one live clip, until it fails, is cancelled or expires', async () => {
    const request = sampleRequest()
    const clip = sampleClip({ ...request })
    await clips.insert(clip)
    expect((await clips.findLive(request, NOON))?.id).toBe(clip.id)
    await clips.update(clip.id, ['queued'], { status: 'completed', expiresAt: minutesAfterNoon(10) })
    expect((await clips.findLive(request, minutesAfterNoon(9)))?.id).toBe(clip.id)
    expect(await clips.findLive(request, new Date(minutesAfterNoon(10).getTime() - 5000))).toBeNull()
    await clips.update(clip.id, ['completed'], { status: 'failed' })
    expect(await clips.findLive(request, NOON)).toBeNull()
  })

  it('a millisecond, a quality or a format makes another request', async () => {
    const request = sampleRequest()
    await clips.insert(sampleClip({ ...request }))
    expect(await clips.findLive({ ...request, ranges: [{ startTime: 1.235, endTime: 61.001 }] }, NOON)).toBeNull()
    expect(await clips.findLive({ ...request, quality: '480p' }, NOON)).toBeNull()
    expect(await clips.findLive({ ...request, format: 'mp3' }, NOON)).toBeNull()
  })

  it('an audio track or subtitles in the file make another request, however their parts are ordered', async () => {
    const plain = sampleRequest()
    const track = { subtitles: { captions: 'en', as: 'track' } } as const
    const dubbed = { ...plain, options: { audioTrack: 'de', ...track } }
    const burned = { ...plain, options: { subtitles: { captions: 'en', as: 'burned', style: 'box' } } as const }
    const requests = [plain, dubbed, burned, { ...plain, options: { audioTrack: 'de' } }, { ...plain, options: track }]
    const made = requests.map((request) => sampleClip(request))
    for (const clip of made) expect(await clips.insert(clip)).toBe(true)
    for (const [at, request] of requests.entries()) {
      expect(await clips.findLive(request, NOON)).toEqual(made[at])
      expect(await clips.insert(sampleClip(request))).toBe(false)
    }
    const turned = { subtitles: { as: 'track', captions: 'en' }, audioTrack: 'de' } as const
    expect((await clips.findLive({ ...plain, options: turned }, NOON))?.id).toBe(made[1]?.id)
    expect(await clips.insert(sampleClip({ ...plain, options: turned }))).toBe(false)
    const yellow = { subtitles: { ...burned.options.subtitles, style: 'yellow' } } as const
    expect(await clips.findLive({ ...plain, options: yellow }, NOON)).toBeNull()
  })

  it('a second clip for the same request is refused, and the surrounding transaction continues', async () => {
    const request = sampleRequest()
    const first = sampleClip({ ...request })
    await clips.insert(first)
    const found = await database.transaction(async (inside) => {
      expect(await inside.clips.insert(sampleClip({ ...request }))).toBe(false)
      return await inside.clips.findLive(request, NOON)
    })
    expect(found?.id).toBe(first.id)
  })

  it('of many who request the same at once exactly one makes the clip, and all see it', async () => {
    const request = sampleRequest()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (inside) => {
          const inserted = await inside.clips.insert(sampleClip({ ...request }))
          const live = await inside.clips.findLive(request, NOON)
          return { inserted, id: live?.id }
        }),
      ),
    )
    expect(outcomes.filter(({ inserted }) => inserted)).toHaveLength(1)
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1)
    expect(outcomes[0]?.id).toBeDefined()
  })

  it('a clip past its time does not stand in the way of a new one, and is still swept', async () => {
    const request = sampleRequest()
    const old = sampleClip({ ...request, status: 'completed', expiresAt: minutesAfterNoon(10) })
    const fresh = sampleClip({ ...request, createdAt: minutesAfterNoon(11) })
    await clips.insert(old)
    expect(await clips.insert(fresh)).toBe(true)
    expect((await clips.findLive(request, minutesAfterNoon(11)))?.id).toBe(fresh.id)
    expect((await clips.listExpired(minutesAfterNoon(11))).map(({ id }) => id)).toEqual([old.id])
  })

  it('a change happens only in the states it was meant for', async () => {
    const clip = sampleClip()
    await clips.insert(clip)
    expect(await clips.update(clip.id, ['processing'], { progress: 50 })).toBe(false)
    expect(await clips.update(clip.id, ['queued', 'processing'], { status: 'processing', progress: 50 })).toBe(true)
    expect(await clips.find(clip.id)).toEqual({ ...clip, status: 'processing', progress: 50 })
    expect(await clips.update('nobody', ['queued'], { progress: 50 })).toBe(false)
  })

  it('many are found at once by their ids', async () => {
    const [one, two] = [sampleClip(), sampleClip()]
    for (const clip of [one, two]) await clips.insert(clip)
    expect(await clips.findMany([one.id, two.id, 'nobody'])).toEqual(new Map([one, two].map((clip) => [clip.id, clip])))
    expect(await clips.findMany([])).toEqual(new Map())
  })

  it('nobody asks for a clip while it is decided whether anybody wants it', async () => {
    const request = sampleRequest()
    const clip = sampleClip({ ...request, status: 'completed', expiresAt: minutesAfterNoon(60) })
    await clips.insert(clip)
    const locked = Promise.withResolvers<void>()
    const ending = database.transaction(async (inside) => {
      expect(await inside.clips.lock(clip.id)).toEqual(clip)
      expect(await inside.clips.lock('nobody')).toBeNull()
      locked.resolve()
      await inside.clips.update(clip.id, ['completed'], { status: 'expired' })
    })
    await locked.promise
    const requested = database.transaction((inside) => inside.clips.findLive(request, NOON))
    await ending
    expect(await requested).toBeNull()
  })

  it('paid jobs go first, then those that came first', async () => {
    const early = await queued({ createdAt: minutesAfterNoon(0) }, 'ordinary')
    const late = await queued({ createdAt: minutesAfterNoon(1) }, 'ordinary')
    const paying = await queued({ createdAt: minutesAfterNoon(2) }, 'paid')
    const latest = await queued({ createdAt: minutesAfterNoon(3) }, 'ordinary')
    await database.records.cutQueue.cancel(late.jobId ?? '')
    const ahead = ({ jobId }: ClipRecord) => database.records.cutQueue.countAhead(jobId ?? '')
    expect(await ahead(paying)).toBe(0)
    expect(await ahead(early)).toBe(1)
    expect(await ahead(latest)).toBe(2)
  })

  it('clips are listed by state, and their files by key', async () => {
    const queuedClip = sampleClip()
    const done = sampleClip({
      status: 'completed',
      fileKey: 'ab/done.mp4',
      createdAt: minutesAfterNoon(1),
      expiresAt: minutesAfterNoon(60),
    })
    const failed = sampleClip({ status: 'failed', createdAt: minutesAfterNoon(2) })
    for (const clip of [queuedClip, done, failed]) await clips.insert(clip)
    expect(await clips.listByStatus(['queued', 'failed'])).toEqual([queuedClip, failed])
    expect(await clips.listByStatus([])).toEqual([])
    expect(await clips.listFileKeys()).toEqual(new Set(['ab/done.mp4']))
    expect(await clips.listExpired(minutesAfterNoon(59))).toEqual([])
    expect(await clips.listExpired(minutesAfterNoon(60))).toEqual([done])
  })

  async function queued(change: Partial<ClipRecord>, kind: 'paid' | 'ordinary'): Promise<ClipRecord> {
    const clip = sampleClip(change)
    return await database.transaction(async (inside) => {
      await inside.clips.insert(clip)
      const jobId = await inside.cutQueue.enqueue(clip.id, kind, 'anna')
      await inside.clips.update(clip.id, ['queued'], { jobId })
      return { ...clip, jobId }
    })
  }
})
