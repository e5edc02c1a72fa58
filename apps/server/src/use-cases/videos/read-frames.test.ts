import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EMBEDDED } from '../../adapters/database/testing/open-test-database.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { type EdgesRequest, MediaWorkError } from '../../ports/media.ts'
import { rationedBy } from '../../ports/rationed-by.ts'
import { blockLink, unblockLink } from '../moderation/blocklist.ts'
import { openTestBackend, RESOLVED_VIDEO, unwrap } from '../testing/test-backend.ts'
import { readEdges } from './read-edges.ts'
import { readFrame, readGop } from './read-frames.ts'

const { signal } = new AbortController()
const backend = await openTestBackend()
let viewer: ViewerRecord
let video: VideoRecord
let readTimes: number[]
beforeEach(async () => {
  viewer = await backend.viewer()
  video = await backend.video(viewer)
  readTimes = []
  backend.engine.readGop = async (_source, { atSeconds }) => {
    readTimes.push(atSeconds)
    const startTime = 2 * Math.floor(atSeconds / 2)
    return { bytes: new Uint8Array(1_000_000), startTime, endTime: startTime + 2 }
  }
})

const readGopAt = (at: number, requester: ViewerRecord | null = viewer) =>
  readGop(backend, { id: video.id, viewer: requester, query: { at }, signal })

describe('the GOP at a handle', () => {
  it('is read once for all times in it', async () => {
    for (const at of [4.1, 5.99, 4, 6]) expect(await readGopAt(at)).toMatchObject({ ok: true })
    expect(readTimes).toEqual([4.1, 6])
  })

  it('belongs to the frame that a time in milliseconds means', async () => {
    backend.engine.readGop = async (_source, { atSeconds }) => {
      readTimes.push(atSeconds)
      return {
        bytes: new Uint8Array(8),
        startTime: atSeconds < 1.33 ? 0 : 4 / 3,
        endTime: atSeconds < 1.33 ? 4 / 3 : 8 / 3,
      }
    }
    await readGopAt(1)
    expect(await readGopAt(1.3333)).toMatchObject({ ok: true, value: { startTime: 4 / 3 } })
    expect(readTimes).toEqual([1, 1.3333])
  })

  it('does not exist for other viewers', async () => {
    expect(await readGopAt(4, await backend.viewer())).toMatchObject({ ok: false, code: 'not_found' })
    expect(await readGopAt(4, null)).toMatchObject({ ok: false, code: 'not_found' })
    expect(readTimes).toEqual([])
  })

  it("counts against the caller's IP address, cached or not, until its allowance refills", async () => {
    // On a slow machine, the allowance would be refilled as fast as it is spent.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const answers = await rationedBy('an address', async () => {
      const codes: string[] = []
      for (let count = 0; count < 300 && codes.length === 0; count++) {
        const gop = await readGopAt(4)
        if (!gop.ok) codes.push(gop.code)
      }
      return codes
    })
    expect(answers).toEqual(['too_many_requests'])
    expect(await rationedBy('another address', () => readGopAt(4))).toMatchObject({ ok: true })
  })

  it('asks no database while it is cached, and is refused as soon as the video is blocked', async () => {
    const embedded = await openTestBackend(EMBEDDED)
    const watcher = await embedded.viewer()
    const { id, reference } = await embedded.video(watcher)
    const readAgain = () => readGop(embedded, { id, viewer: watcher, query: { at: 4 }, signal })
    await readAgain()
    const [videoReads, blockReads] = [
      vi.spyOn(embedded.database.records.videos, 'find'),
      vi.spyOn(embedded.database.records.blocklist, 'matching'),
    ]
    expect(await readAgain()).toMatchObject({ ok: true })
    expect([...videoReads.mock.calls, ...blockReads.mock.calls]).toEqual([])
    const body = { kind: 'video', link: reference, reason: 'A test' } as const
    const block = unwrap(await blockLink(embedded, { body, by: 'an admin' }))
    expect(await readAgain()).toMatchObject({ ok: false, code: 'link_blocked' })
    await unblockLink(embedded, { id: block.id, by: 'an admin' })
    expect(await readAgain()).toMatchObject({ ok: true })
  })

  it.each([
    ['media_too_large', 'media_too_large'],
    ['busy', 'busy'],
    ['broken_media', 'source_failed'],
  ] as const)('is refused if the engine answers %s', async (engineCode, code) => {
    backend.engine.readGop = () => Promise.reject(new MediaWorkError(engineCode, 'no'))
    expect(await readGopAt(4)).toMatchObject({ ok: false, code })
  })

  it('is read from new URLs if the first ones have expired', async () => {
    const readOnce = backend.engine.readGop
    backend.engine.readGop = async (...order) => {
      backend.engine.readGop = readOnce
      await readOnce(...order)
      throw new MediaWorkError('source_failed', 'gone', { expired: true })
    }
    expect(await readGopAt(4)).toMatchObject({ ok: true })
    expect(readTimes).toEqual([4, 4])
  })
})

