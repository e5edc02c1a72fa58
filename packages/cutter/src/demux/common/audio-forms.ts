import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { TimeRange } from '../../api/time-range.ts'
import { AAC_LAYOUTS, parseAudioSpecificConfig } from '../../bitstream/aac/audio-specific-config.ts'
import { firstElement } from '../../bitstream/aac/first-element.ts'
import type { Codecs } from '../../codec/codecs.ts'
import {
  type AudioDecoders,
  correctAacDescription,
  type DecodedForm,
  decodeAudio,
  openAacTrial,
} from '../../codec/decode-audio.ts'
import type { Packets } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedAudio } from './opened-part.ts'
import { packetFetcher } from './packet-fetcher.ts'
import type { PacketList } from './packet-list.ts'
import type { AudioDescription } from './track-descriptions.ts'

export type AudioForms = ReadonlyMap<number, AudioDescription>

/** Decoders that find the format of audio, and options for reading it. */
export interface AudioReading extends ReadOptions {
  codecs: AudioDecoders & Pick<Codecs, 'audioConverter'>
}

export interface AudioPlanOptions extends AudioReading {
  /** Whether all packets are read to find their form, because they differ from what the container says. */
  isAudioRead?: boolean
}

export interface FormsInRange {
  packets: PacketList
  /** The audio with the format of the first packet of the range. */
  opened: OpenedAudio
  /** Forms by entry index; absent if all packets have one form. */
  forms?: AudioForms
  /** Timestamp of the first change of form inside the range, on the media's timeline; absent if there is none. */
  changeSeconds?: number
}

/**
 * Finds the formats of the packets in and around a range.
 * @throws CutterError unsupported_media for a form that is unreadable
 */
export async function formsInRange(
  claimedAudio: OpenedAudio,
  claimedPackets: PacketList,
  range: TimeRange,
  options: AudioPlanOptions,
): Promise<FormsInRange> {
  const { opened, packets } = options.isAudioRead
    ? await withReadForms(claimedAudio, claimedPackets, range, options)
    : { opened: claimedAudio, packets: claimedPackets }
  const { access, forms = [] } = opened
  if (access.kind === 'library' || forms.length < 2 || packets.length === 0) return { opened, packets }
  const { startTime, endTime } = range
  const { timescale } = access.track
  const formsByEntry = new Map<number, AudioDescription>()
  let firstEntry: number | null = null
  let changeSeconds: number | undefined
  for (const { pts, duration, entryIndex, offset, sizeBytes } of packets) {
    if (!formsByEntry.has(entryIndex)) {
      const form = await correctAacDescription(options.codecs, forms[entryIndex] ?? null, () =>
        access.reader.read(offset, offset + sizeBytes, options),
      )
      if (!form) throw unsupportedMedia('The audio changes to a form that cannot be read.')
      formsByEntry.set(entryIndex, form)
    }
    if (pts + duration <= startTime * timescale || pts >= endTime * timescale) continue
    firstEntry ??= entryIndex
    if (entryIndex !== firstEntry) changeSeconds ??= pts / timescale
  }
  const description = formsByEntry.get(firstEntry ?? packets.entryIndexes[0]!)!
  return {
    packets,
    opened: { ...opened, description },
    ...(formsByEntry.size > 1 && { forms: formsByEntry }),
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
async function withReadForms(
  opened: OpenedAudio,
  packets: PacketList,
  range: TimeRange,
  options: AudioReading,
): Promise<Pick<FormsInRange, 'opened' | 'packets'>> {
  const { access, description, forms = [description] } = opened
  if (access.kind === 'library') return { opened, packets }
  const { take } = packetFetcher(access.reader, packets, options, () => {})
  if (description.codec !== 'aac') {
    async function* loadPackets() {
      for (const packet of packets) yield { ...packet, data: await take(packet) }
    }
    return { opened: await withDecodedForm(opened, loadPackets(), range, options), packets }
  }
  const layouts = await openLayouts(options.codecs, forms)
  try {
    const entryIndexes = new Uint8Array(packets.length)
    for (const [index, { entryIndex }] of [...packets].entries()) {
      entryIndexes[index] = await layouts.entryOf(await take(packets.at(index)!), entryIndex)
    }
    return { opened: { ...opened, forms: layouts.forms }, packets: packets.with({ entryIndexes }) }
  } finally {
    layouts.close()
  }
}

/** Opens trial decoders for the forms that a container names, and for the same forms with other channel layouts. */
async function openLayouts(codecs: AudioDecoders, namedForms: readonly (AudioDescription | null)[]) {
  const forms = [...namedForms]
  for (const form of namedForms) {
    const config = parseAudioSpecificConfig(form?.configuration ?? new Uint8Array(0))
    if (!form || !config) continue
    for (const [channelConfiguration, channels] of AAC_LAYOUTS) {
      const configuration = Uint8Array.from(form.configuration!.subarray(0, 2))
      configuration[1] = (configuration[1]! & 0x87) | (channelConfiguration << 3)
      forms.push({ ...form, channels, configuration })
    }
  }
  const trials = await Promise.all(forms.map((form) => openTrial(codecs, form)))
  return {
    forms,
    /** Index of the form that fits a packet; `entry` if its number of channels fits or if the packet is damaged. */
    async entryOf(data: Uint8Array, entry: number): Promise<number> {
      const element = firstElement(data)
      const mayFit = ({ channels }: AudioDescription) => element === null || (element === 'pair') === (channels === 2)
      // A decoder treats missing channels as silent. So the first layout that fits, with the fewest channels, is right.
      for (let index = namedForms.length; index < forms.length; index += 1) {
        const form = forms[index]
        if (!form || !mayFit(form) || !(await trials[index]?.isDecodable(data))) continue
        return form.channels === forms[entry]?.channels ? entry : index
      }
      return entry
    },
    close(): void {
      for (const trial of trials) trial?.close()
    },
  }
}

/** Opens a trial decoder for a form; null if no decoder supports it. */
async function openTrial(codecs: AudioDecoders, form: AudioDescription | null) {
  return form && openAacTrial(codecs, { ...form, timescale: form.sampleRate }).catch(() => null)
}

/**
 * Replaces sample rate and channels by the values of the first decoded audio in a range.
 * @param packets from just before the range
 */
export async function withDecodedForm(
  opened: OpenedAudio,
  packets: Packets,
  { startTime }: TimeRange,
  { codecs, signal }: AudioReading,
): Promise<OpenedAudio> {
  const { access, description } = opened
  const timescale = access.kind === 'indexed' ? access.track.timescale : access.timescale
  let firstForm = null as DecodedForm | null
  const onFrame = (form: DecodedForm) => {
    if (form.seconds > startTime - MAX_FRAME_SECONDS) firstForm ??= form
  }
  for await (const _ of decodeAudio(codecs, { ...description, timescale }, description, packets, signal, onFrame)) {
    if (firstForm) break
  }
  if (!firstForm) return opened
  const { sampleRate, channels } = firstForm
  return { ...opened, description: { ...description, sampleRate, channels } }
}

/** Longest duration of a common audio frame, in seconds. */
const MAX_FRAME_SECONDS = 0.03
