import { unsupportedMedia } from '../../api/cutter-error.ts'
import { MAX_STREAMS } from '../../api/media-limits.ts'
import type { AudioCodecName, VideoCodecName } from '../../bitstream/codec-names.ts'
import { SYNC_BYTE, TS_PACKET_BYTES, type TsLayout, type TsPacket, tsPackets } from './ts-packets.ts'
import { findUnnamedAudio } from './unnamed-audio.ts'

export interface TsAudio {
  pid: number
  codec: AudioCodecName
  /** ISO 639-2 code from the PMT; null if it has none. */
  language: string | null
}

/** The streams of one program and their codecs. */
export interface TsProgram {
  /** Program number in the program association table (PAT). */
  number: number
  /** PID of the program map table (PMT). */
  pmtPid: number
  video: { pid: number; codec: VideoCodecName } | null
  /** The chosen one of `audios`, by default the first. */
  audio: TsAudio | null
  /** All readable audio streams, in the order of the PMT. */
  audios: TsAudio[]
  /** Codec name of audio that Kerf cannot read. */
  unreadableAudio: string | null
  /** Codec name of video that Kerf cannot read. */
  unreadableVideo: string | null
  /** PIDs of streams of unknown type, which may be audio. */
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
const UNREADABLE_VIDEO_TYPES: Record<number, string> = {
  1: 'MPEG-1',
  2: 'MPEG-2',
  16: 'MPEG-4 Part 2',
  33: 'JPEG 2000',
  51: 'VVC',
  66: 'AVS',
  210: 'AVS2',
  234: 'VC-1',
}
/** Stream types of audio that Kerf cannot read. */
const UNREADABLE_AUDIO_TYPES: Record<number, string> = {
  17: 'AAC in LATM',
  28: 'MPEG-4 audio',
  45: 'MPEG-H',
  138: 'DTS',
}
/** Stream types of audio on Blu-ray discs. In other streams, these numbers have other meanings. */
const UNREADABLE_DISC_TYPES: Record<number, string> = {
  128: 'LPCM',
  130: 'DTS',
  131: 'TrueHD',
  132: 'E-AC-3 of a disc',
  133: 'DTS',
  134: 'DTS',
}
/** Registration of a program from a Blu-ray disc. */
const DISC_REGISTRATION = 'HDMV'
/** Stream type of private data, whose codec is in a descriptor. */
const PRIVATE_DATA_TYPE = 0x06
const AC3_DESCRIPTOR = 0x6a
const EAC3_DESCRIPTOR = 0x7a
const DTS_DESCRIPTOR = 0x7b
const LANGUAGE_DESCRIPTOR = 0x0a
const REGISTRATION_DESCRIPTOR = 0x05
/** Registrations of audio in private data that Kerf cannot read. BSSD is SMPTE 302M PCM. */
const UNREADABLE_REGISTRATIONS = new Set(['Opus', 'DTS1', 'DTS2', 'DTS3', 'AC-4', 'BSSD'])
/** Stream types of Apple's SAMPLE-AES, which encrypts video and audio inside clear packets. */
const ENCRYPTED_TYPES = new Set([0xdb, 0xcf, 0xc1, 0xc2])

/**
 * Reads the PAT and the PMTs at the beginning of a transport stream; null if there are none. Among several programs, it
 * returns the first one with video. Without video, it returns the first one with audio.
 * @throws CutterError unsupported_media if all programs are encrypted
 */
export function findTsProgram(bytes: Buffer, layout: TsLayout): TsProgram | null {
  const maps = new Map<number, TsProgram | 'encrypted'>()
  for (const map of readProgramMaps(bytes, layout)) {
    if (!maps.has(map.number)) maps.set(map.number, map.isEncrypted ? 'encrypted' : map.program)
    if (maps.size === map.programs) break
  }
  const allPrograms = [...maps.values()]
  const clearPrograms = allPrograms.filter((map) => map !== 'encrypted')
  for (const program of clearPrograms) addUnnamedAudio(program, bytes, layout)
  if (clearPrograms.length === 0 && allPrograms.length > 0) {
    throw unsupportedMedia('The transport stream is encrypted.')
  }
  const programWithVideo = clearPrograms.find(({ video }) => video)
  return programWithVideo ?? clearPrograms.find(({ audio }) => audio) ?? clearPrograms[0] ?? null
}

/** Adds streams of unknown type whose frames are audio. Some writers give audio the types of private data or discs. */
function addUnnamedAudio(program: TsProgram, bytes: Buffer, layout: TsLayout): void {
  const { audios, unreadable } = findUnnamedAudio(bytes, layout, program.unnamedPids)
  program.audios.push(...audios.map((audio) => ({ ...audio, language: null })))
  program.audio ??= program.audios[0] ?? null
  program.unreadableAudio ??= unreadable
}

/** The packets of one program, with its PAT and PMT before its video and audio. */
export function packetsOfProgram(bytes: Buffer, layout: TsLayout, program: TsProgram): Buffer {
  const { number, pmtPid, video, audio } = program
  const row = Buffer.alloc(4)
  row.writeUInt16BE(number, 0)
  row.writeUInt16BE(0xe000 | pmtPid, 2)
  const tables = [sectionPacket(0, 0, 1, row)]
  const media: Buffer[] = []
  for (const { at, pid } of tsPackets(bytes, layout)) {
    const packet = bytes.subarray(at, at + TS_PACKET_BYTES)
    if (pid === pmtPid) tables.push(packet)
    if (pid === video?.pid || pid === audio?.pid) media.push(packet)
  }
  return Buffer.concat([...tables, ...media])
}

/** PIDs of a program's video and audio. A later PMT of the stream may add PIDs. */
export class TsPids {
  readonly program: TsProgram
  readonly video = new Set<number>()
  readonly audio = new Set<number>()

