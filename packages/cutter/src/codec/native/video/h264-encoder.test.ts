import { readStamp } from '@kerf/stamped-media/stamp'
import { expect, it } from 'vitest'
import { trackPackets } from '../../../../tests/support/clip-packets.ts'
import { decodeToPixels } from '../../../../tests/support/native-frames.ts'
import { smallRecipe, stampedWorkshop } from '../../../../tests/support/stamped-source.ts'
import type { LoadedPacket } from '../../../io/packet-ref.ts'
import { decodeFrames } from '../../decode-video.ts'
import type { H264EncoderConfig } from '../../video-codecs.ts'
import type { EncodedChunk } from '../../video-frame.ts'
import { nativeCodecs } from '../native-codecs.ts'

const FRAMES = 12
const CONFIG: H264EncoderConfig = {
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
])('frames encoded at full speed keep the %s profile, and look the same', async (profile, number) => {
  const encoder = nativeCodecs.h264Encoder({ ...CONFIG, timescale: stream.timescale, profile })
  const encodedPackets: LoadedPacket[] = []
  const collect = (chunks: EncodedChunk[]) => {
    for (const { type, timestamp, data: frameData } of chunks) {
      const isSync = type === 'key'
      const sets = isSync ? [...encoder.parameterSets().sps, ...encoder.parameterSets().pps] : []
      const data = Buffer.concat([...sets.flatMap((nal) => [Buffer.of(0, 0, 0, 1), nal]), frameData])
      encodedPackets.push({ pts: timestamp, duration: 1, isSync, entryIndex: 0, data })
    }
  }
  for await (const frame of decodeFrames(nativeCodecs, stream, packets, undefined)) collect(await encoder.encode(frame))
  collect(await encoder.flush())
  const [sps] = encoder.parameterSets().sps
  encoder.close()
  expect(sps?.[1]).toBe(number)

  const numbers: (number | null)[] = []
  for await (const frame of decodeToPixels({ ...stream, configurations: [null] }, encodedPackets)) {
    const { width, height, data, linesize } = frame
    numbers.push(readStamp({ width, height }, (x, y) => data![0]![y * linesize[0]! + x]!))
  }
  expect(numbers).toEqual(Array.from({ length: FRAMES }, (_, index) => index))
})
