import { setImmediate } from 'node:timers/promises'
import { AV_CHANNEL_ORDER_NATIVE } from 'node-av/constants'
import { type ChannelLayout, Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { programLayout } from '../../../bitstream/aac/program-layouts.ts'
import type { AudioData, AudioDecoder, AudioDecoderConfig } from '../../audio-codecs.ts'
import { audioCodecIds } from '../libav/codec-ids.ts'
import { fillPacket, isDrained, requireDecoded } from '../libav/codec-result.ts'
import { NativeAudio, standardLayout } from './audio-converter.ts'

/** Maximum number of errors of a decoder for one packet. Damaged packets are skipped, as players do. */
const MAX_ERRORS = 16
/** Number of packets that are decoded before the event loop may run: well under 10 ms of work. */
const PACKETS_AT_A_TIME = 64

export async function openAudioDecoder(config: AudioDecoderConfig): Promise<AudioDecoder> {
  const codec = Codec.findDecoder(audioCodecIds[config.codec])
  if (!codec) throw unsupportedMedia(`There is no decoder for ${config.codec}.`)
  const context = new CodecContext()
  context.allocContext3(codec)
  if (config.configuration) context.extraData = Buffer.from(config.configuration)
  context.sampleRate = config.sampleRate
  context.channelLayout = standardLayout(config.channels)
  context.pktTimebase = new Rational(1, config.timescale)
  requireDecoded(await context.open2(codec), `open the ${config.codec} decoder`)
  const input = new Packet()
  input.alloc()
  let packetCount = 0
  const readyAudio = (): AudioData[] => {
    const audio: AudioData[] = []
    let errors = 0
    for (;;) {
      const frame = new Frame()
      frame.alloc()
      const result = context.receiveFrameSync(frame)
      if (result >= 0) {
        const { nbChannels, order } = frame.channelLayout
        if (order !== AV_CHANNEL_ORDER_NATIVE) frame.channelLayout = namedLayout(config, nbChannels)
        audio.push(new NativeAudio(frame))
        continue
      }
      frame.free()
      errors += 1
      if (isDrained(result) || errors > MAX_ERRORS) return audio
    }
  }
  return {
    decode(chunk) {
      fillPacket(input, chunk)
      context.sendPacketSync(input)
      input.unref()
      packetCount += 1
      const audio = readyAudio()
      return packetCount % PACKETS_AT_A_TIME === 0 ? setImmediate(audio) : audio
    },
    flush() {
      context.sendPacketSync(null)
      return readyAudio()
    },
    close() {
      input.free()
      context.freeContext()
    },
  }
}

/** The layout for decoded channels whose speakers the decoder does not name. */
function namedLayout(
  { codec, configuration, channels: streamChannels }: AudioDecoderConfig,
  channels: number,
): ChannelLayout {
  const speakers = codec === 'aac' && channels === streamChannels ? programLayout(configuration)?.speakers : undefined
  return speakers ? { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask: speakers } : standardLayout(channels)
}
