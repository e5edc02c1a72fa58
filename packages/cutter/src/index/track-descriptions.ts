import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { type SoundCodecName, soundCodecName, type VideoCodecName, videoCodecName } from '../codec/codec-names.ts'
import { CutterError } from '../cutter-error.ts'
import { boxesBetween } from './mp4-boxes.ts'

/** What must be known of a video track to decode it, or to copy from it. */
export interface VideoDescription {
  codec: VideoCodecName
  width: number
  height: number
  /** Clockwise, in degrees: 0, 90, 180 or 270. */
  rotation: number
  /** The codec configuration of each sample entry. */
  configurations: (Uint8Array | null)[]
  /** H.264 as MP4 stores it: its packets can stand in our file untouched. */
  isCopyable: boolean
  /** Boxes of the source's sample entry that tell how to show the picture: colr, pasp, clap. */
  displayBoxes: Buffer[]
}

export interface SoundDescription {
  codec: SoundCodecName
  sampleRate: number
  channels: number
  configuration: Uint8Array | null
}

export async function describeVideo(track: InputVideoTrack, entries: Buffer[] | null): Promise<VideoDescription> {
  const codec = videoCodecName(await track.getCodec())
  if (!codec) {
    throw new CutterError('unsupported_media', `The picture is encoded in a way we cannot read.`)
  }
  const configurations = entries
    ? entries.map((entry) => entryConfiguration(entry))
    : [await libraryConfiguration(track)]
  const isLengthPrefixed = configurations[0] !== null && configurations[0]?.[0] === 1
  return {
    codec,
    width: await track.getCodedWidth(),
    height: await track.getCodedHeight(),
    rotation: await track.getRotation(),
    configurations,
    isCopyable: codec === 'h264' && entries !== null && isLengthPrefixed,
    displayBoxes: entries ? entryBoxes(entries[0]!, DISPLAY_BOXES) : [],
  }
}

export async function describeSound(track: InputAudioTrack): Promise<SoundDescription | null> {
  const codec = soundCodecName(await track.getCodec())
  if (!codec) {
    return null
  }
  const config = await track.getDecoderConfig()
  return {
    codec,
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
    configuration: config?.description ? toBytes(config.description) : null,
  }
}

async function libraryConfiguration(track: InputVideoTrack): Promise<Uint8Array | null> {
  const config = await track.getDecoderConfig()
  return config?.description ? toBytes(config.description) : null
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** A visual sample entry is a box header and 78 bytes of numbers, followed by boxes. */
const VISUAL_ENTRY_BYTES = 8 + 78
const CONFIGURATION_BOXES = new Set(['avcC', 'hvcC'])
const DISPLAY_BOXES = new Set(['colr', 'pasp', 'clap'])

function entryConfiguration(entry: Buffer): Uint8Array | null {
  const box = entryBoxes(entry, CONFIGURATION_BOXES)[0]
  return box ? Uint8Array.from(box.subarray(8)) : null
}

function entryBoxes(entry: Buffer, types: Set<string>): Buffer[] {
  const boxes: Buffer[] = []
  // Four bytes may trail the last box (QuickTime ends its lists with a zero).
  for (const box of boxesBetween(entry, VISUAL_ENTRY_BYTES, entry.length)) {
    if (types.has(box.type)) {
      boxes.push(Buffer.from(entry.subarray(box.start, box.end)))
    }
  }
  return boxes
}
