import { framesOf } from '../aac/collect-sound.ts'
import type { SoundBlock } from '../codec/decode-sound.ts'
import { SoundEncoder, type SoundEncoderSettings } from '../codec/sound-encoder.ts'
import { aacSampleEntry } from '../write/sample-entries.ts'
import type { ClipPacket, ClipTrack } from './clip-track.ts'

export interface EncodeSoundInput {
  settings: SoundEncoderSettings
  blocks: AsyncIterable<SoundBlock>
  /** The range in samples of the output rate, on the part's timeline. */
  fromSample: number
  toSample: number
  onSample(sample: number): void
}

/** Encodes all sound of the range to AAC. The first packet only primes the decoder; the edit list hides it. */
export async function encodedSound(input: EncodeSoundInput): Promise<ClipTrack> {
  const { settings, fromSample, toSample } = input
  const encoder = await SoundEncoder.open(settings)
  return {
    kind: 'sound',
    timescale: settings.sampleRate,
    endTick: toSample - fromSample,
    packets: encodeAll(input, encoder),
    sampleEntry: () => aacSampleEntry(settings.channels, settings.sampleRate, encoder.configuration),
    display: null,
  }
}

async function* encodeAll(input: EncodeSoundInput, encoder: SoundEncoder): AsyncGenerator<ClipPacket, void> {
  const { settings, blocks, fromSample, toSample } = input
  const { frameSamples } = encoder
  const endTick = toSample - fromSample
  // The encoder looks back: each packet covers the frame before and its own.
  let pts = -frameSamples
  const stamp = (data: Uint8Array): ClipPacket => {
    const packet = { pts, isSync: true, data }
    pts += frameSamples
    return packet
  }
  try {
    let at = fromSample
    for await (const frame of framesOf(blocks, settings.channels, fromSample, toSample, frameSamples)) {
      yield* (await encoder.encode(frame)).map(stamp)
      at += frameSamples
      input.onSample(Math.min(at, toSample))
    }
    yield* (await encoder.finish()).map(stamp).filter((packet) => packet.pts < endTick)
  } finally {
    encoder.close()
  }
}
