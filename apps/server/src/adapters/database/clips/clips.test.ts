import { beforeEach, expect, it } from 'vitest'
import type { ClipRecord } from '../../../ports/clips.ts'
import { RECEIPT } from '../../../use-cases/testing/test-backend.ts'
import { clips as clipsTable } from '../schema/clip-schema.ts'
import { describeOnDatabases } from '../testing/open-test-database.ts'
import { minutesAfterNoon, NOON, sampleClip, sampleRequest } from '../testing/sample-records.ts'

describeOnDatabases('clips in $name', async ({ open }) => {
  const { database } = await open()
  const { clips } = database.records
  beforeEach(async () => {
    await database.executor.delete(clipsTable)
  })

  it('a clip is read back unchanged', async () => {
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

  it('equal requests share one live clip until it fails, is cancelled or expires', async () => {
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

  it('another millisecond, quality or format makes another request', async () => {
    const request = sampleRequest()
    await clips.insert(sampleClip({ ...request }))
    expect(await clips.findLive({ ...request, ranges: [{ startTime: 1.235, endTime: 61.001 }] }, NOON)).toBeNull()
    expect(await clips.findLive({ ...request, quality: '480p' }, NOON)).toBeNull()
    expect(await clips.findLive({ ...request, format: 'mp3' }, NOON)).toBeNull()
  })

  it('an audio track or subtitles in the file make another request, whatever the order of their fields', async () => {
    const plainRequest = sampleRequest()
    const track = { subtitles: { captions: 'en', as: 'track' } } as const
    const dubbedRequest = { ...plainRequest, options: { audioTrack: 'de', ...track } }
    const burnedRequest = {
      ...plainRequest,
      options: { subtitles: { captions: 'en', as: 'burned', style: 'box' } } as const,
    }
    const requests = [
      plainRequest,
      dubbedRequest,
      burnedRequest,
      { ...plainRequest, options: { audioTrack: 'de' } },
      { ...plainRequest, options: track },
    ]
    const insertedClips = requests.map((request) => sampleClip(request))
    for (const clip of insertedClips) expect(await clips.insert(clip)).toBe(true)
    for (const [index, request] of requests.entries()) {
      expect(await clips.findLive(request, NOON)).toEqual(insertedClips[index])
      expect(await clips.insert(sampleClip(request))).toBe(false)
    }
    const reorderedOptions = { subtitles: { as: 'track', captions: 'en' }, audioTrack: 'de' } as const
    expect((await clips.findLive({ ...plainRequest, options: reorderedOptions }, NOON))?.id).toBe(insertedClips[1]?.id)
    expect(await clips.insert(sampleClip({ ...plainRequest, options: reorderedOptions }))).toBe(false)
    const yellowOptions = { subtitles: { ...burnedRequest.options.subtitles, style: 'yellow' } } as const
    expect(await clips.findLive({ ...plainRequest, options: yellowOptions }, NOON)).toBeNull()
  })

  it('a second clip for the same request is refused, and the surrounding transaction continues', async () => {
    const request = sampleRequest()
    const firstClip = sampleClip({ ...request })
    await clips.insert(firstClip)
    const liveClip = await database.transaction(async (transactionRecords) => {
      expect(await transactionRecords.clips.insert(sampleClip({ ...request }))).toBe(false)
      return await transactionRecords.clips.findLive(request, NOON)
    })
    expect(liveClip?.id).toBe(firstClip.id)
  })

  it('if many request the same at once, exactly one inserts the clip, and all see it', async () => {
    const request = sampleRequest()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (transactionRecords) => {
          const inserted = await transactionRecords.clips.insert(sampleClip({ ...request }))
          const currentClip = await transactionRecords.clips.findLive(request, NOON)
          return { inserted, id: currentClip?.id }
        }),
      ),
    )
    expect(outcomes.filter(({ inserted }) => inserted)).toHaveLength(1)
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1)
    expect(outcomes[0]?.id).toBeDefined()
  })

  it('an expired clip does not prevent a new one, and is still swept', async () => {
    const request = sampleRequest()
    const oldClip = sampleClip({ ...request, status: 'completed', expiresAt: minutesAfterNoon(10) })
    const newClip = sampleClip({ ...request, createdAt: minutesAfterNoon(11) })
    await clips.insert(oldClip)
    expect(await clips.insert(newClip)).toBe(true)
    expect((await clips.findLive(request, minutesAfterNoon(11)))?.id).toBe(newClip.id)
    expect((await clips.listExpired(minutesAfterNoon(11))).map(({ id }) => id)).toEqual([oldClip.id])
  })

  it('a change applies only in the states that it is meant for', async () => {
    const clip = sampleClip()
    await clips.insert(clip)
    expect(await clips.update(clip.id, ['processing'], { progress: 50 })).toBe(false)
    expect(await clips.update(clip.id, ['queued', 'processing'], { status: 'processing', progress: 50 })).toBe(true)
    expect(await clips.find(clip.id)).toEqual({ ...clip, status: 'processing', progress: 50 })
    expect(await clips.update('nobody', ['queued'], { progress: 50 })).toBe(false)
  })

  it('many clips are found at once by their ids', async () => {
    const [clipA, clipB] = [sampleClip(), sampleClip()]
    for (const clip of [clipA, clipB]) await clips.insert(clip)
    expect(await clips.findMany([clipA.id, clipB.id, 'nobody'])).toEqual(
      new Map([clipA, clipB].map((clip) => [clip.id, clip])),
    )
    expect(await clips.findMany([])).toEqual(new Map())
  })

  it('a lookup waits while another transaction decides whether anybody wants the clip', async () => {
    const request = sampleRequest()
    const clip = sampleClip({ ...request, status: 'completed', expiresAt: minutesAfterNoon(60) })
    await clips.insert(clip)
    const lockTaken = Promise.withResolvers<void>()
    const expiry = database.transaction(async (transactionRecords) => {
      expect(await transactionRecords.clips.lock(clip.id)).toEqual(clip)
      expect(await transactionRecords.clips.lock('nobody')).toBeNull()
      lockTaken.resolve()
      await transactionRecords.clips.update(clip.id, ['completed'], { status: 'expired' })
    })
    await lockTaken.promise
    const lookup = database.transaction((transactionRecords) => transactionRecords.clips.findLive(request, NOON))
    await expiry
    expect(await lookup).toBeNull()
  })

  it('paid jobs go first, then older ones', async () => {
    const earlyClip = await enqueue({ createdAt: minutesAfterNoon(0) }, 'ordinary')
    const cancelledClip = await enqueue({ createdAt: minutesAfterNoon(1) }, 'ordinary')
    const paidClip = await enqueue({ createdAt: minutesAfterNoon(2) }, 'paid')
    const latestClip = await enqueue({ createdAt: minutesAfterNoon(3) }, 'ordinary')
    await database.records.cutQueue.cancel(cancelledClip.jobId ?? '')
    const countAhead = ({ jobId }: ClipRecord) => database.records.cutQueue.countAhead(jobId ?? '')
    expect(await countAhead(paidClip)).toBe(0)
    expect(await countAhead(earlyClip)).toBe(1)
    expect(await countAhead(latestClip)).toBe(2)
  })

  it('clips are listed by state, and their files by key', async () => {
    const queuedClip = sampleClip()
    const completedClip = sampleClip({
      status: 'completed',
      fileKey: 'ab/done.mp4',
      createdAt: minutesAfterNoon(1),
      expiresAt: minutesAfterNoon(60),
    })
    const failedClip = sampleClip({ status: 'failed', createdAt: minutesAfterNoon(2) })
    for (const clip of [queuedClip, completedClip, failedClip]) await clips.insert(clip)
    expect(await clips.listByStatus(['queued', 'failed'])).toEqual([queuedClip, failedClip])
    expect(await clips.listByStatus([])).toEqual([])
    expect(await clips.listFileKeys()).toEqual(new Set(['ab/done.mp4']))
    expect(await clips.listExpired(minutesAfterNoon(59))).toEqual([])
    expect(await clips.listExpired(minutesAfterNoon(60))).toEqual([completedClip])
  })

  async function enqueue(change: Partial<ClipRecord>, kind: 'paid' | 'ordinary'): Promise<ClipRecord> {
    const clip = sampleClip(change)
    return await database.transaction(async (transactionRecords) => {
      await transactionRecords.clips.insert(clip)
      const jobId = await transactionRecords.cutQueue.enqueue(clip.id, kind, 'anna')
      await transactionRecords.clips.update(clip.id, ['queued'], { jobId })
      return { ...clip, jobId }
    })
  }
})
