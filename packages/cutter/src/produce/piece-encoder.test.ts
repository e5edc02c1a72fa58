import { readStamp } from '@kerf/stamped-media/stamp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMeter } from '../bytes/part-reader.ts'
import { decodePictures, type PictureStream } from '../codec/decode-pictures.ts'
import type { EncodedPicture, PictureEncoderSettings } from '../codec/picture-encoder.ts'
import type { LoadedPacket } from '../demux/common/packet-ref.ts'
import { HEAD_START_SECONDS } from '../plan/bit-budget.ts'
import { StampedWorkshop, smallRecipe } from '../testing/stamped-source.ts'
import { PieceEncoder } from './piece-encoder.ts'

const FRAMES = 40
const SECONDS = FRAMES / 30
const QUICK: PictureEncoderSettings = {
  timescale: 30,
  frameRate: 30,
  preset: 'ultrafast',
  quality: 20,
  isQuantizer: true,
  largestBitrate: 50_000_000,
  keyFrameDistance: 150,
  bFrames: 0,
  lookaheadFrames: 0,
  profile: 'high',
  parameterSetId: 3,
  threads: 2,
}

let workshop: StampedWorkshop
let stream: PictureStream
let packets: LoadedPacket[]
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  const recipe = smallRecipe({ width: 320, height: 180, frames: FRAMES, gopFrames: FRAMES, bFrames: 0, audio: null })
  const { media, files } = await workshop.make(recipe, 'source')
  const { description, access } = media.video!
  if (access.kind !== 'indexed') throw new Error('An MP4 has an index.')
  stream = { ...description, timescale: access.track.timescale }
  const refs = await access.track.covering(-Infinity, Infinity, { signal: undefined, meter: newMeter() })
  packets = await Promise.all(
    refs.map(async (ref) => ({ ...ref, data: await files[0]!.read(ref.offset, ref.offset + ref.sizeBytes) })),
  )
})
afterAll(() => workshop.close())

/** @param weightOf what a picture is said to take in the source */
async function encode(
  largestBitrate: number,
  weightOf = (_index: number, sizeBytes: number) => sizeBytes,
  aimedBytes: number | null = null,
  preset = QUICK.preset,
) {
  const settings = { ...QUICK, timescale: stream.timescale, largestBitrate, preset }
  const weights = new Map(packets.map(({ pts, data }, index) => [pts, weightOf(index, data.length)]))
  const encoder = new PieceEncoder(settings, {
    seconds: SECONDS,
    weights,
    keyBytes: packets[0]!.data.length,
    aimedBytes,
  })
  try {
    for await (const frame of decodePictures(stream, packets, undefined)) await encoder.encode(frame)
    const pictures = await encoder.finish()
    const bytes = pictures.reduce((sum, { nals }) => sum + nals.reduce((all, nal) => all + nal.length, 0), 0)
    const { sps, pps } = encoder.parameterSets
    return {
      bytes,
      sets: { sps, pps },
      keys: pictures.filter(({ isKey }) => isKey).length,
      shown: await shownBy(pictures, [...sps, ...pps]),
    }
  } finally {
    encoder.close()
  }
}

/** The numbers that a decoder sees which is given the parameter sets once. */
async function shownBy(pictures: EncodedPicture[], sets: Uint8Array[]): Promise<(number | null)[]> {
  const made = pictures.map(({ pts, isKey, nals }, index): LoadedPacket => {
    const all = [...(index === 0 ? sets : []), ...nals]
    const data = Buffer.concat(all.flatMap((nal) => [Buffer.of(0, 0, 0, 1), nal]))
    return { pts, duration: 1, isSync: isKey, entryIndex: 0, data }
  })
  const numbers: (number | null)[] = []
  for await (const frame of decodePictures({ ...stream, configurations: [null] }, made, undefined)) {
    const { width, height, data, linesize } = frame
    numbers.push(readStamp({ width, height }, (x, y) => data![0]![y * linesize[0]! + x]!))
  }
  return numbers
}

describe('a piece of one quantizer', () => {
  const all = Array.from({ length: FRAMES }, (_, index) => index)
  const bitrateFor = (bytes: number) => (bytes * 8) / (SECONDS + HEAD_START_SECONDS)

  it('keeps to its bits, coarser where they are few, and shows every picture', async () => {
    const free = await encode(50_000_000)
    expect(free).toMatchObject({ keys: 1, shown: all })
    const bound = free.bytes / 2
    const tight = await encode(bitrateFor(bound))
    expect(tight).toMatchObject({ keys: 1, shown: all })
    expect(tight.bytes).toBeLessThanOrEqual(bound)
    expect(tight.bytes).toBeGreaterThan(bound / 2)
  })

  it('keeps to them, nearly, also where most pictures are twice as hard as their bytes in the source said', async () => {
    const free = await encode(50_000_000)
    const bound = 0.7 * free.bytes
    const misled = await encode(bitrateFor(bound), (index) => (index < 8 ? 1000 : 500))
    expect(misled.shown).toEqual(all)
    expect(misled.keys).toBeGreaterThan(1)
    expect(misled.bytes).toBeLessThanOrEqual(bound * 1.1)
  })

  it('takes the bytes that were told of it, as long as it looks like the source', async () => {
    const free = await encode(50_000_000)
    const told = 0.8 * free.bytes
    const aimed = await encode(50_000_000, undefined, told)
    expect(aimed).toMatchObject({ keys: 1, shown: all })
    expect(Math.abs(aimed.bytes / told - 1)).toBeLessThan(0.2)
    const least = await encode(50_000_000, undefined, 1)
    expect(least.bytes).toBeGreaterThan(0.3 * free.bytes)
  })

  it('says the same beforehand however patient it is: pieces of one clip share what they say', async () => {
    const hasty = await encode(50_000_000, undefined, null, 'superfast')
    const starved = await encode(50_000_000, undefined, 1, 'superfast')
    expect(starved).toMatchObject({ shown: all, sets: hasty.sets })
    const coarse = await encode(50_000_000, undefined, 1)
    expect(starved.bytes).toBeLessThan(0.9 * coarse.bytes)
  })
})
