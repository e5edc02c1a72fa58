import type { TimeRange } from '../api/time-range.ts'
import { isSpliceable, parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import { type EdgeLayout, programLayout } from '../bitstream/aac/program-layouts.ts'
import { isPlainOpusHead, OPUS_RATE } from '../bitstream/opus.ts'
import {
  type AudioFormats,
  type AudioPlanOptions,
  formatsInRange,
  packetsOfOneEntry,
  withDecodedFormat,
} from '../demux/common/audio-formats.ts'
import type { EditedRun } from '../demux/common/indexed-track.ts'
import type { OpenedAudio, TrackAccess } from '../demux/common/opened-part.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import { runAllAhead } from '../io/run-ahead.ts'
import { replaceWithRun, runsWithin, withinOneRun } from './edited-runs.ts'
import { MAX_CONCURRENT_RANGES } from './range-parts.ts'

/** Samples of one AAC packet. */
export const AAC_FRAME = 1024
/** Number of packets before a join that a decoder needs for correct output, and that an encoder needs to settle. */
export const LEAD_PACKETS = 5
/** Longest distance of a join from an edge of the range, in packets. */
export const MAX_EDGE = 6
/** Shortest range that is spliced. In a shorter one, no packets would remain between the two edges. */
const MIN_SPLICE_PACKETS = 4 * MAX_EDGE

interface PlannedAudio {
  opened: OpenedAudio
  sampleRate: number
  channels: number
  fromSample: number
  toSample: number
}

export interface SpliceAudioTask extends PlannedAudio {
  kind: 'splice'
  /** Packets with times in samples. */
  packets: PacketList
  /** Channel layout for the encoder of the edges, where a program config element gives the channels of the packets. */
  edgeLayout?: EdgeLayout | undefined
}

export interface EncodeAudioTask extends PlannedAudio {
  kind: 'encode'
  /** The packets to decode, with times in ticks of the track; null: mediabunny must scan the file for them. */
  packets: PacketList | null
  /** Formats of packets by sample entry, where they differ. `opened` has the first format in the range. */
  formats?: AudioFormats | undefined
  /** Time on the media's timeline at which the format changes inside the range; absent: it does not. */
  changeSeconds?: number | undefined
  /** Whether samples stay exact: no channels are mixed and no edges are faded. */
  isLossless?: true
  /** Whether loudness or fades change the audio, so that no packet can be copied. */
  isChanged?: boolean
  /** Maximum bitrate of the encoded AAC in bits per second, for clips with a size limit. */
  maxBitrate?: number
  /** Runs that are decoded one by one, where an edit list jumps. Together they have exactly the packets of the task. */
  runs?: AudioRun[]
}

/** A run of audio between two times of the media's timeline. Its packets extend beyond both times. */
export interface AudioRun {
  packets: PacketList
  fromSeconds: number
  toSeconds: number
}

export type AudioTask = SpliceAudioTask | EncodeAudioTask

/** Numbers of packets that the splice decodes before the start and after the end of the range. */
const SPLICE_LEAD_PACKETS = 7
const SPLICE_TRAIL_PACKETS = 4
/** Audio decoded before a range, after which decoders of all codecs give correct output (Opus requires 80 ms). */
export const DECODE_LEAD_SECONDS = 0.15

/** Sample rates of AAC that every player supports. */
const AAC_RATES = new Set([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
/** Sample rates of MP3 that allow 320 kbit/s. */
const MP3_RATES = new Set([32_000, 44_100, 48_000])

/** Highest sample rate that FLAC can store. Higher ones are resampled. */
const MAX_LOSSLESS_RATE = 655_350

/** Maximum number of channels by codec; further ones are mixed down. */
const MAX_CHANNELS = { aac: 6, mp3: 2, opus: 2, flac: 8, pcm: 8 } as const

export type EncodedCodec = keyof typeof MAX_CHANNELS

/** Total number of samples of all ranges. */
export function sampleCountOf(parts: readonly Pick<AudioTask, 'fromSample' | 'toSample'>[]): number {
  return parts.reduce((sum, { fromSample, toSample }) => sum + toSample - fromSample, 0)
}

/**
 * Plans the audio of [startTime, endTime) for an MP4; null if the source has no audio there.
 * @param isChanged whether loudness or fades change the audio, so that no packet can be copied
 */
export async function planAudio(
  opened: OpenedAudio,
  range: TimeRange,
  isChanged: boolean,
  options: AudioPlanOptions,
): Promise<AudioTask | null> {
  const heardRange = audibleRange(opened, range)
  if (!heardRange) return null
  const splice = isChanged ? null : await planAudioSplice(withinOneRun(opened, heardRange), heardRange, options)
  return splice ?? planEncoding(opened, heardRange, 'aac', options)
}

/**
 * Ends a range where the track's edit list ends, although the file may have more packets; null if the list ends before
 * the range.
 */
export function audibleRange({ access }: OpenedAudio, range: TimeRange): TimeRange | null {
  const { presentationEnd = null, timescale = 1 } = access.kind === 'indexed' ? access.track : {}
  const endTime = Math.min(range.endTime, (presentationEnd ?? Infinity) / timescale)
  return endTime > range.startTime ? { ...range, endTime } : null
}

/** Plans a re-encode of the audio of [startTime, endTime); null if the source has no audio there. */
export async function planEncoding(
  wholeTrack: OpenedAudio,
  range: TimeRange,
  codec: EncodedCodec,
  options: AudioPlanOptions,
): Promise<EncodeAudioTask | null> {
  const opened = withinOneRun(wholeTrack, range)
  const { access } = opened
  const { startTime, endTime } = range
  if (access.kind === 'library') {
    const describedAudio = options.isAudioRead ? await describeFromLibrary(opened, access, range, options) : opened
    return { ...taskWithoutPackets(describedAudio, range, codec), packets: null }
  }
  const runs = runsWithin(opened, range)
  if (runs) return planAudioRuns(opened, runs, range, codec, options)
  const { timescale } = access.track
  const fromTick = (startTime - DECODE_LEAD_SECONDS) * timescale
  const toTick = endTime * timescale
  const packets = await access.track.covering(fromTick, toTick, options)
  const hasPacketInside = packets.some(({ pts, duration }) => pts + duration > startTime * timescale && pts < toTick)
  if (!hasPacketInside) return null
  const { opened: describedAudio, ...formats } = await formatsInRange(opened, packets, range, options)
  return { ...taskWithoutPackets(describedAudio, range, codec), ...formats }
}

async function describeFromLibrary(
  opened: OpenedAudio,
  access: Extract<TrackAccess, { kind: 'library' }>,
  range: TimeRange,
  options: AudioPlanOptions,
): Promise<OpenedAudio> {
  const track = await access.open(options)
  const fromTick = (range.startTime - DECODE_LEAD_SECONDS) * track.timescale
  return withDecodedFormat(opened, track.packets(fromTick, range.endTime * track.timescale), range, options)
}

/** Plans runs of an edit list, each decoded separately. Gaps between runs, and held runs, become silence. */
async function planAudioRuns(
  opened: OpenedAudio,
  runs: readonly EditedRun[],
  range: TimeRange,
  codec: EncodedCodec,
  options: AudioPlanOptions,
): Promise<EncodeAudioTask | null> {
  const audioRuns: AudioRun[] = []
  const parts: EncodeAudioTask[] = []
  for (const run of runs.filter(({ isFrozen }) => !isFrozen)) {
    const { timescale } = run.track
    const fromSeconds = Math.max(range.startTime, run.fromTick / timescale)
    const toSeconds = Math.min(range.endTime, run.toTick / timescale)
    const time = { startTime: fromSeconds, endTime: toSeconds }
    const part = await planEncoding(replaceWithRun(opened, run), time, codec, options)
    if (!part?.packets) continue
    audioRuns.push({ packets: part.packets, fromSeconds, toSeconds })
    parts.push(part)
  }
  const [first] = parts
  if (!first) return null
  const { description } = first.opened
  return {
    ...taskWithoutPackets({ ...opened, description }, range, codec),
    packets: PacketList.joined(audioRuns.map(({ packets }) => packets)),
    runs: audioRuns,
    ...audioFormatsOfRuns(parts),
  }
}

function audioFormatsOfRuns(parts: readonly EncodeAudioTask[]): Pick<EncodeAudioTask, 'formats' | 'changeSeconds'> {
  const formats = new Map(
    parts.flatMap(({ formats, opened, packets }) => [
      ...(formats ?? [[packets!.entryIndexes[0]!, opened.description]]),
    ]),
  )
  const changedPart = parts.find(
    ({ changeSeconds, opened }) => changeSeconds !== undefined || !isSameFormat(opened, parts[0]!.opened),
  )
  if (!changedPart) return formats.size > 1 ? { formats } : {}
  return { formats, changeSeconds: changedPart.changeSeconds ?? changedPart.fromSample / changedPart.sampleRate }
}

function isSameFormat({ description: a }: OpenedAudio, { description: b }: OpenedAudio): boolean {
  return a.codec === b.codec && a.sampleRate === b.sampleRate && a.channels === b.channels
}

function taskWithoutPackets(
  opened: OpenedAudio,
  { startTime, endTime }: TimeRange,
  codec: EncodedCodec,
): EncodeAudioTask {
  const { sampleRate, channels } = opened.description
  const rate = rateFor(codec, sampleRate)
  return {
    kind: 'encode',
    opened,
    packets: PacketList.of([]),
    sampleRate: rate,
    channels: Math.min(MAX_CHANNELS[codec], channels),
    fromSample: Math.round(startTime * rate),
    toSample: Math.round(endTime * rate),
    ...((codec === 'flac' || codec === 'pcm') && { isLossless: true }),
  }
}

function rateFor(codec: EncodedCodec, sampleRate: number): number {
  switch (codec) {
    case 'opus':
      return OPUS_RATE
    case 'mp3':
      return supportedRate(sampleRate, MP3_RATES)
    case 'aac':
      return supportedRate(sampleRate, AAC_RATES)
    default:
      return sampleRate <= MAX_LOSSLESS_RATE ? sampleRate : supportedRate(sampleRate, MP3_RATES)
  }
}

/**
 * The source's own rate if the codec allows it; otherwise 44.1 kHz for multiples of 11,025 Hz, and 48 kHz for others.
 */
function supportedRate(sampleRate: number, rates: Set<number>): number {
  if (rates.has(sampleRate)) return sampleRate
  return sampleRate % 11_025 === 0 ? 44_100 : 48_000
}

async function planAudioSplice(
  opened: OpenedAudio,
  { startTime, endTime }: TimeRange,
  options: AudioPlanOptions,
): Promise<SpliceAudioTask | null> {
  const { access } = opened
  if (opened.description.codec !== 'aac' || access.kind === 'library') return null
  const { timescale } = access.track
  const aroundTicks = (packets: number) => (packets * AAC_FRAME * timescale) / opened.description.sampleRate
  const covering = await access.track.covering(
    startTime * timescale - aroundTicks(SPLICE_LEAD_PACKETS),
    endTime * timescale + aroundTicks(SPLICE_TRAIL_PACKETS),
    options,
  )
  const format = await formatsInRange(opened, covering, { startTime, endTime }, options)
  const { description } = format.opened
  const config = parseAudioSpecificConfig(description.configuration ?? new Uint8Array(0))
  const isRateConfirmed = config?.sampleRate === description.sampleRate
  if (format.changeSeconds !== undefined || !config || !isRateConfirmed) return null
  const edgeLayout = programLayout(description.configuration)?.edges
  if (description.codec !== 'aac' || !isSpliceable(config, edgeLayout !== undefined)) return null
  const { sampleRate, channels } = description
  const fromSample = Math.round(startTime * sampleRate)
  const rangeEnd = Math.round(endTime * sampleRate)
  const packets = snapToSampleGrid(packetsOfOneEntry(format.packets, startTime * timescale), timescale, sampleRate)
  const last = packets?.at(-1)
  if (!packets || !last) return null
  const toSample = Math.min(rangeEnd, last.pts + AAC_FRAME)
  const ptsInside = packets.pts.filter((pts) => pts + AAC_FRAME > fromSample && pts < toSample)
  const isLate = packets.pts[0]! > fromSample
  if (isLate || ptsInside.length < MIN_SPLICE_PACKETS) return null
  return { kind: 'splice', opened: format.opened, packets, sampleRate, channels, fromSample, toSample, edgeLayout }
}

/**
 * Converts times to samples, one AAC frame apart; null if packets have gaps or overlaps beyond the timescale's
 * rounding.
 */
function snapToSampleGrid(packets: PacketList, timescale: number, sampleRate: number): PacketList | null {
  const toSamples = sampleRate / timescale
  const tolerance = 1 + Math.ceil(toSamples)
  const start = Math.round((packets.pts[0] ?? 0) * toSamples)
  const gridTimes = packets.pts.map((_, index) => start + index * AAC_FRAME)
  const isOffGrid = packets.pts.some((pts, index) => Math.abs(pts * toSamples - gridTimes[index]!) > tolerance)
  return isOffGrid ? null : packets.with({ pts: gridTimes })
}

/** Number of samples in an Opus packet of the usual 20 ms. */
export const OPUS_FRAME = 960
/** Shortest Opus range that is spliced. In a shorter one, few packets would remain between the two edges. */
const MIN_OPUS_SPLICE = 24 * OPUS_FRAME

/** Whether ranges that become Opus are a single range of Opus whose packets can be copied between its edges. */
export function isOpusCopied([task, ...others]: readonly AudioTask[]): boolean {
  if (!task || others.length > 0 || (task.kind === 'encode' && (task.isChanged || task.runs))) return false
  const { opened, channels, sampleRate, fromSample, toSample } = task
  const { codec, configuration, channels: sourceChannels } = opened.description
  const isSameFormat = codec === 'opus' && sampleRate === OPUS_RATE && sourceChannels === channels
  return isSameFormat && isPlainOpusHead(configuration) && toSample - fromSample >= MIN_OPUS_SPLICE
}

/** The time that the frames of a range cover, and its audio (null: it has none). */
export interface AudioTime {
  opened: OpenedAudio | null
  range: TimeRange
}

/**
 * Plans the audio of several ranges that follow each other in a clip. The audio is encoded as a whole, because copied
 * packets would need audible silence at every joint. A range without audio becomes silence.
 * @param mainAudio describes ranges without audio; the first range with audio gives the clip's sample rate and channels
 * @returns null if no range has audio
 */
export async function planJoinedAudio(
  mainAudio: OpenedAudio,
  times: readonly AudioTime[],
  codec: EncodedCodec,
  options: AudioPlanOptions,
): Promise<EncodeAudioTask[] | null> {
  const planOf = async ({ opened, range }: AudioTime) => opened && planEncoding(opened, range, codec, options)
  const plannedTasks = await runAllAhead(times, MAX_CONCURRENT_RANGES, planOf)
  if (plannedTasks.every((task) => task === null)) return null
  const ranges = times.map(({ range }) => range)
  const { opened: first } = plannedTasks.find((task) => task !== null)!
  const format = taskWithoutPackets(first, ranges[0]!, codec)
  const tasks = plannedTasks.map((task, index) => task ?? taskWithoutPackets(mainAudio, ranges[index]!, codec))
  const { sampleRate, channels } = format
  let seconds = 0
  return tasks.map((task, index) => {
    const { startTime, endTime } = ranges[index]!
    // Joints are rounded from the total length so far, so that audio does not drift.
    const joint = Math.round(seconds * sampleRate)
    seconds += endTime - startTime
    const fromSample = Math.round(startTime * sampleRate)
    const toSample = fromSample + Math.round(seconds * sampleRate) - joint
    return { ...task, sampleRate, channels, fromSample, toSample }
  })
}
