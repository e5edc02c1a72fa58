import { messageToNobody } from '@kerf/stamped-media/message-to-nobody'
import type { MediaPlaylist } from '../../src/demux/hls/parse-media.ts'
import { parsePlaylist } from '../../src/demux/hls/parse-playlist.ts'
import { playlistSource } from '../../src/demux/hls/playlist-source.ts'
import { AudioFramer } from '../../src/demux/ts/audio-frames.ts'
import { assemblePes, type PesUnit } from '../../src/demux/ts/pes.ts'
import { encrypted } from './playlist-site.ts'
import { asProgramme, pidOf, tablesOf, VIDEO_PIDS } from './ts-tables.ts'

const PACKET_BYTES = 188
const TICKS = 90_000
const OWN = { number: 1, ...VIDEO_PIDS }
const OTHER = { number: 2, map: 0x1010, video: 0x110, audio: 0x111 }
const TABLES_EVERY = 60
/** In a programme's table. */
const AUDIO_TYPES = { aac: 0x0f, mp3: 0x03, ac3: 0x81 }

/** How a video is laid out again in segments, as other muxers than FFmpeg's would. */
export interface SegmentShape {
  keysInSegment: number
  /** The size of keyframes, reached by adding bytes that decoders ignore. */
  keyBytes: number
  frameBytes: number
  /** The share by which the frames of a group are larger or smaller than those of others. */
  busyShare: number
  /** The size of each audio packet: frames begin in one and end in another. null: three whole frames. */
  audioBytes: number | null
  /**
   * What audio crosses segment borders: nothing; frames, which begin in the last packet of one segment and end in the first
   * of the next; or packets too, as in a stream that was split without regard to packets.
   */
  audioAcross: 'nothing' | 'frames' | 'packets'
  /** The share of audio packets without a time, which continue where the one before ended. */
  untimedShare: number
  /** How much earlier than its frame audio is in the stream; below 0: later. */
  audioLeadSeconds: number
  /** Frames are split into packets of this many bytes, of which only the first has a time; null: one packet each. */
  frameSegmentBytes: number | null
  isLengthEstimated: boolean
  /** Of packets of audio; left out: it is. */
  isAudioLengthEstimated?: boolean
  hasOtherProgramme: boolean
  /** The share of the usual distance by which frames are shown earlier or later. */
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
  isLengthEstimated: true,
  hasOtherProgramme: false,
  unevenShare: 0,
}

/** A playlist of the video's segments. */
export class RemuxedSegments {
  readonly segments: Buffer[]
  readonly durations: number[]
  readonly durationSeconds: number
  /** What was muxed into them, in decode order. */
  readonly videoFrames: readonly VideoFrame[]
  readonly frames: readonly AudioFrame[]

  /** @param audio in which code the video's audio is */
  constructor(sourceVideo: Buffer, shape: SegmentShape, random: () => number, audio: 'aac' | 'mp3' | 'ac3' = 'aac') {
    const videoFrames = weighted(unitsOf(sourceVideo, VIDEO_PIDS.video), shape, random)
    const frames = audioFrames(unitsOf(sourceVideo, VIDEO_PIDS.audio))
    this.videoFrames = videoFrames
    this.frames = frames
    const begins = videoFrames
      .flatMap(({ isKey }, index) => (isKey ? [index] : []))
      .filter((_, key) => key % shape.keysInSegment === 0)
    const startOf = (segment: number) => videoFrames[begins[segment]!]!.pts / TICKS
    const end = Math.max(...videoFrames.map(({ pts }) => pts)) / TICKS + 0.04
    this.durations = begins.map(
      (_, segment) => (segment + 1 < begins.length ? startOf(segment + 1) : end) - startOf(segment),
    )
    this.durationSeconds = end - startOf(0)
    const bordersAt = begins.map((index) => videoFrames[index]!.pts)
    const streams =
      shape.audioAcross === 'nothing'
        ? begins.map((from, segment) => {
            const to = begins[segment + 1] ?? videoFrames.length
            const isWithin = (seconds: number) =>
              (segment === 0 || seconds >= startOf(segment)) &&
              (segment + 1 === begins.length || seconds < startOf(segment + 1))
            const audioFrames = frames.filter(({ pts }) => isWithin(pts / TICKS))
            return packetsOfStream(videoFrames.slice(from, to), audioFrames, shape, random)
          })
        : cutUp(packetsOfStream(videoFrames, frames, shape, random), bordersAt, shape.audioAcross)
    this.segments = streams.map((packets) => segmentOf(packets, shape, AUDIO_TYPES[audio]))
  }

