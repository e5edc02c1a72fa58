import { type AudioCodecName, type PcmCodecName, pcmCodecName } from '../../bitstream/codec-names.ts'
import type { AudioDescription, VideoEntries } from '../common/track-descriptions.ts'
import { type Box, boxesBetween, findBox, readBoxHeader } from './boxes.ts'

/** The numbers of an audio sample entry; QuickTime's versions 1 and 2 have more of them. Boxes follow. */
const ENTRY_BYTES = [36, 52, 72] as const
const LPCM_IS_FLOAT = 1
const LPCM_IS_BIG_ENDIAN = 2
const LPCM_IS_SIGNED = 4

interface EntryNumbers {
  channels: number
  bits: number
  sampleRate: number
  /** Only in version 2. */
  lpcmFlags: number | null
}

/**
 * Audio that a sample entry itself describes: PCM in its many spellings, ALAC. Our own reading, because the library
 * knows not all of them; null for those of which more must be known.
 */
export function audioOfEntry(entry: Buffer): AudioDescription | null {
  const type = entry.toString('latin1', 4, 8)
  if (entry.length < ENTRY_BYTES[0]) return null
  const numbers = readNumbers(entry)
  const codec = pcmCodec(type, numbers, entry)
  if (codec) {
    const { sampleRate, channels } = numbers
    return sampleRate > 0 && channels > 0 ? { codec, sampleRate, channels, configuration: null } : null
  }
  return type === 'alac' ? losslessAudio(entry) : null
}

function readNumbers(entry: Buffer): EntryNumbers {
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

/** QuickTime's own names say how many bits there are, or do not; the newer ones leave it to a box. */
function pcmCodec(type: string, { bits, lpcmFlags }: EntryNumbers, entry: Buffer): PcmCodecName | null {
  switch (type) {
    case 'sowt':
      return integers(bits, false)
    case 'twos':
      return integers(bits, !isLittleEndian(entry))
    case 'raw ':
    case 'NONE':
      return bits > 8 ? integers(bits, true) : 'pcm-u8'
    case 'in24':
    case 'in32':
      return integers(Number(type.slice(2)), !isLittleEndian(entry))
    case 'fl32':
    case 'fl64':
      return floats(Number(type.slice(2)), !isLittleEndian(entry))
    case 'ulaw':
    case 'alaw':
      return type
    case 'lpcm':
      return lpcmFlags === null ? integers(bits, true) : linear(bits, lpcmFlags)
    case 'ipcm':
    case 'fpcm': {
      const box = entryBox(entry, 'pcmC')
      const isBig = box !== null && (entry[box.bodyStart + 4]! & 1) === 0
      const own = box === null ? bits : entry[box.bodyStart + 5]!
      return type === 'ipcm' ? integers(own, isBig) : floats(own, isBig)
    }
    default:
      return null
  }
}

function linear(bits: number, flags: number): PcmCodecName | null {
  const isBig = (flags & LPCM_IS_BIG_ENDIAN) !== 0
  if ((flags & LPCM_IS_FLOAT) !== 0) return floats(bits, isBig)
  if ((flags & LPCM_IS_SIGNED) === 0) return bits === 8 ? 'pcm-u8' : null
  return integers(bits, isBig)
}

const integers = (bits: number, isBig: boolean) => pcmCodecName('s', bits, isBig)
const floats = (bits: number, isBig: boolean) => pcmCodecName('f', bits, isBig)

/** Big-endian unless a box says otherwise. */
function isLittleEndian(entry: Buffer): boolean {
  const box = entryBox(entry, 'enda')
  return box !== null && box.bodyStart + 2 <= box.end && entry.readUInt16BE(box.bodyStart) !== 0
}

/** The decoder gets the whole box, whose rate and channels count. */
function losslessAudio(entry: Buffer): AudioDescription | null {
  const COOKIE_BYTES = 36
  const box = entryBox(entry, 'alac')
  if (!box || box.end - box.start < COOKIE_BYTES) return null
  const configuration = Uint8Array.from(entry.subarray(box.start, box.start + COOKIE_BYTES))
  const channels = configuration[21]!
  const sampleRate = entry.readUInt32BE(box.start + 32)
  const codec: AudioCodecName = 'alac'
  return channels > 0 && sampleRate > 0 ? { codec, sampleRate, channels, configuration } : null
}

/** A box after the fixed fields, or in the `wave` box in which QuickTime puts boxes for a decoder. */
function entryBox(entry: Buffer, type: string): Box | null {
  const version = entry.readUInt16BE(16)
  // ISO's own version 1 has no further numbers: its boxes begin where those of version 0 do.
  for (const start of [ENTRY_BYTES[version] ?? ENTRY_BYTES[0], ENTRY_BYTES[0]]) {
    const header = readBoxHeader(entry, start)
    if (!header || (header.sizeBytes ?? Infinity) > entry.length - start) continue
    for (const box of boxesBetween(entry, start, entry.length)) {
      const found = box.type === type ? box : box.type === 'wave' ? findBox(entry, box, type) : null
      if (found) return found
    }
  }
  return null
}

/** A visual sample entry is a box header and 78 bytes of numbers, followed by boxes. */
const VISUAL_ENTRY_BYTES = 8 + 78
const CONFIGURATION_BOXES = new Set(['avcC', 'hvcC', 'av1C'])
const DISPLAY_BOXES = new Set(['colr', 'pasp', 'clap'])

/** The codec by the sample entries of a track, and the display properties by the first of them. */
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
  // Four bytes may trail the last box (QuickTime ends its lists with a zero).
  for (const box of boxesBetween(entry, VISUAL_ENTRY_BYTES, entry.length)) {
    if (types.has(box.type)) boxes.push(Buffer.from(entry.subarray(box.start, box.end)))
  }
  return boxes
}
