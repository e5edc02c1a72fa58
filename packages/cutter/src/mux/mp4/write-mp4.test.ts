import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { frameDigests, trackPackets } from '../../../tests/support/clip-packets.ts'
import { bytesAsSource } from '../../../tests/support/counting-file.ts'
import { openMedia } from '../../../tests/support/open-media.ts'
import { smallRecipe, stampedWorkshop } from '../../../tests/support/stamped-source.ts'
import { watchedSink } from '../../../tests/support/watched-sink.ts'
import { avcSampleEntry } from '../../bitstream/sample-entries.ts'
import { boxesBetween } from '../../demux/mp4/boxes.ts'
import { memorySink } from '../../io/memory-sink.ts'
import type { ClipTrack } from '../../supply/clip-track.ts'
import { writeMp4 } from './write-mp4.ts'

const workshop = stampedWorkshop()

const recipe = smallRecipe({ width: 160, height: 90, frames: 60, gopFrames: 30, audio: null })
const media = (await workshop.make(recipe, 'video')).media

/** The video track of the source, without changes. */
async function videoFrames(): Promise<ClipTrack> {
  const { access, description } = media.video!
  const { packets, timescale } = await trackPackets(access)
  const { width, height, configurations } = description
  return {
    kind: 'video',
    timescale,
    endTick: 2 * timescale,
    packets: Readable.from(packets),
    sampleEntry: () => avcSampleEntry(width, height, configurations[0]!, []),
    display: { width, height, matrix: null },
  }
}

async function writeClip(headerBytes: number, maxHeldBytes = 0) {
  const memory = memorySink()
  const sink = watchedSink(memory)
  const options = { signal: undefined, maxBytes: Infinity, headerBytes, maxHeldBytes }
  const { sizeBytes } = await writeMp4(sink, [await videoFrames()], options)
  await sink.finish(sizeBytes)
  const bytes = Buffer.from(memory.bytes!)
  const boxes = [...boxesBetween(bytes, 0, bytes.length)].map(({ type, start, end }) => ({ type, bytes: end - start }))
  const source = bytesAsSource(bytes)
  return { boxes, hasMoved: sink.reads.length > 0, clip: await openMedia({ video: source, audio: null }) }
}

describe('the space reserved for the header of an MP4', () => {
  it.each([
    { room: 'ample', bytes: 20_000, hasMoved: false, types: ['ftyp', 'moov', 'free', 'mdat'] },
    { room: 'too small', bytes: 100, hasMoved: true, types: ['ftyp', 'moov', 'mdat'] },
    { room: 'far too large', bytes: 300_000, hasMoved: true, types: ['ftyp', 'moov', 'mdat'] },
  ])('may be $room, without changing the frames', async ({ bytes, hasMoved, types }) => {
    const result = await writeClip(bytes)
    expect(result.boxes.map(({ type }) => type)).toEqual(types)
    expect(result.hasMoved).toBe(hasMoved)
    expect(await frameDigests(result.clip)).toEqual(await frameDigests(media))
  })

  it.each([100, 20_000, 300_000])('is not needed for a clip that fits into memory (%i bytes)', async (bytes) => {
    const result = await writeClip(bytes, 1_000_000)
    expect(result.boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
    expect(result.hasMoved).toBe(false)
    expect(await frameDigests(result.clip)).toEqual(await frameDigests(media))
  })

  it('may be exact, or a few bytes off', async () => {
    const ampleResult = await writeClip(20_000)
    const moovBytes = ampleResult.boxes.find(({ type }) => type === 'moov')!.bytes
    const expectedDigests = await frameDigests(media)
    for (const [excessBytes, hasMoved] of [
      [-9, true],
      [-8, false],
      [-7, true],
      [-1, true],
      [0, false],
      [1, false],
    ] as const) {
      const result = await writeClip(moovBytes + excessBytes)
      expect([excessBytes, result.hasMoved]).toEqual([excessBytes, hasMoved])
      expect(await frameDigests(result.clip)).toEqual(expectedDigests)
    }
  })
})
