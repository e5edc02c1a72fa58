import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { TimeRange } from '../../api/time-range.ts'
import { AAC_LAYOUTS, parseAudioSpecificConfig } from '../../bitstream/aac/audio-specific-config.ts'
import { firstElement } from '../../bitstream/aac/first-element.ts'
import type { Codecs } from '../../codec/codecs.ts'
import {
  type AudioDecoders,
  correctAacDescription,
  type DecodedFormat,
  decodeAudio,
  openAacTrial,
} from '../../codec/decode-audio.ts'
import type { Packets } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedAudio } from './opened-part.ts'
import { packetFetcher } from './packet-fetcher.ts'
import type { PacketList } from './packet-list.ts'
import type { AudioDescription } from './track-descriptions.ts'

export type AudioFormats = ReadonlyMap<number, AudioDescription>

/** Decoders that find the format of audio, and options for reading it. */
export interface AudioReading extends ReadOptions {
  codecs: AudioDecoders & Pick<Codecs, 'audioConverter'>
}

export interface AudioPlanOptions extends AudioReading {
  /** Whether all packets are read to find their format, because they differ from what the container says. */
  isAudioRead?: boolean
}

export interface FormatsInRange {
  packets: PacketList
  /** The audio with the format of the first packet of the range. */
  opened: OpenedAudio
  /** Formats by entry index; absent if all packets have one format. */
  formats?: AudioFormats
  /** Timestamp of the first change of format inside the range, on the media's timeline; absent if there is none. */
  changeSeconds?: number
}

/**
 * Finds the formats of the packets in and around a range.
 * @throws CutterError unsupported_media for a format that is unreadable
 */
export async function formatsInRange(
  claimedAudio: OpenedAudio,
  claimedPackets: PacketList,
  range: TimeRange,
  options: AudioPlanOptions,
): Promise<FormatsInRange> {
  const { opened, packets } = options.isAudioRead
    ? await withReadFormats(claimedAudio, claimedPackets, range, options)
    : { opened: claimedAudio, packets: claimedPackets }
  const { access, formats = [] } = opened
  if (access.kind === 'library' || formats.length < 2 || packets.length === 0) return { opened, packets }
  const { startTime, endTime } = range
  const { timescale } = access.track
  const formatsByEntry = new Map<number, AudioDescription>()
  let firstEntry: number | null = null
  let changeSeconds: number | undefined
  for (const { pts, duration, entryIndex, offset, sizeBytes } of packets) {
    if (!formatsByEntry.has(entryIndex)) {
      const format = await correctAacDescription(options.codecs, formats[entryIndex] ?? null, () =>
        access.reader.read(offset, offset + sizeBytes, options),
      )
      if (!format) throw unsupportedMedia('The audio changes to a form that cannot be read.')
      formatsByEntry.set(entryIndex, format)
    }
    if (pts + duration <= startTime * timescale || pts >= endTime * timescale) continue
    firstEntry ??= entryIndex
    if (entryIndex !== firstEntry) changeSeconds ??= pts / timescale
  }
  const description = formatsByEntry.get(firstEntry ?? packets.entryIndexes[0]!)!
  return {
    packets,
    opened: { ...opened, description },
    ...(formatsByEntry.size > 1 && { formats: formatsByEntry }),
    ...(changeSeconds !== undefined && { changeSeconds }),
  }
}

/** The packets around a tick that have one sample entry, up to the nearest packet with another entry on each side. */
export function packetsOfOneEntry(packets: PacketList, tick: number): PacketList {
  const middle = Math.max(
    0,
    packets.findIndex(({ pts, duration }) => pts + duration > tick),
  )
  const entry = packets.entryIndexes[middle]
  let from = middle
  let to = middle
  while (from > 0 && packets.entryIndexes[from - 1] === entry) from -= 1
  while (to < packets.length && packets.entryIndexes[to] === entry) to += 1
  return packets.slice(from, to)
}

