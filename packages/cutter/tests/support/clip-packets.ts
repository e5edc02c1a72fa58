import { createHash } from 'node:crypto'
import type { Media } from '../../src/demux/common/media.ts'
import type { TrackAccess } from '../../src/demux/common/opened-part.ts'
import type { LoadedPacket } from '../../src/io/packet-ref.ts'
import { newMeter } from '../../src/io/part-reader.ts'

/** All packets of a track of an MP4, in decode order, with their bytes. */
export async function trackPackets(
  access: TrackAccess | undefined,
): Promise<{ packets: LoadedPacket[]; timescale: number }> {
  if (access?.kind !== 'indexed') throw new Error('Only an MP4 has packets at known places.')
  const options = { signal: undefined, meter: newMeter() }
  const refs = [...(await access.track.covering(-Infinity, Infinity, options))]
  const loadedPackets = refs.map(async ({ offset, sizeBytes, ...packet }) => ({
    ...packet,
    data: await access.reader.read(offset, offset + sizeBytes, options),
  }))
  return { packets: await Promise.all(loadedPackets), timescale: access.track.timescale }
}

/** A digest of every frame packet of an MP4, by presentation time in ticks. */
export async function frameDigests(media: Media): Promise<Map<number, string>> {
  const { packets } = await trackPackets(media.video?.access)
  return new Map(packets.map(({ pts, data }) => [pts, createHash('sha256').update(data).digest('hex')]))
}
