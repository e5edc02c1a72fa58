import type { TimeRange } from '../api/time-range.ts'
import { isSpliceable, parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import { type EdgeLayout, programLayout } from '../bitstream/aac/program-layouts.ts'
import { isPlainOpusHead, OPUS_RATE } from '../bitstream/opus.ts'
import {
  type AudioForms,
  type AudioPlanOptions,
  asFirstDecoded,
  formsInRange,
  ofOneEntry,
} from '../demux/common/audio-forms.ts'
import type { EditedRun } from '../demux/common/indexed-track.ts'
import type { OpenedAudio, TrackAccess } from '../demux/common/opened-part.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import { allStartedAhead } from '../io/started-ahead.ts'
import { ofRun, runsWithin, withinOneRun } from './edited-runs.ts'
import { RANGES_AT_ONCE } from './range-parts.ts'

/** Samples that one AAC packet adds. */
export const AAC_FRAME = 1024
/** The decoder needs packets before the first it gives right, and the encoder settles over a few. */
export const LEAD_PACKETS = 5
/** How far from an edge a join may lie. */
export const LONGEST_EDGE = 6
/** Shorter clips are encoded as a whole: between two edges nothing would be left to copy. */
const SHORTEST_SPLICE_PACKETS = 4 * LONGEST_EDGE

interface PlannedAudio {
  opened: OpenedAudio
  sampleRate: number
  channels: number
  fromSample: number
  toSample: number
}

export interface SpliceAudioTask extends PlannedAudio {
  kind: 'splice'
  /** Times in samples. */
  packets: PacketList
  /** Channels of the encoder of its edges, where a program config element names those of its packets. */
  edgeLayout?: EdgeLayout | undefined
}

export interface EncodeAudioTask extends PlannedAudio {
  kind: 'encode'
  /** The packets to decode, times in ticks of the track; null when the library must scan them. */
  packets: PacketList | null
  /** Forms of packets by their entries, where they differ; the first in the range is that of `opened`. */
  forms?: AudioForms | undefined
  /** When the form changes inside the range, on the media's timeline; absent: it does not. */
  changeSeconds?: number | undefined
  /** Its samples are kept: no channel is mixed, no edge softened. */
  isLossless?: true
  /** It is not to be as it was: none of it can be copied. */
  isChanged?: boolean
  /** Bits a second of the AAC that it becomes, at most: of clips under a limit. */
  mostBitrate?: number
  /** Where an edit list jumps: the runs that are decoded one by one; their packets, together, are those above. */
  runs?: AudioRun[]
}

/** Audio from one time to another on the media's timeline; packets around it are decoded, too. */
export interface AudioRun {
  packets: PacketList
  fromSeconds: number
  toSeconds: number
}

export type AudioTask = SpliceAudioTask | EncodeAudioTask

/** Packets before an edge that the splice decodes, and after it. */
const SPLICE_LEAD_PACKETS = 7
const SPLICE_TRAIL_PACKETS = 4
/** Decoders of all codecs have settled after this long (Opus wants 80 ms). */
export const DECODE_LEAD_SECONDS = 0.15

/** The sample rates of AAC that every player takes. */
const AAC_RATES = new Set([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
/** Those at which MP3 can have 320 kbit/s. */
const MP3_RATES = new Set([32_000, 44_100, 48_000])

/** More than FLAC can state is resampled. */
const MOST_LOSSLESS_RATE = 655_350

/** 5.1 stays 5.1, and more becomes 5.1; MP3 and our Opus are stereo at most. */
const MOST_CHANNELS = { aac: 6, mp3: 2, opus: 2, flac: 8, pcm: 8 } as const

export type EncodedCodec = keyof typeof MOST_CHANNELS

/** How long ranges are together. */
export function samplesOf(parts: readonly Pick<AudioTask, 'fromSample' | 'toSample'>[]): number {
  return parts.reduce((sum, { fromSample, toSample }) => sum + toSample - fromSample, 0)
}

/**
 * Plans the audio of [startTime, endTime) for an MP4; null when the source has none there.
 * @param isChanged it is not to be as it was, so that none of it can be copied
 */
export async function planAudio(
  opened: OpenedAudio,
  range: TimeRange,
  isChanged: boolean,
  options: AudioPlanOptions,
): Promise<AudioTask | null> {
  const audible = audibleRange(opened, range)
  if (!audible) return null
  const splice = isChanged ? null : await planAudioSplice(withinOneRun(opened, audible), audible, options)
  return splice ?? planEncoding(opened, audible, 'aac', options)
}

/** As far as its edit list goes, after which there may be more packets; null: it ends before the range. */
export function audibleRange({ access }: OpenedAudio, range: TimeRange): TimeRange | null {
  const { presentationEnd = null, timescale = 1 } = access.kind === 'indexed' ? access.track : {}
  const endTime = Math.min(range.endTime, (presentationEnd ?? Infinity) / timescale)
  return endTime > range.startTime ? { ...range, endTime } : null
}

/** Plans the audio of [startTime, endTime) to be re-encoded; null when the source has none there. */
export async function planEncoding(
  whole: OpenedAudio,
  range: TimeRange,
  codec: EncodedCodec,
  options: AudioPlanOptions,
): Promise<EncodeAudioTask | null> {
  const opened = withinOneRun(whole, range)
  const { access } = opened
  const { startTime, endTime } = range
  if (access.kind === 'library') {
    const described = options.isAudioRead ? await firstInLibrary(opened, access, range, options) : opened
    return { ...taskWithoutPackets(described, range, codec), packets: null }
  }
  const runs = runsWithin(opened, range)
  if (runs) return planAudioRuns(opened, runs, range, codec, options)
  const { timescale } = access.track
  const fromTick = (startTime - DECODE_LEAD_SECONDS) * timescale
  const toTick = endTime * timescale
  const packets = await access.track.covering(fromTick, toTick, options)
  const isAnyInside = packets.some(({ pts, duration }) => pts + duration > startTime * timescale && pts < toTick)
  if (!isAnyInside) return null
  const { opened: described, ...forms } = await formsInRange(opened, packets, range, options)
  return { ...taskWithoutPackets(described, range, codec), ...forms }
}

async function firstInLibrary(
  opened: OpenedAudio,
  access: Extract<TrackAccess, { kind: 'library' }>,
  range: TimeRange,
  options: AudioPlanOptions,
): Promise<OpenedAudio> {
  const track = await access.open(options)
  const fromTick = (range.startTime - DECODE_LEAD_SECONDS) * track.timescale
  return asFirstDecoded(opened, track.packets(fromTick, range.endTime * track.timescale), range, options)
}

/** Each run of an edit list is decoded separately; where it pauses, or shows nothing, there is silence. */
async function planAudioRuns(
  opened: OpenedAudio,
  runs: readonly EditedRun[],
  range: TimeRange,
  codec: EncodedCodec,
  options: AudioPlanOptions,
): Promise<EncodeAudioTask | null> {
  const planned: AudioRun[] = []
  const parts: EncodeAudioTask[] = []
  for (const run of runs.filter(({ isHeld }) => !isHeld)) {
    const { timescale } = run.track
    const fromSeconds = Math.max(range.startTime, run.fromTick / timescale)
    const toSeconds = Math.min(range.endTime, run.toTick / timescale)
    const time = { startTime: fromSeconds, endTime: toSeconds }
    const part = await planEncoding(ofRun(opened, run), time, codec, options)
    if (!part?.packets) continue
    planned.push({ packets: part.packets, fromSeconds, toSeconds })
    parts.push(part)
  }
  const [first] = parts
  if (!first) return null
  const { description } = first.opened
  return {
    ...taskWithoutPackets({ ...opened, description }, range, codec),
    packets: PacketList.joined(planned.map(({ packets }) => packets)),
    runs: planned,
    ...formsOfRuns(parts),
  }
}

function formsOfRuns(parts: readonly EncodeAudioTask[]): Pick<EncodeAudioTask, 'forms' | 'changeSeconds'> {
  const forms = new Map(
    parts.flatMap(({ forms, opened, packets }) => [...(forms ?? [[packets!.entryIndexes[0]!, opened.description]])]),
  )
  const changed = parts.find(
    ({ changeSeconds, opened }) => changeSeconds !== undefined || !isSameForm(opened, parts[0]!.opened),
  )
  if (!changed) return forms.size > 1 ? { forms } : {}
  return { forms, changeSeconds: changed.changeSeconds ?? changed.fromSample / changed.sampleRate }
}

function isSameForm({ description: one }: OpenedAudio, { description: other }: OpenedAudio): boolean {
  return one.codec === other.codec && one.sampleRate === other.sampleRate && one.channels === other.channels
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
    channels: Math.min(MOST_CHANNELS[codec], channels),
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
      return fittingRate(sampleRate, MP3_RATES)
    case 'aac':
      return fittingRate(sampleRate, AAC_RATES)
    default:
      return sampleRate <= MOST_LOSSLESS_RATE ? sampleRate : fittingRate(sampleRate, MP3_RATES)
  }
}

/** The source's own rate if it will do; else the usual one of its family. */
function fittingRate(sampleRate: number, rates: Set<number>): number {
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
  const form = await formsInRange(opened, covering, { startTime, endTime }, options)
  const { description } = form.opened
  const config = parseAudioSpecificConfig(description.configuration ?? new Uint8Array(0))
  const isAsDecoded = config?.sampleRate === description.sampleRate
  if (form.changeSeconds !== undefined || !config || !isAsDecoded) return null
  const edgeLayout = programLayout(description.configuration)?.edges
  if (description.codec !== 'aac' || !isSpliceable(config, edgeLayout !== undefined)) return null
  const { sampleRate, channels } = description
  const fromSample = Math.round(startTime * sampleRate)
  const wantedEnd = Math.round(endTime * sampleRate)
  const packets = onSampleGrid(ofOneEntry(form.packets, startTime * timescale), timescale, sampleRate)
  const last = packets?.at(-1)
  if (!packets || !last) return null
  const toSample = Math.min(wantedEnd, last.pts + AAC_FRAME)
  const inside = packets.pts.filter((pts) => pts + AAC_FRAME > fromSample && pts < toSample)
  const beginsLate = packets.pts[0]! > fromSample
  if (beginsLate || inside.length < SHORTEST_SPLICE_PACKETS) return null
  return { kind: 'splice', opened: form.opened, packets, sampleRate, channels, fromSample, toSample, edgeLayout }
}

/** Times in samples, one frame apart; null when there is a hole or an overlap. Coarse time scales round a little. */
function onSampleGrid(packets: PacketList, timescale: number, sampleRate: number): PacketList | null {
  const toSamples = sampleRate / timescale
  const tolerance = 1 + Math.ceil(toSamples)
  const start = Math.round((packets.pts[0] ?? 0) * toSamples)
  const placed = packets.pts.map((_, index) => start + index * AAC_FRAME)
  const isOffGrid = packets.pts.some((pts, index) => Math.abs(pts * toSamples - placed[index]!) > tolerance)
  return isOffGrid ? null : packets.with({ pts: placed })
}

/** Samples that an Opus packet of the usual 20 ms adds. */
export const OPUS_FRAME = 960
/** Shorter Opus is encoded as a whole: between two edges little would be left to copy. */
const SHORTEST_OPUS_SPLICE = 24 * OPUS_FRAME

/** Whether these ranges, planned for Opus, are Opus whose packets can be copied between the edges. */
export function isOpusCopied([task, ...others]: readonly AudioTask[]): boolean {
  if (!task || others.length > 0 || (task.kind === 'encode' && (task.isChanged || task.runs))) return false
  const { opened, channels, sampleRate, fromSample, toSample } = task
  const { codec, configuration, channels: own } = opened.description
  const isSame = codec === 'opus' && sampleRate === OPUS_RATE && own === channels && isPlainOpusHead(configuration)
  return isSame && toSample - fromSample >= SHORTEST_OPUS_SPLICE
}

/** When the frames of a range begin and end, and their audio; null: the range has no audio. */
export interface AudioTime {
  opened: OpenedAudio | null
  range: TimeRange
}

/**
 * Plans the audio of several ranges that follow each other in a clip. It is encoded as a whole, because copies would need
 * audible silent edges at every joint. A range without audio is silent; null when no range has any.
 * The first of them gives the clip's sample rate and channels.
 * @param main describes ranges without audio
 */
export async function planJoinedAudio(
  main: OpenedAudio,
  times: readonly AudioTime[],
  codec: EncodedCodec,
  options: AudioPlanOptions,
): Promise<EncodeAudioTask[] | null> {
  const planOf = async ({ opened, range }: AudioTime) => opened && planEncoding(opened, range, codec, options)
  const planned = await allStartedAhead(times, RANGES_AT_ONCE, planOf)
  if (planned.every((task) => task === null)) return null
  const ranges = times.map(({ range }) => range)
  const { opened: first } = planned.find((task) => task !== null)!
  const form = taskWithoutPackets(first, ranges[0]!, codec)
  const tasks = planned.map((task, index) => task ?? taskWithoutPackets(main, ranges[index]!, codec))
  const { sampleRate, channels } = form
  let seconds = 0
  return tasks.map((task, index) => {
    const { startTime, endTime } = ranges[index]!
    // Where ranges join is rounded from the sum of their lengths, so that audio does not drift.
    const joint = Math.round(seconds * sampleRate)
    seconds += endTime - startTime
    const fromSample = Math.round(startTime * sampleRate)
    const toSample = fromSample + Math.round(seconds * sampleRate) - joint
    return { ...task, sampleRate, channels, fromSample, toSample }
  })
}
