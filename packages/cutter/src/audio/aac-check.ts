import { AudioFormError } from '../api/cutter-error.ts'
import { parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import { firstElement } from '../bitstream/aac/first-element.ts'
import { type AudioStream, aacTrial } from '../codec/decode-audio.ts'

/** Packets between two that are decoded, where their first element cannot tell: a third of a second. */
const DECODED_EVERY = 16
/** Single packets are damaged in many recordings; players skip them. More are not copied: 0.1 s, and 2 %. */
const MOST_ODD = 4
const MOST_ODD_SHARE = 0.02
const STEREO = 2

/**
 * Checks that AAC packets are of the form that the header of a clip will promise: containers keep one header for audio that
 * changes. The first element of a packet tells stereo from all else; other forms are tried by decoding one of a few packets.
 */
export function aacCheck(stream: AudioStream) {
  const config = parseAudioSpecificConfig(stream.configuration ?? new Uint8Array(0))
  const isStereo = config?.channelConfiguration === STEREO
  let trial: ReturnType<typeof aacTrial> | null = null
  let checked = 0
  let odd = 0
  let isTriedNext = false

  async function isOdd(data: Uint8Array): Promise<boolean> {
    const element = firstElement(data)
    if (!config?.program && element !== null && (element === 'pair') !== isStereo) return true
    // Nothing but stereo begins with a pair.
    const isTried = element === null || (!isStereo && (isTriedNext || checked % DECODED_EVERY === 0))
    if (!isTried) return false
    trial ??= aacTrial(stream)
    return !(await trial).fits(data)
  }

  return {
    /** @throws AudioFormError */
    async require(data: Uint8Array): Promise<void> {
      isTriedNext = await isOdd(data)
      checked += 1
      if (isTriedNext) odd += 1
      if (odd > MOST_ODD + MOST_ODD_SHARE * checked)
        throw new AudioFormError('The audio is of another form than its header, or cannot be decoded.')
    },
    async close(): Promise<void> {
      const opened = await trial?.catch(() => null)
      opened?.close()
    },
  }
}