  constructor(program: TsProgram) {
    this.program = program
    this.#add(program)
  }

  /** Reads the PAT and the PMTs in bytes from any part of the stream. */
  learnPids(bytes: Buffer, layout: TsLayout): void {
    for (const { program, number, programs, isEncrypted } of readProgramMaps(bytes, layout)) {
      if (!isEncrypted && (number === this.program.number || programs === 1)) this.#add(program)
    }
  }

  /** Adds video with the same codec, and audio with a known PID or at the same position in the PMT. */
  #add({ video, audios }: TsProgram): void {
    const audioIndex = this.program.audios.findIndex(({ pid }) => pid === this.program.audio?.pid)
    const audio = audios.find(({ pid }) => this.audio.has(pid)) ?? audios[audioIndex]
    if (video && video.codec === this.program.video?.codec) this.video.add(video.pid)
    if (audio && this.program.audio) this.audio.add(audio.pid)
  }
}

function* readProgramMaps(bytes: Buffer, layout: TsLayout) {
  const openSections = new Map<number, Buffer>()
  let mapPids: number[] = []
  for (const packet of tsPackets(bytes, layout)) {
    const { pid } = packet
    if (pid !== 0 && !mapPids.includes(pid)) continue
    if (packet.isScrambled) throw unsupportedMedia('The transport stream is encrypted.')
    const section = completeSection(openSections, packet)
    if (section && pid === 0 && section[0] === 0) {
      mapPids = allMapPids(section)
    } else if (section && pid !== 0 && section[0] === 2 && section.length >= MIN_MAP_BYTES) {
      const number = section.readUInt16BE(3)
      yield { ...readMap(section, number, pid), number, programs: mapPids.length }
    }
  }
}

const MIN_MAP_BYTES = 16

