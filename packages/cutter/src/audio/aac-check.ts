import { AudioFormatError } from '../api/cutter-error.ts'
import { parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import { firstElement } from '../bitstream/aac/first-element.ts'
import { type AudioDecoders, type AudioStream, openAacTrial } from '../codec/decode-audio.ts'

/**
 * Interval of packets that are test-decoded, where the first element does not identify the format: a third of a second.
 */
const DECODED_EVERY = 16
/**
 * Maximum number of packets with another format or with damage: 0.1 s, and 2 % of all. Many recordings have a few, which
 * players skip.
 */
const MAX_ODD_PACKETS = 4
const MAX_ODD_SHARE = 0.02
const STEREO = 2

/**
 * Checks that AAC packets have the format that the clip's header gives, because a source may have one header for audio
 * that changes its format. The first element of a packet identifies stereo. Other formats are checked by decoding some
 * packets.
 */
export function createAacCheck(codecs: AudioDecoders, stream: AudioStream) {
  const config = parseAudioSpecificConfig(stream.configuration ?? new Uint8Array(0))
  const isStereo = config?.channelConfiguration === STEREO
  let trial: ReturnType<typeof openAacTrial> | null = null
  let packetCount = 0
  let oddCount = 0
  let isLastOdd = false

  async function isOdd(data: Uint8Array): Promise<boolean> {
    const element = firstElement(data)
    if (!config?.program && element !== null && (element === 'pair') !== isStereo) return true
    // A first element that is a pair proves stereo, so stereo needs no test-decode.
    const needsTrial = element === null || (!isStereo && (isLastOdd || packetCount % DECODED_EVERY === 0))
    if (!needsTrial) return false
    trial ??= openAacTrial(codecs, stream)
    return !(await (await trial).isDecodable(data))
  }

  return {
    /** @throws AudioFormatError */
    async checkPacket(data: Uint8Array): Promise<void> {
      isLastOdd = await isOdd(data)
      packetCount += 1
      if (isLastOdd) oddCount += 1
      if (oddCount > MAX_ODD_PACKETS + MAX_ODD_SHARE * packetCount)
        throw new AudioFormatError('The audio is of another form than its header, or cannot be decoded.')
    },
    async close(): Promise<void> {
      const openedTrial = await trial?.catch(() => null)
      openedTrial?.close()
    },
  }
}
