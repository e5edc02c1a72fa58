import { afterAll, describe, expect, it } from 'vitest'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { createMemory } from '../shared/memory.ts'
import { askFor, sameVideo } from '../testing/downloads.ts'
import { openWorkbench, type Workbench } from '../testing/workbench.ts'
import { describeDownload } from './describe-download.ts'
import { cancelDownload } from './end-download.ts'
import type { DownloadWithClip } from './request-download.ts'

const bench = await openWorkbench()
afterAll(() => bench.remove())

const ask = (video: VideoRecord, viewer: ViewerRecord, quality = '360p', deps = {}) =>
  askFor({ ...bench, ...deps }, video, viewer, { quality })

describe('a request', () => {
  it('is refused on the fourth time of a day and taken again after midnight UTC', async () => {
    const viewer = await bench.viewer()
    bench.clock.set(new Date('2026-11-20T23:59:00Z'))
    for (let i = 0; i < 3; i += 1) expect(await ask(await bench.video(viewer), viewer)).toMatchObject({ ok: true })
    expect(await ask(await bench.video(viewer), viewer)).toMatchObject({
      ok: false,
      code: 'daily_limit',
      retryAfterSeconds: 60,
      details: 'The limit resets at 2026-11-21T00:00:00.000Z.',
    })
    bench.clock.set(new Date('2026-11-21T00:00:00Z'))
    expect(await ask(await bench.video(viewer), viewer)).toMatchObject({ ok: true })
  })

  it('is refused on the eleventh time of a month', async () => {
    const viewer = await bench.viewer()
    for (let i = 0; i < 10; i += 1) {
      bench.clock.set(new Date(Date.UTC(2026, 10, 1 + Math.floor(i / 3), 8)))
      expect(await ask(await bench.video(viewer), viewer)).toMatchObject({ ok: true })
    }
    bench.clock.set(new Date('2026-11-05T08:00:00Z'))
    expect(await ask(await bench.video(viewer), viewer)).toMatchObject({ ok: false, code: 'monthly_limit' })
  })

  it('returns its unit once, to the day it was taken from, however often it is cancelled', async () => {
    const viewer = await bench.viewer()
    bench.clock.set(new Date('2026-11-10T23:59:00Z'))
    const outcome = await ask(await bench.video(viewer), viewer)
    if (!outcome.ok) throw new Error(outcome.code)
    bench.clock.set(new Date('2026-11-11T00:01:00Z'))
    await ask(await bench.video(viewer), viewer)
    await Promise.all([1, 2, 3].map(() => cancelDownload(bench, { id: outcome.value.download.id, viewer })))
    const { quota } = bench.database.records
    expect(await quota.used(viewer.id, { day: '2026-11-10', month: '2026-11' })).toEqual({ today: 0, thisMonth: 1 })
    expect(await quota.used(viewer.id, { day: '2026-11-11', month: '2026-11' })).toEqual({ today: 1, thisMonth: 1 })
  })

  it('of a paying viewer comes before older ones of others, and is never counted out', async () => {
    const [anonymous, stranger] = [await bench.viewer(), await bench.viewer()]
    const pro: ViewerRecord = { ...stranger, kind: 'pro' }
    const first = await ask(await bench.video(anonymous), anonymous)
    const second = await ask(await bench.video(pro), pro)
    if (!first.ok || !second.ok) throw new Error('refused')
    const { cutQueue } = bench.database.records
    const ahead = ({ clip }: DownloadWithClip) => cutQueue.countAhead(clip.jobId ?? '')
    expect(await ahead(second.value)).toBeLessThan(await ahead(first.value))
    const waiting = await cutQueue.listWaiting()
    for (const asked of [first.value, second.value])
      expect(waiting.indexOf(asked.clip.jobId ?? '')).toBe(await ahead(asked))
    for (let i = 0; i < 12; i += 1) expect(await ask(await bench.video(pro), pro)).toMatchObject({ ok: true })
  })

  it('of a paying viewer for what a free one waits for moves that forward, for both', async () => {
    const [first, second, stranger] = [await bench.viewer(), await bench.viewer(), await bench.viewer()]
    const before = await ask(await bench.video(first), first)
    const video = await bench.video(second)
    const wanted = await ask(video, second)
    if (!before.ok || !wanted.ok) throw new Error('refused')
    const { cutQueue } = bench.database.records
    const ahead = ({ clip }: DownloadWithClip) => cutQueue.countAhead(clip.jobId ?? '')
    expect(await ahead(wanted.value)).toBeGreaterThan(await ahead(before.value))
    const pro: ViewerRecord = { ...stranger, kind: 'pro' }
    const same = await ask(await sameVideo(bench, video, pro), pro)
    expect(same).toMatchObject({ ok: true, value: { clip: { id: wanted.value.clip.id } } })
    expect(await ahead(wanted.value)).toBeLessThan(await ahead(before.value))
  })

  it('is answered from another viewer’s clip without new work, and stops that work only when both have gone', async () => {
    bench.clock.set(new Date('2026-11-12T08:00:00Z'))
    const [one, two] = [await bench.viewer(), await bench.viewer()]
    const video = await bench.video(one)
    const same: VideoRecord = { ...video, id: `${video.id.slice(0, 20)}zz`, viewerId: two.id }
    await bench.database.records.videos.insert(same)
    const [a, b] = [await ask(video, one), await ask(same, two)]
    if (!a.ok || !b.ok) throw new Error('refused')
    expect(b.value.clip.id).toBe(a.value.clip.id)
    expect(b.value.download.id).not.toBe(a.value.download.id)
    const status = async () => (await bench.database.records.clips.find(a.value.clip.id))?.status
    await cancelDownload(bench, { id: a.value.download.id, viewer: one })
    expect(await status()).toBe('queued')
    await cancelDownload(bench, { id: b.value.download.id, viewer: two })
    expect(await status()).toBe('cancelled')
  })

  it('for several ranges in one clip is one of its own, shared by equal ones', async () => {
    const [one, two] = [await bench.viewer(), await bench.viewer()].map((viewer) => ({
      ...viewer,
      kind: 'pro' as const,
    }))
    if (!one || !two) throw new Error('nobody is there')
    const video = await bench.video(one, { startTime: 20, endTime: 30 })
    const theirs = { ...video, id: `${video.id.slice(0, 20)}yy`, viewerId: two.id }
    await bench.database.records.videos.insert(theirs)
    const joined = async (
      wanted: VideoRecord,
      viewer: ViewerRecord,
      ranges: { startTime: number; endTime: number }[],
    ) => {
      const outcome = await askFor(bench, wanted, viewer, { ranges })
      if (!outcome.ok) throw new Error(outcome.code)
      return outcome.value
    }
    const ranges = [
      { startTime: 50.0004, endTime: 60 },
      { startTime: 3, endTime: 5.5 },
    ]
    const first = await joined(video, one, ranges)
    expect(first.clip).toMatchObject({
      ranges: [
        { startTime: 50, endTime: 60 },
        { startTime: 3, endTime: 5.5 },
      ],
    })
    expect((await joined(video, one, ranges)).download.id).toBe(first.download.id)
    expect((await joined(theirs, two, ranges)).clip.id).toBe(first.clip.id)
    expect((await joined(video, one, ranges.toReversed())).clip.id).not.toBe(first.clip.id)
    expect(await ask(video, one)).toMatchObject({ ok: true, value: { clip: { ranges: [video.trim] } } })
  })

  it('for a range of its own is of that one, whatever was saved with the video meanwhile', async () => {
    const viewer = await bench.viewer()
    const video = await bench.video(viewer, { startTime: 20, endTime: 30 })
    const range = { startTime: 5, endTime: 9 }
    const asked = { quality: '360p', ranges: [range] }
    const named = await askFor(bench, video, viewer, asked)
    expect(named).toMatchObject({ ok: true, value: { clip: { ranges: [range] } } })
    await bench.database.records.videos.setTrim(video.id, range)
    const saved = await ask(video, viewer)
    expect(saved.ok && named.ok && saved.value.download.id === named.value.download.id).toBe(true)
  })

  it('is not taken when the disk is full', async () => {
    const viewer = await bench.viewer()
    const files = { ...bench.files, freeBytes: async () => 1000 }
    expect(await ask(await bench.video(viewer), viewer, '360p', { files })).toMatchObject({
      ok: false,
      code: 'storage_full',
    })
  })

  it('leaves nothing behind when the queue fails: no download, no unit', async () => {
    const viewer = await bench.viewer()
    const video = await bench.video(viewer)
    const broken: Workbench['database'] = {
      ...bench.database,
      transaction: (work) =>
        bench.database.transaction((records) =>
          work({
            ...records,
            cutQueue: { ...records.cutQueue, enqueue: () => Promise.reject(new Error('queue is gone')) },
          }),
        ),
    }
    await expect(ask(video, viewer, '360p', { database: broken })).rejects.toThrow('queue is gone')
    expect(await bench.database.records.downloads.listForVideo(video.id, viewer.id)).toEqual([])
    expect(await bench.database.records.quota.used(viewer.id, { day: '2026-11-12', month: '2026-11' })).toEqual({
      today: 0,
      thisMonth: 0,
    })
    expect(await ask(video, viewer)).toMatchObject({ ok: true })
  })
})

it('all waiting clients share one queue read per second, and a new job is counted', async () => {
  const { records } = bench.database
  let read = 0
  const listWaiting = () => {
    read += 1
    return records.cutQueue.listWaiting()
  }
  const ofMany = { ...records, cutQueue: { ...records.cutQueue, listWaiting } }
  const database = { ...bench.database, records: ofMany }
  const deps = { ...bench, database, memory: createMemory(database) }
  const pro: ViewerRecord = { ...(await bench.viewer()), kind: 'pro' }
  const request = async () => {
    const outcome = await ask(await bench.video(pro), pro)
    if (!outcome.ok) throw new Error(outcome.code)
    return outcome.value
  }
  const [one, other] = [await request(), await request()]
  const described = await Promise.all([...Array(20).fill(one), other].map((whole) => describeDownload(deps, whole)))
  expect(read).toBe(1)
  expect(described.at(-1)?.position).toBeGreaterThan(described[0]?.position ?? 0)
  const late = await request()
  expect((await describeDownload(deps, late)).position).toBe(
    (await records.cutQueue.countAhead(late.clip.jobId ?? '')) + 1,
  )
})
