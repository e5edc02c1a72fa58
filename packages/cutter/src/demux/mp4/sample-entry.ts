import { type AudioCodecName, type PcmCodecName, pcmCodecName } from '../../bitstream/codec-names.ts'
import type { AudioDescription, VideoEntries } from '../common/track-descriptions.ts'
import { type Box, boxesBetween, findBox, readBoxHeader } from './boxes.ts'

/** Bytes of an audio sample entry before its boxes, for versions 0, 1 and 2 (1 and 2 are QuickTime's). */
const ENTRY_BYTES = [36, 52, 72] as const
const LPCM_IS_FLOAT = 1
const LPCM_IS_BIG_ENDIAN = 2
const LPCM_IS_SIGNED = 4

interface EntryFields {
  channels: number
  bits: number
  sampleRate: number
  /** formatSpecificFlags of version 2; null for other versions. */
  lpcmFlags: number | null
}

/**
 * Describes PCM and ALAC by their sample entry; null for other codecs. mediabunny supports only some of the PCM entry
 * types.
 */
export function audioOfEntry(entry: Buffer): AudioDescription | null {
  const type = entry.toString('latin1', 4, 8)
  if (entry.length < ENTRY_BYTES[0]) return null
  const fields = readFields(entry)
  const codec = pcmCodec(type, fields, entry)
  if (codec) {
    const { sampleRate, channels } = fields
    return sampleRate > 0 && channels > 0 ? { codec, sampleRate, channels, configuration: null } : null
  }
  return type === 'alac' ? alacOfEntry(entry) : null
}

function readFields(entry: Buffer): EntryFields {
  if (entry.readUInt16BE(16) === 2 && entry.length >= ENTRY_BYTES[2]) {
    return {
      sampleRate: Math.round(entry.readDoubleBE(40)),
      channels: entry.readUInt32BE(48),
      bits: entry.readUInt32BE(56),
      lpcmFlags: entry.readUInt32BE(60),
    }
  }
  return {
    channels: entry.readUInt16BE(24),
    bits: entry.readUInt16BE(26),
    sampleRate: entry.readUInt16BE(32),
    lpcmFlags: null,
  }
}

/**
 * The PCM codec of a sample entry. Its bit depth comes from the entry type, from a field of the entry or from a pcmC
 * box.
 */
function pcmCodec(type: string, { bits, lpcmFlags }: EntryFields, entry: Buffer): PcmCodecName | null {
  switch (type) {
    case 'sowt':
      return integerPcm(bits, false)
    case 'twos':
      return integerPcm(bits, !isLittleEndian(entry))
    case 'raw ':
    case 'NONE':
      return bits > 8 ? integerPcm(bits, true) : 'pcm-u8'
    case 'in24':
    case 'in32':
      return integerPcm(Number(type.slice(2)), !isLittleEndian(entry))
    case 'fl32':
    case 'fl64':
      return floatPcm(Number(type.slice(2)), !isLittleEndian(entry))
    case 'ulaw':
    case 'alaw':
      return type
    case 'lpcm':
      return lpcmFlags === null ? integerPcm(bits, true) : lpcmCodec(bits, lpcmFlags)
    case 'ipcm':
    case 'fpcm': {
      const box = entryBox(entry, 'pcmC')
      const isBigEndian = box !== null && (entry[box.bodyStart + 4]! & 1) === 0
      const sampleBits = box === null ? bits : entry[box.bodyStart + 5]!
      return type === 'ipcm' ? integerPcm(sampleBits, isBigEndian) : floatPcm(sampleBits, isBigEndian)
    }
    default:
      return null
  }
}

function lpcmCodec(bits: number, flags: number): PcmCodecName | null {
  const isBigEndian = (flags & LPCM_IS_BIG_ENDIAN) !== 0
  if ((flags & LPCM_IS_FLOAT) !== 0) return floatPcm(bits, isBigEndian)
  if ((flags & LPCM_IS_SIGNED) === 0) return bits === 8 ? 'pcm-u8' : null
  return integerPcm(bits, isBigEndian)
}

const integerPcm = (bits: number, isBigEndian: boolean) => pcmCodecName('s', bits, isBigEndian)
const floatPcm = (bits: number, isBigEndian: boolean) => pcmCodecName('f', bits, isBigEndian)

/** Whether an `enda` box marks the samples as little-endian. Without one, they are big-endian. */
function isLittleEndian(entry: Buffer): boolean {
  const box = entryBox(entry, 'enda')
  return box !== null && box.bodyStart + 2 <= box.end && entry.readUInt16BE(box.bodyStart) !== 0
}

/** Describes ALAC. Its configuration is the whole alac box. The sample rate and channels come from this box, too. */
function alacOfEntry(entry: Buffer): AudioDescription | null {
  const COOKIE_BYTES = 36
  const box = entryBox(entry, 'alac')
  if (!box || box.end - box.start < COOKIE_BYTES) return null
  const configuration = Uint8Array.from(entry.subarray(box.start, box.start + COOKIE_BYTES))
  const channels = configuration[21]!
  const sampleRate = entry.readUInt32BE(box.start + 32)
  const codec: AudioCodecName = 'alac'
  return channels > 0 && sampleRate > 0 ? { codec, sampleRate, channels, configuration } : null
}

/** Finds a box after the fixed fields, or inside the `wave` box, where QuickTime puts the boxes of a decoder. */
function entryBox(entry: Buffer, type: string): Box | null {
  const version = entry.readUInt16BE(16)
  // In ISO files, entries of version 1 have no additional fields, unlike in QuickTime: the offset is as in version 0.
  for (const start of [ENTRY_BYTES[version] ?? ENTRY_BYTES[0], ENTRY_BYTES[0]]) {
    const header = readBoxHeader(entry, start)
    if (!header || (header.sizeBytes ?? Infinity) > entry.length - start) continue
    for (const box of boxesBetween(entry, start, entry.length)) {
      const matchingBox = box.type === type ? box : box.type === 'wave' ? findBox(entry, box, type) : null
      if (matchingBox) return matchingBox
    }
  }
  return null
}

/** Bytes of a visual sample entry before its boxes: a box header and 78 bytes of fields. */
const VISUAL_ENTRY_BYTES = 8 + 78
const CONFIGURATION_BOXES = new Set(['avcC', 'hvcC', 'av1C'])
const DISPLAY_BOXES = new Set(['colr', 'pasp', 'clap'])

/** Reads the decoder configurations of all sample entries, and the display properties of the first one. */
export function readVideoEntries(entries: readonly Buffer[]): VideoEntries {
  return {
    configurations: entries.map((entry) => entryConfiguration(entry)),
    displayBoxes: entryBoxes(entries[0]!, DISPLAY_BOXES),
  }
}

function entryConfiguration(entry: Buffer): Uint8Array | null {
  const box = entryBoxes(entry, CONFIGURATION_BOXES)[0]
  return box ? Uint8Array.from(box.subarray(8)) : null
}

function entryBoxes(entry: Buffer, types: Set<string>): Buffer[] {
  const boxes: Buffer[] = []
  // Four bytes may follow the last box, because QuickTime ends its lists with a zero.
  for (const box of boxesBetween(entry, VISUAL_ENTRY_BYTES, entry.length)) {
    if (types.has(box.type)) boxes.push(Buffer.from(entry.subarray(box.start, box.end)))
  }
  return boxes
}
