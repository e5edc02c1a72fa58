import { OPUS_RATE, opusHead, opusPacketSamples } from '../bitstream/opus.ts'
import { type AudioBlock, type AudioStream, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { OPUS_FRAME } from '../plan/plan-audio.ts'
import type { ClipPacket, WebmTrack } from '../supply/clip-track.ts'
import { openAudioEncoder } from './audio-encoder.ts'
import { framesOf, type Samples, silence, silencedOutside } from './audio-frames.ts'

const OPUS_OPTIONS = { application: 'audio', frame_duration: '20', vbr: 'on' }

interface OpusInput {
  channels: number
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

export interface SplicedOpusInput extends OpusInput {
  stream: AudioStream
  /** From a little before the range on. */
  packets: AsyncIterable<LoadedPacket>
  /** The range in samples, on the part's timeline. */
  fromSample: number
  toSample: number
}

export interface EncodedOpusInput extends OpusInput {
  /** Counted from the clip's zero. */
  blocks: AsyncIterable<AudioBlock>
  samples: number
  /** Bits per second. */
  bitrate: number
}

/** High, because edges are the hardest audio to encode, and because they last for a few packets only. */
const EDGE_BITRATE_PER_CHANNEL = 200_000
/** Copies begin this many packets after the start, and stop this many before the end. */
const HEAD_PACKETS = 3
const TAIL_PACKETS = 2
/** Packets that are encoded before those that are used, until the encoder has settled. */
const SETTLING_PACKETS = 4
/** Packets that are decoded before the first one needed. */
const DECODED_BEFORE = 8

interface PlacedPacket {
  start: number
  packet: LoadedPacket
}

export function encodedOpus(input: EncodedOpusInput): WebmTrack {
  const { channels, samples } = input
  const made = { delaySamples: 0 }
  return {
    ...opusTrackBase(channels, () => made.delaySamples),
    endTick: () => samples,
    packets: encodeAll(input, made),
  }
}

async function* encodeAll(
  { channels, samples, blocks, bitrate, onSample }: EncodedOpusInput,
  made: { delaySamples: number },
): AsyncGenerator<ClipPacket, void> {
  const encoder = await openOpusEncoder(channels, bitrate)
  made.delaySamples = encoder.delaySamples
  let pts = -encoder.delaySamples
  const inClip = (encoded: Uint8Array[]): ClipPacket[] => {
    const packets = encoded.map((data, index) => ({ pts: pts + index * OPUS_FRAME, isSync: true, data }))
    pts += encoded.length * OPUS_FRAME
    onSample(Math.max(0, Math.min(samples, pts)))
    return packets.filter((packet) => packet.pts < samples)
  }
  try {
    for await (const frame of framesOf(blocks, channels, 0, samples, OPUS_FRAME)) {
      yield* inClip(await encoder.encode(frame))
    }
    if (pts > -encoder.delaySamples) {
      // The encoder's delayed samples come out after one more frame.
      yield* inClip(await encoder.encode(silence(channels, OPUS_FRAME)))
    }
  } finally {
    encoder.close()
  }
}

/**
 * Opus cut to the sample: the inner packets are the source's own, those at the edges are re-encoded from audio that is
 * silent outside of the range.
 */
export function splicedOpus(input: SplicedOpusInput): WebmTrack {
  const made = { delaySamples: 0, endSample: input.toSample }
  return {
    ...opusTrackBase(input.channels, () => made.delaySamples),
    endTick: () => made.endSample - input.fromSample,
    packets: splice(input, made),
  }
}

async function* splice(
  input: SplicedOpusInput,
  made: { delaySamples: number; endSample: number },
): AsyncGenerator<ClipPacket, void> {
  const { fromSample, toSample, onSample } = input
  const source = placed(input)
  /** The last ones read, and how many of them are in the clip already. */
  const known: PlacedPacket[] = []
  let given = 0
  let isCopying = false
  const copiesUntil = function* (index: number): Generator<ClipPacket> {
    for (; given < index; given++) {
      const { start, packet } = known[given]!
      onSample(start)
      yield { pts: start - fromSample, isSync: true, data: packet.data }
    }
  }
  for await (const next of source) {
    known.push(next)
    const before = known.at(-2)
    // The audio of the packet after the edge is needed too: the encoder is a little ahead.
    if (!isCopying && before && before.start >= fromSample + HEAD_PACKETS * OPUS_FRAME) {
      const packets = Math.ceil((before.start - fromSample) / OPUS_FRAME) + 1
      const headStart = before.start - packets * OPUS_FRAME
      made.delaySamples = fromSample - headStart
      yield* edge(input, known, { start: headStart, packets, settling: 0 })
      given = known.length - 2
      isCopying = true
    }
    if (isCopying) {
      yield* copiesUntil(known.length - TAIL_PACKETS)
      const forgotten = Math.max(0, given - DECODED_BEFORE - SETTLING_PACKETS)
      known.splice(0, forgotten)
      given -= forgotten
    }
  }
  const last = known.at(-1)
  if (!last) return
  const lastEnd = last.start + opusPacketSamples(last.packet.data)
  made.endSample = Math.min(toSample, lastEnd)
  if (!isCopying) {
    // The source ends soon after the start.
    const packets = Math.ceil((made.endSample - fromSample) / OPUS_FRAME) + 1
    made.delaySamples = OPUS_FRAME
    yield* edge(input, known, { start: fromSample - OPUS_FRAME, packets, settling: 0 })
    return
  }
  if (lastEnd <= toSample) {
    yield* copiesUntil(known.length)
    return
  }
  const start = known[given]!.start
  const packets = Math.ceil((toSample - start) / OPUS_FRAME)
  yield* edge(input, known, { start, packets, settling: SETTLING_PACKETS })
}

/** Packets that add the audio from `start` on, silent outside of the range. */
async function* edge(
  { stream, channels, fromSample, toSample, signal }: SplicedOpusInput,
  known: readonly PlacedPacket[],
  { start, packets, settling }: { start: number; packets: number; settling: number },
): AsyncGenerator<ClipPacket, void> {
  const wanted = { sampleRate: OPUS_RATE, channels }
  const loaded = known.map(({ packet }) => packet)
  const encoder = await openOpusEncoder(channels, EDGE_BITRATE_PER_CHANNEL * channels)
  try {
    const inputStart = start - settling * OPUS_FRAME + encoder.delaySamples
    const inputEnd = inputStart + (settling + packets) * OPUS_FRAME
    let frameStart = inputStart
    const encoded: Uint8Array[] = []
    const take = async (frame: Samples) => {
      encoded.push(...(await encoder.encode(silencedOutside(frame, frameStart, fromSample, toSample))))
      frameStart += OPUS_FRAME
    }
    const blocks = decodeAudio(stream, wanted, loaded, signal)
    for await (const frame of framesOf(blocks, channels, inputStart, inputEnd, OPUS_FRAME)) await take(frame)
    while (encoded.length < settling + packets && frameStart < inputEnd + OPUS_FRAME) {
      await take(silence(channels, OPUS_FRAME))
    }
    for (const [index, data] of encoded.slice(settling, settling + packets).entries()) {
      yield { pts: start + index * OPUS_FRAME - fromSample, isSync: true, data }
    }
  } finally {
    encoder.close()
  }
}

/** The packets of which anything is decoded before the range's end. */
async function* placed({ packets, stream, toSample }: SplicedOpusInput): AsyncGenerator<PlacedPacket, void> {
  for await (const packet of packets) {
    const start = Math.round((packet.pts * OPUS_RATE) / stream.timescale)
    if (start >= toSample) return
    yield { start, packet }
  }
}

async function openOpusEncoder(channels: number, bitrate: number) {
  const settings = { codec: 'opus', sampleRate: OPUS_RATE, channels, bitrate, options: OPUS_OPTIONS } as const
  const encoder = await openAudioEncoder(settings)
  // How much later than the input a decoder's audio is, as OpusHead has it.
  return { ...encoder, delaySamples: Buffer.from(encoder.configuration).readUInt16LE(10) }
}

/** What all Opus tracks have in common. */
function opusTrackBase(channels: number, delaySamples: () => number) {
  return {
    timescale: OPUS_RATE,
    packetTicks: opusPacketSamples,
    header: () => ({
      codecId: 'A_OPUS' as const,
      codecPrivate: opusHead(channels, delaySamples()),
      video: null,
      audio: { sampleRate: OPUS_RATE, channels, delaySeconds: delaySamples() / OPUS_RATE },
    }),
  }
}
