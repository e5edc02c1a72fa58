import { PacketFetcher } from './bytes/packet-fetcher.ts'
import { newMeter, type ReadOptions } from './bytes/part-reader.ts'
import { decodeSound } from './codec/decode-sound.ts'
import { CutterError } from './cutter-error.ts'
import { PeakCollector } from './film/peak-collector.ts'
import type { TrackAccess } from './index/opened-part.ts'
import type { LoadedPacket } from './index/packet-ref.ts'
import type { OpenedMedia } from './open-media.ts'

export interface PeaksWish {
  peaksPerSecond: number
  /** Of the source, index apart. */
  mostBytes: number
}

/** Beside the picture, sound lies in small pieces: reading along what is between them saves most of the requests. */
const LARGEST_BRIDGE_BYTES = 512 * 1024
const MOST_REQUESTS = 600

/**
 * How loud the sound is, from the start of the media to its end, each peak in percent of full scale (0..100).
 * @throws CutterError unsupported_media without sound, too_large when it takes too many bytes or requests, broken_media,
 * source_failed, cancelled
 */
export async function readPeaks(
  media: OpenedMedia,
  wish: PeaksWish,
  options: { signal?: AbortSignal } = {},
): Promise<number[]> {
  const { sound } = media
  if (!sound) {
    throw new CutterError('unsupported_media', 'There is no sound.')
  }
  if (!(await arePeaksAffordable(media, wish.mostBytes))) {
    throw new CutterError('too_large', 'Reading all sound would take too many bytes or requests.')
  }
  const { description, access } = sound
  const reading = { signal: options.signal, meter: newMeter() }
  const { packets, timescale } = await allPackets(access, wish.mostBytes, reading)
  const peaks = new PeakCollector(description.sampleRate, wish.peaksPerSecond, media.facts.durationSeconds)
  for await (const block of decodeSound({ ...description, timescale }, description, packets, options.signal)) {
    peaks.add(block)
  }
  return peaks.percents()
}

/** Whether all sound can be read within so many bytes and a bearable number of requests. Reads nothing. */
export async function arePeaksAffordable({ sound }: OpenedMedia, mostBytes: number): Promise<boolean> {
  if (!sound) {
    return false
  }
  const { access } = sound
  if (access.kind === 'library') {
    return access.sizeBytes <= mostBytes
  }
  if (!access.track.isWhollyKnown) {
    return access.reader.sizeBytes <= mostBytes
  }
  const { fetcher } = await planReads(access, mostBytes, { signal: undefined, meter: newMeter() })
  return fetcher.totalBytes <= mostBytes && fetcher.requests <= MOST_REQUESTS
}

async function allPackets(
  access: TrackAccess,
  mostBytes: number,
  reading: ReadOptions,
): Promise<{ packets: AsyncIterable<LoadedPacket>; timescale: number }> {
  if (access.kind === 'library') {
    const track = await access.open(reading)
    return { packets: track.packets(0, Number.POSITIVE_INFINITY), timescale: track.timescale }
  }
  const { refs, fetcher } = await planReads(access, mostBytes, reading)
  async function* load(): AsyncGenerator<LoadedPacket, void> {
    for (const ref of refs) {
      const { pts, duration, isSync, entryIndex } = ref
      yield { pts, duration, isSync, entryIndex, data: await fetcher.take(ref) }
    }
  }
  return { packets: load(), timescale: access.track.timescale }
}

async function planReads(
  { track, reader }: Extract<TrackAccess, { kind: 'indexed' }>,
  mostBytes: number,
  reading: ReadOptions,
) {
  const refs = await track.covering(0, Number.POSITIVE_INFINITY, reading)
  const neededBytes = refs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const bridging = { spareBytes: Math.max(0, mostBytes - neededBytes), largestBridgeBytes: LARGEST_BRIDGE_BYTES }
  return { refs, fetcher: new PacketFetcher(reader, refs, reading, undefined, bridging) }
}
