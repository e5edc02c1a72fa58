import { brokenMedia, throwIfCancelled } from '../api/cutter-error.ts'
import { aacSampleEntry } from '../bitstream/sample-entries.ts'
import type { Samples } from '../codec/audio-codecs.ts'
import type { Codecs } from '../codec/codecs.ts'
import { type AudioStream, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import { AAC_FRAME, LEAD_PACKETS, MAX_EDGE, type SpliceAudioTask } from '../plan/plan-audio.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { createAacCheck } from './aac-check.ts'
import { EDGE_FADE_SAMPLES, fadeIn, fadeOut, framesOf, silenceOutside } from './audio-frames.ts'
import { edgeAacBitrate } from './edge-bitrate.ts'

/**
 * Longest clip whose end is prepared in advance. For a longer one, the packets of its end would be fetched too early.
 */
const MAX_AHEAD_SECONDS = 60

/** The input of a splice. Its packets are consecutive and extend beyond the range, as far as the source has them. */
export interface SplicedAudioInput extends SpliceAudioTask {
  codecs: Codecs
  stream: AudioStream
  take(packet: PacketRef): Promise<Uint8Array>
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

/**
 * Cuts AAC to the sample. Inner packets are copied. Packets at the edges are re-encoded from audio that is silent
 * outside the range, because copies would contain up to 46 ms before and 23 ms after it. The windows of packets
 * overlap, so each join is placed where test-decoding shows no audible error.
 */
export function splicedAudio(input: SplicedAudioInput): ClipTrack {
  const { stream, fromSample, toSample } = input
  return {
    kind: 'audio',
    timescale: stream.sampleRate,
    endTick: toSample - fromSample,
    packets: splice(input),
    sampleEntry: () => aacSampleEntry(stream.channels, stream.sampleRate, stream.configuration!),
    display: null,
  }
}

async function* splice(input: SplicedAudioInput): AsyncGenerator<ClipPacket, void> {
  const check = createAacCheck(input.codecs, input.stream)
  try {
    yield* spliceAndCheck(input, packetLoader(input, check.checkPacket))
  } finally {
    await check.close()
  }
}

async function* spliceAndCheck(input: SplicedAudioInput, loader: PacketLoader): AsyncGenerator<ClipPacket, void> {
  const { packets, fromSample, toSample } = input
  const first = packets.pts.findIndex((pts) => pts + AAC_FRAME > fromSample)
  const last = packets.pts.findLastIndex((pts) => pts < toSample)
  const startTick = packets.pts[0]!
  const toClipPacket = (index: number, data: Uint8Array): ClipPacket => {
    const pts = startTick + index * AAC_FRAME
    input.onSample(Math.min(toSample, pts))
    return { pts: pts - fromSample, isSync: true, data }
  }
  // The first frame can be decoded only with the window before it.
  const head = await encodeEdge(input, loader, first - 1, first + MAX_EDGE)
  const copyFrom = await chooseHeadJoin(input, loader, head, first)
  for (let index = first - 1; index < copyFrom; index++) yield toClipPacket(index, head(index))
  const tailStart = last - MAX_EDGE
  const prepareTail = async () => {
    const tail = await encodeEdge(input, loader, tailStart, last)
    return { tail, copyTo: await chooseTailJoin(input, loader, tail, tailStart, last - 2) }
  }
  const tailAhead = toSample - fromSample <= MAX_AHEAD_SECONDS * input.stream.sampleRate ? prepareTail() : null
  // Nothing awaits this promise if the cut fails earlier.
  tailAhead?.catch(() => {})
  for (let index = copyFrom; index <= tailStart; index++) {
    throwIfCancelled(input.signal)
    yield toClipPacket(index, (await loader.load(index)).data)
    loader.forget(index - LEAD_PACKETS - MAX_EDGE)
  }
  const { tail, copyTo } = await (tailAhead ?? prepareTail())
  for (let index = tailStart + 1; index <= last; index++) {
    yield toClipPacket(index, index <= copyTo ? (await loader.load(index)).data : tail(index))
  }
}

type EdgePackets = (index: number) => Uint8Array
type PacketLoader = ReturnType<typeof packetLoader>

/** Chooses the first copied packet, which is soon after `first`. */
async function chooseHeadJoin(
  { codecs, stream, packets }: SplicedAudioInput,
  loader: PacketLoader,
  edge: EdgePackets,
  first: number,
): Promise<number> {
  const from = first + 1
  const to = first + MAX_EDGE
  const startTick = packets.pts[0]!
  const candidates = indexesBetween(from, to).map((index) => ({
    index,
    startSample: startTick + index * AAC_FRAME,
    packets: async () => [
      ...indexesBetween(index - 2, index).map((edgeIndex) => packetOf(startTick, edgeIndex, edge(edgeIndex))),
      await loader.load(index),
    ],
  }))
  return findBestJoin(codecs, stream, await loader.loadAll(indexesBetween(Math.max(0, from - 2), to)), candidates)
}

/** Chooses the last copied packet, which is between `from` and `to`. */
async function chooseTailJoin(
  { codecs, stream, packets }: SplicedAudioInput,
  loader: PacketLoader,
  edge: EdgePackets,
  from: number,
  to: number,
): Promise<number> {
  const startTick = packets.pts[0]!
  const candidates = indexesBetween(from + 1, to + 1)
    .reverse()
    .map((index) => ({
      index,
      startSample: startTick + (index + 1) * AAC_FRAME,
      packets: async () => [
        ...(await loader.loadAll(indexesBetween(index - 1, index + 1))),
        packetOf(startTick, index + 1, edge(index + 1)),
      ],
    }))
  return findBestJoin(codecs, stream, await loader.loadAll(indexesBetween(from - 1, to + 2)), candidates)
}

/** The whole numbers [from, to). */
function indexesBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset)
}

