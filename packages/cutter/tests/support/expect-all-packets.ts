import type { TrackAccess } from '../../src/demux/common/opened-part.ts'
import { findTimeOrigin } from '../../src/demux/common/time-origin.ts'
import { newMeter } from '../../src/io/part-reader.ts'
import { openMedia } from './open-media.ts'
import type { RemuxedSegments } from './remuxed-segments.ts'

const TICKS_PER_SECOND = 90_000
/** Rounding of the times of frames that have no timestamp of their own. */
const MAX_ROUNDING_TICKS = 2
const ADTS_HEADER_BYTES = 7

/** Reads random ranges of segments. Returns packets that are missing, duplicated or different from the muxed ones. */
export async function expectAllPackets(
  segments: RemuxedSegments,
  count: number,
  random: () => number,
): Promise<string[]> {
  const secondsOf = ({ pts }: { pts: number }) => pts / TICKS_PER_SECOND
  const originSeconds = findTimeOrigin(secondsOf(segments.videoFrames[0]!), secondsOf(segments.audioFrames[0]!))
  const origin = Math.round(originSeconds * TICKS_PER_SECOND)
  const open = () => {
    const source = segments.source()
    return openMedia({ video: source, audio: source })
  }
  let media = await open()
  const differences: string[] = []
  for (let index = 0; index < count; index++) {
    // Some ranges are read from media that is already open, others from media that is opened for them.
    media = random() < 0.5 ? await open() : media
    const start = random() * (segments.durationSeconds - 0.5)
    const length = 0.1 + random() * (random() < 0.3 ? 8 : 2)
    const range = {
      from: start * TICKS_PER_SECOND,
      to: Math.min(segments.durationSeconds, start + length) * TICKS_PER_SECOND,
    }
    for (const [kind, access, muxedPackets] of [
      ['video', media.video!.access, segments.videoFrames],
      ['audio', media.audio!.access, segments.audioFrames],
    ] as const) {
      const fault = await findDifference(muxedPackets, access, range, origin, kind === 'audio')
      if (fault) differences.push(`${kind} from ${range.from} to ${range.to}: ${fault}`)
    }
  }
  return differences
}

async function findDifference(
  muxedPackets: readonly { pts: number; data: Buffer }[],
  access: TrackAccess,
  { from, to }: { from: number; to: number },
  origin: number,
  hasBytes: boolean,
): Promise<string | null> {
  if (access.kind !== 'indexed') return 'the packets are not indexed'
  const options = { signal: undefined, meter: newMeter() }
  const packets = [...(await access.track.covering(from, to, options))]
  const firstIndex = muxedPackets.findIndex(({ pts }) => isSameTick(pts - origin, packets[0]?.pts))
  for (const [index, { pts, offset, sizeBytes }] of packets.entries()) {
    const expected = muxedPackets[firstIndex + index]
    if (firstIndex < 0 || !expected || !isSameTick(expected.pts - origin, pts)) return `packet ${index} is at ${pts}`
    const bytes = hasBytes && (await access.reader.read(offset, offset + sizeBytes, options))
    if (bytes && !expected.data.subarray(ADTS_HEADER_BYTES).equals(bytes)) return `packet ${index} has other bytes`
  }
  const readPackets = new Set(muxedPackets.slice(firstIndex, firstIndex + packets.length))
  const missingPacket = muxedPackets.find(
    (packet) => !readPackets.has(packet) && packet.pts - origin >= from && packet.pts - origin < to,
  )
  return missingPacket ? `there is none at ${missingPacket.pts - origin}` : null
}

const isSameTick = (a: number, b = Infinity): boolean => Math.abs(a - b) <= MAX_ROUNDING_TICKS
