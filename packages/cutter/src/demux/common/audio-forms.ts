import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { TimeRange } from '../../api/time-range.ts'
import { AAC_LAYOUTS, parseAudioSpecificConfig } from '../../bitstream/aac/audio-specific-config.ts'
import { firstElement } from '../../bitstream/aac/first-element.ts'
import { aacTrial, asDecoded, type DecodedForm, decodeAudio } from '../../codec/decode-audio.ts'
import type { Packets } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedAudio } from './opened-part.ts'
import { packetFetcher } from './packet-fetcher.ts'
import type { PacketList } from './packet-list.ts'
import type { AudioDescription } from './track-descriptions.ts'

export type AudioForms = ReadonlyMap<number, AudioDescription>

export interface AudioPlanOptions extends ReadOptions {
  /** All packets are read to find their form: they were not as their container says. */
  isAudioRead?: boolean
}

export interface FormsInRange {
  packets: PacketList
  /** Described as the first packet of the range is. */
  opened: OpenedAudio
  /** Absent where all packets are of that form. */
  forms?: AudioForms
  /** When the form changes inside the range, on the media's timeline; absent: it does not. */
  changeSeconds?: number
}

/** The forms of the packets of a range, and of those around it. @throws CutterError unsupported_media */
export async function formsInRange(
  claimed: OpenedAudio,
  claimedPackets: PacketList,
  range: TimeRange,
  options: AudioPlanOptions,
): Promise<FormsInRange> {
  const { opened, packets } = options.isAudioRead
    ? await withReadForms(claimed, claimedPackets, range, options)
    : { opened: claimed, packets: claimedPackets }
  const { access, forms = [] } = opened
  if (access.kind === 'library' || forms.length < 2 || packets.length === 0) return { opened, packets }
  const { startTime, endTime } = range
  const { timescale } = access.track
  const decoded = new Map<number, AudioDescription>()
  let first: number | null = null
  let changeSeconds: number | undefined
  for (const { pts, duration, entryIndex, offset, sizeBytes } of packets) {
    if (!decoded.has(entryIndex)) {
      const form = await asDecoded(forms[entryIndex] ?? null, () =>
        access.reader.read(offset, offset + sizeBytes, options),
      )
      if (!form) throw unsupportedMedia('The audio changes to a form that cannot be read.')
      decoded.set(entryIndex, form)
    }
    if (pts + duration <= startTime * timescale || pts >= endTime * timescale) continue
    first ??= entryIndex
    if (entryIndex !== first) changeSeconds ??= pts / timescale
  }
  const description = decoded.get(first ?? packets.entryIndexes[0]!)!
  return {
    packets,
    opened: { ...opened, description },
    ...(decoded.size > 1 && { forms: decoded }),
    ...(changeSeconds !== undefined && { changeSeconds }),
  }
}

/** The packets around a range that are of one entry with its first packet, without a break. */
export function ofOneEntry(packets: PacketList, tick: number): PacketList {
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

async function withReadForms(
  opened: OpenedAudio,
  packets: PacketList,
  range: TimeRange,
  options: ReadOptions,
): Promise<Pick<FormsInRange, 'opened' | 'packets'>> {
  const { access, description, forms = [description] } = opened
  if (access.kind === 'library') return { opened, packets }
  const { take } = packetFetcher(access.reader, packets, options, () => {})
  if (description.codec !== 'aac') {
    async function* loaded() {
      for (const packet of packets) yield { ...packet, data: await take(packet) }
    }
    return { opened: await asFirstDecoded(opened, loaded(), range, options), packets }
  }
  const layouts = await openLayouts(forms)
  try {
    const entryIndexes = new Uint8Array(packets.length)
    for (const [index, { entryIndex }] of [...packets].entries()) {
      entryIndexes[index] = layouts.entryOf(await take(packets.at(index)!), entryIndex)
    }
    return { opened: { ...opened, forms: layouts.forms }, packets: packets.with({ entryIndexes }) }
  } finally {
    layouts.close()
  }
}

/** The forms that a container names, and the same with other channels, as trials of packets. */
async function openLayouts(named: readonly (AudioDescription | null)[]) {
  const forms = [...named]
  for (const form of named) {
    const config = parseAudioSpecificConfig(form?.configuration ?? new Uint8Array(0))
    if (!form || !config) continue
    for (const [channelConfiguration, channels] of AAC_LAYOUTS) {
      const configuration = Uint8Array.from(form.configuration!.subarray(0, 2))
      configuration[1] = (configuration[1]! & 0x87) | (channelConfiguration << 3)
      forms.push({ ...form, channels, configuration })
    }
  }
  const trials = await Promise.all(forms.map(trialOf))
  return {
    forms,
    /** The named entry where it has as many channels, and where nothing fits, as the packet is damaged then. */
    entryOf(data: Uint8Array, entry: number): number {
      const element = firstElement(data)
      const mayFit = ({ channels }: AudioDescription) => element === null || (element === 'pair') === (channels === 2)
      // A decoder takes missing channels for silent ones, so that the fewest that fit are right.
      const fitting = forms.findIndex(
        (form, index) => index >= named.length && form && mayFit(form) && trials[index]?.fits(data),
      )
      return fitting < 0 || forms[fitting]!.channels === forms[entry]?.channels ? entry : fitting
    },
    close(): void {
      for (const trial of trials) trial?.close()
    },
  }
}

/** null: the decoder does not know the form. */
async function trialOf(form: AudioDescription | null) {
  return form && aacTrial({ ...form, timescale: form.sampleRate }).catch(() => null)
}

/** Described as the first audio of a range comes out of the decoder. @param packets from a little before the range on */
export async function asFirstDecoded(
  opened: OpenedAudio,
  packets: Packets,
  { startTime }: TimeRange,
  { signal }: ReadOptions,
): Promise<OpenedAudio> {
  const { access, description } = opened
  const timescale = access.kind === 'indexed' ? access.track.timescale : access.timescale
  let first = null as DecodedForm | null
  const onFrame = (form: DecodedForm) => {
    if (form.seconds > startTime - FRAME_SECONDS) first ??= form
  }
  for await (const _ of decodeAudio({ ...description, timescale }, description, packets, signal, onFrame)) {
    if (first) break
  }
  if (!first) return opened
  const { sampleRate, channels } = first
  return { ...opened, description: { ...description, sampleRate, channels } }
}

/** Usual frames of audio are no longer. */
const FRAME_SECONDS = 0.03
