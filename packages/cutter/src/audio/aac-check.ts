import { AudioFormError } from '../api/cutter-error.ts'
import { parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import { firstElement } from '../bitstream/aac/first-element.ts'
import { type AudioStream, aacTrial } from '../codec/decode-audio.ts'

/** Packets between two that are decoded, where their first element cannot tell: a third of a second. */
const DECODED_EVERY = 16
const STEREO = 2

/**
 * Checks that AAC packets are of the form that the header of a clip will promise: containers keep one header for audio that
 * changes. The first element of a packet tells stereo from all else; other forms are tried by decoding one of a few packets.
 */
export async function aacCheck(stream: AudioStream) {
  const config = parseAudioSpecificConfig(stream.configuration ?? new Uint8Array(0))
  const isStereo = config?.channelConfiguration === STEREO
  // Its packets hardly ever begin with anything else, and a decoder costs as much as twenty packets.
  const trial = isStereo ? null : await aacTrial(stream)
  let checked = 0
  return {
    /** @throws AudioFormError */
    require(data: Uint8Array): void {
      const element = firstElement(data)
      const isOther = !config?.program && element !== null && (element === 'pair') !== isStereo
      const isTried = element === null || checked % DECODED_EVERY === 0
      checked += 1
      if (isOther || (isTried && trial?.fits(data) === false))
        throw new AudioFormError('The audio is of another form than its header.')
    },
    close: (): void => trial?.close(),
  }
}
