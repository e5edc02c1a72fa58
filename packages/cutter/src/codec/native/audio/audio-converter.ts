import { AV_CHANNEL_ORDER_NATIVE, AV_NOPTS_VALUE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { type ChannelLayout, Frame, SoftwareResampleContext } from 'node-av/lib'
import type { AudioConverter, AudioData, AudioFormat } from '../../audio-codecs.ts'
import { standardSpeakers } from '../../speakers.ts'
import { requireDecoded } from '../libav/codec-result.ts'

/** Decoded audio in a frame of node-av. Closing it frees the frame. */
export class NativeAudio implements AudioData {
  readonly frame: Frame
  readonly timestamp: number | null

  constructor(frame: Frame) {
    this.frame = frame
    this.timestamp = frame.pts === AV_NOPTS_VALUE ? null : Number(frame.pts)
  }

  get numberOfFrames(): number {
    return this.frame.nbSamples
  }

  get numberOfChannels(): number {
    return this.frame.channelLayout.nbChannels
  }

  get sampleRate(): number {
    return this.frame.sampleRate
  }

  close(): void {
    this.frame.free()
  }
}

function frameOf(data: AudioData): Frame {
  if (!(data instanceof NativeAudio)) throw new TypeError('The audio was decoded by other codecs.')
  return data.frame
}

export function audioConverter({ sampleRate, channels, isInOrder = false }: AudioFormat): AudioConverter {
  let context: SoftwareResampleContext | null = null
  let inputFormat: string | null = null
  let layout = standardLayout(channels)

  const layoutFor = ({ channelLayout }: Frame): ChannelLayout =>
    isInOrder && channelLayout.nbChannels === channels ? channelLayout : standardLayout(channels)

  const isInOutputFormat = (frame: Frame): boolean =>
    frame.format === AV_SAMPLE_FMT_FLTP &&
    frame.sampleRate === sampleRate &&
    frame.channelLayout.nbChannels === channels &&
    comparableMask(frame.channelLayout) === comparableMask(layoutFor(frame))

  function openConverter(frame: Frame): SoftwareResampleContext {
    const converter = new SoftwareResampleContext()
    layout = layoutFor(frame)
    const result = converter.allocSetOpts2(
      layout,
      AV_SAMPLE_FMT_FLTP,
      sampleRate,
      frame.channelLayout,
      frame.format as typeof AV_SAMPLE_FMT_FLTP,
      frame.sampleRate,
    )
    requireDecoded(result, 'prepare the audio converter')
    // A downmix is attenuated so that the sum stays within full scale. Otherwise loud audio would be clipped.
    requireDecoded(converter.setOption('rematrix_maxval', '1'), 'set the loudness of the audio converter')
    requireDecoded(converter.init(), 'open the audio converter')
    return converter
  }

  function runConverter(converter: SoftwareResampleContext, frame: Frame | null): Float32Array[] {
    const output = new Frame()
    output.alloc()
    try {
      output.format = AV_SAMPLE_FMT_FLTP
      output.sampleRate = sampleRate
      output.channelLayout = layout
      requireDecoded(converter.convertFrame(output, frame), 'convert audio')
      return output.nbSamples > 0
        ? planesOf(output, channels)
        : Array.from({ length: channels }, () => new Float32Array(0))
    } finally {
      output.free()
    }
  }

  const close = (): void => {
    context?.free()
    context = null
    inputFormat = null
  }

  return {
    hasOtherFormat: (data) => inputFormat !== null && inputFormat !== sampleFormatOf(frameOf(data)),
    convert(data) {
      const frame = frameOf(data)
      inputFormat = sampleFormatOf(frame)
      if (context === null && isInOutputFormat(frame)) return planesOf(frame, channels)
      context ??= openConverter(frame)
      return runConverter(context, frame)
    },
    flush() {
      const delayedSamples = context && runConverter(context, null)
      close()
      return delayedSamples
    },
    close,
  }
}

function sampleFormatOf({ format, sampleRate, channelLayout }: Frame): string {
  return `${format} ${sampleRate} ${channelLayout.nbChannels} ${channelLayout.mask}`
}

const BACK_SPEAKERS = 0x30n
const SIDE_SPEAKERS = 0x600n

/** The speakers of a layout as a mask, with side speakers replaced by back speakers if it has no back speakers. */
function comparableMask({ mask }: ChannelLayout): bigint {
  const hasOnlySideSpeakers = (mask & SIDE_SPEAKERS) === SIDE_SPEAKERS && (mask & BACK_SPEAKERS) === 0n
  return hasOnlySideSpeakers ? (mask & ~SIDE_SPEAKERS) | BACK_SPEAKERS : mask
}

/** Copies the samples of each channel, because the codec reuses its buffers. */
export function planesOf(frame: Frame, channels: number): Float32Array[] {
  const planes = frame.extendedData ?? []
  return planes.slice(0, channels).map((plane) => {
    const bytes = Uint8Array.from(plane.subarray(0, frame.nbSamples * 4))
    return new Float32Array(bytes.buffer)
  })
}

/** The standard layout for a number of channels. @throws CutterError unsupported_media for more than 8 */
export function standardLayout(channels: number): ChannelLayout {
  return { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask: standardSpeakers(channels) }
}
