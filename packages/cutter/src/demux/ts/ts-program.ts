import { unsupportedMedia } from '../../api/cutter-error.ts'
import { MOST_STREAMS } from '../../api/media-limits.ts'
import type { AudioCodecName, VideoCodecName } from '../../bitstream/codec-names.ts'
import { SYNC_BYTE, TS_PACKET_BYTES, type TsLayout, type TsPacket, tsPackets } from './ts-packets.ts'
import { findUnnamedAudio } from './unnamed-audio.ts'

export interface TsAudio {
  pid: number
  codec: AudioCodecName
  /** As its table says; null if it does not. */
  language: string | null
}

/** The streams that make one programme, and how they are encoded; null for none that we know. */
export interface TsProgram {
  /** By which the stream's table of programmes knows it. */
  number: number
  /** The packets in which its own table is. */
  mapPid: number
  video: { pid: number; codec: VideoCodecName } | null
  /** One of `audios`: the first, unless another one is chosen. */
  audio: TsAudio | null
  /** All that we know, in the order of its table. */
  audios: TsAudio[]
  /** There is audio in a codec that we cannot read: what it is called. */
  unreadableAudio: string | null
  /** There is video in a codec that we cannot read: what it is called. */
  unreadableVideo: string | null
  /** Of streams of which its table does not say what they are: they may be audio. */
  unnamedPids: number[]
}

const VIDEO_TYPES: Record<number, VideoCodecName> = { 27: 'h264', 36: 'hevc' }
const AUDIO_TYPES: Record<number, AudioCodecName> = {
  3: 'mp3',
  4: 'mp3',
  15: 'aac',
  129: 'ac3',
  135: 'eac3',
}
const UNREAD_VIDEO_TYPES: Record<number, string> = {
  1: 'MPEG-1',
  2: 'MPEG-2',
  16: 'MPEG-4 Part 2',
  33: 'JPEG 2000',
  51: 'VVC',
  66: 'AVS',
  210: 'AVS2',
  234: 'VC-1',
}
/** Audio that we cannot read. */
const UNREAD_TYPES: Record<number, string> = { 17: 'AAC in LATM', 28: 'MPEG-4 audio', 45: 'MPEG-H', 138: 'DTS' }
/** On Blu-ray discs, whose programmes say that they are; elsewhere the same numbers stand for other things. */
const UNREAD_DISC_TYPES: Record<number, string> = {
  128: 'LPCM',
  130: 'DTS',
  131: 'TrueHD',
  132: 'E-AC-3 of a disc',
  133: 'DTS',
  134: 'DTS',
}
const DISC = 'HDMV'
/** Streams that hold private data say by a descriptor what it is. */
const PRIVATE_DATA = 0x06
const AC3_DESCRIPTOR = 0x6a
const EAC3_DESCRIPTOR = 0x7a
const DTS_DESCRIPTOR = 0x7b
const LANGUAGE_DESCRIPTOR = 0x0a
const REGISTRATION_DESCRIPTOR = 0x05
/** By which private data is registered that is audio. BSSD is PCM of SMPTE 302M. */
const UNREAD_NAMES = new Set(['Opus', 'DTS1', 'DTS2', 'DTS3', 'AC-4', 'BSSD'])
/** Apple's SAMPLE-AES: whole streams whose video and audio are encrypted inside. */
const ENCRYPTED_TYPES = new Set([0xdb, 0xcf, 0xc1, 0xc2])

/**
 * Reads the tables at the beginning of a transport stream; null when there are none. Of several programmes the first one
 * with frames is taken.
 */
export function findTsProgram(bytes: Buffer, layout: TsLayout): TsProgram | null {
  const maps = new Map<number, TsProgram | 'encrypted'>()
  for (const map of readMaps(bytes, layout)) {
    if (!maps.has(map.number)) maps.set(map.number, map.isEncrypted ? 'encrypted' : map.program)
    if (maps.size === map.programs) break
  }
  const all = [...maps.values()]
  const open = all.filter((map) => map !== 'encrypted')
  for (const program of open) addUnnamedAudio(program, bytes, layout)
  if (open.length === 0 && all.length > 0) throw unsupportedMedia('The transport stream is encrypted.')
  return open.find(({ video }) => video) ?? open.find(({ audio }) => audio) ?? open[0] ?? null
}

