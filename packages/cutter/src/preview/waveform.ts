import { CutterError, unsupportedMedia } from '../api/cutter-error.ts'
import type { WaveformSpec } from '../api/preview.ts'
import type { TimeRange } from '../api/time-range.ts'
import { type AudioBlock, decodeAudio } from '../codec/decode-audio.ts'
import type { Media } from '../demux/common/media.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import { packetFetcher } from '../demux/common/packet-fetcher.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { loadPackets } from './thumbnails.ts'

/**
 * Longest gap to read between chunks of audio. Muxed audio has small chunks, and reading across gaps saves most
 * requests.
 */
const MAX_BRIDGE_BYTES = 512 * 1024
const MAX_REQUESTS = 600
/** Audio decoded before a part, until the decoder gives correct output (Opus: 80 ms). */
const WARM_UP_SECONDS = 0.1

/**
 * Reads the peaks of the audio, from the start of the media (or of the part) to its end.
 * @returns one value for each interval of 1 / peaksPerSecond, in percent of full scale (0 to 100)
 * @throws CutterError unsupported_media without audio, range_outside for a part after the end, too_large for too many
 * bytes or requests, broken_media, source_failed, cancelled
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
  if (!(await arePeaksAffordable(media, request.maxBytes, request.part))) throw tooLargeError()
  const { description, access } = audio
  const reading = { signal: options.signal, meter: newMeter() }
  const { packets, timescale } = await packetsOf(access, request, reading)
  const samplesPerPeak = description.sampleRate / request.peaksPerSecond
  const firstPeak = Math.floor(part.startTime * request.peaksPerSecond)
  const peaks = new Float32Array(Math.ceil(part.endTime * request.peaksPerSecond) - firstPeak)
  const stream = { ...description, timescale }
  for await (const block of decodeAudio(media.codecs, stream, description, packets, options.signal)) {
    addPeaks(peaks, block, (sample) => Math.floor(sample / samplesPerPeak) - firstPeak)
  }
  return Array.from(peaks, (value) => Math.min(100, Math.round(100 * value)))
}

/** Raises peaks to the samples of a block. Samples outside the part have no index in `peaks` and are ignored. */
function addPeaks(peaks: Float32Array, { startSample, channels }: AudioBlock, peakOf: (sample: number) => number) {
  for (const samples of channels) {
    for (let index = 0; index < samples.length; index++) {
      const peakIndex = peakOf(startSample + index)
      const amplitude = Math.abs(samples[index]!)
      if (amplitude > peaks[peakIndex]!) peaks[peakIndex] = amplitude
    }
  }
}

/**
 * Whether the audio of the media, or of a part, can be read within the byte and request limits. Reads nothing: without
 * a complete index, the part's share of the file's size is used.
 */
export async function arePeaksAffordable(media: Media, maxBytes: number, part?: TimeRange): Promise<boolean> {
  if (!media.audio) return false
  const { access } = media.audio
  if (access.kind === 'indexed' && access.track.isWhollyKnown) {
    return isWithinLimits(
      await planReads(access, { maxBytes, part }, { signal: undefined, meter: newMeter() }),
      maxBytes,
    )
  }
  const { startTime, endTime } = partWithin(media, part)
  const share = part ? (endTime - startTime) / media.facts.durationSeconds : 1
  const sizeBytes = access.kind === 'library' ? access.sizeBytes : access.reader.sizeBytes
  return sizeBytes * share <= maxBytes
}

function partWithin({ facts: { durationSeconds } }: Media, part: TimeRange | undefined): TimeRange {
  return { startTime: part?.startTime ?? 0, endTime: Math.min(durationSeconds, part?.endTime ?? Infinity) }
}

function tooLargeError(): CutterError {
  return new CutterError('too_large', 'Reading this audio would take too many bytes or requests.')
}

type PlannedReads = Awaited<ReturnType<typeof planReads>>

function isWithinLimits({ fetcher }: PlannedReads, maxBytes: number): boolean {
  return fetcher.totalBytes <= maxBytes && fetcher.requests <= MAX_REQUESTS
}

type AudioRequest = Pick<WaveformSpec, 'maxBytes' | 'part'>

async function packetsOf(
  access: TrackAccess,
  request: AudioRequest,
  reading: ReadOptions,
): Promise<{ packets: AsyncIterable<LoadedPacket>; timescale: number }> {
  if (access.kind === 'library') {
    const track = await access.open(reading)
    return { packets: track.packets(...ticksOf(request.part, track.timescale)), timescale: track.timescale }
  }
  const reads = await planReads(access, request, reading)
  // If the tables of a part had to be read first, its size is known only now.
  if (request.part && !isWithinLimits(reads, request.maxBytes)) throw tooLargeError()
  return { packets: loadPackets(reads.refs, reads.fetcher), timescale: access.track.timescale }
}

async function planReads(
  { track, reader }: Extract<TrackAccess, { kind: 'indexed' }>,
  { maxBytes, part }: AudioRequest,
  reading: ReadOptions,
) {
  const refs = await track.covering(...ticksOf(part, track.timescale), reading)
  const neededBytes = refs.totalBytes
  const bridging = { spareBytes: Math.max(0, maxBytes - neededBytes), maxBridgeBytes: MAX_BRIDGE_BYTES }
  return { refs, fetcher: packetFetcher(reader, refs, reading, undefined, bridging) }
}

function ticksOf(part: TimeRange | undefined, timescale: number): [fromTick: number, toTick: number] {
  if (!part) return [0, Number.POSITIVE_INFINITY]
  return [Math.max(0, part.startTime - WARM_UP_SECONDS) * timescale, part.endTime * timescale]
}
