import type { AudioCodecName } from '../../bitstream/codec-names.ts'
import { type AudioFrame, AudioFramer, type AudioRest } from './audio-frames.ts'
import type { AssembledPes } from './pes.ts'
import type { TsPids } from './ts-program.ts'

/** A frame of AAC says its length in 13 bits, others are shorter; then the header of the next one follows. */
const LONGEST_REST_BYTES = 2 ** 13 + 8
/** A packet of audio says its length in 16 bits. */
const LONGEST_PACKET_BYTES = 2 ** 16

/** The audio at the beginning of a segment that may belong to a frame of the segment before it. */
export interface AudioHead {
  /** The rest of a packet that began there. */
  continued: Buffer
  /** In the first packets that begin here. */
  begun: Buffer
}

/** Where the audio of a segment ended in the middle of a frame, or of a packet. */
export interface CutAudio {
  rest: AudioRest
  /** Of the packet; Infinity: until another begins. */
  missingBytes: number
}

export function audioHeadOf({ units, audioBefore }: AssembledPes, pids: TsPids): AudioHead {
  const begun: Buffer[] = []
  let size = 0
  for (const { pid, data } of units) {
    if (size < LONGEST_REST_BYTES && pids.audio.has(pid)) {
      begun.push(data)
      size += data.length
    }
  }
  return {
    continued: Buffer.from(audioBefore.subarray(0, LONGEST_PACKET_BYTES)),
    begun: Buffer.concat(begun).subarray(0, LONGEST_REST_BYTES),
  }
}

/**
 * The audio that continues in the next segment. null: there is none, or its decode time is unknown, for example if only the
 * last packets were read and none of them has a time.
 */
export function cutAudio(rest: AudioRest | undefined, missingBytes: number): CutAudio | null {
  const isTimed = rest && (rest.tick !== null || rest.stamps.length > 0)
  return isTimed && (missingBytes > 0 || (rest.isInStep && rest.bytes.length > 0)) ? { rest, missingBytes } : null
}

/** A segment may as well end with a frame that is cut off for good: only what is followed by another frame where it ends is one. */
export function framesAcross(codec: AudioCodecName, { rest, missingBytes }: CutAudio, head: AudioHead): AudioFrame[] {
  const framer = new AudioFramer(codec, { ...rest, isInStep: false })
  const continued = head.continued.subarray(0, missingBytes)
  const frames = framer.frames(continued, null)
  const isEnd = continued.length === missingBytes && framer.rest.bytes.length === 0
  return isEnd ? frames : [...frames, ...framer.completed(head.begun)]
}