  /** @param key with which AES-128 encrypts the segments; null: nothing does */
  source(key: Buffer | null = null) {
    const served = key ? this.segments.map((segment) => encrypted(segment, key, 0)) : this.segments
    const tag = key ? `#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x${'0'.repeat(32)}\n` : ''
    const lines = this.durations.map((duration, index) => `${tag}#EXTINF:${duration.toFixed(3)},\n${index}.ts`)
    const longest = Math.ceil(Math.max(...this.durations))
    const text = ['#EXTM3U', `#EXT-X-TARGETDURATION:${longest}`, ...lines, '#EXT-X-ENDLIST', ''].join('\n')
    const bytesAt = (address: string) => {
      const path = new URL(address).pathname.slice(1)
      return path === 'key' ? key! : served[Number.parseInt(path, 10)]!
    }
    const playlist = parsePlaylist(text, 'http://site.test/index.m3u8') as MediaPlaylist
    return playlistSource(playlist, async (address) => bytesAt(address))
  }
}

/** The packets of an elementary stream, in the order in which they begin. */
export function unitsOf(stream: Buffer, pid: number): PesUnit[] {
  const layout = { strideBytes: PACKET_BYTES, firstPacket: 0 }
  return assemblePes(stream, layout, { video: new Set([pid]), audio: new Set() }, stream.length).units
}

interface VideoFrame {
  pts: number
  isKey: boolean
  data: Buffer
}

function weighted(units: readonly PesUnit[], shape: SegmentShape, random: () => number): VideoFrame[] {
  const times = units.map(({ pts }) => pts!).sort((a, b) => a - b)
  const usual = times[1]! - times[0]!
  const moved = new Map(times.map((time) => [time, time + Math.round((random() - 0.5) * shape.unevenShare * usual)]))
  let busy = 1
  return units.map(({ pts, data }) => {
    const isKey = data.includes(Buffer.from([0, 0, 1, 0x65]))
    busy = isKey ? 1 + shape.busyShare * (2 * random() - 1) : busy
    const wanted = busy * (isKey ? shape.keyBytes : shape.frameBytes) * (0.4 + 1.2 * random())
    return {
      pts: isKey ? pts! : moved.get(pts!)!,
      isKey,
      data: Buffer.concat([data, messageToNobody(wanted - data.length, random)]),
    }
  })
}

interface AudioFrame {
  pts: number
  data: Buffer
}

/** As they stand in the stream, headers included. */
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

/** A packet of the elementary stream, and when it is to stand in the stream. */
interface Piece {
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
  // In decode order, one frame after the other.
  const shown = videoFrames.map(({ pts }) => pts).sort((a, b) => a - b)
  const pieces: Piece[] = videoFrames.flatMap(({ pts, data }, index) => {
    const size = shape.frameSegmentBytes ?? data.length
    const parts = Array.from({ length: Math.ceil(data.length / size) }, (_, part) =>
      data.subarray(part * size, (part + 1) * size),
    )
    return parts.map((part, of) => ({
      at: shown[index]! + of / 1000,
      pid: OWN.video,
      bytes: pesOf(0xe0, of === 0 ? pts : null, part, shape.isLengthEstimated),
    }))
  })
  const first = pieces[0]!.at
  for (const { pts, data } of audioPackets(frames, shape, random)) {
    const at = Math.max(first + 0.001, pts.at - shape.audioLeadSeconds * TICKS)
    pieces.push({ at, pid: OWN.audio, bytes: pesOf(0xc0, pts.written, data, shape.isAudioLengthEstimated ?? true) })
  }
  // What belongs to one stream stays in its order.
  pieces.sort((a, b) => a.at - b.at)
  return interleaved(pieces, random)
}

/** Cuts a stream up before keyframes. */
function cutUp(packets: readonly Buffer[], bordersAt: readonly number[], across: 'frames' | 'packets'): Buffer[][] {
  const streams: Buffer[][] = [[]]
  let next = 1
  for (const packet of packets) {
    const isUnit = (packet[1]! & 0x40) !== 0
    if (
      pidOf(packet) === OWN.video &&
      isUnit &&
      next < bordersAt.length &&
      unitsOf(packet, pidOf(packet))[0]?.pts === bordersAt[next]
    ) {
      streams.push([])
      next += 1
    }
    const before = streams.at(-2)
    const isRest = pidOf(packet) === OWN.audio && !isUnit && !streams.at(-1)!.some((one) => pidOf(one) === OWN.audio)
    const goesBefore = before && across === 'frames' && isRest
    const stream = goesBefore ? before : streams.at(-1)!
    stream.push(packet)
  }
  return streams
}

