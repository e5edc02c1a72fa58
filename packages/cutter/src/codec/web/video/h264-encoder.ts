import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { parseAvcConfiguration } from '../../../bitstream/h264/avc-configuration.ts'
import { nalsOf, nalType, PPS_TYPE, SPS_TYPE } from '../../../bitstream/h264/nal-units.ts'
import type { FrameLook, H264Encoder, H264EncoderConfig, ParameterSets } from '../../video-codecs.ts'
import { coloursOf } from '../frames/colour-space.ts'
import type { WebFrame } from '../frames/web-frame.ts'
import { requirePlainFrame } from './encodable-frame.ts'
import { frameEncoder } from './frame-encoder.ts'
import { type H264Shape, supportedH264Config } from './h264-config.ts'

const START_CODE = [0, 0, 0, 1]
const LENGTH_BYTES = 4

/** Opens an encoder of H.264 by WebCodecs. */
export function h264Encoder(config: H264EncoderConfig): H264Encoder {
  const { rate, frameRate, gopFrames, maxBitrate, profile } = config
  if ('pass' in rate) throw unsupportedMedia('A clip of a given size cannot be made in a browser.')
  const parameterSets: ParameterSets = { sps: [], pps: [] }
  let look: FrameLook | null = null

  const configure = async (first: WebFrame): Promise<VideoEncoderConfig> => {
    requirePlainFrame(first, 'H.264')
    look = { colours: coloursOf(first.frame), pixelAspect: first.pixelAspect }
    const { codedWidth: width, codedHeight: height } = first
    const shape: H264Shape = { width, height, frameRate, profile }
    return supportedH264Config(shape, { crf: rate.crf, maxBitrate })
  }

  /** Takes the parameter sets out of a chunk, because a clip has them in its header. */
  const onChunk = (data: Uint8Array, metadata: EncodedVideoChunkMetadata | undefined): Uint8Array => {
    // WebKit of GNOME writes lengths before the NAL units, although start codes are requested.
    const nals = [...nalsOf(data, isLengthPrefixed(data) ? LENGTH_BYTES : null)]
    const description = metadata?.decoderConfig?.description
    if (description) {
      const { sps, pps } = parseAvcConfiguration(byteViewOf(description))
      for (const set of sps) addSet(parameterSets.sps, set)
      for (const set of pps) addSet(parameterSets.pps, set)
    }
    for (const nal of nals) {
      if (nalType(nal) === SPS_TYPE) addSet(parameterSets.sps, nal)
      if (nalType(nal) === PPS_TYPE) addSet(parameterSets.pps, nal)
    }
    return byteStream(nals.filter((nal) => nalType(nal) !== SPS_TYPE && nalType(nal) !== PPS_TYPE))
  }

  return {
    ...frameEncoder({ frameRate, gopFrames, configure, onChunk }),
    parameterSets: () => parameterSets,
    look: () => look,
    quality() {
      throw new Error('The quality is measured in two passes only.')
    },
  }
}

/** Whether NAL units with their lengths fill a chunk. */
function isLengthPrefixed(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  while (at + LENGTH_BYTES <= data.length) at += LENGTH_BYTES + view.getUint32(at)
  return at === data.length
}

const byteViewOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)

/** Adds a parameter set. An encoder repeats its sets before each keyframe. */
function addSet(sets: Uint8Array[], nal: Uint8Array): void {
  const isRepeated = sets.some((set) => set.length === nal.length && set.every((byte, at) => byte === nal[at]))
  if (!isRepeated) sets.push(Uint8Array.from(nal))
}

function byteStream(nals: readonly Uint8Array[]): Uint8Array {
  const stream = new Uint8Array(nals.reduce((sum, nal) => sum + START_CODE.length + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    stream.set(START_CODE, at)
    stream.set(nal, at + START_CODE.length)
    at += START_CODE.length + nal.length
  }
  return stream
}
