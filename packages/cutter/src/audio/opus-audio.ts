import { OPUS_RATE, opusHead, opusPacketSamples } from '../bitstream/opus.ts'
import type { Samples } from '../codec/audio-codecs.ts'
import type { Codecs } from '../codec/codecs.ts'
import { type AudioBlock, type AudioStream, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { OPUS_FRAME } from '../plan/plan-audio.ts'
import type { ClipPacket, WebmTrack } from '../supply/clip-track.ts'
import { framesOf, silence, silenceOutside } from './audio-frames.ts'

interface OpusInput {
  codecs: Codecs
  channels: number
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

export interface SplicedOpusInput extends OpusInput {
  stream: AudioStream
  /** Packets from shortly before the range on. */
  packets: AsyncIterable<LoadedPacket>
  /** Start and end of the range in samples, on the part's timeline. */
  fromSample: number
  toSample: number
}

export interface EncodedOpusInput extends OpusInput {
  /** Decoded audio, counted from the clip's zero. */
  blocks: AsyncIterable<AudioBlock>
  samples: number
  /** Bits per second. */
  bitrate: number
}

/**
 * Bits per second and channel at the edges. The bitrate is high because edges are hard to encode and only a few packets
 * long.
 */
const EDGE_BITRATE_PER_CHANNEL = 200_000
/** Number of packets at the start and the end of a range that are re-encoded. */
const HEAD_PACKETS = 3
const TAIL_PACKETS = 2
/** Number of packets that are encoded and dropped before the first used one, until the encoder has settled. */
const SETTLING_PACKETS = 4
/** Number of packets that are decoded before the first needed one. */
const PACKETS_DECODED_BEFORE = 8

interface PlacedPacket {
  start: number
  packet: LoadedPacket
}

export function encodedOpus(input: EncodedOpusInput): WebmTrack {
  const { channels, samples } = input
  const output = { delaySamples: 0 }
  return {
    ...opusTrackBase(channels, () => output.delaySamples),
    endTick: () => samples,
    packets: encodeAll(input, output),
  }
}

async function* encodeAll(
  { codecs, channels, samples, blocks, bitrate, onSample }: EncodedOpusInput,
  output: { delaySamples: number },
): AsyncGenerator<ClipPacket, void> {
  const encoder = await openOpusEncoder(codecs, channels, bitrate)
  output.delaySamples = encoder.delaySamples
  let pts = -encoder.delaySamples
  const toClipPackets = (encodedPackets: Uint8Array[]): ClipPacket[] => {
    const packets = encodedPackets.map((data, index) => ({ pts: pts + index * OPUS_FRAME, isSync: true, data }))
    pts += encodedPackets.length * OPUS_FRAME
    onSample(Math.max(0, Math.min(samples, pts)))
    return packets.filter((packet) => packet.pts < samples)
  }
  try {
    let hasFrames = false
    for await (const frame of framesOf(blocks, channels, 0, samples, OPUS_FRAME)) {
      hasFrames = true
      yield* toClipPackets(await encoder.encode(frame))
    }
    if (hasFrames) {
      // One more frame flushes the samples that the encoder delays.
      yield* toClipPackets(await encoder.encode(silence(channels, OPUS_FRAME)))
    }
    // A browser's encoder runs in another thread, and returns packets later than it receives frames.
    yield* toClipPackets(await encoder.flush())
  } finally {
    encoder.close()
  }
}

/**
 * Cuts Opus to the sample: inner packets are copied, and packets at the edges are re-encoded from audio that is silent
 * outside the range.
 */
export function splicedOpus(input: SplicedOpusInput): WebmTrack {
  const output = { delaySamples: 0, endSample: input.toSample }
  return {
    ...opusTrackBase(input.channels, () => output.delaySamples),
    endTick: () => output.endSample - input.fromSample,
    packets: splice(input, output),
  }
}

async function* splice(
  input: SplicedOpusInput,
  output: { delaySamples: number; endSample: number },
): AsyncGenerator<ClipPacket, void> {
  const { fromSample, toSample, onSample } = input
  const source = packetsWithStart(input)
  /** The last packets read from the source. */
  const recentPackets: PlacedPacket[] = []
  /** Number of recent packets that are already in the clip. */
  let writtenCount = 0
  let isCopying = false
  const copiesUntil = function* (index: number): Generator<ClipPacket> {
    for (; writtenCount < index; writtenCount++) {
      const { start, packet } = recentPackets[writtenCount]!
      onSample(start)
      yield { pts: start - fromSample, isSync: true, data: packet.data }
    }
  }
  for await (const next of source) {
    recentPackets.push(next)
    const previous = recentPackets.at(-2)
    // `previous` becomes the first copied packet. Encoding the edge also needs the packet after it, because the encoder
    // looks ahead.
    if (!isCopying && previous && previous.start >= fromSample + HEAD_PACKETS * OPUS_FRAME) {
      const packets = Math.ceil((previous.start - fromSample) / OPUS_FRAME) + 1
      const headStart = previous.start - packets * OPUS_FRAME
      output.delaySamples = fromSample - headStart
      yield* encodeEdge(input, recentPackets, { start: headStart, packets, settlingPackets: 0 })
      writtenCount = recentPackets.length - 2
      isCopying = true
    }
    if (isCopying) {
      yield* copiesUntil(recentPackets.length - TAIL_PACKETS)
      const obsoleteCount = Math.max(0, writtenCount - PACKETS_DECODED_BEFORE - SETTLING_PACKETS)
      recentPackets.splice(0, obsoleteCount)
      writtenCount -= obsoleteCount
    }
  }
  const last = recentPackets.at(-1)
  if (!last) return
  const lastEnd = last.start + opusPacketSamples(last.packet.data)
  output.endSample = Math.min(toSample, lastEnd)
  if (!isCopying) {
    // The source ends soon after the start, so all packets are re-encoded.
    const packets = Math.ceil((output.endSample - fromSample) / OPUS_FRAME) + 1
    output.delaySamples = OPUS_FRAME
    yield* encodeEdge(input, recentPackets, { start: fromSample - OPUS_FRAME, packets, settlingPackets: 0 })
    return
  }
  if (lastEnd <= toSample) {
    yield* copiesUntil(recentPackets.length)
    return
  }
  const start = recentPackets[writtenCount]!.start
  const packets = Math.ceil((toSample - start) / OPUS_FRAME)
  yield* encodeEdge(input, recentPackets, { start, packets, settlingPackets: SETTLING_PACKETS })
}

/**
 * Encodes the packets of an edge from `start` on, from audio that is silent outside the range.
 * @param recentPackets packets of the source around the edge
 */
async function* encodeEdge(
  { codecs, stream, channels, fromSample, toSample, signal }: SplicedOpusInput,
  recentPackets: readonly PlacedPacket[],
  { start, packets, settlingPackets }: { start: number; packets: number; settlingPackets: number },
): AsyncGenerator<ClipPacket, void> {
  const format = { sampleRate: OPUS_RATE, channels }
  const loadedPackets = recentPackets.map(({ packet }) => packet)
  const encoder = await openOpusEncoder(codecs, channels, EDGE_BITRATE_PER_CHANNEL * channels)
  try {
    const inputStart = start - settlingPackets * OPUS_FRAME + encoder.delaySamples
    const inputEnd = inputStart + (settlingPackets + packets) * OPUS_FRAME
    let frameStart = inputStart
    const encodedPackets: Uint8Array[] = []
    const encodeFrame = async (frame: Samples) => {
      encodedPackets.push(...(await encoder.encode(silenceOutside(frame, frameStart, fromSample, toSample))))
      frameStart += OPUS_FRAME
    }
    const blocks = decodeAudio(codecs, stream, format, loadedPackets, signal)
    for await (const frame of framesOf(blocks, channels, inputStart, inputEnd, OPUS_FRAME)) await encodeFrame(frame)
    while (encodedPackets.length < settlingPackets + packets && frameStart < inputEnd + OPUS_FRAME) {
      await encodeFrame(silence(channels, OPUS_FRAME))
    }
    encodedPackets.push(...(await encoder.flush()))
    for (const [index, data] of encodedPackets.slice(settlingPackets, settlingPackets + packets).entries()) {
      yield { pts: start + index * OPUS_FRAME - fromSample, isSync: true, data }
    }
  } finally {
    encoder.close()
  }
}

/** Gives the packets that begin before the end of the range, with their start in samples. */
async function* packetsWithStart({ packets, stream, toSample }: SplicedOpusInput): AsyncGenerator<PlacedPacket, void> {
  for await (const packet of packets) {
    const start = Math.round((packet.pts * OPUS_RATE) / stream.timescale)
    if (start >= toSample) return
    yield { start, packet }
  }
}

async function openOpusEncoder(codecs: Codecs, channels: number, bitrate: number) {
  const encoder = await codecs.openAudioEncoder({ codec: 'opus', sampleRate: OPUS_RATE, channels, bitrate })
  // OpusHead gives the delay of decoded audio after the encoder's input (pre-skip).
  return { ...encoder, delaySamples: Buffer.from(encoder.configuration).readUInt16LE(10) }
}

/** The properties that all Opus tracks share. */
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