/** Writers of discs call AAC private data, others give audio the numbers of discs: its frames tell. */
function addUnnamedAudio(program: TsProgram, bytes: Buffer, layout: TsLayout): void {
  const { audios, unreadable } = findUnnamedAudio(bytes, layout, program.unnamedPids)
  program.audios.push(...audios.map((audio) => ({ ...audio, language: null })))
  program.audio ??= program.audios[0] ?? null
  program.unreadableAudio ??= unreadable
}

/** The packets of a stream as if it had this programme only, its tables in front. */
export function packetsOfProgram(bytes: Buffer, layout: TsLayout, program: TsProgram): Buffer {
  const { number, mapPid, video, audio } = program
  const row = Buffer.alloc(4)
  row.writeUInt16BE(number, 0)
  row.writeUInt16BE(0xe000 | mapPid, 2)
  const tables = [sectionPacket(0, 0, 1, row)]
  const media: Buffer[] = []
  for (const { at, pid } of tsPackets(bytes, layout)) {
    const packet = bytes.subarray(at, at + TS_PACKET_BYTES)
    if (pid === mapPid) tables.push(packet)
    if (pid === video?.pid || pid === audio?.pid) media.push(packet)
  }
  return Buffer.concat([...tables, ...media])
}

/** In which packets a programme's video and audio are: its tables may name others on the way. */
export class TsPids {
  readonly program: TsProgram
  readonly video = new Set<number>()
  readonly audio = new Set<number>()

  constructor(program: TsProgram) {
    this.program = program
    this.#add(program)
  }

  /** Reads what tables there are in bytes from the middle of the stream. */
  learn(bytes: Buffer, layout: TsLayout): void {
    for (const { program, number, programs, isEncrypted } of readMaps(bytes, layout)) {
      if (!isEncrypted && (number === this.program.number || programs === 1)) this.#add(program)
    }
  }

  /** Video with a new encoding is a different stream from then on. Audio keeps its place in the table if its id is new. */
  #add({ video, audios }: TsProgram): void {
    const own = this.program.audios.findIndex(({ pid }) => pid === this.program.audio?.pid)
    const audio = audios.find(({ pid }) => this.audio.has(pid)) ?? audios[own]
    if (video && video.codec === this.program.video?.codec) this.video.add(video.pid)
    if (audio && this.program.audio) this.audio.add(audio.pid)
  }
}

function* readMaps(bytes: Buffer, layout: TsLayout) {
  const begun = new Map<number, Buffer>()
  let mapPids: number[] = []
  for (const packet of tsPackets(bytes, layout)) {
    const { pid } = packet
    if (pid !== 0 && !mapPids.includes(pid)) continue
    if (packet.isScrambled) throw unsupportedMedia('The transport stream is encrypted.')
    const section = wholeSection(begun, packet)
    if (section && pid === 0 && section[0] === 0) {
      mapPids = allMapPids(section)
    } else if (section && pid !== 0 && section[0] === 2 && section.length >= SHORTEST_MAP_BYTES) {
      const number = section.readUInt16BE(3)
      yield { ...readMap(section, number, pid), number, programs: mapPids.length }
    }
  }
}

const SHORTEST_MAP_BYTES = 16

/** A whole section, once its last packet is there: they may be longer than a packet. @param begun sections by their PID */
function wholeSection(begun: Map<number, Buffer>, { pid, startsUnit, payload }: TsPacket): Buffer | null {
  const before = startsUnit ? payload.subarray(1 + (payload[0] ?? 0)) : begun.get(pid)
  if (!before) return null
  const section = startsUnit ? before : Buffer.concat([before, payload])
  begun.set(pid, section)
  const length = section.length >= 3 ? 3 + (section.readUInt16BE(1) & 0xfff) : Infinity
  if (section.length < length) return null
  begun.delete(pid)
  return section.subarray(0, length)
}

const CHECKSUM_BYTES = 4

function allMapPids(section: Buffer): number[] {
  const pids: number[] = []
  for (let at = 8; at + 4 <= section.length - CHECKSUM_BYTES; at += 4) {
    const isNetwork = section.readUInt16BE(at) === 0
    if (!isNetwork) pids.push(section.readUInt16BE(at + 2) & 0x1fff)
  }
  return pids
}