function segmentOf(packets: readonly Buffer[], shape: SegmentShape, audioType: number): Buffer {
  const others = shape.hasOtherProgramme ? asProgramme(packets, OTHER) : []
  const tables = tablesOf(shape.hasOtherProgramme ? [OWN, OTHER] : [OWN], audioType)
  return Buffer.concat(
    packets.flatMap((packet, index) => [
      ...(index % TABLES_EVERY === 0 ? tables : []),
      packet,
      ...(index % 5 === 0 && others[index] ? [others[index]!] : []),
    ]),
  )
}

function audioPackets(frames: readonly AudioFrame[], { audioBytes, untimedShare }: SegmentShape, random: () => number) {
  const packets: { pts: { at: number; written: number | null }; data: Buffer }[] = []
  const written = (pts: number) => (packets.length > 0 && random() < untimedShare ? null : pts)
  if (audioBytes === null) {
    for (let index = 0; index < frames.length; index += 3) {
      const some = frames.slice(index, index + 3)
      packets.push({
        pts: { at: some[0]!.pts, written: written(some[0]!.pts) },
        data: Buffer.concat(some.map(({ data }) => data)),
      })
    }
    return packets
  }
  const all = Buffer.concat(frames.map(({ data }) => data))
  let begin = 0
  const begins = frames.map(({ pts, data }) => {
    begin += data.length
    return { pts, from: begin - data.length }
  })
  for (let from = 0; from < all.length; from += audioBytes) {
    const to = from + audioBytes
    const commencing = begins.find((frame) => frame.from >= from && frame.from < to)
    const before = begins.findLast((frame) => frame.from <= from)!
    packets.push({
      pts: { at: (commencing ?? before).pts, written: commencing ? written(commencing.pts) : null },
      data: all.subarray(from, to),
    })
  }
  return packets
}

/** A packet of an elementary stream: audio or frames, and when they are decoded or shown, in ticks of 90 kHz. */
export function pesOf(streamId: number, pts: number | null, data: Buffer, isLengthEstimated: boolean): Buffer {
  const stamp = Buffer.alloc(pts === null ? 0 : 5)
  if (pts !== null) {
    stamp[0] = 0x21 | (Math.floor(pts / 2 ** 30) << 1)
    stamp.writeUInt16BE(((Math.floor(pts / 2 ** 15) & 0x7fff) << 1) | 1, 1)
    stamp.writeUInt16BE(((pts & 0x7fff) << 1) | 1, 3)
  }
  const length = 3 + stamp.length + data.length
  const head = Buffer.from([0, 0, 1, streamId, 0, 0, 0x80, pts === null ? 0 : 0x80, stamp.length])
  head.writeUInt16BE(isLengthEstimated && length < 0x10000 ? length : 0, 4)
  return Buffer.concat([head, stamp, data])
}

/** Packets of both streams between each other, as far as the pieces overlap. */
function interleaved(pieces: readonly Piece[], random: () => number): Buffer[] {
  const done: Buffer[] = []
  const last = new Map<number, Buffer[]>()
  for (const { pid, bytes } of pieces) {
    const packets = packetized(pid, bytes)
    // A piece ends before the next one of its stream begins; those of another stream may come in between.
    const rest = last.get(pid)
    if (rest) done.push(...rest.splice(0))
    const cached = pid === OWN.audio ? Math.floor(random() * Math.min(6, packets.length)) : 0
    done.push(...packets.slice(0, packets.length - cached))
    last.set(pid, packets.slice(packets.length - cached))
  }
  return [...done, ...[...last.values()].flat()]
}

/** Packets of a transport stream with nothing but this in them. */
export function packetized(pid: number, bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const room = PACKET_BYTES - 4
    const size = Math.min(room, bytes.length - at)
    const packet = Buffer.alloc(PACKET_BYTES, 0xff)
    packet.writeUInt8(0x47, 0)
    packet.writeUInt16BE((at === 0 ? 0x4000 : 0) | pid, 1)
    const stuffing = room - size
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
  const one = <T>(...ways: T[]): T => ways[Math.floor(random() * ways.length)]!
  return {
    keysInSegment: one(1, 2, 3),
    keyBytes: one(8_000, 40_000, 90_000),
    frameBytes: one(4_000, 9_000, 15_000),
    busyShare: one(0, 0, 0.6),
    audioBytes: one(null, null, 170, 400, 1000, 2500),
    audioAcross: one('nothing', 'frames', 'packets'),
    untimedShare: one(0, 0, 0, 0.3),
    audioLeadSeconds: one(0, 0, 0.3, -0.3, 0.7, -0.7),
    frameSegmentBytes: one(null, null, 3000, 20_000),
    isLengthEstimated: one(false, true),
    isAudioLengthEstimated: one(true, true, true, false),
    hasOtherProgramme: one(false, false, true),
    unevenShare: one(0, 0, 0.6, 0.95),
  }
}