/** Reads all packets to find their formats. The result has the formats, and packets with the matching entry indexes. */
async function withReadFormats(
  opened: OpenedAudio,
  packets: PacketList,
  range: TimeRange,
  options: AudioReading,
): Promise<Pick<FormatsInRange, 'opened' | 'packets'>> {
  const { access, description, formats = [description] } = opened
  if (access.kind === 'library') return { opened, packets }
  const { take } = packetFetcher(access.reader, packets, options, () => {})
  if (description.codec !== 'aac') {
    async function* loadPackets() {
      for (const packet of packets) yield { ...packet, data: await take(packet) }
    }
    return { opened: await withDecodedFormat(opened, loadPackets(), range, options), packets }
  }
  const layouts = await openLayouts(options.codecs, formats)
  try {
    const entryIndexes = new Uint8Array(packets.length)
    for (const [index, { entryIndex }] of [...packets].entries()) {
      entryIndexes[index] = await layouts.entryOf(await take(packets.at(index)!), entryIndex)
    }
    return { opened: { ...opened, formats: layouts.formats }, packets: packets.with({ entryIndexes }) }
  } finally {
    layouts.close()
  }
}

/** Opens trial decoders for the formats that a container names, and for the same formats with other channel layouts. */
async function openLayouts(codecs: AudioDecoders, namedFormats: readonly (AudioDescription | null)[]) {
  const formats = [...namedFormats]
  for (const format of namedFormats) {
    const config = parseAudioSpecificConfig(format?.configuration ?? new Uint8Array(0))
    if (!format || !config) continue
    for (const [channelConfiguration, channels] of AAC_LAYOUTS) {
      const configuration = Uint8Array.from(format.configuration!.subarray(0, 2))
      configuration[1] = (configuration[1]! & 0x87) | (channelConfiguration << 3)
      formats.push({ ...format, channels, configuration })
    }
  }
  const trials = await Promise.all(formats.map((format) => openTrial(codecs, format)))
  return {
    formats,
    /** Index of the format that fits a packet; `entry` if its number of channels fits or if the packet is damaged. */
    async entryOf(data: Uint8Array, entry: number): Promise<number> {
      const element = firstElement(data)
      const mayFit = ({ channels }: AudioDescription) => element === null || (element === 'pair') === (channels === 2)
      // A decoder treats missing channels as silent. So the first layout that fits, with the fewest channels, is right.
      for (let index = namedFormats.length; index < formats.length; index += 1) {
        const format = formats[index]
        if (!format || !mayFit(format) || !(await trials[index]?.isDecodable(data))) continue
        return format.channels === formats[entry]?.channels ? entry : index
      }
      return entry
    },
    close(): void {
      for (const trial of trials) trial?.close()
    },
  }
}

/** Opens a trial decoder for a format; null if no decoder supports it. */
async function openTrial(codecs: AudioDecoders, format: AudioDescription | null) {
  return format && openAacTrial(codecs, { ...format, timescale: format.sampleRate }).catch(() => null)
}

/**
 * Replaces sample rate and channels by the values of the first decoded audio in a range.
 * @param packets from just before the range
 */
export async function withDecodedFormat(
  opened: OpenedAudio,
  packets: Packets,
  { startTime }: TimeRange,
  { codecs, signal }: AudioReading,
): Promise<OpenedAudio> {
  const { access, description } = opened
  const timescale = access.kind === 'indexed' ? access.track.timescale : access.timescale
  let firstFormat = null as DecodedFormat | null
  const onFrame = (format: DecodedFormat) => {
    if (format.seconds > startTime - MAX_FRAME_SECONDS) firstFormat ??= format
  }
  for await (const _ of decodeAudio(codecs, { ...description, timescale }, description, packets, signal, onFrame)) {
    if (firstFormat) break
  }
  if (!firstFormat) return opened
  const { sampleRate, channels } = firstFormat
  return { ...opened, description: { ...description, sampleRate, channels } }
}

/** Longest duration of a common audio frame, in seconds. */
const MAX_FRAME_SECONDS = 0.03
