import { programLayout } from '../../bitstream/aac/program-layouts.ts'
import { ENTRY_OF_PACKET_BEFORE } from '../common/packet-scan.ts'
import type { AudioDescription } from '../common/track-descriptions.ts'
import type { AudioFrameHeader } from './audio-frames.ts'

/** Entries are numbers of a byte. No broadcast has so many forms. */
const MOST_FORMS = 255

/** The forms of audio met so far, in the order in which they were met; shared by all who read a track. */
export class MetAudio {
  readonly list: AudioDescription[] = []

  /** The entry of a frame. A program config element may stand in the first frame alone: it counts for those after it. */
  indexOf({ codec, sampleRate, channels, configuration }: AudioFrameHeader): number {
    if (channels === 0) {
      const named = this.list.findLastIndex(
        (form) => form.sampleRate === sampleRate && programLayout(form.configuration),
      )
      return named < 0 ? ENTRY_OF_PACKET_BEFORE : named
    }
    const met = this.list.findIndex(
      (form) =>
        form.codec === codec &&
        form.sampleRate === sampleRate &&
        form.channels === channels &&
        Buffer.compare(form.configuration ?? NONE, configuration ?? NONE) === 0,
    )
    if (met >= 0) return met
    if (this.list.length === MOST_FORMS) return ENTRY_OF_PACKET_BEFORE
    return this.list.push({ codec, sampleRate, channels, configuration }) - 1
  }
}

const NONE = new Uint8Array(0)
