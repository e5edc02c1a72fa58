import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { type ChannelLayout, Frame, SoftwareResampleContext } from 'node-av/lib'
import { unsupportedMedia } from '../api/cutter-error.ts'
import { requireDecoded } from './codec-result.ts'

export interface AudioForm {
  sampleRate: number
  channels: number
  /** Whether channels stay in order, whatever speakers they are for, if their number does not change. */
  isInOrder?: boolean | undefined
}

/** Converts frames of any sample format, sample rate and channel layout to planar floats of one form. */
export function audioConverter({ sampleRate, channels, isInOrder = false }: AudioForm) {
  let context: SoftwareResampleContext | null = null
  let form: string | null = null
  let layout = standardLayout(channels)

  const layoutFor = ({ channelLayout }: Frame): ChannelLayout =>
    isInOrder && channelLayout.nbChannels === channels ? channelLayout : standardLayout(channels)

  const isInOutputForm = (frame: Frame): boolean =>
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
    // The mix to fewer channels is attenuated so that its sum fits into full scale. Otherwise loud audio would be
    // clipped.
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
    form = null
  }

  return {
    /** Whether a frame differs in form from the one before, as when a broadcast changes from 5.1 to stereo. */
    hasOtherForm: (frame: Frame): boolean => form !== null && form !== formOf(frame),
    convert(frame: Frame): Float32Array[] {
      form = formOf(frame)
      if (context === null && isInOutputForm(frame)) return planesOf(frame, channels)
      context ??= openConverter(frame)
      return runConverter(context, frame)
    },
    /** Flushes the delayed samples. After that, frames of any format may follow. */
    flush(): Float32Array[] | null {
      const delayedSamples = context && runConverter(context, null)
      close()
      return delayedSamples
    },
    close,
  }
}

function formOf({ format, sampleRate, channelLayout }: Frame): string {
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
  const standardMasks: Record<number, bigint> = {
    1: 0x4n,
    2: 0x3n,
    3: 0x7n,
    4: 0x107n,
    5: 0x37n,
    6: 0x3fn,
    7: 0x70fn,
    8: 0x63fn,
  }
  const mask = standardMasks[channels]
  if (mask === undefined) throw unsupportedMedia(`Audio of ${channels} channels cannot be decoded.`)
  return { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask }
}
