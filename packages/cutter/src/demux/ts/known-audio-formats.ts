import { programLayout } from '../../bitstream/aac/program-layouts.ts'
import { ENTRY_OF_PREVIOUS_PACKET } from '../common/packet-scan.ts'
import type { AudioDescription } from '../common/track-descriptions.ts'
import type { AudioFrameHeader } from './audio-frames.ts'

/** Maximum number of formats in a stream. Entry indexes have one byte, and no broadcast has so many formats. */
const MAX_FORMATS = 255

/** Audio formats in the bytes that were read so far, in the order of reading. All readers of a track share the list. */
export class KnownAudioFormats {
  readonly list: AudioDescription[] = []

  /** The entry index of a frame. A frame with 0 channels has the last format with a program config element. */
  indexOf({ codec, sampleRate, channels, configuration }: AudioFrameHeader): number {
    if (channels === 0) {
      const programEntry = this.list.findLastIndex(
        (format) => format.sampleRate === sampleRate && programLayout(format.configuration),
      )
      return programEntry < 0 ? ENTRY_OF_PREVIOUS_PACKET : programEntry
    }
    const entry = this.list.findIndex(
      (format) =>
        format.codec === codec &&
        format.sampleRate === sampleRate &&
        format.channels === channels &&
        Buffer.compare(format.configuration ?? NO_CONFIGURATION, configuration ?? NO_CONFIGURATION) === 0,
    )
    if (entry >= 0) return entry
    if (this.list.length === MAX_FORMATS) return ENTRY_OF_PREVIOUS_PACKET
    return this.list.push({ codec, sampleRate, channels, configuration }) - 1
  }
}

const NO_CONFIGURATION = new Uint8Array(0)