/** Adds a packet to its section, and returns the section if it is complete. @param openSections sections by PID */
function completeSection(openSections: Map<number, Buffer>, { pid, startsUnit, payload }: TsPacket): Buffer | null {
  const openSection = startsUnit ? payload.subarray(1 + (payload[0] ?? 0)) : openSections.get(pid)
  if (!openSection) return null
  const section = startsUnit ? openSection : Buffer.concat([openSection, payload])
  openSections.set(pid, section)
  const length = section.length >= 3 ? 3 + (section.readUInt16BE(1) & 0xfff) : Infinity
  if (section.length < length) return null
  openSections.delete(pid)
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

function readMap(section: Buffer, number: number, pmtPid: number): { program: TsProgram; isEncrypted: boolean } {
  const program: TsProgram = {
    number,
    pmtPid,
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
  const isDisc = section.toString('latin1', 12, Math.min(at, end)).includes(DISC_REGISTRATION)
  while (at + 5 <= end) {
    const type = section[at]!
    const pid = section.readUInt16BE(at + 1) & 0x1fff
    const descriptorsEnd = at + 5 + (section.readUInt16BE(at + 3) & 0xfff)
    isEncrypted ||= ENCRYPTED_TYPES.has(type)
    const video = VIDEO_TYPES[type]
    const audio =
      AUDIO_TYPES[type] ?? (type === PRIVATE_DATA_TYPE ? privateAudio(section, at + 5, descriptorsEnd) : null)
    if (video) program.video ??= { pid, codec: video }
    program.unreadableVideo ??= UNREADABLE_VIDEO_TYPES[type] ?? null
    if (audio && pid !== program.video?.pid) {
      const stream = { pid, codec: audio, language: languageIn(section, at + 5, descriptorsEnd) }
      program.audio ??= stream
      if (program.audios.length < MAX_STREAMS && !program.audios.some((listedAudio) => listedAudio.pid === pid)) {
        program.audios.push(stream)
      }
    } else if (!video && !audio) {
      const discName = isDisc ? UNREADABLE_DISC_TYPES[type] : undefined
      const name =
        type === PRIVATE_DATA_TYPE ? unreadableAudioName(section, at + 5, descriptorsEnd) : UNREADABLE_AUDIO_TYPES[type]
      program.unreadableAudio ??= discName ?? name ?? null
      if (!discName && !name && program.unnamedPids.length < MAX_STREAMS) program.unnamedPids.push(pid)
    }
    at = descriptorsEnd
  }
  return { program, isEncrypted }
}

/** Codec of audio in private data, from its descriptors; null for any other data. */
function privateAudio(section: Buffer, from: number, end: number): AudioCodecName | null {
  const tags = readDescriptors(section, from, end).map(({ tag }) => tag)
  const codecTag = tags.find((tag) => tag === AC3_DESCRIPTOR || tag === EAC3_DESCRIPTOR)
  return codecTag === undefined ? null : codecTag === AC3_DESCRIPTOR ? 'ac3' : 'eac3'
}

/** Name of audio in private data that Kerf cannot read; null for any other data. */
function unreadableAudioName(section: Buffer, from: number, end: number): string | null {
  for (const { tag, body } of readDescriptors(section, from, end)) {
    const name = tag === REGISTRATION_DESCRIPTOR ? body.toString('latin1', 0, 4) : tag === DTS_DESCRIPTOR ? 'DTS1' : ''
    if (UNREADABLE_REGISTRATIONS.has(name)) return name
  }
  return null
}

function languageIn(section: Buffer, from: number, end: number): string | null {
  const language = readDescriptors(section, from, end).find(({ tag }) => tag === LANGUAGE_DESCRIPTOR)
  return language ? language.body.toString('latin1', 0, 3) : null
}

function readDescriptors(section: Buffer, from: number, end: number): { tag: number; body: Buffer }[] {
  const descriptors: { tag: number; body: Buffer }[] = []
  for (let at = from; at + 2 <= end; at += 2 + section[at + 1]!) {
    descriptors.push({ tag: section[at]!, body: section.subarray(at + 2, Math.min(end, at + 2 + section[at + 1]!)) })
  }
  return descriptors
}

/** Builds a packet with a short section, such as a PAT or a PMT. */
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

/** CRC-32 of MPEG, without reflected bits. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
