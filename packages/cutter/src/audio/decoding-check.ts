import { AudioFormError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { AudioForm } from '../codec/audio-converter.ts'
import { type AudioBlock, type AudioStream, type DecodedForm, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'

/** How decoded audio is held against its plan. */
export interface DecodingCheck {
  /** The plan has read all packets: what it says of their form is as good as can be. */
  isAudioRead?: boolean | undefined
  /** Is called when the form changes inside a range that was planned without a change; seconds of the media's timeline. */
  onFormChange?: ((seconds: number) => void) | undefined
}

interface DecodedRange {
  stream: AudioStream
  form: AudioForm
  range: TimeRange
  packets: AsyncIterable<LoadedPacket>
  signal: AbortSignal | undefined
}

/** Audio that may be missing where packets are: decoders settle, and single packets are damaged. */
const MISSING_SECONDS = 0.1
const MISSING_SHARE = 0.02
/** Usual frames of audio are no longer. */
const FRAME_SECONDS = 0.03

/**
 * Decodes the audio of a range. What its packets cover comes out of the decoder: a clip never has silence in its place.
 * @throws AudioFormError when it does not, or begins in another form than planned
 */
export async function* decodedWhole(
  { stream, form, range, packets, signal }: DecodedRange,
  { isAudioRead, onFormChange, isChangePlanned }: DecodingCheck & { isChangePlanned: boolean },
): AsyncGenerator<AudioBlock, void> {
  const covered = coverage(range)
  const decoded = coverage(range)
  let first: DecodedForm | null = null
  let isChanged = isChangePlanned
  const onFrame = (frame: DecodedForm) => {
    if (frame.seconds <= range.startTime - FRAME_SECONDS || frame.seconds >= range.endTime) return
    first ??= frame
    if (!isAudioRead && isOther(first, stream))
      throw new AudioFormError('The audio begins in another form than its header.')
    if (!isChanged && isOther(first, frame)) onFormChange?.(frame.seconds)
    isChanged ||= isOther(first, frame)
  }
  async function* watched() {
    for await (const packet of packets) {
      covered.add(packet.pts / stream.timescale, (packet.pts + packet.duration) / stream.timescale)
      yield packet
    }
  }
  for await (const block of decodeAudio(stream, form, watched(), signal, onFrame)) {
    const start = block.startSample / form.sampleRate
    if (start >= range.endTime) break
    decoded.add(start, start + block.channels[0]!.length / form.sampleRate)
    yield block
  }
  const missing = covered.seconds() - decoded.seconds()
  if (missing > MISSING_SECONDS + MISSING_SHARE * covered.seconds()) {
    throw new AudioFormError(`${missing.toFixed(2)} of ${covered.seconds().toFixed(2)} s of audio cannot be decoded.`)
  }
}

function isOther(one: Omit<DecodedForm, 'seconds'>, other: Omit<DecodedForm, 'seconds'>): boolean {
  return one.sampleRate !== other.sampleRate || one.channels !== other.channels
}

/** How much of a range is covered by parts that come in order. */
function coverage({ startTime, endTime }: TimeRange) {
  let seconds = 0
  let end = startTime
  return {
    add(from: number, to: number): void {
      const until = Math.min(to, endTime)
      seconds += Math.max(0, until - Math.max(from, end))
      end = Math.max(end, until)
    },
    seconds: () => seconds,
  }
}
