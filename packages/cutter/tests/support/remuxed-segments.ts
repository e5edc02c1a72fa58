import { ignoredMessage } from '@kerf/stamped-media/ignored-message'
import type { MediaPlaylist } from '../../src/demux/hls/parse-media.ts'
import { parsePlaylist } from '../../src/demux/hls/parse-playlist.ts'
import { playlistSource } from '../../src/demux/hls/playlist-source.ts'
import { AudioFramer } from '../../src/demux/ts/audio-frames.ts'
import { assemblePes, type PesUnit } from '../../src/demux/ts/pes.ts'
import { encryptSegment } from './playlist-site.ts'
import { FFMPEG_PIDS, pidOf, tablesOf, toProgram } from './ts-tables.ts'

const PACKET_BYTES = 188
const TICKS_PER_SECOND = 90_000
const OWN_PROGRAM = { number: 1, ...FFMPEG_PIDS }
const OTHER_PROGRAM = { number: 2, pmt: 0x1010, video: 0x110, audio: 0x111 }
const PACKETS_BETWEEN_TABLES = 60
/** Stream types in the PMT. */
const AUDIO_TYPES = { aac: 0x0f, mp3: 0x03, ac3: 0x81 }

/** Layout of the segments, in variants that FFmpeg's muxer does not write. */
export interface SegmentShape {
  keysInSegment: number
  /** Average size of keyframes, reached by adding bytes that decoders ignore. */
  keyBytes: number
  frameBytes: number
  /** Largest share by which the frames of a GOP are larger or smaller than the frames of other GOPs. */
  busyShare: number
  /** Payload size of each audio PES packet: frames cross packet borders. null: three whole frames in each. */
  audioBytes: number | null
  /**
   * How audio crosses segment borders: not at all; frames, which begin in the last PES packet of one segment and end in
   * the first of the next; or PES packets too, as in a stream that was split without regard to them.
   */
  audioAcross: 'nothing' | 'frames' | 'packets'
  /** Share of audio PES packets without a timestamp. Each continues where the one before ended. */
  untimedShare: number
  /** How far audio precedes the video of its time in the stream; below 0: it follows. */
  audioLeadSeconds: number
  /** Size of the PES packets of a frame, of which only the first has a timestamp, or null for one packet per frame. */
  frameSegmentBytes: number | null
  /** Whether PES packets of video contain their length. */
  isLengthWritten: boolean
  /** Whether audio PES packets contain their length. The default is true. */
  isAudioLengthWritten?: boolean
  hasOtherProgram: boolean
  /** Range of the random shifts of presentation times, as a share of the frame distance. */
  unevenShare: number
}

/** Small segments of one GOP each; audio packets do not begin or end with their frames. */
export const SMALL_SEGMENTS: SegmentShape = {
  keysInSegment: 1,
  keyBytes: 8000,
  frameBytes: 1500,
  busyShare: 0,
  audioBytes: 1000,
  audioAcross: 'packets',
  untimedShare: 0,
  audioLeadSeconds: 0,
  frameSegmentBytes: null,
  isLengthWritten: true,
  hasOtherProgram: false,
  unevenShare: 0,
}

/** A video remuxed to transport stream segments, and their playlist. */
export class RemuxedSegments {
  readonly segments: Buffer[]
  readonly durations: number[]
  readonly durationSeconds: number
  /** The frames in the segments, in decode order. */
  readonly videoFrames: readonly VideoFrame[]
  readonly audioFrames: readonly AudioFrame[]

