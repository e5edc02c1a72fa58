import { brokenMedia, throwIfCancelled } from '../api/cutter-error.ts'
import { aacSampleEntry } from '../bitstream/sample-entries.ts'
import { type AudioStream, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import { AAC_FRAME, LEAD_PACKETS, LONGEST_EDGE, type SpliceAudioTask } from '../plan/plan-audio.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { aacCheck } from './aac-check.ts'
import { edgeAac, openAudioEncoder } from './audio-encoder.ts'
import { EDGE_FADE_SAMPLES, fadeIn, fadeOut, framesOf, type Samples, silencedOutside } from './audio-frames.ts'

/** The end of a clip as short as this is made while its frames are; that of a longer one would be fetched too early. */
const LONGEST_AHEAD_SECONDS = 60

/** The packets are consecutive, from well before the range to well after it, as far as the source has them. */
export interface SplicedAudioInput extends SpliceAudioTask {
  stream: AudioStream
  take(packet: PacketRef): Promise<Uint8Array>
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

/**
 * AAC cut to the sample. Inner packets are copied; those at the edges are re-encoded from audio that is silent outside of
 * the range, because copies would hold up to 46 ms before it and 23 ms after it. Windows overlap, so each join is made
 * where decoding shows that they fit.
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
  const check = aacCheck(input.stream)
  try {
    yield* spliceChecked(input, packetLoader(input, check.require))
  } finally {
    await check.close()
  }
}

async function* spliceChecked(input: SplicedAudioInput, loader: PacketLoader): AsyncGenerator<ClipPacket, void> {
  const { packets, fromSample, toSample } = input
  const first = packets.pts.findIndex((pts) => pts + AAC_FRAME > fromSample)
  const last = packets.pts.findLastIndex((pts) => pts < toSample)
  const startTick = packets.pts[0]!
  const at = (index: number, data: Uint8Array): ClipPacket => {
    const pts = startTick + index * AAC_FRAME
    input.onSample(Math.min(toSample, pts))
    return { pts: pts - fromSample, isSync: true, data }
  }
  // To decode the first frame, the window before it is needed, too.
  const head = await encodeEdge(input, loader, first - 1, first + LONGEST_EDGE)
  const copyFrom = await chooseHeadJoin(input, loader, head, first)
  for (let index = first - 1; index < copyFrom; index++) yield at(index, head(index))
  const tailStart = last - LONGEST_EDGE
  const makeTail = async () => {
    const tail = await encodeEdge(input, loader, tailStart, last)
    return { tail, copyTo: await chooseTailJoin(input, loader, tail, tailStart, last - 2) }
  }
  const ahead = toSample - fromSample <= LONGEST_AHEAD_SECONDS * input.stream.sampleRate ? makeTail() : null
  // If the cut fails earlier, nothing awaits this promise.
  ahead?.catch(() => {})
  for (let index = copyFrom; index <= tailStart; index++) {
    throwIfCancelled(input.signal)
    yield at(index, (await loader.load(index)).data)
    loader.forget(index - LEAD_PACKETS - LONGEST_EDGE)
  }
  const { tail, copyTo } = await (ahead ?? makeTail())
  for (let index = tailStart + 1; index <= last; index++) {
    yield at(index, index <= copyTo ? (await loader.load(index)).data : tail(index))
  }
}

type EdgePackets = (index: number) => Uint8Array
type PacketLoader = ReturnType<typeof packetLoader>

/** The first copied packet: one of those soon after `first`. */
async function chooseHeadJoin(
  { stream, packets }: SplicedAudioInput,
  loader: PacketLoader,
  edge: EdgePackets,
  first: number,
): Promise<number> {
  const from = first + 1
  const to = first + LONGEST_EDGE
  const startTick = packets.pts[0]!
  const candidates = indexes(from, to).map((index) => ({
    index,
    startSample: startTick + index * AAC_FRAME,
    packets: async () => [
      ...indexes(index - 2, index).map((before) => packetOf(startTick, before, edge(before))),
      await loader.load(index),
    ],
  }))
  return bestJoin(stream, await loader.loadAll(indexes(Math.max(0, from - 2), to)), candidates)
}

/** The last copied packet: one of those not long before `to`. */
async function chooseTailJoin(
  { stream, packets }: SplicedAudioInput,
  loader: PacketLoader,
  edge: EdgePackets,
  from: number,
  to: number,
): Promise<number> {
  const startTick = packets.pts[0]!
  const candidates = indexes(from + 1, to + 1)
    .reverse()
    .map((index) => ({
      index,
      startSample: startTick + (index + 1) * AAC_FRAME,
      packets: async () => [
        ...(await loader.loadAll(indexes(index - 1, index + 1))),
        packetOf(startTick, index + 1, edge(index + 1)),
      ],
    }))
  return bestJoin(stream, await loader.loadAll(indexes(from - 1, to + 2)), candidates)
}

/** The whole numbers [from, to). */
function indexes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset)
}

function packetOf(startTick: number, index: number, data: Uint8Array): LoadedPacket {
  return { pts: startTick + index * AAC_FRAME, duration: AAC_FRAME, isSync: true, entryIndex: 0, data }
}