function packetOf(startTick: number, index: number, data: Uint8Array): LoadedPacket {
  return { pts: startTick + index * AAC_FRAME, duration: AAC_FRAME, isSync: true, entryIndex: 0, data }
}

/** Re-encodes the packets from..to, from audio that is silent outside the clip. */
async function encodeEdge(
  input: SplicedAudioInput,
  loader: PacketLoader,
  from: number,
  to: number,
): Promise<EdgePackets> {
  const { codecs, stream, edgeLayout, fromSample, toSample, signal } = input
  const startTick = input.packets.pts[0]!
  const encodeFrom = Math.max(0, from - 3)
  const decodeFrom = Math.max(0, encodeFrom - 2)
  const decodeTo = Math.min(input.packets.length - 1, to + 2)
  const source = await loader.loadAll(indexesBetween(decodeFrom, decodeTo + 1))
  const blocks = decodeAudio(codecs, stream, stream, source, signal)
  const encoder = await codecs.openAudioEncoder({
    codec: 'aac',
    sampleRate: stream.sampleRate,
    channels: stream.channels,
    speakers: edgeLayout?.speakers,
    bitrate: edgeAacBitrate(stream.channels),
  })
  const encodedPackets: Uint8Array[] = []
  try {
    const start = startTick + encodeFrom * AAC_FRAME
    let frameStart = start
    for await (const frame of framesOf(blocks, stream.channels, start, startTick + (to + 3) * AAC_FRAME, AAC_FRAME)) {
      const channels = fadeAtEdges(frame, frameStart, fromSample, toSample)
      encodedPackets.push(
        ...(await encoder.encode(edgeLayout?.channelOrder?.map((channel) => channels[channel]!) ?? channels)),
      )
      frameStart += AAC_FRAME
    }
    encodedPackets.push(...(await encoder.flush()))
  } finally {
    encoder.close()
  }
  // Packet n of the encoder covers its input frames n - 1 and n. Packet n of the source covers frames n and n + 1.
  return (index) => {
    const packet = encodedPackets[index - encodeFrom + 1]
    if (!packet) throw brokenMedia('The audio at an edge of the clip cannot be decoded.')
    return packet
  }
}