  /** @param audio codec of the video's audio */
  constructor(sourceVideo: Buffer, shape: SegmentShape, random: () => number, audio: 'aac' | 'mp3' | 'ac3' = 'aac') {
    const videoFrames = sizedFrames(unitsOf(sourceVideo, FFMPEG_PIDS.video), shape, random)
    const frames = audioFrames(unitsOf(sourceVideo, FFMPEG_PIDS.audio))
    this.videoFrames = videoFrames
    this.audioFrames = frames
    const firstFrames = videoFrames
      .flatMap(({ isKey }, index) => (isKey ? [index] : []))
      .filter((_, key) => key % shape.keysInSegment === 0)
    const startOf = (segment: number) => videoFrames[firstFrames[segment]!]!.pts / TICKS_PER_SECOND
    const end = Math.max(...videoFrames.map(({ pts }) => pts)) / TICKS_PER_SECOND + 0.04
    this.durations = firstFrames.map(
      (_, segment) => (segment + 1 < firstFrames.length ? startOf(segment + 1) : end) - startOf(segment),
    )
    this.durationSeconds = end - startOf(0)
    const bordersAt = firstFrames.map((index) => videoFrames[index]!.pts)
    const streams =
      shape.audioAcross === 'nothing'
        ? firstFrames.map((from, segment) => {
            const to = firstFrames[segment + 1] ?? videoFrames.length
            const isWithin = (seconds: number) =>
              (segment === 0 || seconds >= startOf(segment)) &&
              (segment + 1 === firstFrames.length || seconds < startOf(segment + 1))
            const segmentAudio = frames.filter(({ pts }) => isWithin(pts / TICKS_PER_SECOND))
            return packetsOfStream(videoFrames.slice(from, to), segmentAudio, shape, random)
          })
        : splitAtBorders(packetsOfStream(videoFrames, frames, shape, random), bordersAt, shape.audioAcross)
    this.segments = streams.map((packets) => segmentOf(packets, shape, AUDIO_TYPES[audio]))
  }

  /** @param key AES-128 key that encrypts the segments, or null for no encryption */
  source(key: Buffer | null = null) {
    const servedSegments = key ? this.segments.map((segment) => encryptSegment(segment, key, 0)) : this.segments
    const tag = key ? `#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x${'0'.repeat(32)}\n` : ''
    const lines = this.durations.map((duration, index) => `${tag}#EXTINF:${duration.toFixed(3)},\n${index}.ts`)
    const longest = Math.ceil(Math.max(...this.durations))
    const text = ['#EXTM3U', `#EXT-X-TARGETDURATION:${longest}`, ...lines, '#EXT-X-ENDLIST', ''].join('\n')
    const bytesAt = (address: string) => {
      const path = new URL(address).pathname.slice(1)
      return path === 'key' ? key! : servedSegments[Number.parseInt(path, 10)]!
    }
    const playlist = parsePlaylist(text, 'http://site.test/index.m3u8') as MediaPlaylist
    return playlistSource(playlist, async (address) => bytesAt(address))
  }
}

/** The PES packets of one PID, in the order in which they begin. */
export function unitsOf(stream: Buffer, pid: number): PesUnit[] {
  const layout = { strideBytes: PACKET_BYTES, firstPacket: 0 }
  return assemblePes(stream, layout, { video: new Set([pid]), audio: new Set() }, stream.length).units
}

interface VideoFrame {
  pts: number
  isKey: boolean
  data: Buffer
}

function sizedFrames(units: readonly PesUnit[], shape: SegmentShape, random: () => number): VideoFrame[] {
  const times = units.map(({ pts }) => pts!).sort((a, b) => a - b)
  const frameTicks = times[1]! - times[0]!
  const shiftedTimes = new Map(
    times.map((time) => [time, time + Math.round((random() - 0.5) * shape.unevenShare * frameTicks)]),
  )
  let sizeFactor = 1
  return units.map(({ pts, data }) => {
    const isKey = data.includes(Buffer.from([0, 0, 1, 0x65]))
    sizeFactor = isKey ? 1 + shape.busyShare * (2 * random() - 1) : sizeFactor
    const targetBytes = sizeFactor * (isKey ? shape.keyBytes : shape.frameBytes) * (0.4 + 1.2 * random())
    return {
      pts: isKey ? pts! : shiftedTimes.get(pts!)!,
      isKey,
      data: Buffer.concat([data, ignoredMessage(targetBytes - data.length, random)]),
    }
  })
}

interface AudioFrame {
  pts: number
  data: Buffer
}

/** Splits PES packets of audio into audio frames, headers included. */
function audioFrames(units: readonly PesUnit[]): AudioFrame[] {
  const framer = new AudioFramer()
  return units.flatMap(({ pts, data }) => {
    let at = 0
    return framer.frames(data, pts).map(({ tick, header: { frameBytes } }) => {
      at += frameBytes
      return { pts: tick, data: data.subarray(at - frameBytes, at) }
    })
  })
}

