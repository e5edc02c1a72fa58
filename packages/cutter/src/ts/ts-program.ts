import type { SoundCodecName, VideoCodecName } from '../codec/codec-names.ts'
import { CutterError } from '../cutter-error.ts'
import type { TsLayout } from './ts-layout.ts'
import { tsPackets } from './ts-packets.ts'

/** The streams that make one programme, and how they are encoded; null for none that we know. */
export interface TsProgram {
  video: { pid: number; codec: VideoCodecName } | null
  sound: { pid: number; codec: SoundCodecName } | null
}

const VIDEO_TYPES: Record<number, VideoCodecName> = { 27: 'h264', 36: 'hevc' }
const SOUND_TYPES: Record<number, SoundCodecName> = {
  3: 'mp3',
  4: 'mp3',
  15: 'aac',
  129: 'ac3',
  135: 'eac3',
}
/** Streams that hold private data say by a descriptor what it is. */
const PRIVATE_DATA = 0x06
const AC3_DESCRIPTOR = 0x6a
const EAC3_DESCRIPTOR = 0x7a
/** Apple's SAMPLE-AES: whole streams whose pictures and sound are encrypted inside. */
const ENCRYPTED_TYPES = new Set([0xdb, 0xcf, 0xc1, 0xc2])

/** Reads the tables at the beginning of a transport stream; null when there are none. The first programme is taken. */
export function findTsProgram(bytes: Buffer, layout: TsLayout): TsProgram | null {
  const sections = new SectionReader()
  let mapPid: number | null = null
  for (const { pid, startsUnit, payload, isScrambled } of tsPackets(bytes, layout)) {
    if (pid !== 0 && pid !== mapPid) {
      continue
    }
    if (isScrambled) {
      throw new CutterError('unsupported_media', 'The transport stream is encrypted.')
    }
    const section = sections.add(pid, startsUnit, payload)
    if (section && pid === 0 && section[0] === 0) {
      mapPid ??= firstMapPid(section)
    } else if (section && pid === mapPid && section[0] === 2) {
      return readMap(section)
    }
  }
  return null
}

/** Sections may be longer than a packet. */
class SectionReader {
  readonly #begun = new Map<number, Buffer>()

  /** A whole section, once its last packet was added. */
  add(pid: number, startsUnit: boolean, payload: Buffer): Buffer | null {
    const begun = startsUnit ? payload.subarray(1 + (payload[0] ?? 0)) : this.#begun.get(pid)
    if (!begun) {
      return null
    }
    const section = startsUnit ? begun : Buffer.concat([begun, payload])
    this.#begun.set(pid, section)
    const length = section.length >= 3 ? 3 + (section.readUInt16BE(1) & 0xfff) : Infinity
    if (section.length < length) {
      return null
    }
    this.#begun.delete(pid)
    return section.subarray(0, length)
  }
}

const CHECKSUM_BYTES = 4

function firstMapPid(section: Buffer): number | null {
  for (let at = 8; at + 4 <= section.length - CHECKSUM_BYTES; at += 4) {
    const isNetwork = section.readUInt16BE(at) === 0
    if (!isNetwork) {
      return section.readUInt16BE(at + 2) & 0x1fff
    }
  }
  return null
}

function readMap(section: Buffer): TsProgram {
  const program: TsProgram = { video: null, sound: null }
  const end = section.length - CHECKSUM_BYTES
  let at = 12 + (section.length >= 12 ? section.readUInt16BE(10) & 0xfff : 0)
  while (at + 5 <= end) {
    const type = section[at]!
    const pid = section.readUInt16BE(at + 1) & 0x1fff
    const descriptorsEnd = at + 5 + (section.readUInt16BE(at + 3) & 0xfff)
    if (ENCRYPTED_TYPES.has(type)) {
      throw new CutterError('unsupported_media', 'The transport stream is encrypted.')
    }
    const video = VIDEO_TYPES[type]
    const sound = SOUND_TYPES[type] ?? (type === PRIVATE_DATA ? describedSound(section, at + 5, descriptorsEnd) : null)
    if (video) {
      program.video ??= { pid, codec: video }
    }
    if (sound) {
      program.sound ??= { pid, codec: sound }
    }
    at = descriptorsEnd
  }
  return program
}

function describedSound(section: Buffer, from: number, end: number): SoundCodecName | null {
  for (let at = from; at + 2 <= end; at += 2 + section[at + 1]!) {
    if (section[at] === AC3_DESCRIPTOR) {
      return 'ac3'
    }
    if (section[at] === EAC3_DESCRIPTOR) {
      return 'eac3'
    }
  }
  return null
}
