import { AudioFormatError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { AudioFormat } from '../codec/audio-codecs.ts'
import type { Codecs } from '../codec/codecs.ts'
import { type AudioBlock, type AudioStream, type DecodedFormat, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'

/** Options for the comparison of decoded audio with its plan. */
export interface DecodingCheck {
  /**
   * Whether the plan has read all audio packets. A different format is not an error then, because another plan would not
   * help.
   */
  isAudioRead?: boolean | undefined
  /** Called with the time on the media's timeline at which the format changes inside a range planned without a change. */
  onFormatChange?: ((seconds: number) => void) | undefined
}

interface DecodedRange {
  codecs: Codecs
  stream: AudioStream
  format: AudioFormat
  range: TimeRange
  packets: AsyncIterable<LoadedPacket>
  signal: AbortSignal | undefined
}

/**
 * Duration of audio that may be missing although packets cover it: decoders need to settle, and single packets may be
 * damaged.
 */
const MISSING_SECONDS = 0.1
const MISSING_SHARE = 0.02
/** Longest usual frame of audio. */
const MAX_FRAME_SECONDS = 0.03

/**
 * Decodes the audio of a range, and checks that the decoder returns all audio that the packets cover, so that no audio
 * becomes silence.
 * @throws AudioFormatError when audio is missing, or begins in another format than planned
 */
export async function* decodeAndCheck(
  { codecs, stream, format, range, packets, signal }: DecodedRange,
  { isAudioRead, onFormatChange, isChangePlanned }: DecodingCheck & { isChangePlanned: boolean },
): AsyncGenerator<AudioBlock, void> {
  const packetCoverage = coverageMeter(range)
  const decodedCoverage = coverageMeter(range)
  let first: DecodedFormat | null = null
  let isChanged = isChangePlanned
  const onFrame = (frame: DecodedFormat) => {
    if (frame.seconds <= range.startTime - MAX_FRAME_SECONDS || frame.seconds >= range.endTime) return
    first ??= frame
    if (!isAudioRead && areDifferent(first, stream))
      throw new AudioFormatError('The audio begins in another form than its header.')
    if (!isChanged && areDifferent(first, frame)) onFormatChange?.(frame.seconds)
    isChanged ||= areDifferent(first, frame)
  }
  async function* watchedPackets() {
    for await (const packet of packets) {
      packetCoverage.add(packet.pts / stream.timescale, (packet.pts + packet.duration) / stream.timescale)
      yield packet
    }
  }
  for await (const block of decodeAudio(codecs, stream, format, watchedPackets(), signal, onFrame)) {
    const start = block.startSample / format.sampleRate
    if (start >= range.endTime) break
    decodedCoverage.add(start, start + block.channels[0]!.length / format.sampleRate)
    yield block
  }
  const packetSeconds = packetCoverage.seconds()
  const missingSeconds = packetSeconds - decodedCoverage.seconds()
  if (missingSeconds > MISSING_SECONDS + MISSING_SHARE * packetSeconds) {
    throw new AudioFormatError(
      `${missingSeconds.toFixed(2)} of ${packetSeconds.toFixed(2)} s of audio cannot be decoded.`,
    )
  }
}

function areDifferent(a: Omit<DecodedFormat, 'seconds'>, b: Omit<DecodedFormat, 'seconds'>): boolean {
  return a.sampleRate !== b.sampleRate || a.channels !== b.channels
}

/** Measures which part of a range is covered by intervals that are added in order. */
function coverageMeter({ startTime, endTime }: TimeRange) {
  let seconds = 0
  let end = startTime
  return {
    add(from: number, to: number): void {
      const intervalEnd = Math.min(to, endTime)
      seconds += Math.max(0, intervalEnd - Math.max(from, end))
      end = Math.max(end, intervalEnd)
    },
    seconds: () => seconds,
  }
}
