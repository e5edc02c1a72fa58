import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMeter } from '../bytes/part-reader.ts'
import type { PictureStream } from '../codec/decode-pictures.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { LoadedPacket } from '../demux/common/packet-ref.ts'
import { type AvcConfiguration, parseAvcConfiguration } from '../h264/avc-configuration.ts'
import { spliceSettings, thriftySettings } from '../plan/encoder-choice.ts'
import { bytesAtSeam } from '../plan/seam-size.ts'
import { StampedWorkshop, smallRecipe } from '../testing/stamped-source.ts'
import { encodePiece } from './encoded-piece.ts'

const FRAMES = 20
/** So many of them lie before the clip. */
const UNSEEN = 5

let workshop: StampedWorkshop
let stream: PictureStream
let configuration: AvcConfiguration
let packets: PacketList
let loaded: LoadedPacket[]
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  const recipe = smallRecipe({ frames: FRAMES, gopFrames: FRAMES, bFrames: 0, audio: null, videoBitrate: 60_000 })
  const { media, files } = await workshop.make(recipe, 'soft')
  const { description, access } = media.video!
  if (access.kind !== 'indexed') throw new Error('An MP4 has an index.')
  stream = { ...description, timescale: access.track.timescale }
  configuration = parseAvcConfiguration(Buffer.from(description.configurations[0]!))
  packets = await access.track.covering(-Infinity, Infinity, { signal: undefined, meter: newMeter() })
  loaded = await Promise.all(
    packets.map(async (ref) => ({ ...ref, data: await files[0]!.read(ref.offset, ref.offset + ref.sizeBytes) })),
  )
})
afterAll(() => workshop.close())

/** What pictures take of which people were told so much. */
async function bytesMade(toldBytes: number, unseenBytes: number): Promise<number> {
  const [fromTick, last] = [packets.at(UNSEEN)!.pts, packets.at(-1)!]
  const toTick = last.pts + last.duration
  const piece = { decodeFrom: 0, decodeTo: FRAMES, fromTick, toTick, frames: FRAMES - UNSEEN }
  const { timescale } = stream
  const source = { timescale, frameRate: 30, largestBitrate: 5e6, pixels: 0, isSteered: true, isMeasured: true }
  const hasty = spliceSettings(configuration, source, 2)
  const patient = thriftySettings(hasty, configuration, { isReordered: false, pixels: 0, isJoined: false })
  const made = await encodePiece(
    {
      ...{ stream, configuration, packets, window: { firstTick: fromTick }, mostSeamScale: 10, unseenBytes },
      seamScale: toldBytes / bytesAtSeam(packets, piece, stream),
      inTurn: (work) => work(),
      onFrame: () => {},
      signal: undefined,
    },
    piece,
    { hasty: hasty.head, patient: patient.head },
    loaded,
  )
  return made.packets.reduce((sum, { data }) => sum + data.length, 0)
}

it('pictures that cannot be as small in a hurry as was told are made again with patience, where that is seen in the clip', async () => {
  const least = await bytesMade(1, Infinity)
  const toldBytes = 0.8 * least
  expect(await bytesMade(toldBytes, 0.5 * least)).toBe(least)
  const patient = await bytesMade(toldBytes, 0)
  expect(patient).toBeLessThan(0.97 * least)
  expect(patient).toBeGreaterThan(0.9 * toldBytes)
})