/** A PES packet and its position in the stream, in ticks. */
interface PositionedPes {
  at: number
  pid: number
  bytes: Buffer
}

function packetsOfStream(
  videoFrames: readonly VideoFrame[],
  frames: readonly AudioFrame[],
  shape: SegmentShape,
  random: () => number,
): Buffer[] {
  // Frames are in decode order. Their positions are the sorted presentation times.
  const sortedTimes = videoFrames.map(({ pts }) => pts).sort((a, b) => a - b)
  const pesPackets: PositionedPes[] = videoFrames.flatMap(({ pts, data }, index) => {
    const size = shape.frameSegmentBytes ?? data.length
    const parts = Array.from({ length: Math.ceil(data.length / size) }, (_, part) =>
      data.subarray(part * size, (part + 1) * size),
    )
    return parts.map((part, partIndex) => ({
      at: sortedTimes[index]! + partIndex / 1000,
      pid: OWN_PROGRAM.video,
      bytes: buildPes(0xe0, partIndex === 0 ? pts : null, part, shape.isLengthWritten),
    }))
  })
  const firstPosition = pesPackets[0]!.at
  for (const { pts, data } of audioPackets(frames, shape, random)) {
    const at = Math.max(firstPosition + 0.001, pts.at - shape.audioLeadSeconds * TICKS_PER_SECOND)
    pesPackets.push({
      at,
      pid: OWN_PROGRAM.audio,
      bytes: buildPes(0xc0, pts.written, data, shape.isAudioLengthWritten ?? true),
    })
  }
  // The sort is stable, so packets of one stream keep their order.
  pesPackets.sort((a, b) => a.at - b.at)
  return interleave(pesPackets, random)
}

/** Splits a stream into segments, each before the video packet whose PTS is the next border. */
function splitAtBorders(
  packets: readonly Buffer[],
  bordersAt: readonly number[],
  unit: 'frames' | 'packets',
): Buffer[][] {
  const streams: Buffer[][] = [[]]
  let nextBorder = 1
  for (const packet of packets) {
    const isUnit = (packet[1]! & 0x40) !== 0
    if (
      pidOf(packet) === OWN_PROGRAM.video &&
      isUnit &&
      nextBorder < bordersAt.length &&
      unitsOf(packet, pidOf(packet))[0]?.pts === bordersAt[nextBorder]
    ) {
      streams.push([])
      nextBorder += 1
    }
    const previousStream = streams.at(-2)
    const isContinuation =
      pidOf(packet) === OWN_PROGRAM.audio &&
      !isUnit &&
      !streams.at(-1)!.some((candidate) => pidOf(candidate) === OWN_PROGRAM.audio)
    const belongsToPrevious = previousStream && unit === 'frames' && isContinuation
    const stream = belongsToPrevious ? previousStream : streams.at(-1)!
    stream.push(packet)
  }
  return streams
}

function segmentOf(packets: readonly Buffer[], shape: SegmentShape, audioType: number): Buffer {
  const otherPackets = shape.hasOtherProgram ? toProgram(packets, OTHER_PROGRAM) : []
  const tables = tablesOf(shape.hasOtherProgram ? [OWN_PROGRAM, OTHER_PROGRAM] : [OWN_PROGRAM], audioType)
  return Buffer.concat(
    packets.flatMap((packet, index) => [
      ...(index % PACKETS_BETWEEN_TABLES === 0 ? tables : []),
      packet,
      ...(index % 5 === 0 && otherPackets[index] ? [otherPackets[index]!] : []),
    ]),
  )
}

function audioPackets(frames: readonly AudioFrame[], { audioBytes, untimedShare }: SegmentShape, random: () => number) {
  const packets: { pts: { at: number; written: number | null }; data: Buffer }[] = []
  const writtenPts = (pts: number) => (packets.length > 0 && random() < untimedShare ? null : pts)
  if (audioBytes === null) {
    for (let index = 0; index < frames.length; index += 3) {
      const group = frames.slice(index, index + 3)
      packets.push({
        pts: { at: group[0]!.pts, written: writtenPts(group[0]!.pts) },
        data: Buffer.concat(group.map(({ data }) => data)),
      })
    }
    return packets
  }
  const audioStream = Buffer.concat(frames.map(({ data }) => data))
  let begin = 0
  const frameStarts = frames.map(({ pts, data }) => {
    begin += data.length
    return { pts, from: begin - data.length }
  })
  for (let from = 0; from < audioStream.length; from += audioBytes) {
    const to = from + audioBytes
    const startingFrame = frameStarts.find((frame) => frame.from >= from && frame.from < to)
    const runningFrame = frameStarts.findLast((frame) => frame.from <= from)!
    packets.push({
      pts: { at: (startingFrame ?? runningFrame).pts, written: startingFrame ? writtenPts(startingFrame.pts) : null },
      data: audioStream.subarray(from, to),
    })
  }
  return packets
}

