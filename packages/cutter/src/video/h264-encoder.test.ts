import { readStamp } from '@kerf/stamped-media/stamp'
import { expect, it } from 'vitest'
import { trackPackets } from '../../tests/support/clip-packets.ts'
import { smallRecipe, stampedWorkshop } from '../../tests/support/stamped-source.ts'
import { decodeFrames } from '../codec/decode-video.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { type H264Settings, h264Encoder } from './h264-encoder.ts'

const FRAMES = 12
const SETTINGS: H264Settings = {
  timescale: 30,
  frameRate: 30,
  preset: 'ultrafast',
  tune: 'psnr',
  rate: { crf: 22 },
  maxBitrate: 2_000_000,
  gopFrames: 150,
  bFrames: 0,
  lookaheadFrames: 0,
  profile: 'high',
  parameterSetId: 3,
  threads: 2,
}

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 320, height: 180, frames: FRAMES, gopFrames: FRAMES, bFrames: 0, audio: null })
const { description, access } = (await workshop.make(recipe, 'source')).media.video!
const track = await trackPackets(access)
const stream = { ...description, timescale: track.timescale }
const packets = track.packets
it.each([
  ['baseline', 66],
  ['main', 77],
  ['high', 100],
])('frames encoded at full speed keep to the %s profile, and show what they showed', async (profile, number) => {
  const encoder = h264Encoder({ ...SETTINGS, timescale: stream.timescale, profile })
  const encodedPackets: LoadedPacket[] = []
  const collect = (videoFrames: Awaited<ReturnType<ReturnType<typeof h264Encoder>['encode']>>) => {
    for (const { pts, isKey, nals } of videoFrames) {
      const sets = isKey ? [...encoder.parameterSets().sps, ...encoder.parameterSets().pps] : []
      const data = Buffer.concat([...sets, ...nals].flatMap((nal) => [Buffer.of(0, 0, 0, 1), nal]))
      encodedPackets.push({ pts, duration: 1, isSync: isKey, entryIndex: 0, data })
    }
  }
  for await (const frame of decodeFrames(stream, packets, undefined)) collect(await encoder.encode(frame))
  collect(await encoder.finish())
  const [sps] = encoder.parameterSets().sps
  encoder.close()
  expect(sps?.[1]).toBe(number)

  const numbers: (number | null)[] = []
  for await (const frame of decodeFrames({ ...stream, configurations: [null] }, encodedPackets, undefined)) {
    const { width, height, data, linesize } = frame
    numbers.push(readStamp({ width, height }, (x, y) => data![0]![y * linesize[0]! + x]!))
  }
  expect(numbers).toEqual(Array.from({ length: FRAMES }, (_, index) => index))
})
