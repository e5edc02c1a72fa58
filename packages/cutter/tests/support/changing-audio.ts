import { AAC_RATES } from '../../src/bitstream/aac/audio-specific-config.ts'
import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { aacSampleEntry } from '../../src/bitstream/sample-entries.ts'
import { sectionPacket } from '../../src/demux/ts/ts-program.ts'
import { buildMovieHeader } from '../../src/mux/mp4/movie-header.ts'
import { replaceBoxes } from './patched-mp4.ts'

const FRAME_SAMPLES = 1024
const HEADER_BYTES = 7

/** AAC packets of one configuration, without headers; each contains 1024 samples. */
export interface AacRun {
  packets: Buffer[]
  sampleRate: number
  channels: number
  /** The AudioSpecificConfig. */
  configuration: Uint8Array
}

/** Frames `from` to `to` (exclusive) of an ADTS file. */
export function aacRunOf(adts: Buffer, channels: number, from: number, to: number, sampleRate = 44_100): AacRun {
  const packets: Buffer[] = []
  for (let at = 0; at < adts.length; ) {
    const bytes = (adts.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    packets.push(adts.subarray(at + HEADER_BYTES, at + bytes))
    at += bytes
  }
  const rateIndex = AAC_RATES.indexOf(sampleRate)
  const configuration = Uint8Array.of(0x10 | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3))
  return { packets: packets.slice(from, to), sampleRate, channels, configuration }
}

/** The packets of all runs with ADTS headers, as in a transport stream. */
export function asAdts(runs: readonly AacRun[]): Buffer[] {
  return runs.flatMap(({ packets, configuration }) => {
    const rateIndex = ((configuration[0]! & 7) << 1) | (configuration[1]! >> 7)
    const channels = (configuration[1]! >> 3) & 15
    return packets.map((packet) => {
      const size = packet.length + HEADER_BYTES
      const header = Buffer.of(
        0xff,
        0xf1,
        0x40 | (rateIndex << 2) | (channels >> 2),
        (channels & 3) << 6,
        0,
        0x1f,
        0xfc,
      )
      header[3]! |= size >> 11
      header[4] = (size >> 3) & 0xff
      header[5]! |= (size & 7) << 5
      return Buffer.concat([header, packet])
    })
  })
}

/**
 * An MP4 of the packets of all runs.
 * @param entries runs whose configurations become sample entries: one for each run, or one for all of them
 */
export function asMp4(runs: readonly AacRun[], entries: readonly AacRun[]): Buffer {
  const packets = runs.flatMap((run) => run.packets)
  const sizes = packets.map(({ length }) => length)
  const { sampleRate } = runs[0]!
  const counts = runs.map((run) => run.packets.length)
  const firstOf = (run: number) => counts.slice(0, run).reduce((sum, count) => sum + count, 0)
  const chunkOffsets = counts.map((_, run) => sizes.slice(0, firstOf(run)).reduce((sum, size) => sum + size, 0))
  const fileType = box('ftyp', Buffer.from('M4A '), u32(0x200), Buffer.from('M4A mp42'))
  const sampleEntries = entries.map((run) => aacSampleEntry(run.channels, run.sampleRate, run.configuration))
  const moov = buildMovieHeader(
    [
      {
        kind: 'audio',
        timescale: sampleRate,
        endTick: packets.length * FRAME_SAMPLES,
        sampleEntry: sampleEntries[0]!,
        display: null,
        chunkOffsets,
        chunkPackets: counts,
        pts: packets.map((_, index) => index * FRAME_SAMPLES),
        sizes,
        syncNumbers: [],
      },
    ],
    fileType.length + 8,
  )
  const rows = counts.flatMap((count, run) => [run + 1, count, Math.min(entries.length, run + 1)])
  const finalMoov = replaceBoxes(
    replaceBoxes(moov, 'stsd', () => fullBox('stsd', 0, 0, u32(entries.length), ...sampleEntries)),
    'stsc',
    () => fullBox('stsc', 0, 0, table(counts.length, rows)),
  )
  return Buffer.concat([fileType, box('mdat', ...packets), finalMoov])
}

const PACKET_BYTES = 188
const PIDS = { map: 0x1000, audio: 0x101 }

/**
 * A transport stream of frames that carry their own headers.
 * @param secondsOf presentation time of each frame, in seconds
 * @param type stream type in the PMT: 0x0f for AAC, 0x81 for AC-3
 */
export function asTransportStream(
  frames: readonly Buffer[],
  secondsOf: (frame: number) => number,
  type: number,
): Buffer {
  const tables = [
    sectionPacket(0, 0, 1, Buffer.of(0, 1, 0xf0, 0x00)),
    sectionPacket(PIDS.map, 2, 1, Buffer.of(0xe1, 0x01, 0xf0, 0, type, 0xe1, 0x01, 0xf0, 0)),
  ]
  let counter = 0
  const packets = frames.flatMap((frame, index) => {
    const unit = Buffer.concat([pesHeader(frame.length, Math.round(secondsOf(index) * 90_000)), frame])
    const parts: Buffer[] = []
    for (let at = 0; at < unit.length; ) {
      const part = unit.subarray(at, at + PACKET_BYTES - 4)
      const stuffing = PACKET_BYTES - 4 - part.length
      const control = (stuffing > 0 ? 0x30 : 0x10) | (counter++ & 15)
      const head = Buffer.of(0x47, (at === 0 ? 0x40 : 0) | (PIDS.audio >> 8), PIDS.audio & 0xff, control)
      const field = Buffer.alloc(stuffing, 0xff)
      if (stuffing > 0) field[0] = stuffing - 1
      if (stuffing > 1) field[1] = 0
      parts.push(Buffer.concat([head, field, part]))
      at += part.length
    }
    return parts
  })
  return Buffer.concat([...tables, ...packets])
}

function pesHeader(bytes: number, tick: number): Buffer {
  const length = bytes + 8
  const stamp = [
    0x21 | (Math.floor(tick / 2 ** 30) << 1),
    (tick >> 22) & 0xff,
    0x01 | ((tick >> 14) & 0xfe),
    (tick >> 7) & 0xff,
    0x01 | ((tick << 1) & 0xfe),
  ]
  return Buffer.of(0, 0, 1, 0xc0, length >> 8, length & 0xff, 0x80, 0x80, 5, ...stamp)
}
