import { CutterError, unsupportedMedia } from '../api/cutter-error.ts'
import type { WaveformSpec } from '../api/preview.ts'
import type { TimeRange } from '../api/time-range.ts'
import { type AudioBlock, decodeAudio } from '../codec/decode-audio.ts'
import type { Media } from '../demux/common/media.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import { packetFetcher } from '../demux/common/packet-fetcher.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { loaded } from './thumbnails.ts'

/** Audio next to video comes in small chunks: reading the bytes between them saves most of the requests. */
const LARGEST_BRIDGE_BYTES = 512 * 1024
const MOST_REQUESTS = 600
/** A decoder that starts in the middle needs this long to settle (Opus: 80 ms). */
const WARM_UP_SECONDS = 0.1

/**
 * How loud the audio is, from the start of the media (or of the part) to its end, each peak in percent of full scale (0..100).
 * @throws CutterError unsupported_media without audio, range_outside for a part behind the end, too_large when it takes too
 * many bytes or requests, broken_media, source_failed, cancelled
 */
export async function readPeaks(
  media: Media,
  request: WaveformSpec,
  options: { signal?: AbortSignal } = {},
): Promise<number[]> {
  const { audio } = media
  if (!audio) throw unsupportedMedia('There is no audio.')
  const part = partWithin(media, request.part)
  if (part.endTime <= part.startTime) throw new CutterError('range_outside', 'There is nothing in this part.')
  if (!(await arePeaksAffordable(media, request.mostBytes, request.part))) throw tooMuch()
  const { description, access } = audio
  const reading = { signal: options.signal, meter: newMeter() }
  const { packets, timescale } = await packetsOf(access, request, reading)
  const samplesPerPeak = description.sampleRate / request.peaksPerSecond
  const firstPeak = Math.floor(part.startTime * request.peaksPerSecond)
  const loudest = new Float32Array(Math.ceil(part.endTime * request.peaksPerSecond) - firstPeak)
  for await (const block of decodeAudio({ ...description, timescale }, description, packets, options.signal)) {
    addPeaks(loudest, block, (sample) => Math.floor(sample / samplesPerPeak) - firstPeak)
  }
  return Array.from(loudest, (value) => Math.min(100, Math.round(100 * value)))
}

/** Samples outside of the part have no peak and do not count. */
function addPeaks(loudest: Float32Array, { startSample, channels }: AudioBlock, peakOf: (sample: number) => number) {
  for (const samples of channels) {
    for (let index = 0; index < samples.length; index++) {
      const peak = peakOf(startSample + index)
      const loudness = Math.abs(samples[index]!)
      if (loudness > loudest[peak]!) loudest[peak] = loudness
    }
  }
}

/**
 * Whether the audio of the whole, or of a part, can be read within so many bytes and few enough requests; by share
 * of the file where only reading would show it. Reads nothing.
 */
export async function arePeaksAffordable(media: Media, mostBytes: number, part?: TimeRange): Promise<boolean> {
  if (!media.audio) return false
  const { access } = media.audio
  if (access.kind === 'indexed' && access.track.isWhollyKnown) {
    return isBearable(await planReads(access, { mostBytes, part }, { signal: undefined, meter: newMeter() }), mostBytes)
  }
  const { startTime, endTime } = partWithin(media, part)
  const share = part ? (endTime - startTime) / media.facts.durationSeconds : 1
  const sizeBytes = access.kind === 'library' ? access.sizeBytes : access.reader.sizeBytes
  return sizeBytes * share <= mostBytes
}

function partWithin({ facts: { durationSeconds } }: Media, part: TimeRange | undefined): TimeRange {
  return { startTime: part?.startTime ?? 0, endTime: Math.min(durationSeconds, part?.endTime ?? Infinity) }
}

function tooMuch(): CutterError {
  return new CutterError('too_large', 'Reading this audio would take too many bytes or requests.')
}

type PlannedReads = Awaited<ReturnType<typeof planReads>>

function isBearable({ fetcher }: PlannedReads, mostBytes: number): boolean {
  return fetcher.totalBytes <= mostBytes && fetcher.requests <= MOST_REQUESTS
}

type Needed = Pick<WaveformSpec, 'mostBytes' | 'part'>

async function packetsOf(
  access: TrackAccess,
  needed: Needed,
  reading: ReadOptions,
): Promise<{ packets: AsyncIterable<LoadedPacket>; timescale: number }> {
  if (access.kind === 'library') {
    const track = await access.open(reading)
    return { packets: track.packets(...ticksOf(needed.part, track.timescale)), timescale: track.timescale }
  }
  const planned = await planReads(access, needed, reading)
  // Where tables of a part had to be read first, its size is known only now.
  if (needed.part && !isBearable(planned, needed.mostBytes)) throw tooMuch()
  return { packets: loaded(planned.refs, planned.fetcher), timescale: access.track.timescale }
}

async function planReads(
  { track, reader }: Extract<TrackAccess, { kind: 'indexed' }>,
  { mostBytes, part }: Needed,
  reading: ReadOptions,
) {
  const refs = await track.covering(...ticksOf(part, track.timescale), reading)
  const neededBytes = refs.totalBytes
  const bridging = { spareBytes: Math.max(0, mostBytes - neededBytes), largestBridgeBytes: LARGEST_BRIDGE_BYTES }
  return { refs, fetcher: packetFetcher(reader, refs, reading, undefined, bridging) }
}

function ticksOf(part: TimeRange | undefined, timescale: number): [fromTick: number, toTick: number] {
  if (!part) return [0, Number.POSITIVE_INFINITY]
  return [Math.max(0, part.startTime - WARM_UP_SECONDS) * timescale, part.endTime * timescale]
}
