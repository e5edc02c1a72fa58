import type { InputAudioTrack, InputTrack, InputVideoTrack } from 'mediabunny'
import { unsupportedMedia } from '../../api/cutter-error.ts'
import { audioCodecName, videoCodecName } from '../../bitstream/codec-names.ts'
import { coloursOfNames } from '../../bitstream/colours.ts'
import { parseAvcConfiguration } from '../../bitstream/h264/avc-configuration.ts'
import { u32 } from '../../bitstream/mp4-boxes.ts'
import { pixelAspectBox } from '../../bitstream/sample-entries.ts'
import { isUpright, type Turn, turnOf } from '../../bitstream/turn.ts'
import type { AudioStream } from '../../codec/decode-audio.ts'
import type { FrameStream } from '../../codec/decode-video.ts'

/** Facts of a video track for decoding and copying. */
export interface VideoDescription extends Omit<FrameStream, 'timescale'> {
  /** Rotation and mirroring of frames for display. */
  turn: Turn
  /** Whether packets can be copied to a clip: H.264 with the NAL unit lengths of MP4, 4:2:0, 8 bits. */
  isCopyable: boolean
  /** Boxes of the source's sample entry with display properties: colr, pasp, clap. */
  displayBoxes: Buffer[]
}

export type AudioDescription = Omit<AudioStream, 'timescale'>

/** Facts of the sample entries of an MP4 that mediabunny does not report. */
export type VideoEntries = Pick<VideoDescription, 'configurations' | 'displayBoxes'>

export async function describeVideoTrack(
  track: InputVideoTrack,
  entries: VideoEntries | null,
): Promise<VideoDescription> {
  const codec = videoCodecName(await track.getCodec())
  if (!codec) throw unsupportedMedia(`${await codecNameInContainer(track)} video cannot be read.`)
  const configurations = entries?.configurations ?? [await decoderConfiguration(track)]
  return {
    codec,
    width: await track.getCodedWidth(),
    height: await track.getCodedHeight(),
    turn: turnOf(await track.getTransformationMatrix()),
    configurations,
    isCopyable: codec === 'h264' && entries !== null && configurations.every(isCopyableAvc),
    displayBoxes: entries?.displayBoxes ?? (await pixelAspectBoxes(track)),
    colours: coloursOfNames(await track.getColorSpace()),
  }
}

export async function describeAudioTrack(track: InputAudioTrack): Promise<AudioDescription | null> {
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
export async function codecNameInContainer(track: InputTrack): Promise<string> {
  const name = await track.getInternalCodecId()
  return typeof name === 'string' || typeof name === 'number' ? String(name) : 'unknown'
}

const FIXED_POINT_ONE = 0x10000
const LAST_FIXED_POINT_ONE = 0x4000_0000

/** The display matrix of an MP4 for the turn of another container; null for upright frames. */
export function matrixOf({ turn, width, height }: VideoDescription): Buffer | null {
  if (isUpright(turn)) return null
  const [a, b, c, d] = turn
  // The translation moves rotated or mirrored frames back to positive coordinates.
  const right = (a < 0 ? width : 0) + (c < 0 ? height : 0)
  const down = (b < 0 ? width : 0) + (d < 0 ? height : 0)
  const values = [a, b, 0, c, d, 0, right, down].map((value) => (value * FIXED_POINT_ONE) >>> 0)
  return u32(...values, LAST_FIXED_POINT_ONE)
}

const MAX_UINT32 = 0xffff_ffff

/** The pasp box of an MP4 for the pixel aspect ratio that another container gives. */
async function pixelAspectBoxes(track: InputVideoTrack): Promise<Buffer[]> {
  const pixelAspect = await track.getPixelAspectRatio()
  return Math.max(pixelAspect.num, pixelAspect.den) <= MAX_UINT32 ? pixelAspectBox(pixelAspect) : []
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

/** The profiles Baseline, Main and High. They have only 8-bit 4:2:0 (or grey), which every player supports. */
export const COPYABLE_PROFILES = new Set([66, 77, 100])

/** Whether all parameter sets have a copyable profile. The profile in avcC is ignored: it is wrong in some files. */
function isCopyableAvc(configuration: Uint8Array | null): boolean {
  if (configuration?.[0] !== 1 || configuration.length < 7) return false
  const { sps } = parseAvcConfiguration(configuration)
  return sps.every((set) => COPYABLE_PROFILES.has(set[1]!))
}
