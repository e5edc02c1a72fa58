import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { costlyMedia } from '@kerf/standins/hostile/costly-media'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Gop, MediaFacts } from '../../ports/media.ts'
import { rationedBy } from '../../ports/rationed-by.ts'
import type { ByteSource } from '../../ports/sources.ts'
import type { MediaEngineOptions } from './media-engine.ts'
import { openTestEngine, sourceOfBytes } from './testing/test-engine.ts'

const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
const testEngine = await openTestEngine()
const PLAIN_CLIP = { kind: 'video', height: null } as const
let ordinaryFile: ByteSource
let costlyFile: ByteSource
beforeAll(async () => {
  const { videoPath } = await makeStampedMedia(
    {
      width: 160,
      height: 90,
      frameRate: [30, 1],
      frames: 30,
      gopFrames: 15,
      bFrames: 2,
      video: 'h264',
      audio: 'aac',
      layout: 'fragmented',
    },
    testEngine.folder,
    'fragmented',
  )
  const bytes = await readFile(videoPath ?? join(testEngine.folder, 'none'))
  ordinaryFile = sourceOfBytes(bytes)
  const media = costlyMedia(bytes)
  costlyFile = { sizeBytes: media.sizeBytes, read: async (start, end) => media.bytes(start, end) }
})

describe('with files that are quick to fetch and slow to read', () => {
  it('one IP address holds half of the slots, and others are answered before its lookups end', async () => {
    const { inspect, ends, abortAll } = createLookups()
    for (let count = 0; count < 8; count++) inspect('one', costlyFile)
    for (const owner of ['another', 'a third', 'a fourth'])
      expect(await inspect(owner, ordinaryFile)).toMatchObject({ durationSeconds: 1 })
    expect(ends).toEqual(['another', 'a third', 'a fourth'])
    await abortAll()
  })

  it.each(['readGop', 'drawFrame', 'readEdges'] as const)(
    'two IP addresses that used up their processor time lose a slot to another one: %s',
    async (call) => {
      const lookups = createLookups({ most: 0.2, perSecond: 0 })
      const read = lookups[call]
      for (let count = 0; count < 2; count++) for (const owner of ['one', 'two']) read(owner, costlyFile)
      await read('another', ordinaryFile)
      expect(lookups.ends[0]).toMatch(/^(one|two): busy$/)
      expect(lookups.ends.at(-1)).toBe('another')
      await lookups.abortAll()
    },
  )

  // The test uses up the processor time of two IP addresses. media-engine.test.ts covers slow sources, which lose their
  // slot to others.
  it.runIf(isFullRun)(
    'two IP addresses hold all slots until their processor time is used up; then others come first',
    async () => {
      const { inspect, ends, abortAll } = createLookups()
      for (let count = 0; count < 4; count++) for (const owner of ['one', 'two']) inspect(owner, costlyFile)
      for (const owner of ['another', 'a third'])
        expect(await inspect(owner, ordinaryFile)).toMatchObject({ durationSeconds: 1 })
      const [first, ...furtherResults] = ends
      expect(first).toMatch(/^(one|two): busy$/)
      expect(furtherResults.filter((outcome) => !outcome.endsWith(': busy'))).toEqual(['another', 'a third'])
      expect(ends.length).toBeLessThan(8)
      await abortAll()
    },
  )
})

/** Lookups by several owners, and the outcomes in the order in which they end. */
function createLookups(frameSeconds?: MediaEngineOptions['frameSeconds']) {
  const engine = testEngine.engineWith({}, frameSeconds)
  const controller = new AbortController()
  const outcomes: string[] = []
  const lookups: Promise<unknown>[] = []
  function runLookup<T>(owner: string, work: () => Promise<T>): Promise<T | null> {
    const lookup = rationedBy(owner, work).then(
      (answer) => {
        outcomes.push(owner)
        return answer
      },
      (error: { code?: string }) => {
        outcomes.push(`${owner}: ${error.code}`)
        return null
      },
    )
    lookups.push(lookup)
    return lookup
  }
  return {
    ends: outcomes,
    inspect: (owner: string, source: ByteSource): Promise<MediaFacts | null> =>
      runLookup(owner, () => engine.inspect({ video: source, audio: source }, controller.signal)),
    readGop: (owner: string, source: ByteSource): Promise<Gop | null> =>
      runLookup(owner, () => engine.readGop(source, { atSeconds: 0.1, maxBytes: 4_000_000 }, controller.signal)),
    drawFrame: (owner: string, source: ByteSource): Promise<unknown> =>
      runLookup(owner, () => engine.drawFrame(source, { atSeconds: 0.1, place: 'at', width: 160 }, controller.signal)),
    readEdges: (owner: string, source: ByteSource): Promise<unknown> =>
      runLookup(owner, () => {
        const spec = { kind: 'clip' as const, ranges: [{ startTime: 0.1, endTime: 0.6 }], spec: PLAIN_CLIP }
        const filePath = join(testEngine.folder, `edges-${randomUUID()}`)
        return engine.readPreview({ source, audio: null, spec, filePath }, controller.signal)
      }),
    async abortAll() {
      controller.abort(new Error('gone'))
      await Promise.all(lookups)
    },
  }
}