/** Silences a frame outside the clip and fades it at the clip's edges, in place. */
function fadeAtEdges(frame: Samples, start: number, fromSample: number, toSample: number): Samples {
  silenceOutside(frame, start, fromSample, toSample)
  fadeIn(frame, start - fromSample, EDGE_FADE_SAMPLES)
  fadeOut(frame, toSample - start, EDGE_FADE_SAMPLES)
  return frame
}

/**
 * Loads each packet once, and holds it until `forget`.
 * @param check throws if the packet does not match the clip's header
 */
function packetLoader({ packets, take }: SplicedAudioInput, check: (data: Uint8Array) => Promise<void>) {
  const packetLoads = new Map<number, Promise<LoadedPacket>>()
  const loadAndCheck = async (packet: PacketRef): Promise<LoadedPacket> => {
    const data = await take(packet)
    await check(data)
    return { ...packet, data }
  }
  const load = (index: number): Promise<LoadedPacket> => {
    const packet = packets.at(index)!
    const loading = packetLoads.get(index) ?? loadAndCheck(packet)
    packetLoads.set(index, loading)
    return loading
  }
  return {
    load,
    loadAll: (indexes: readonly number[]) => Promise.all(indexes.map(load)),
    forget: (index: number) => packetLoads.delete(index),
  }
}

/** PSNR in dB from which a join is inaudible. Mismatched windows give noise as loud as the audio. */
const SEAMLESS_PSNR = 30

/** A possible join of copied and re-encoded packets. */
interface JoinCandidate {
  /** Index of the copied packet at the join: the first one at the head, the last one at the tail. */
  index: number
  /** The packets around the join. */
  packets(): Promise<LoadedPacket[]>
  /** First sample of the audio that a copied and a re-encoded packet produce together. */
  startSample: number
}

/**
 * Finds the first candidate whose join is inaudible, or the best one. Each candidate is decoded, because windows
 * overlap and differ between channels.
 * @param source packets of the source around all candidates, as the reference
 */
async function findBestJoin(
  codecs: Codecs,
  stream: AudioStream,
  source: readonly LoadedPacket[],
  candidates: readonly JoinCandidate[],
): Promise<number> {
  const starts = candidates.map(({ startSample }) => startSample)
  const from = Math.min(...starts)
  const reference = await decodedFrames(codecs, stream, source, from, Math.max(...starts) + AAC_FRAME)
  let bestJoin = { index: candidates[0]!.index, psnr: -Infinity }
  for (const { index, packets, startSample } of candidates) {
    const [frame] = await decodedFrames(codecs, stream, await packets(), startSample, startSample + AAC_FRAME)
    const psnr = signalToNoise(reference[(startSample - from) / AAC_FRAME], frame)
    if (psnr > bestJoin.psnr) bestJoin = { index, psnr }
    if (psnr >= SEAMLESS_PSNR) break
  }
  return bestJoin.index
}

async function decodedFrames(
  codecs: Codecs,
  stream: AudioStream,
  packets: readonly LoadedPacket[],
  from: number,
  to: number,
): Promise<Samples[]> {
  const frames: Samples[] = []
  const blocks = decodeAudio(codecs, stream, stream, packets, undefined)
  for await (const frame of framesOf(blocks, stream.channels, from, to, AAC_FRAME)) frames.push(frame)
  return frames
}

/** Signal-to-noise ratio of decoded audio in dB, in the worst channel. */
function signalToNoise(reference: Samples | undefined, decoded: Samples | undefined): number {
  if (!reference || !decoded) return -Infinity
  /** Inaudible power over a whole frame. It avoids a division by zero. */
  const inaudiblePower = 1e-9 * reference[0]!.length
  const ratios = reference.map((samples, channel) => {
    let power = inaudiblePower
    let error = inaudiblePower
    for (const [index, sample] of samples.entries()) {
      power += sample * sample
      error += (sample - decoded[channel]![index]!) ** 2
    }
    return power / error
  })
  return 10 * Math.log10(Math.min(...ratios))
}