it('a frame is drawn for the requested place', async () => {
  const drawnOrders: unknown[] = []
  backend.engine.drawFrame = async (_source, order) => {
    drawnOrders.push(order)
    return { bytes: new Uint8Array(1), startTime: 4.96, endTime: 5 }
  }
  const query = { at: 5, place: 'end' } as const
  expect(await readFrame(backend, { id: video.id, viewer, query, signal })).toMatchObject({
    ok: true,
    value: { startTime: 4.96 },
  })
  expect(drawnOrders).toEqual([{ atSeconds: 5, place: 'end', width: 960 }])
})

describe('the edges of a clip', () => {
  const orders: EdgesRequest[] = []
  let edgeBytes = 1
  const readEdgesOf = async (startTime: number, endTime: number, audioTrack?: string) => {
    backend.edgePreviews = {
      read: async (order) => {
        orders.push(order)
        return new Uint8Array(edgeBytes)
      },
    }
    const query = { startTime, endTime, ...(audioTrack && { audioTrack }) }
    const outcome = await readEdges(backend, { id: video.id, viewer, query, signal })
    return outcome.ok ? orders.at(-1)!.ranges : outcome.code
  }

  it('are its first and last two seconds, or all of a short clip', async () => {
    expect(await readEdgesOf(10, 60)).toEqual([
      { startTime: 10, endTime: 12 },
      { startTime: 58, endTime: 60 },
    ])
    expect(await readEdgesOf(10, 14.9)).toEqual([{ startTime: 10, endTime: 14.9 }])
  })

  it("count against the caller's IP address, like GOPs", async () => {
    edgeBytes = 16_000_000
    const answers = await rationedBy('a third address', async () => {
      const codes: unknown[] = []
      for (let count = 0; count < 60; count++) codes.push(await readEdgesOf(10, 60))
      return codes
    })
    expect(answers.at(-1)).toBe('too_many_requests')
    edgeBytes = 1
    expect(await rationedBy('a fourth address', () => readEdgesOf(10, 60))).toHaveLength(2)
  })

  it("have the clip's audio track, and are refused if the video lacks it", async () => {
    const track = { language: null, label: 'A track', isOriginal: false }
    const resolvedVideo = {
      ...RESOLVED_VIDEO,
      audioTracks: [
        { ...track, id: 'first', inFile: 0 },
        { ...track, id: 'second', inFile: 1, isOriginal: true },
      ],
    }
    video = await backend.video(viewer, undefined, resolvedVideo)
    await backend.remember(video, resolvedVideo)
    for (const [audioTrack, inFile] of [
      ['first', 0],
      [undefined, 1],
    ] as const) {
      await readEdgesOf(10, 60, audioTrack)
      expect(orders.at(-1)?.audioTrack).toBe(inFile)
    }
    expect(await readEdgesOf(10, 60, 'third')).toBe('quality_unavailable')
  })

  it('need a valid range', async () => {
    expect(await readEdgesOf(10, 9)).toBe('invalid_trim')
  })
})
