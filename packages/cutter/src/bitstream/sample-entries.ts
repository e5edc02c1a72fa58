import type { Colours } from './colours.ts'
import { box, fullBox, u16, u32, zeros } from './mp4-boxes.ts'

const DATA_REFERENCE = 1
/** 72 dots per inch, the default of the standard, as a 16.16 fixed-point number. */
const RESOLUTION_72_DPI = 0x480000
const NO_COLOUR_TABLE = 0xffff

/** The one sample entry of an H.264 track. @param configuration the contents of avcC */
export function avcSampleEntry(width: number, height: number, configuration: Uint8Array, extraBoxes: Buffer[]): Buffer {
  return visualSampleEntry('avc1', { width, height }, box('avcC', configuration), ...extraBoxes)
}

/** The one sample entry of an HEVC track. @param configuration the contents of hvcC */
export function hevcSampleEntry(size: FrameSize, configuration: Uint8Array, extraBoxes: Buffer[]): Buffer {
  return visualSampleEntry('hvc1', size, box('hvcC', configuration), ...extraBoxes)
}

/** The one sample entry of a VP9 track. @param configuration the contents of vpcC, version and flags first */
export function vp9SampleEntry(size: FrameSize, configuration: Uint8Array, extraBoxes: Buffer[]): Buffer {
  return visualSampleEntry('vp09', size, box('vpcC', configuration), ...extraBoxes)
}

/** The one sample entry of an AV1 track. @param configuration the contents of av1C */
export function av1SampleEntry(size: FrameSize, configuration: Uint8Array, extraBoxes: Buffer[]): Buffer {
  return visualSampleEntry('av01', size, box('av1C', configuration), ...extraBoxes)
}

interface FrameSize {
  width: number
  height: number
}

function visualSampleEntry(
  type: 'avc1' | 'hvc1' | 'vp09' | 'av01',
  { width, height }: FrameSize,
  ...boxes: Buffer[]
): Buffer {
  const referenceFields = [zeros(6), u16(DATA_REFERENCE), zeros(16)]
  const frameFields = [
    u16(width, height),
    u32(RESOLUTION_72_DPI, RESOLUTION_72_DPI, 0),
    u16(1),
    zeros(32),
    u16(0x18, NO_COLOUR_TABLE),
  ]
  return box(type, ...referenceFields, ...frameFields, ...boxes)
}

const UNSPECIFIED_CODE = 2

/** The colr box of encoded frames; an empty list if their colours are unspecified. */
export function frameColourBoxes(colours: Colours): Buffer[] {
  const { primaries, transfer, matrix } = colours
  return [primaries, transfer, matrix].every((value) => value === UNSPECIFIED_CODE) ? [] : [coloursBox(colours)]
}

/** The colr box for colours that a container names. */
export function coloursBox({ primaries, transfer, matrix, isFullRange }: Colours): Buffer {
  return box('colr', Buffer.from('nclx', 'latin1'), u16(primaries, transfer, matrix), Buffer.of(isFullRange ? 0x80 : 0))
}

/** The pasp box; an empty list if pixels are square. */
export function pixelAspectBox({ num, den }: { num: number; den: number }): Buffer[] {
  return num > 0 && den > 0 && num !== den ? [box('pasp', u32(num), u32(den))] : []
}

/** The one sample entry of an AAC track. @param configuration the AudioSpecificConfig */
export function aacSampleEntry(channels: number, sampleRate: number, configuration: Uint8Array): Buffer {
  const audioFields = [u16(channels, 16), u32(0, sampleRate <= 0xffff ? sampleRate * 0x10000 : 0)]
  const descriptors = fullBox('esds', 0, 0, elementaryStreamDescriptor(configuration))
  return box('mp4a', zeros(6), u16(DATA_REFERENCE), zeros(8), ...audioFields, descriptors)
}

const AAC_OBJECT_TYPE = 0x40
const AUDIO_STREAM_TYPE = 0x15

/**
 * The ES descriptor (ISO/IEC 14496-1). It contains the decoder's configuration, and the sync layer descriptor, which is
 * fixed in MP4.
 */
function elementaryStreamDescriptor(configuration: Uint8Array): Buffer {
  const specificInfo = descriptor(0x05, configuration)
  const decoder = descriptor(0x04, Buffer.from([AAC_OBJECT_TYPE, AUDIO_STREAM_TYPE, 0, 0, 0]), u32(0, 0), specificInfo)
  const syncLayer = descriptor(0x06, Buffer.from([2]))
  return descriptor(0x03, u16(0), Buffer.from([0]), decoder, syncLayer)
}

function descriptor(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, body.length]), body])
}