/** Encodes the packets from..to again, from audio that is silent outside of the clip. */
async function encodeEdge(
  input: SplicedAudioInput,
  loader: PacketLoader,
  from: number,
  to: number,
): Promise<EdgePackets> {
  const { stream, edgeLayout, fromSample, toSample, signal } = input
  const startTick = input.packets.pts[0]!
  const encodeFrom = Math.max(0, from - 3)
  const decodeFrom = Math.max(0, encodeFrom - 2)
  const decodeTo = Math.min(input.packets.length - 1, to + 2)
  const source = await loader.loadAll(indexes(decodeFrom, decodeTo + 1))
  const blocks = decodeAudio(stream, stream, source, signal)
  const encoder = await openAudioEncoder({
    codec: 'aac',
    sampleRate: stream.sampleRate,
    channels: stream.channels,
    speakers: edgeLayout?.speakers,
    ...edgeAac(stream.channels),
  })
  const encoded: Uint8Array[] = []
  try {
    const start = startTick + encodeFrom * AAC_FRAME
    let frameStart = start
    for await (const frame of framesOf(blocks, stream.channels, start, startTick + (to + 3) * AAC_FRAME, AAC_FRAME)) {
      const faded = fadedAtEdges(frame, frameStart, fromSample, toSample)
      encoded.push(...(await encoder.encode(edgeLayout?.order?.map((channel) => faded[channel]!) ?? faded)))
      frameStart += AAC_FRAME
    }
    encoded.push(...(await encoder.finish()))
  } finally {
    encoder.close()
  }
  // The encoder's packet n covers its input frames n - 1 and n; a stream's packet covers its own frame and the next.
  return (index) => {
    const packet = encoded[index - encodeFrom + 1]
    if (!packet) throw brokenMedia('The audio at an edge of the clip cannot be decoded.')
    return packet
  }
}

/** Silent outside of the clip, and faded at its edges, in place. */
function fadedAtEdges(frame: Samples, start: number, fromSample: number, toSample: number): Samples {
  silencedOutside(frame, start, fromSample, toSample)
  fadeIn(frame, start - fromSample, EDGE_FADE_SAMPLES)
  fadeOut(frame, toSample - start, EDGE_FADE_SAMPLES)
  return frame
}

/** Loads each packet once, and holds it until it is forgotten. @param check throws if it does not fit the clip's header */
function packetLoader({ packets, take }: SplicedAudioInput, check: (data: Uint8Array) => Promise<void>) {
  const loaded = new Map<number, Promise<LoadedPacket>>()
  const loadChecked = async (packet: PacketRef): Promise<LoadedPacket> => {
    const data = await take(packet)
    await check(data)
    return { ...packet, data }
  }
  const load = (index: number): Promise<LoadedPacket> => {
    const packet = packets.at(index)!
    const loading = loaded.get(index) ?? loadChecked(packet)
    loaded.set(index, loading)
    return loading
  }
  return {
    load,
    loadAll: (indexes: readonly number[]) => Promise.all(indexes.map(load)),
    forget: (index: number) => loaded.delete(index),
  }
}

/** Packets whose windows do not fit together give noise as loud as the audio; encoding alone stays below this. */
const SEAMLESS_PSNR = 30

/** A sequence of packets in which copied and new ones meet. */
interface JoinCandidate {
  /** Where the join is: packets from here on are of the other kind. */
  index: number
  packets(): Promise<LoadedPacket[]>
  /** When the one packet's audio begins to which both kinds contribute, in samples. */
  startSample: number
}

/**
 * The first candidate whose join is inaudible, or the best one. Found by decoding each of them, because windows overlap and
 * differ between channels.
 *
 * @param source what the audio should be: packets of the source around all candidates
 */
async function bestJoin(
  stream: AudioStream,
  source: readonly LoadedPacket[],
  candidates: readonly JoinCandidate[],
): Promise<number> {
  const starts = candidates.map(({ startSample }) => startSample)
  const from = Math.min(...starts)
  const wanted = await decodedFrames(stream, source, from, Math.max(...starts) + AAC_FRAME)
  let best = { index: candidates[0]!.index, psnr: -Infinity }
  for (const { index, packets, startSample } of candidates) {
    const [got] = await decodedFrames(stream, await packets(), startSample, startSample + AAC_FRAME)
    const psnr = fidelity(wanted[(startSample - from) / AAC_FRAME], got)
    if (psnr > best.psnr) best = { index, psnr }
    if (psnr >= SEAMLESS_PSNR) break
  }
  return best.index
}

async function decodedFrames(
  stream: AudioStream,
  packets: readonly LoadedPacket[],
  from: number,
  to: number,
): Promise<Samples[]> {
  const frames: Samples[] = []
  const blocks = decodeAudio(stream, stream, packets, undefined)
  for await (const frame of framesOf(blocks, stream.channels, from, to, AAC_FRAME)) frames.push(frame)
  return frames
}

/** PSNR of decoded audio in dB, in the channel where it is worst. */
function fidelity(wanted: Samples | undefined, got: Samples | undefined): number {
  if (!wanted || !got) return -Infinity
  /** Inaudible over a whole frame. */
  const silence = 1e-9 * wanted[0]!.length
  const shares = wanted.map((samples, channel) => {
    let power = silence
    let error = silence
    for (const [index, sample] of samples.entries()) {
      power += sample * sample
      error += (sample - got[channel]![index]!) ** 2
    }
    return power / error
  })
  return 10 * Math.log10(Math.min(...shares))
}
