import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { avcSampleEntry } from '../../src/bitstream/sample-entries.ts'
import type { OpenedMedia } from '../../src/demux/common/opened-media.ts'
import type { PacketRef } from '../../src/io/packet-ref.ts'
import { newMeter } from '../../src/io/part-reader.ts'
import { buildMovieHeader } from '../../src/mux/mp4/movie-header.ts'
import { replaceBoxes } from './patched-mp4.ts'

/**
 * An MP4 that shows the frames of one source and then those of another, each under its own sample entry, as a
 * stream does whose encoder was restarted. Both must be of the same size and time scale and have no B-frames.
 */
export async function joinUnderTwoConfigurations(first: OpenedMedia, second: OpenedMedia): Promise<Buffer> {
  const sources = [await readFrames(first), await readFrames(second)]
  const [a, b] = sources as [Frames, Frames]
  const joined = [...a.packets, ...b.packets.map((packet) => ({ ...packet, pts: packet.pts + a.endTick }))]
  const data = [...a.data, ...b.data]
  const sizes = data.map((bytes) => bytes.length)
  const aBytes = a.data.reduce((sum, bytes) => sum + bytes.length, 0)
  const fileType = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomavc1'))
  const moov = buildMovieHeader(
    [
      {
        kind: 'video',
        timescale: a.timescale,
        endTick: a.endTick + b.endTick,
        sampleEntry: a.sampleEntry,
        display: null,
        chunkOffsets: [0, aBytes],
        chunkPackets: [a.packets.length, b.packets.length],
        pts: joined.map(({ pts }) => pts),
        sizes,
        syncNumbers: joined.flatMap(({ isSync }, index) => (isSync ? [index + 1] : [])),
      },
    ],
    fileType.length + 8,
  )
  const entries = fullBox('stsd', 0, 0, u32(2), a.sampleEntry, b.sampleEntry)
  const runs = fullBox('stsc', 0, 0, table(2, [1, a.packets.length, 1, 2, b.packets.length, 2]))
  const patched = replaceBoxes(
    replaceBoxes(moov, 'stsd', () => entries),
    'stsc',
    () => runs,
  )
  return Buffer.concat([fileType, box('mdat', ...data), patched])
}

interface Frames {
  timescale: number
  endTick: number
  sampleEntry: Buffer
  packets: PacketRef[]
  data: Uint8Array[]
}

async function readFrames({ video }: OpenedMedia): Promise<Frames> {
  const { access, description } = video!
  if (access.kind !== 'indexed') throw new Error('Only MP4s can be joined so.')
  const options = { signal: undefined, meter: newMeter() }
  const packets = await access.track.covering(-Infinity, Infinity, options)
  const data: Uint8Array[] = []
  for (const { offset, sizeBytes } of packets) data.push(await access.reader.read(offset, offset + sizeBytes, options))
  const last = packets.at(-1)!
  return {
    timescale: access.track.timescale,
    endTick: last.pts + last.duration,
    sampleEntry: avcSampleEntry(description.width, description.height, description.configurations[0]!, []),
    packets: [...packets],
    data,
  }
}
