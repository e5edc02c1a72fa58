import { aacSampleEntry } from '../bitstream/sample-entries.ts'
import type { AudioBlock } from '../codec/decode-audio.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { type AudioEncoderSettings, openAudioEncoder } from './audio-encoder.ts'
import { framesOf, type Samples, silence } from './audio-frames.ts'

export interface EncodeAudioInput {
  settings: AudioEncoderSettings
  /** Counted from the clip's zero. */
  blocks: AsyncIterable<AudioBlock>
  /** How long the clip's audio is. */
  samples: number
  onSample(sample: number): void
}

/**
 * The encoder settles in over its first packets and looks ahead at its last. Silent frames around the audio let it
 * encode both ends as carefully as the rest (25 and 21 dB become 35 and more); their own packets are dropped.
 */
const SILENT_FRAMES_AROUND = 2

/**
 * Encodes all audio of a clip to AAC. The configuration is known once the first packet was taken. The first packet only primes the decoder. The edit list hides it, and the
 * part of the second packet before the clip. The last packet ends with the clip: the file holds no audio after the end.
 */
export function encodedAudio(input: EncodeAudioInput): ClipTrack & { configuration(): Uint8Array } {
  const { settings, samples } = input
  const made = { configuration: new Uint8Array(0) }
  return {
    kind: 'audio',
    timescale: settings.sampleRate,
    endTick: samples,
    packets: encodeAll(input, made),
    sampleEntry: () => aacSampleEntry(settings.channels, settings.sampleRate, made.configuration),
    display: null,
    configuration: () => made.configuration,
  }
}

async function* encodeAll(
  input: EncodeAudioInput,
  made: { configuration: Uint8Array },
): AsyncGenerator<ClipPacket, void> {
  const { settings, blocks, samples } = input
  const encoder = await openAudioEncoder(settings)
  made.configuration = encoder.configuration
  const { frameSamples } = encoder
  const firstSample = firstFrameStart(samples, frameSamples)
  // The encoder looks back: each packet covers the frame before and its own.
  let pts = firstSample - frameSamples * (1 + SILENT_FRAMES_AROUND)
  const inClip = (encoded: Uint8Array[]): ClipPacket[] => {
    const packets = encoded.map((data, index) => ({ pts: pts + index * frameSamples, isSync: true, data }))
    pts += encoded.length * frameSamples
    return packets.filter((packet) => packet.pts >= firstSample - frameSamples && packet.pts < samples)
  }
  try {
    const frames = framesOf(blocks, settings.channels, firstSample, samples, frameSamples)
    for await (const frame of withSilenceAround(frames, settings.channels, frameSamples)) {
      yield* inClip(await encoder.encode(frame))
      input.onSample(Math.max(0, Math.min(samples, pts)))
    }
    yield* inClip(await encoder.finish())
  } finally {
    encoder.close()
  }
}

/**
 * Where the first frame begins, so that the last one ends with the audio. What is shorter than a frame begins with it: most of
 * the first packet would be hidden, and FFmpeg hides all of it then.
 */
function firstFrameStart(samples: number, frameSamples: number): number {
  return samples < frameSamples ? 0 : samples - frameSamples * Math.ceil(samples / frameSamples)
}

async function* withSilenceAround(
  frames: AsyncIterable<Samples>,
  channels: number,
  frameSamples: number,
): AsyncGenerator<Samples, void> {
  const silentFrames = Array.from({ length: SILENT_FRAMES_AROUND }, () => silence(channels, frameSamples))
  let hasAudio = false
  for await (const frame of frames) {
    if (!hasAudio) yield* silentFrames
    hasAudio = true
    yield frame
  }
  if (hasAudio) yield* silentFrames
}
