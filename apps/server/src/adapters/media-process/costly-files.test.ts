import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaFacts } from '../../ports/media.ts'
import { onBehalfOf } from '../../ports/request-context.ts'
import type { ByteSource } from '../../ports/sources.ts'
import { bytesOf, openEngineRoom } from './testing/engine-room.ts'

const room = await openEngineRoom()
let ordinary: ByteSource
let costly: ByteSource
beforeAll(async () => {
  const { videoPath } = await makeStampedMedia(
    {
      ...{ width: 160, height: 90, frameRate: [30, 1], frames: 30, gopFrames: 15, bFrames: 2 },
      ...{ video: 'h264', audio: 'aac', layout: 'fragmented' },
    },
    room.folder,
    'fragmented',
  )
  const bytes = await readFile(videoPath ?? join(room.folder, 'none'))
  ordinary = bytesOf(bytes)
  costly = withFragments(bytes)
})

/** A healthy file, and behind it a million fragments of a frame each: 92 MB, fast to fetch and slow to read. */
function withFragments(head: Buffer): ByteSource {
  const box = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts)
    return Buffer.concat([words(body.length + 8), Buffer.from(type), body])
  }
  const run = [box('tfhd', words(0x20000, 1)), box('tfdt', words(0, 0)), box('trun', words(1, 1, 0))]
  const fragment = box('moof', box('mfhd', words(0, 1)), box('traf', ...run))
  const sizeBytes = head.length + Math.floor(92_000_000 / fragment.length) * fragment.length
  return {
    sizeBytes,
    async read(start, end) {
      const from = Math.max(0, start - head.length)
      const phase = from % fragment.length
      const tail = Buffer.alloc(end - start, Buffer.concat([fragment.subarray(phase), fragment.subarray(0, phase)]))
      return start >= head.length ? tail : Buffer.concat([head.subarray(start, end), tail]).subarray(0, end - start)
    },
  }
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

describe('with files that are fast to fetch and costly to read', () => {
  it('one address holds half of the places, and others are answered before any of them ends', async () => {
    const { inspect, ends, leave } = lookUps()
    for (let count = 0; count < 8; count++) inspect('one', costly)
    for (const owner of ['another', 'a third', 'a fourth'])
      expect(await inspect(owner, ordinary)).toMatchObject({ durationSeconds: 1 })
    expect(ends).toEqual(['another', 'a third', 'a fourth'])
    await leave()
  })

  it('two addresses hold all of the places until their processor time is spent: then others come first', async () => {
    const { inspect, ends, leave } = lookUps()
    for (let count = 0; count < 4; count++) for (const owner of ['one', 'two']) inspect(owner, costly)
    for (const owner of ['another', 'a third'])
      expect(await inspect(owner, ordinary)).toMatchObject({ durationSeconds: 1 })
    const [first, ...others] = ends
    expect(first).toMatch(/^(one|two): busy$/)
    expect(others.filter((end) => !end.endsWith(': busy'))).toEqual(['another', 'a third'])
    expect(ends.length).toBeLessThan(8)
    await leave()
  })
})

/** Look-ups of several owners, and how they end, one after the other. */
function lookUps() {
  const engine = room.engineWith()
  const gone = new AbortController()
  const ends: string[] = []
  const all: Promise<unknown>[] = []
  return {
    ends,
    inspect(owner: string, source: ByteSource): Promise<MediaFacts | null> {
      const looked = onBehalfOf(owner, () => engine.inspect({ video: source, audio: source }, gone.signal)).then(
        (facts) => {
          ends.push(owner)
          return facts
        },
        (error: { code?: string }) => {
          ends.push(`${owner}: ${error.code}`)
          return null
        },
      )
      all.push(looked)
      return looked
    },
    async leave() {
      gone.abort(new Error('gone'))
      await Promise.all(all)
    },
  }
}
