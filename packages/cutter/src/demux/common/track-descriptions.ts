import type { InputAudioTrack, InputTrack, InputVideoTrack } from 'mediabunny'
import { unsupportedMedia } from '../../api/cutter-error.ts'
import { audioCodecName, videoCodecName } from '../../bitstream/codec-names.ts'
import { coloursNamed } from '../../bitstream/colours.ts'
import { parseAvcConfiguration } from '../../bitstream/h264/avc-configuration.ts'
import { u32 } from '../../bitstream/mp4-boxes.ts'
import { pixelAspectBox } from '../../bitstream/sample-entries.ts'
import { isUpright, type Turn, turnOf } from '../../bitstream/turn.ts'
import type { AudioStream } from '../../codec/decode-audio.ts'
import type { FrameStream } from '../../codec/decode-video.ts'

/** The facts of a video track that decoding and copying need. */
export interface VideoDescription extends Omit<FrameStream, 'timescale'> {
  /** How frames are turned and mirrored to be seen. */
  turn: Turn
  /** H.264 as MP4 stores it, 4:2:0 of 8 bits: its packets can stand in our file untouched. */
  isCopyable: boolean
  /** Boxes of the source's sample entry that tell how to show the frame: colr, pasp, clap. */
  displayBoxes: Buffer[]
}

export type AudioDescription = Omit<AudioStream, 'timescale'>

/** Facts of the sample entries of an MP4 that mediabunny does not report. */
export type VideoEntries = Pick<VideoDescription, 'configurations' | 'displayBoxes'>

export async function describeVideo(track: InputVideoTrack, entries: VideoEntries | null): Promise<VideoDescription> {
  const codec = videoCodecName(await track.getCodec())
  if (!codec) throw unsupportedMedia(`${await internalName(track)} video cannot be read.`)
  const configurations = entries?.configurations ?? [await decoderConfiguration(track)]
  return {
    codec,
    width: await track.getCodedWidth(),
    height: await track.getCodedHeight(),
    turn: turnOf(await track.getTransformationMatrix()),
    configurations,
    isCopyable: codec === 'h264' && entries !== null && configurations.every(isCopyableAvc),
    displayBoxes: entries?.displayBoxes ?? (await pixelAspectBoxes(track)),
    colours: coloursNamed(await track.getColorSpace()),
  }
}

export async function describeAudio(track: InputAudioTrack): Promise<AudioDescription | null> {
  const codec = audioCodecName(await track.getCodec())
  if (!codec) return null
  return {
    codec,
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
    configuration: await decoderConfiguration(track),
  }
}

/** The codec name of an unreadable track in its container. */
export async function internalName(track: InputTrack): Promise<string> {
  const name = await track.getInternalCodecId()
  return typeof name === 'string' || typeof name === 'number' ? String(name) : 'unknown'
}

const ONE = 0x10000
const LAST_ONE = 0x4000_0000

/** The display matrix of an MP4 that turns frames as another container does; null: not at all. */
export function matrixOf({ turn, width, height }: VideoDescription): Buffer | null {
  if (isUpright(turn)) return null
  const [a, b, c, d] = turn
  // Turned or mirrored, frames are moved back into view.
  const right = (a < 0 ? width : 0) + (c < 0 ? height : 0)
  const down = (b < 0 ? width : 0) + (d < 0 ? height : 0)
  const moved = [a, b, 0, c, d, 0, right, down].map((value) => (value * ONE) >>> 0)
  return u32(...moved, LAST_ONE)
}

const MOST_IN_BOX = 0xffff_ffff

/** The pixel aspect ratio of another container, in the form of an MP4. */
async function pixelAspectBoxes(track: InputVideoTrack): Promise<Buffer[]> {
  const pixelAspect = await track.getPixelAspectRatio()
  return Math.max(pixelAspect.num, pixelAspect.den) <= MOST_IN_BOX ? pixelAspectBox(pixelAspect) : []
}

async function decoderConfiguration(track: InputVideoTrack | InputAudioTrack): Promise<Uint8Array | null> {
  const config = await track.getDecoderConfig()
  return config?.description ? toBytes(config.description) : null
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Baseline, Main and High: 8 bits and 4:2:0 (or grey) only, which every player shows. */
export const COPYABLE_PROFILES = new Set([66, 77, 100])

/** The profile of the parameter sets is the valid one; avcC repeats it, not always correctly. */
function isCopyableAvc(configuration: Uint8Array | null): boolean {
  if (configuration?.[0] !== 1 || configuration.length < 7) return false
  const { sps } = parseAvcConfiguration(configuration)
  return sps.every((set) => COPYABLE_PROFILES.has(set[1]!))
}