function readMap(section: Buffer, number: number, mapPid: number): { program: TsProgram; isEncrypted: boolean } {
  const program: TsProgram = {
    number,
    mapPid,
    video: null,
    audio: null,
    audios: [],
    unreadableAudio: null,
    unreadableVideo: null,
    unnamedPids: [],
  }
  let isEncrypted = false
  const end = section.length - CHECKSUM_BYTES
  let at = 12 + (section.readUInt16BE(10) & 0xfff)
  const isDisc = section.toString('latin1', 12, Math.min(at, end)).includes(DISC)
  while (at + 5 <= end) {
    const type = section[at]!
    const pid = section.readUInt16BE(at + 1) & 0x1fff
    const descriptorsEnd = at + 5 + (section.readUInt16BE(at + 3) & 0xfff)
    isEncrypted ||= ENCRYPTED_TYPES.has(type)
    const video = VIDEO_TYPES[type]
    const audio = AUDIO_TYPES[type] ?? (type === PRIVATE_DATA ? describedAudio(section, at + 5, descriptorsEnd) : null)
    if (video) program.video ??= { pid, codec: video }
    program.unreadableVideo ??= UNREAD_VIDEO_TYPES[type] ?? null
    if (audio && pid !== program.video?.pid) {
      const stream = { pid, codec: audio, language: languageIn(section, at + 5, descriptorsEnd) }
      program.audio ??= stream
      if (program.audios.length < MOST_STREAMS && !program.audios.some((other) => other.pid === pid)) {
        program.audios.push(stream)
      }
    } else if (!video && !audio) {
      const ofDisc = isDisc ? UNREAD_DISC_TYPES[type] : undefined
      const name = type === PRIVATE_DATA ? unreadName(section, at + 5, descriptorsEnd) : UNREAD_TYPES[type]
      program.unreadableAudio ??= ofDisc ?? name ?? null
      if (!ofDisc && !name && program.unnamedPids.length < MOST_STREAMS) program.unnamedPids.push(pid)
    }
    at = descriptorsEnd
  }
  return { program, isEncrypted }
}

function describedAudio(section: Buffer, from: number, end: number): AudioCodecName | null {
  const tags = descriptors(section, from, end).map(({ tag }) => tag)
  const known = tags.find((tag) => tag === AC3_DESCRIPTOR || tag === EAC3_DESCRIPTOR)
  return known === undefined ? null : known === AC3_DESCRIPTOR ? 'ac3' : 'eac3'
}

/** The name of audio in private data that we cannot read. */
function unreadName(section: Buffer, from: number, end: number): string | null {
  for (const { tag, body } of descriptors(section, from, end)) {
    const name = tag === REGISTRATION_DESCRIPTOR ? body.toString('latin1', 0, 4) : tag === DTS_DESCRIPTOR ? 'DTS1' : ''
    if (UNREAD_NAMES.has(name)) return name
  }
  return null
}

function languageIn(section: Buffer, from: number, end: number): string | null {
  const language = descriptors(section, from, end).find(({ tag }) => tag === LANGUAGE_DESCRIPTOR)
  return language ? language.body.toString('latin1', 0, 3) : null
}

function descriptors(section: Buffer, from: number, end: number): { tag: number; body: Buffer }[] {
  const found: { tag: number; body: Buffer }[] = []
  for (let at = from; at + 2 <= end; at += 2 + section[at + 1]!) {
    found.push({ tag: section[at]!, body: section.subarray(at + 2, Math.min(end, at + 2 + section[at + 1]!)) })
  }
  return found
}

/** A packet that holds a short section: one of the tables of a transport stream. */
export function sectionPacket(pid: number, table: number, extension: number, body: Buffer): Buffer {
  const head = Buffer.from([table, 0, 0, 0, 0, 0xc1, 0, 0])
  head.writeUInt16BE(0xb000 | (5 + body.length + 4), 1)
  head.writeUInt16BE(extension, 3)
  const section = Buffer.concat([head, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(section))
  const packet = Buffer.alloc(TS_PACKET_BYTES, 0xff)
  packet.writeUInt8(SYNC_BYTE, 0)
  packet.writeUInt16BE(0x4000 | pid, 1)
  packet.writeUInt8(0x10, 3)
  packet.writeUInt8(0, 4)
  Buffer.concat([section, checksum]).copy(packet, 5)
  return packet
}

/** That of MPEG: no bit is reflected. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