/** A PES packet of audio or of a frame; `pts` in ticks of 90 kHz. */
export function buildPes(streamId: number, pts: number | null, data: Buffer, isLengthWritten: boolean): Buffer {
  const stamp = Buffer.alloc(pts === null ? 0 : 5)
  if (pts !== null) {
    stamp[0] = 0x21 | (Math.floor(pts / 2 ** 30) << 1)
    stamp.writeUInt16BE(((Math.floor(pts / 2 ** 15) & 0x7fff) << 1) | 1, 1)
    stamp.writeUInt16BE(((pts & 0x7fff) << 1) | 1, 3)
  }
  const length = 3 + stamp.length + data.length
  const head = Buffer.from([0, 0, 1, streamId, 0, 0, 0x80, pts === null ? 0 : 0x80, stamp.length])
  head.writeUInt16BE(isLengthWritten && length < 0x10000 ? length : 0, 4)
  return Buffer.concat([head, stamp, data])
}

/** Splits PES packets into transport stream packets, and interleaves the two streams. */
function interleave(pesPackets: readonly PositionedPes[], random: () => number): Buffer[] {
  const output: Buffer[] = []
  const pendingByPid = new Map<number, Buffer[]>()
  for (const { pid, bytes } of pesPackets) {
    const packets = toTsPackets(pid, bytes)
    // A PES packet ends before the next one of its stream begins. Packets of the other stream may come between.
    const pendingPackets = pendingByPid.get(pid)
    if (pendingPackets) output.push(...pendingPackets.splice(0))
    const pendingCount = pid === OWN_PROGRAM.audio ? Math.floor(random() * Math.min(6, packets.length)) : 0
    output.push(...packets.slice(0, packets.length - pendingCount))
    pendingByPid.set(pid, packets.slice(packets.length - pendingCount))
  }
  return [...output, ...[...pendingByPid.values()].flat()]
}

/** Splits bytes into transport stream packets of one PID; stuffing fills the last. */
export function toTsPackets(pid: number, bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const payloadBytes = PACKET_BYTES - 4
    const size = Math.min(payloadBytes, bytes.length - at)
    const packet = Buffer.alloc(PACKET_BYTES, 0xff)
    packet.writeUInt8(0x47, 0)
    packet.writeUInt16BE((at === 0 ? 0x4000 : 0) | pid, 1)
    const stuffing = payloadBytes - size
    packet.writeUInt8(stuffing > 0 ? 0x30 : 0x10, 3)
    if (stuffing > 0) {
      packet.writeUInt8(stuffing - 1, 4)
      if (stuffing > 1) packet.writeUInt8(0, 5)
    }
    bytes.copy(packet, PACKET_BYTES - size, at, at + size)
    packets.push(packet)
    at += size
  }
  return packets
}

export function randomShape(random: () => number): SegmentShape {
  const pick = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)]!
  return {
    keysInSegment: pick(1, 2, 3),
    keyBytes: pick(8_000, 40_000, 90_000),
    frameBytes: pick(4_000, 9_000, 15_000),
    busyShare: pick(0, 0, 0.6),
    audioBytes: pick(null, null, 170, 400, 1000, 2500),
    audioAcross: pick('nothing', 'frames', 'packets'),
    untimedShare: pick(0, 0, 0, 0.3),
    audioLeadSeconds: pick(0, 0, 0.3, -0.3, 0.7, -0.7),
    frameSegmentBytes: pick(null, null, 3000, 20_000),
    isLengthWritten: pick(false, true),
    isAudioLengthWritten: pick(true, true, true, false),
    hasOtherProgram: pick(false, false, true),
    unevenShare: pick(0, 0, 0.6, 0.95),
  }
}
